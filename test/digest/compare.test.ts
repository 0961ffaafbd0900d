import { expect, test } from "vitest";
import { isSameFact, sharedContent } from "../../src/digest/gates/compare.ts";
import { fc } from "../fast-check.ts";

const same = (one: string, other: string, language = "en") => isSameFact(one, other, language);

test.each([
  ["Likes bomba rice", "likes bomba rice."],
  ["I love jazz", "Loves jazz"],
  ["Keeps the key under a pot", "keeps a key under the pot"],
  ["Anna lives in Reus", "Anna lives in Reus!"],
  ["Le gustan las peras", "Le gusta la pera", "es"],
  ["Vol anar a Reus", "vol anar a Reus", "ca"],
  ["Mag keinen Kaffee", "mag keinen Kaffee.", "de"],
])("isSameFact() takes %j and %j for one", (one, other, language = "en") => {
  expect(same(one, other, language)).toBe(true);
  expect(same(other, one, language)).toBe(true);
});

test.each([
  ["Likes liver", "Doesn't like liver"],
  ["Likes liver", "Never liked liver"],
  ["Drinks coffee with milk", "Drinks coffee without milk"],
  ["Is a vegetarian", "Is no longer a vegetarian"],
  ["The pool is on Tuesday", "The pool is on Wednesday"],
  ["Pays 1.5 euros", "Pays 15 euros"],
  ["Has 2 cats", "Has 3 cats"],
  ["Anna is a doctor", "Ana's sister is a doctor"],
  ["Anna likes tea", "Ana likes tea"],
  ["Anna is taller than Bea", "Bea is taller than Anna"],
  ["The meeting is before lunch", "The meeting is after lunch"],
  ["He likes tea", "She likes tea"],
  ["Le gusta la leche", "No le gusta la leche", "es"],
  ["Il mange de la viande", "Il ne mange pas de viande", "fr"],
  ["Mag Kaffee", "Mag keinen Kaffee", "de"],
  ["他喜欢咖啡", "他不喜欢咖啡", "zh"],
  ["Vive con Julia Mas", "Vive con Júlia Mas", "es"],
])("isSameFact() never takes %j for %j", (one, other, language = "en") => {
  expect(same(one, other, language)).toBe(false);
  expect(same(other, one, language)).toBe(false);
});

test("isSameFact() is symmetric, and a statement without words is no fact", () => {
  const words = fc.constantFrom("likes", "not", "Anna", "Bea", "tea", "2", "the", "rice", "no");
  const text = fc.array(words, { maxLength: 6 }).map((list) => list.join(" "));
  fc.assert(fc.property(text, text, (one, other) => same(one, other) === same(other, one)));
  expect(same("", "")).toBe(false);
  expect(same("…", "!")).toBe(false);
});

test("isSameFact() never takes a statement for one with one more negation", () => {
  const words = fc.constantFrom("likes", "Anna", "tea", "rice", "Sunday", "eats");
  const at = fc.nat(5);
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 6 }), at, (list, i) => {
      return !same(list.join(" "), [...list.slice(0, i), "not", ...list.slice(i)].join(" "));
    }),
  );
});

test("sharedContent() is the share of the shorter statement's content words", () => {
  const shared = (one: string, other: string) => sharedContent(one, other, "en");
  expect(shared("Lives in Reus", "Lives in Tarragona")).toBe(0.5);
  expect(shared("Lives in Reus", "Drinks tea")).toBe(0);
  expect(shared("", "Drinks tea")).toBe(0);
});
