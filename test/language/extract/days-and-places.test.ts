import { expect, test } from "vitest";
import { say } from "./say.ts";

type Row = readonly [
  language: string,
  said: string | readonly string[],
  kept: readonly (readonly [text: string, key: string])[],
];

/** Said on Monday 2026-03-02. */
const rows: readonly Row[] = [
  // moved to another day
  [
    "en",
    "The dentist for Tom was moved to Friday 4 December at 9",
    [["The dentist for Tom is on Friday 4 December 2026 at 9", "tom_dentist_date"]],
  ],
  [
    "en",
    "Dinner with Carme moved to Sunday",
    [["Dinner with Carme is on Sunday 2026-03-08", "dinner_date"]],
  ],
  ["en", "We've moved the party to Sunday", [["The party is on Sunday 2026-03-08", "party_date"]]],
  ["en", "Football got moved to Mondays", [["Football got moved to Mondays", ""]]],
  ["en", "We moved the sofa to the bedroom", []],
  [
    "ca",
    "El dentista del Tom s'ha canviat a divendres 4 de desembre a les 9",
    [["El dentista del Tom és divendres 4 de desembre de 2026 a les 9", "tom_dentist_date"]],
  ],
  [
    "es",
    "El dentista de Tom se ha cambiado al viernes 4 de diciembre a las 9",
    [["El dentista de Tom es el viernes 4 de diciembre de 2026 a las 9", "tom_dentist_date"]],
  ],
  [
    "fr",
    "Le dentiste de Tom a été reporté au vendredi 4 décembre",
    [["Le dentiste de Tom a été reporté au vendredi 4 décembre 2026", "tom_dentist_date"]],
  ],
  [
    "de",
    "Der Zahnarzt wurde auf Montag verschoben",
    [["Der Zahnarzt wurde auf Montag 2026-03-09 verschoben", "dentist_date"]],
  ],
  [
    "en",
    ["Dentist on Monday at 4", "Tom's dentist is on Friday at 9"],
    [
      ["Dentist on Monday 2026-03-09 at 4", "dentist_date"],
      ["Tom's dentist is on Friday 2026-03-06 at 9", "tom_dentist_date"],
    ],
  ],
  // to be done by then
  [
    "en",
    "I want to learn to play the cello next year",
    [["I want to learn to play the cello in 2027", ""]],
  ],
  ["en", "I want to learn to play the cello", []],
  [
    "en",
    "We need to renew the passports before June",
    [["We need to renew the passports before June 2026", ""]],
  ],
  [
    "ca",
    "Hem de renovar els passaports abans del juny",
    [["Hem de renovar els passaports abans del juny de 2026", ""]],
  ],
  [
    "es",
    "Tenemos que renovar los pasaportes antes de junio",
    [["Tenemos que renovar los pasaportes antes de junio de 2026", ""]],
  ],
  [
    "pt",
    "Precisamos de renovar os passaportes antes de junho",
    [["Precisamos de renovar os passaportes antes de junho de 2026", ""]],
  ],
  [
    "fr",
    "Nous devons renouveler les passeports avant juin",
    [["Nous devons renouveler les passeports avant juin 2026", ""]],
  ],
  [
    "de",
    "Wir müssen die Pässe vor Juni erneuern",
    [["Wir müssen die Pässe vor Juni 2026 erneuern", ""]],
  ],
  [
    "ca",
    "Demà a les cinc hem d'anar al pediatre amb la Júlia",
    [["El 2026-03-03 a les cinc hem d'anar al pediatre amb la Júlia", ""]],
  ],
  [
    "es",
    "Mañana a las cinco tenemos que ir al pediatra con Julia",
    [["El 2026-03-03 a las cinco tenemos que ir al pediatra con Julia", ""]],
  ],
  ["ca", "Demà hem de comprar pa, and don't forget the milk", []],
  ["es", "Quiero dormir mañana", []],
  // how things are in a month
  ["en", "The gym is closed in August", [["The gym is closed in August", ""]]],
  ["en", "The party is in June", [["The party is in June 2026", "party_date"]]],
  // who comes
  [
    "ca",
    "El lampista, en Jordi, ve dimarts a les 10",
    [["El lampista, en Jordi, ve el dimarts 2026-03-03 a les 10", "plumber_date"]],
  ],
  [
    "ca",
    "Dimarts ve el lampista a les 10",
    [["El dimarts 2026-03-03 ve el lampista a les 10", "plumber_date"]],
  ],
  [
    "en",
    "The plumber, en Jordi, ve dimarts a les 10",
    [["The plumber, en Jordi, ve dimarts a les 10", ""]],
  ],
  ["ca", "Ve dimarts a les 10", []],
  ["es", "Viene el martes a las 10", []],
  ["pt", "Vem na terça às 10", []],
  ["de", "Kommt am Dienstag um 10", []],
  // who has it
  ["en", "The spare key is at Paula's", [["The spare key is at Paula's", "spare_key_place"]]],
  ["en", "The kids are at Paula's", []],
  [
    "ca",
    "La clau de recanvi la té la Paula",
    [["La clau de recanvi la té la Paula", "spare_key_place"]],
  ],
  [
    "es",
    "La llave de repuesto la tiene Paula",
    [["La llave de repuesto la tiene Paula", "spare_key_place"]],
  ],
  [
    "pt",
    "A chave suplente está com a Paula",
    [["A chave suplente está com a Paula", "spare_key_place"]],
  ],
  [
    "fr",
    "La clé de secours est chez Paula",
    [["La clé de secours est chez Paula", "spare_key_place"]],
  ],
  [
    "de",
    "Der Ersatzschlüssel ist bei Paula",
    [["Der Ersatzschlüssel ist bei Paula", "spare_key_place"]],
  ],
  // proposals that say something by themselves, and not
  ["en", ["< Shall we rent one for 25 euros a month at Casa Parramon?", "yes"], []],
  [
    "en",
    ["< You could rent a cello at Casa Parramon.", "yes, let's do that"],
    [["Rent a cello at Casa Parramon", ""]],
  ],
];

test.each(rows)(
  "extractOffline() reads days, doings and places in %s: %j",
  (language, said, kept) => {
    expect(say(said, { language }).map(({ text, key }) => [text, key])).toEqual(kept);
  },
);
