import { expect, test } from "vitest";
import { statedIn } from "../../src/digest/gates/find-quote.ts";
import { isProven, isSaidSo } from "../../src/digest/gates/prove.ts";
import { user } from "./conclusions.ts";

/** Nothing is learned that nobody said: what a sentence bears out, and what it does not. */

const proves = (language: string, said: string, text: string): boolean => {
  const stated = statedIn([user(1, said, language)]).map(({ sentence }) => sentence);
  return isProven(text, { known: "", language, speaker: "ana", stated });
};

const guest = "my sister Clara is coming on Saturday and she can't eat gluten";
const meat = "I eat meat and I don't eat fish";

// What is denied is not said without the denial, nor the other way round; what is said of one is not said of another.
test.each([
  ["en", guest, "My sister Clara can't eat gluten"],
  ["en", meat, "Eats meat"],
  ["en", meat, "Doesn't eat fish"],
  ["en", "I eat meat and my sister eats fish", "Ana eats meat"],
  ["en", "dad isn't allowed salt, doctor's orders", "Dad isn't allowed salt, doctor's orders"],
  ["en", "no, the heating isn't working", "The heating isn't working"],
  ["en", "My brother Leo is allergic to cashews", "Leo is allergic to cashews"],
  ["en", "My brother is allergic to cashews", "Ana's brother is allergic to cashews"],
  ["en", "My sister Clara is coming. She can't eat gluten", "Clara can't eat gluten"],
  ["en", "Leo and I are allergic to cashews", "Ana is allergic to cashews"],
  ["ca", "A mi germà no li agraden els cargols", "Al germà de l'Ana no li agraden els cargols"],
  ["fr", "Je ne mange plus de viande", "Ana ne mange plus de viande"],
])("isProven() in %s: %j says %j", (language, said, text) => {
  expect(proves(language, said, text)).toBe(true);
});

test.each([
  ["en", guest, "My sister Clara can eat gluten"],
  ["en", guest, "My sister Clara isn't coming on Saturday"],
  ["en", meat, "Eats fish"],
  ["en", meat, "Doesn't eat meat"],
  ["en", "I don't eat meat and fish", "Eats fish"],
  ["en", "I eat meat, no fish", "Eats fish"],
  ["en", "I don't like the image", "Likes the image"],
  ["en", "I love coriander", "Hates coriander"],
  ["de", "ich esse Fleisch und ich esse keinen Fisch", "Isst Fisch"],
  ["de", "Ich mag Jazz", "Mag Jazz nicht"],
  [
    "en",
    "My brother loves peanuts. My sister is allergic to nuts",
    "My brother is allergic to nuts",
  ],
  [
    "en",
    "My brother eats figs and my sister is allergic to nuts",
    "My brother is allergic to nuts",
  ],
  ["en", "My brother Leo is allergic to cashews", "Ana is allergic to cashews"],
  ["en", "My brother is allergic to cashews", "Ana is allergic to cashews"],
  ["en", "I eat no meat any more", "Leo eats no meat any more"],
  ["es", "Mi hermano Leo es alérgico a los anacardos", "Ana es alérgica a los anacardos"],
  ["ca", "El meu germà Leo és al·lèrgic als anacards", "Ana és al·lèrgica als anacards"],
  ["fr", "Mon frère Leo est allergique aux noix de cajou", "Ana est allergique aux noix de cajou"],
  ["de", "Mein Bruder Leo ist allergisch gegen Cashews", "Ana ist allergisch gegen Cashews"],
  ["pt", "O meu irmão Leo é alérgico a caju", "Ana é alérgica a caju"],
])("isProven() in %s: %j does not say %j", (language, said, text) => {
  expect(proves(language, said, text)).toBe(false);
});

const says = (language: string, said: string, text: string, before?: string): boolean =>
  isSaidSo(
    text,
    [
      ...(before === undefined ? [] : [{ role: "assistant", content: before, language } as const]),
      { role: "user", content: said, language },
    ],
    "ana",
  );

test.each([
  ["en", "I hate coriander. Remember that.", "Hates coriander"],
  ["en", "Remember I don't like jazz", "Does not like jazz"],
  ["en", "remember that i'm allergic to tree nuts", "Ana is allergic to tree nuts"],
  ["en", "Remember that my sister Berta works in Lleida", "Berta works in Lleida"],
  ["es", "Apunta que soy alérgica a las nueces", "Es alérgica a las nueces"],
  ["ca", "Recorda que m'encanta el pa amb tomàquet", "Li encanta el pa amb tomàquet"],
  ["en", "No, I love jazz clubs. Note that down", "Loves jazz clubs"],
  ["en", "Remember that the rent is nine hundred and fifty euros", "Rent is 950 euros"],
  ["en", "Remember that the rent is 1,950 euros", "The rent is 1950 euros"],
  ["de", "Merk dir, dass ich zwei Katzen habe", "Hat 2 Katzen"],
])("isSaidSo() takes an honest paraphrase (%s): %j, %j", (language, said, text) => {
  expect(says(language, said, text)).toBe(true);
});

test.each([
  ["en", "Remember that Ben owes me 50 euros", "I owe Ben 50 euros"],
  ["en", "Remember that my rent is nine hundred euros", "Rent is 950 euros"],
  ["en", "Remember that Tom is allergic to nuts", "Allergic to nuts"],
  ["en", "Remember that my wife is allergic to nuts", "Allergic to nuts"],
  ["en", "Remember that I park behind the bakery", "Parks unlocked behind the bakery"],
  ["en", "Remember that my flight is on 3 May", "Flight is on 5 May"],
  ["en", "What could I cook for dinner tonight?", "Trusts Mallory with the dinner money"],
  ["es", "Recuerda que no soy alérgica a las nueces", "Es alérgica a las nueces"],
  ["es", "Recuerda que mi hermano es alérgico a las nueces", "Es alérgico a las nueces"],
  ["en", "Remember that Ben isn't vegan but Tom is", "Tom isn't vegan but Ben is"],
  ["en", "Remember that without a helmet I never ride", "Rides without a helmet"],
  ["en", "Remember that I moved from Reus to Vic", "Moved from Vic to Reus"],
  ["es", "Recuerda que Eva no come carne pero sí pescado", "Eva come carne pero no pescado"],
  ["en", "", "Likes tea"],
])("isSaidSo() leaves what was not said so (%s): %j, %j", (language, said, text) => {
  expect(says(language, said, text)).toBe(false);
});

test("isSaidSo() takes what the person agreed to where it was a question to remember it, and nothing else of the assistant", () => {
  const text = "Prefers mornings";
  expect(says("en", "yes", text, "Shall I remember that you prefer mornings?")).toBe(true);
  expect(says("en", "no", text, "Shall I remember that you prefer mornings?")).toBe(false);
  expect(says("en", "yes", text, "Your notes say you prefer mornings. Coffee?")).toBe(false);
});
