import { expect, test } from "vitest";
import { isRefuted } from "../../src/digest/gates/is-refuted.ts";
import { stemText } from "./stem-text.ts";

const check = (language: string, said: string, text: string): boolean =>
  isRefuted(text, {
    ...{ said, named: said, stem: stemText, language },
    ...{ assumed: ["Ana"], isTranslated: false },
  });

const guest = "my sister Clara is coming on Saturday and she can't eat gluten";
const meat = "I eat meat and I don't eat fish";
const train = "I don't like it but I take the train at 7";

// What is denied is denied of its own part of a sentence.
test.each([
  ["en", guest, "My sister Clara is coming on Saturday 2026-11-28"],
  ["en", guest, "My sister Clara can't eat gluten"],
  ["en", meat, "Eats meat"],
  ["en", meat, "Doesn't eat fish"],
  ["en", "I eat meat, no fish", "Eats meat"],
  ["en", "My phone isn't a Samsung, it's a Fairphone", "Ana's phone is a Fairphone"],
  ["en", "dad isn't allowed salt, doctor's orders", "Dad isn't allowed salt, doctor's orders"],
  ["en", "I moved to York, not Leeds", "Moved to York, not Leeds"],
  ["en", train, "Takes the train at 7"],
  ["en", "no, the heating isn't working", "The heating isn't working"],
  ["en", "No, I live in York", "Lives in York"],
  ["de", "ich esse Fleisch und ich esse keinen Fisch", "Isst Fleisch"],
  ["ca", "la Clara ve dissabte i ella no pot menjar gluten", "La Clara no pot menjar gluten"],
])("in %s %j says %j", (language, said, text) => {
  expect(check(language, said, text)).toBe(false);
});

test.each([
  ["en", guest, "My sister Clara can eat gluten"],
  ["en", guest, "My sister Clara isn't coming on Saturday"],
  ["en", meat, "Eats fish"],
  ["en", meat, "Doesn't eat meat"],
  ["en", "I don't eat meat and fish", "Eats fish"],
  ["en", "I eat meat, no fish", "Eats fish"],
  ["en", "dad isn't allowed salt, doctor's orders", "Dad is allowed salt, doctor's orders"],
  ["en", train, "Doesn't take the train at 7"],
  ["de", "ich esse Fleisch und ich esse keinen Fisch", "Isst Fisch"],
  ["es", "como carne y no como pescado", "Come pescado"],
  ["ca", "la Clara ve dissabte i ella no pot menjar gluten", "La Clara pot menjar gluten"],
])("in %s %j does not say %j", (language, said, text) => {
  expect(check(language, said, text)).toBe(true);
});
