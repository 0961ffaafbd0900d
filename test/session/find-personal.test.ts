import { expect, test } from "vitest";
import { findPrivateData } from "../../src/session/private-data/find-private-data.ts";
import { redact } from "../../src/session/private-data/redact.ts";

const found = (text: string): string[] =>
  findPrivateData(text).map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`);

test.each([
  ["I was born on 12 March 1984 in Leeds", "birth date: 12 March 1984"],
  ["Date of birth: 1984-03-12", "birth date: 1984-03-12"],
  ["My birthday is March 12th, 1984", "birth date: March 12th, 1984"],
  ["Nací el 12 de marzo de 1984", "birth date: 12 de marzo de 1984"],
  ["Fecha de nacimiento: 12/03/1984", "birth date: 12/03/1984"],
  ["Vaig néixer l'1 d'abril de 1990", "birth date: 1 d'abril de 1990"],
  ["Nasci em 3 de maio de 1979", "birth date: 3 de maio de 1979"],
  ["Je suis née le 1er août 1992", "birth date: 1er août 1992"],
  ["Sie ist am 3. Mai 1979 geboren", "birth date: 3. Mai 1979"],
  ["Geburtsdatum 03.05.1979", "birth date: 03.05.1979"],
])("findPrivateData() finds what is personal in %j", (text, piece) => {
  expect(found(text)).toEqual([piece]);
  expect(redact(text)).toContain(`[${piece.split(":")[0]}]`);
});

test.each([
  "The town was founded on 12 March 1284",
  "Ana's birthday party is at the beach",
  "The course was born in 2019 as an idea",
  "El cumpleaños fue muy divertido",
  "Le concert est le 3 mai 2026",
  "Meeting on 12/03/2026 at ten",
  "Nach der Geburt blieb sie zu Hause",
  "We talked about cancer research",
  "The mechanic diagnosed the fault in the car",
  "I have no time for this",
  "He suffers from wanderlust",
  "La serie tiene mucha ansiedad y humor",
  "J'ai une idée",
  "Sie hat Hunger",
  "The cancer clinic opens at nine",
  "The diagnosis took two hours",
  "Uses homemade chicken broth, never stock cubes",
])("findPrivateData() finds nothing personal in %j", (text) => {
  expect(found(text)).toEqual([]);
});

test.each([
  ["I was diagnosed with celiac disease in 2019", "celiac"],
  ["My mother has breast cancer", "cancer"],
  ["Le diagnosticaron diabetes tipo 2 el año pasado", "diabetes"],
  ["Tengo asma desde pequeño", "asma"],
  ["La mare pateix d'artritis", "artritis"],
  ["O meu pai sofre de Alzheimer", "Alzheimer"],
  ["J'ai une dépression", "dépression"],
  ["Sie leidet an Epilepsie", "Epilepsie"],
  ["Diagnosis: HIV", "HIV"],
  ["I am HIV positive", "HIV"],
  ["He is on lithium", "lithium"],
  ["I take 50 mg of sertraline", "sertraline"],
  ["Mia figlia è allergica alle noci", "noci"],
  ["ابنتي لديها حساسية من الفول السوداني", "حساسية"],
])("redact() takes what tells of somebody's health out of %j", (text, word) => {
  expect(redact(`We met at nine. ${text}. The train was late.`)).toBe(
    "We met at nine. [health] The train was late.",
  );
  expect(redact(text)).not.toContain(word);
});

test("redact() leaves a number what it is in a sentence about health", () => {
  expect(redact("My sister was diagnosed with epilepsy, ask her on 612 345 678")).toBe(
    "[health][phone]",
  );
});
