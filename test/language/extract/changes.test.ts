import { expect, test } from "vitest";
import type { KnownLine } from "../../../src/models/requests.ts";
import { say } from "./say.ts";

const knownLines = (lines: readonly string[]): readonly KnownLine[] =>
  lines.map((text, i) => ({ label: `m${i + 1}`, text, date: "2026-01-05", key: "" }));

/** Texts of the known lines that what is said changes; `meant`: a word of it that recall finds in a line in other words. */
function changedBy(
  said: string,
  language: string,
  lines: readonly string[],
  meant: Readonly<Record<string, string>> = {},
): readonly string[] {
  const known = knownLines(lines).map((line) => ({
    ...line,
    meant: (meant[line.text] ?? "").split(" ").filter(Boolean),
  }));
  return say(said, { language, known }).flatMap(({ relation, of }) =>
    relation === "updates" || relation === "contradicts"
      ? (known.find(({ label }) => label === of)?.text ?? "nothing")
      : [],
  );
}

const others = [
  "Ana keeps bees behind the allotment",
  "El taller del barri tanca els divendres",
  "Der Keller ist trocken seit dem Umbau",
];

test.each([
  [
    "en",
    "Poppy's swimming lesson is on 4 March at 5 pm in Leith",
    "they've moved Poppy's swimming lesson to the eleventh",
  ],
  [
    "en",
    "Raj works at Siemens in Derby and drives in",
    "Raj has left Siemens, he's retraining as a nurse",
  ],
  [
    "en",
    "Ella and Matt have been engaged since May",
    "Ella and Matt have called off the engagement",
  ],
  [
    "en",
    "Nonna takes 5 mg of ramipril every evening",
    "Nonna doesn't take ramipril any more, the doctor stopped it",
  ],
  [
    "es",
    "Marina va a natación los jueves con Berta",
    "Marina ya no va a natación, que se le juntaba con inglés",
  ],
  [
    "es",
    "El viaje a Oporto es del 3 al 8 de abril con los Soler",
    "al final no vamos a Oporto, los Soler no pueden",
  ],
  ["ca", "En Nil juga a bàsquet els dimecres a Sarrià", "en Nil ha deixat el bàsquet, pel genoll"],
  [
    "ca",
    "El dentista de la Clara és el 3 de març a les 10",
    "han ajornat el dentista de la Clara al deu",
  ],
  ["ca", "La Berta i en Roc estan junts des del 2019", "la Berta i en Roc ho han deixat"],
  ["de", "Jule geht montags mit Tim zum Turnen", "Jule hat mit dem Turnen aufgehört, das Knie"],
  [
    "de",
    "Das Zeitungsabo läuft auf Opas Namen, 32 Euro im Monat",
    "das zeitungsabo haben wir gekündigt",
  ],
  [
    "de",
    "Der Elternabend in Mias Klasse ist am 4. März",
    "der Elternabend in Mias Klasse ist auf den elften verschoben",
  ],
  [
    "fr",
    "Le contrôle technique de la Twingo est le 9 mars",
    "le contrôle technique de la Twingo est reporté au seize",
  ],
  ["fr", "Lucas joue au rugby le samedi avec Théo", "Lucas a arrêté le rugby, son épaule"],
  ["fr", "Manon et Karim sont fiancés depuis 2024", "Manon et Karim ont rompu"],
  [
    "pt",
    "A consulta da Matilde é no dia 4 de março às 9",
    "adiaram a consulta da Matilde para o dia onze",
  ],
  [
    "pt",
    "A bicicleta vermelha está na garagem do Vasco",
    "vendemos a bicicleta vermelha a um rapaz de Braga",
  ],
  // Across languages.
  [
    "es",
    "Poppy's swimming lesson is on 4 March at 5 pm in Leith",
    "lo de la natación de Poppy en Leith lo han anulado",
  ],
  ["en", "Jule geht montags mit Tim zum Ballett", "Jule has stopped ballet, and Tim too"],
  [
    "fr",
    "En Nil juga a bàsquet els dimecres a Sarrià",
    "Nil a arrêté le basket à Sarrià",
    "basket",
  ],
  ["ca", "Marina va a pilates los jueves con Berta", "la Marina ja no va a pilates amb la Berta"],
] satisfies [string, string, string, string?][])(
  "extractOffline() in %s finds that %j is changed by %j",
  (language, line, said, meant?: string) => {
    expect(changedBy(said, language, [...others, line], { [line]: meant ?? "" })).toEqual([line]);
  },
);

/** A line, and what is said that is no change of it. */
const unchanged: Readonly<Record<string, readonly (readonly [line: string, said: string])[]>> = {
  en: [
    ["Ben's dentist appointment is on 26 November at 10:15", "Ben likes olives"],
    [
      "Ben's dentist appointment is on 26 November at 10:15",
      "Ben has a new teacher called Mrs Pike",
    ],
    ["Sarah and Liam share a flat in Hove", "Sarah has given up coffee"],
    ["Sarah and Liam share a flat in Hove", "Tom and Ruth have split up"],
    ["The red Fiesta is insured with Aviva", "my sister sold her Corsa to a lad from Derby"],
    [
      "Clara's piano lesson is on Mondays",
      "Emil's piano lesson isn't on Mondays any more, it's on Fridays",
    ],
    ["Drinks coffee without sugar", "Tom has stopped taking sugar in his tea"],
    ["Nick takes omeprazole every morning", "should Nick stop the omeprazole?"],
    ["The trip to Crete is in July", "I wish we could cancel the trip to Crete"],
    ["The gym costs 40 euros a month", "maybe we'll cancel the gym one day"],
    ["Works at Bosch in Reutlingen", "cancel my meeting with Bosch"],
    ["Anna's birthday is on 4 May", "Anna has quit her job at the bakery"],
  ],
  es: [
    ["Álvaro tiene cena de empresa el 11 de diciembre", "Álvaro es celíaco"],
    ["Pilar va a pilates los lunes", "Marta ha dejado el yoga"],
    ["Pilar va a pilates los lunes", "Pilar tiene un perro nuevo que se llama Coco"],
    ["Diego es alérgico a los cacahuetes", "Irene ya no es alérgica a los gatos"],
    ["La lavadora está en el sótano", "ya no hace falta comprar leche"],
    ["El fontanero se llama Manolo", "el electricista se ha jubilado"],
    ["Vamos a Lisboa en mayo", "ojalá pudiéramos cancelar lo de Lisboa"],
    ["Vamos a Lisboa en mayo", "¿han cancelado lo de Lisboa?"],
    ["Sofía vive en Cádiz", "Teresa se ha ido de Cádiz"],
    ["El gimnasio cuesta 40 euros", "igual un día dejo el gimnasio"],
    ["Marcos estudia Derecho en Salamanca", "Marcos tiene novia en Salamanca"],
  ],
  ca: [
    ["La Mercè es casa amb en Quim el 8 de maig", "la Mercè és vegetariana"],
    ["La Mercè es casa amb en Quim el 8 de maig", "la Júlia i en Pau no es casen"],
    ["L'Oriol entrena a futbol els dimarts", "en Martí ha deixat el futbol"],
    ["L'Oriol entrena a futbol els dimarts", "l'Oriol té una bici nova"],
    ["La moto és al garatge", "hem venut el sofà"],
    ["L'àvia porta una dieta sense sal", "la tieta ja no pren la pastilla"],
    ["La hipoteca és amb el Sabadell", "tant de bo paguéssim menys d'hipoteca"],
    ["El viatge a Roma és a l'abril", "han anul·lat el viatge a Roma?"],
    ["Els veïns tenen un gos", "el gos de la Núria es va morir"],
    ["El gimnàs val 40 euros", "potser algun dia em donaré de baixa del gimnàs"],
  ],
  de: [
    ["Elternabend in Emils Klasse am 1. Dezember", "Emil isst keine Pilze"],
    ["Tante Gisela fährt einen blauen Polo", "Hannes hat seinen Golf verkauft"],
    ["Das Netflix-Abo läuft über Svens Konto", "Sven hat eine neue Freundin"],
    ["Felix trainiert für den Marathon", "Nora hat mit dem Joggen aufgehört"],
    ["Mutti ist in der Reha bis 20. Dezember", "Vati kommt am Montag zum Essen"],
    ["Die Ferienwohnung auf Rügen ist gebucht", "hätten wir bloß die Ferienwohnung nicht gebucht"],
    ["Die Ferienwohnung auf Rügen ist gebucht", "haben die die Ferienwohnung storniert?"],
    ["Trinkt Kaffee ohne Zucker", "Nora trinkt keinen Tee mehr"],
    ["Der Klempner heißt Krause", "der Elektriker ist in Rente"],
    ["Das Fitnessstudio kostet 40 Euro", "vielleicht kündige ich irgendwann das Fitnessstudio"],
  ],
  fr: [
    ["Le baptême de Léonie est le 6 décembre", "Léonie adore les framboises"],
    ["Thomas joue au badminton le lundi", "Julien a arrêté le tennis"],
    ["Thomas joue au badminton le lundi", "Thomas a une nouvelle voiture rouge"],
    ["Rosa vient le mardi de 9 h à 12 h", "le plombier vient plus le mardi"],
    ["Camille sort avec Baptiste", "Inès et Karim se sont séparés"],
    ["Le prêt de la Clio se termine en 2028", "on a vendu le canapé"],
    ["Papi prend du Kardegic", "est-ce que papi doit arrêter le Kardegic ?"],
    ["On part à Rügen en août", "si seulement on pouvait annuler Rügen"],
    ["La salle de sport coûte 40 euros", "un jour je résilierai peut-être la salle de sport"],
    ["Sophie habite à Lyon", "Paul a déménagé de Lyon"],
  ],
  pt: [
    ["A consulta da Matilde é no dia 4 de março", "a Matilde gosta de morangos"],
    ["O Rui anda no judo às quartas", "o Tiago deixou o futebol"],
    ["O Rui anda no judo às quartas", "o Rui tem um gato novo"],
    ["A bicicleta está na garagem", "vendemos o sofá da sala"],
    ["A Inês e o Hugo estão juntos", "a Rita e o Nuno separaram-se"],
    ["O avô toma metformina", "será que o avô deve deixar a metformina?"],
    ["Vamos a Faro em maio", "quem me dera poder cancelar Faro"],
    ["O ginásio custa 40 euros", "talvez um dia desista do ginásio"],
    ["A Sofia mora em Braga", "o Pedro foi-se embora de Braga"],
    ["O canalizador chama-se Mário", "o eletricista reformou-se"],
  ],
};

test.each(
  Object.entries(unchanged).flatMap(([language, rows]) =>
    rows.map(([line, said]) => [language, line, said] as const),
  ),
)("extractOffline() in %s leaves %j as it is after %j", (language, line, said) => {
  expect(changedBy(said, language, [line])).toEqual([]);
});

test.each([
  ["I no longer take ibuprofen", "Ben takes ibuprofen at 8 for his heart"],
  ["I no longer eat peanuts", "Ben is allergic to peanuts"],
  ["Carla no longer lives in Reus", "Ben lives in Reus"],
  ["I no longer drink coffee", "Ben drinks coffee black, and takes it at 7"],
  ["Ya no bebo café", "Ben bebe café a las 7"],
  ["My dentist appointment is cancelled", "Ben's dentist appointment is on 4 March"],
])("extractOffline() ends with %j nothing of somebody else", (said, line) => {
  for (const language of ["en", "es"]) expect(changedBy(said, language, [line])).toEqual([]);
});

test("extractOffline() changes neither of two lines that are as near as each other", () => {
  const lines = [
    "Clara has a piano lesson with Inés on Mondays",
    "Clara has a piano exam with Inés on Fridays",
  ];
  expect(changedBy("Clara's piano with Inés is cancelled", "en", lines)).toEqual([]);
});

test("extractOffline() keeps what changes a known line as it was said", () => {
  const said = "das netflix haben wir gekündigt";
  const line = "Das Netflix-Abo läuft über Svens Konto, 13,99 Euro im Monat";
  const [kept] = say(said, { language: "de", known: knownLines([line]) });
  expect(kept).toMatchObject({
    text: "Das netflix haben wir gekündigt",
    relation: "updates",
    of: "m1",
  });
});

test("extractOffline() does not change a line again by what it says already", () => {
  const line = "Thomas a arrêté le badminton (avant: Thomas joue au badminton le lundi)";
  const known = knownLines([line]);
  const relations = say("Thomas a arrêté le badminton", { language: "fr", known }).map(
    ({ relation }) => relation,
  );
  expect(relations).not.toContain("new");
});

test("extractOffline() reads long lines and long sentences", () => {
  const long = "word 'no 12:34 Name, ".repeat(4_000);
  const lines = [long, "no ".repeat(5_000), "A".repeat(20_000), "1.".repeat(10_000)];
  expect(() =>
    say(`${long}. no longer ${"Ben ".repeat(90)}`, { language: "en", known: knownLines(lines) }),
  ).not.toThrow();
});

test("a correction takes the place of what it is about, not of what was said before it", () => {
  const said = [
    "We started swimming on Tuesdays, at the municipal pool",
    "actually the boiler man can't make Thursday, it's Friday at ten",
  ];
  expect(say(said, { language: "en" }).map(({ text }) => text)).toContain(
    "We started swimming on Tuesdays, at the municipal pool",
  );
});
