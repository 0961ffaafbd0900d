import { expect, test } from "vitest";
import { createGrammar } from "../../../src/language/grammar/grammar.ts";
import { withDate } from "../../../src/language/grammar/with-date.ts";
import { languageRules } from "../../../src/language/rules.ts";

const findDay = new Map(languageRules.map((rules) => [rules.code, createGrammar(rules).findDay]));

test.each([
  ["en", "I moved to Lisbon last month", "I moved to Lisbon in 2026-10"],
  ["en", "we bought it two years ago", "we bought it in 2024"],
  ["fr", "on l'a adoptée il y a quinze mois", "on l'a adoptée en 2025-08"],
  ["en", "back in May we had it serviced", "in 2026-05 we had it serviced"],
  ["en", "it has leaked since last month", "it has leaked since 2026-10"],
  ["en", "they married last December", "they married in 2025-12"],
  ["en", "eleven months ago she left", "in 2025-12 she left"],
  ["en", "we were there last week", "we were there in the week of 2026-11-16"],
  ["es", "lo compramos hace tres años", "lo compramos en 2023"],
  ["es", "me operaron el mes pasado", "me operaron en 2026-10"],
  ["es", "en mayo pasado cambiamos la caldera", "en 2026-05 cambiamos la caldera"],
  ["ca", "el mes passat vam pintar", "al 2026-10 vam pintar"],
  ["ca", "fa un any que no fumo", "fa un any (2025) que no fumo"],
  ["pt", "comprámos o carro há dois anos", "comprámos o carro em 2024"],
  ["fr", "on a déménagé l'an dernier", "on a déménagé en 2025"],
  ["fr", "depuis le mois dernier", "depuis 2026-10"],
  ["de", "wir haben vor zwei Jahren gebaut", "wir haben im Jahr 2024 gebaut"],
  ["de", "seit letztem Jahr", "seit 2025"],
  ["de", "im letzten Mai", "im Monat 2026-05"],
])("what is over is a date as precise as it was said (%s): %j", (code, text, written) => {
  const day = findDay.get(code)?.(text, "2026-11-23");
  expect(day && text.slice(0, day.from) + day.written + text.slice(day.to)).toBe(written);
});

test("a month before January is one of the year before", () => {
  expect(findDay.get("en")?.("last month", "2026-01-31")?.iso).toBe("2025-12");
  expect(findDay.get("en")?.("last January", "2026-01-31")?.iso).toBe("2025-01");
});

const noted = (code: string, text: string): string => {
  const rules = languageRules.find((one) => one.code === code);
  if (rules === undefined) throw new Error(`no rules for ${code}`);
  return withDate(text, "2026-11-23", createGrammar(rules), "note");
};

test.each([
  ["es", "Empiezo el lunes siete de diciembre", "Empiezo el lunes siete de diciembre de 2026"],
  ["en", "It's the twelfth of June next year", "It's the twelfth of June 2027"],
  ["en", "On 3 March last year he fell", "On 3 March 2025 he fell"],
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
])("what no single day is meant by stays in its words (%s): %j", (code, text) => {
  expect(noted(code, text)).toBe(text);
});

test.each([
  ["en", "Next summer we go to Crete", "In summer 2027 we go to Crete"],
  ["en", "We went to Crete last summer", "We went to Crete in summer 2026"],
  ["en", "Next year we move", "In 2027 we move"],
  ["es", "El verano que viene nos vamos", "El verano de 2027 nos vamos"],
  ["ca", "L'estiu que ve anem a Menorca", "L'estiu de 2027 anem a Menorca"],
  ["de", "Nächsten Sommer fahren wir", "Im Sommer 2027 fahren wir"],
  ["fr", "Ça fera vingt ans l'été prochain", "Ça fera vingt ans l'été 2027"],
  ["pt", "No próximo verão vamos ao Brasil", "No verão de 2027 vamos ao Brasil"],
  ["en", "We had it done in March", "We had it done in 2026-03"],
  ["es", "En marzo nos instalaron las placas", "En 2026-03 nos instalaron las placas"],
  ["ca", "Vam pintar al març", "Vam pintar al 2026-03"],
  ["en", "We go to Crete in March", "We go to Crete in March 2027"],
  ["en", "I quit the gym in September", "I quit the gym in 2026-09"],
  ["en", "The roof leaked in March", "The roof leaked in 2026-03"],
  ["en", "The roof gets painted in March", "The roof gets painted in March 2027"],
])("a season, a year and a month by its tense are resolved (%s): %j", (code, text, written) => {
  expect(noted(code, text)).toBe(written);
});

test.each([
  [
    "en",
    "Got the greenhouse up over Easter this year",
    "Got the greenhouse up over Easter this year, 2026-04-05",
  ],
  ["en", "We married on Boxing Day 2011", "We married on Boxing Day 2011, 2011-12-26"],
  ["ca", "La nit de Sant Joan em vaig cremar", "La nit de Sant Joan, 2026-06-23 em vaig cremar"],
  ["es", "El crío dejó el fútbol en Reyes", "El crío dejó el fútbol en Reyes, 2026-01-06"],
  ["de", "Seit Pfingsten rauche ich nicht", "Seit Pfingsten, 2026-05-24 rauche ich nicht"],
  ["fr", "Depuis la Toussaint, ma sœur gère", "Depuis la Toussaint, 2026-11-01, ma sœur gère"],
  ["pt", "Comprou o carro no Carnaval", "Comprou o carro no Carnaval, 2026-02-17"],
  ["en", "At Christmas we go to Lyon", "At Christmas we go to Lyon"],
  [
    "en",
    "I finish at the depot on Christmas Eve, handed in my notice",
    "I finish at the depot on Christmas Eve, handed in my notice",
  ],
])(
  "a feast is a date in what is past, and stays a feast elsewhere (%s): %j",
  (code, text, written) => {
    expect(noted(code, text)).toBe(written);
  },
);

test.each([
  ["en", "He has worked there since March", "He has worked there since March 2026"],
  [
    "de",
    "Ich hab Anfang Juli das Gewerbe angemeldet",
    "Ich hab Anfang Juli 2026 das Gewerbe angemeldet",
  ],
  ["es", "Este verano cambiamos las ventanas", "Este verano (2026) cambiamos las ventanas"],
  ["fr", "Y a deux mois j'ai arrêté le sucre", "En 2026-09 j'ai arrêté le sucre"],
  [
    "en",
    "We have gone swimming every Tuesday since last May",
    "We have gone swimming every Tuesday since 2026-05",
  ],
  ["es", "Me lo saqué en marzo de hace dos años", "Me lo saqué en marzo de 2024"],
])("since when, and this season (%s): %j", (code, text, written) => {
  expect(noted(code, text)).toBe(written);
});

test.each([
  ["en", "we married twenty-one years ago"],
  ["en", "he stopped twenty five years ago"],
])("part of a number is not read as all of it (%s): %j", (code, text) => {
  expect(findDay.get(code)?.(text, "2026-11-23")).toBeNull();
});

/** Said on Monday, 23 November. */
test.each([
  ["en", "I bought a lamp on Saturday", "I bought a lamp on Saturday 2026-11-21"],
  ["en", "We got the keys on Friday", "We got the keys on Friday 2026-11-20"],
  ["es", "El sábado compré una lámpara", "El sábado 2026-11-21 compré una lámpara"],
  ["ca", "Dissabte vaig comprar una làmpada", "El dissabte 2026-11-21 vaig comprar una làmpada"],
  ["pt", "Comprei um candeeiro no sábado", "Comprei um candeeiro no sábado 2026-11-21"],
  ["fr", "J'ai acheté une lampe samedi", "J'ai acheté une lampe le samedi 2026-11-21"],
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
