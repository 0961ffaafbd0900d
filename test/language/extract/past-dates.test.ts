import { expect, test } from "vitest";
import { grammarOf } from "../../../src/language/grammar/grammar.ts";
import { withDate } from "../../../src/language/grammar/with-date.ts";

function read(code: string) {
  const grammar = grammarOf(code);
  if (grammar === undefined) throw new Error(`no rules for ${code}`);
  return grammar;
}

test.each([
  ["en", "I moved to Lisbon last month", "I moved to Lisbon in 2026-10"],
  ["en", "we bought it two years ago", "we bought it two years ago (2024)"],
  ["fr", "on l'a adoptée il y a quinze mois", "on l'a adoptée il y a quinze mois (2025-08)"],
  ["en", "back in May we had it serviced", "back in May (2026-05) we had it serviced"],
  ["en", "it has leaked since last month", "it has leaked since 2026-10"],
  ["en", "they married last December", "they married last December (2025-12)"],
  ["en", "eleven months ago she left", "eleven months ago (2025-12) she left"],
  ["en", "we were there last week", "we were there in the week of 2026-11-16"],
  ["es", "lo compramos hace tres años", "lo compramos hace tres años (2023)"],
  ["es", "me operaron el mes pasado", "me operaron en 2026-10"],
  ["es", "en mayo pasado cambiamos la caldera", "en mayo pasado (2026-05) cambiamos la caldera"],
  ["ca", "el mes passat vam pintar", "al 2026-10 vam pintar"],
  ["ca", "fa un any que no fumo", "fa un any (2025) que no fumo"],
  ["pt", "comprámos o carro há dois anos", "comprámos o carro há dois anos (2024)"],
  ["fr", "on a déménagé l'an dernier", "on a déménagé en 2025"],
  ["fr", "depuis le mois dernier", "depuis 2026-10"],
  ["de", "wir haben vor zwei Jahren gebaut", "wir haben vor zwei Jahren (2024) gebaut"],
  ["de", "seit letztem Jahr", "seit 2025"],
  ["de", "im letzten Mai", "im letzten Mai (2026-05)"],
])("what is over gets a date as precise as it was said (%s): %j", (code, text, written) => {
  const day = read(code).findDay(text, "2026-11-23");
  expect(day && text.slice(0, day.from) + day.written + text.slice(day.to)).toBe(written);
});

test("a month before January is one of the year before", () => {
  expect(read("en").findDay("last month", "2026-01-31")?.iso).toBe("2025-12");
  expect(read("en").findDay("last January", "2026-01-31")?.iso).toBe("2025-01");
});

const noted = (code: string, text: string): string =>
  withDate(text, "2026-11-23", read(code), "note");

test.each([
  ["es", "Empiezo el lunes siete de diciembre", "Empiezo el lunes siete de diciembre de 2026"],
  ["en", "It's the twelfth of June next year", "It's the twelfth of June next year (2027)"],
  ["en", "On 3 March last year he fell", "On 3 March last year (2025) he fell"],
  ["ca", "Es casen el divuit de setembre", "Es casen el divuit de setembre de 2027"],
  ["de", "Wir ziehen zum ersten April um", "Wir ziehen zum ersten April 2027 um"],
  ["fr", "On part du treize au vingt février", "On part du treize au vingt février 2027"],
  ["pt", "O casamento é a doze de junho", "O casamento é a doze de junho de 2027"],
])("a day in words is a day (%s): %j", (code, text, written) => {
  expect(noted(code, text)).toBe(written);
});

test.each([
  ["en", "Classes are on Monday and Thursday"],
  ["en", "Monday the seventh I see the dentist"],
  ["es", "Se ha apuntado a balonmano, martes y jueves"],
  ["es", "El lunes siete voy al médico"],
  ["fr", "Une semaine sur deux du vendredi au vendredi"],
  ["de", "Montag, Mittwoch und Donnerstag bin ich im Büro"],
  ["en", "The ferry was booked for 3 March"],
  ["en", "At Christmas we go to Lyon"],
])("what no single day is meant by stays in its words (%s): %j", (code, text) => {
  expect(noted(code, text)).toBe(text);
});

test.each([
  ["en", "Next summer we go to Crete", "Next summer (2027) we go to Crete"],
  ["en", "We went to Crete last summer", "We went to Crete last summer (2026)"],
  ["en", "Next year we move", "In 2027 we move"],
  ["es", "El verano que viene nos vamos", "El verano que viene (2027) nos vamos"],
  ["ca", "L'estiu que ve anem a Menorca", "L'estiu que ve (2027) anem a Menorca"],
  ["de", "Nächsten Sommer fahren wir", "Nächsten Sommer (2027) fahren wir"],
  ["fr", "Ça fera vingt ans l'été prochain", "Ça fera vingt ans l'été prochain (2027)"],
  ["pt", "No próximo verão vamos ao Brasil", "No próximo verão (2027) vamos ao Brasil"],
  ["en", "We had it done in March", "We had it done in March (2026-03)"],
  ["es", "En marzo nos instalaron las placas", "En marzo (2026-03) nos instalaron las placas"],
  ["ca", "Vam pintar al març", "Vam pintar al març (2026-03)"],
  ["en", "We go to Crete in March", "We go to Crete in March (2027-03)"],
  ["en", "I quit the gym in September", "I quit the gym in September (2026-09)"],
  ["en", "The roof leaked in March", "The roof leaked in March (2026-03)"],
  ["en", "The roof gets painted in March", "The roof gets painted in March (2027-03)"],
])("a season, a year and a month by its tense get theirs (%s): %j", (code, text, written) => {
  expect(noted(code, text)).toBe(written);
});

test.each([
  ["en", "He has worked there since March", "He has worked there since March (2026-03)"],
  [
    "de",
    "Ich hab Anfang Juli das Gewerbe angemeldet",
    "Ich hab Anfang Juli (2026-07) das Gewerbe angemeldet",
  ],
  ["es", "Este verano cambiamos las ventanas", "Este verano (2026) cambiamos las ventanas"],
  ["fr", "Y a deux mois j'ai arrêté le sucre", "Y a deux mois (2026-09) j'ai arrêté le sucre"],
  [
    "en",
    "We have gone swimming every Tuesday since last May",
    "We have gone swimming every Tuesday since last May (2026-05)",
  ],
  ["es", "Me lo saqué en marzo de hace dos años", "Me lo saqué en marzo de hace dos años (2024)"],
])("since when, and this season (%s): %j", (code, text, written) => {
  expect(noted(code, text)).toBe(written);
});

test.each([
  ["en", "we married twenty-one years ago"],
  ["en", "he stopped twenty five years ago"],
])("part of a number is not read as all of it (%s): %j", (code, text) => {
  expect(read(code).findDay(text, "2026-11-23")).toBeNull();
});

/** Said on Monday, 23 November. */
test.each([
  ["en", "I bought a lamp on Saturday", "I bought a lamp on Saturday 2026-11-21"],
  ["en", "We got the keys on Friday", "We got the keys on Friday 2026-11-20"],
  ["es", "El sábado compré una lámpara", "El sábado 2026-11-21 compré una lámpara"],
  ["ca", "Dissabte vaig comprar una làmpada", "Dissabte 2026-11-21 vaig comprar una làmpada"],
  ["pt", "Comprei um candeeiro no sábado", "Comprei um candeeiro no sábado 2026-11-21"],
  ["fr", "J'ai acheté une lampe samedi", "J'ai acheté une lampe samedi 2026-11-21"],
  [
    "de",
    "Ich habe am Samstag eine Lampe gekauft",
    "Ich habe am Samstag 2026-11-21 eine Lampe gekauft",
  ],
  ["de", "Ich habe gestern eine Lampe gekauft", "Ich habe am 2026-11-22 eine Lampe gekauft"],
  ["en", "We moved the meeting to Friday", "We moved the meeting to Friday 2026-11-27"],
  ["en", "I booked a table for Saturday", "I booked a table for Saturday 2026-11-28"],
  [
    "en",
    "The plumber is called Dariusz and he comes on Tuesday",
    "The plumber is called Dariusz and he comes on Tuesday 2026-11-24",
  ],
  ["es", "Me ha dicho que viene el martes", "Me ha dicho que viene el martes 2026-11-24"],
])(
  "a weekday is the last one where its clause is past, else the next (%s): %j",
  (code, text, written) => {
    expect(noted(code, text)).toBe(written);
  },
);
