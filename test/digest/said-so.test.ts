import { expect, test } from "vitest";
import { isSaidSo } from "../../src/digest/gates/said-so.ts";
import { stemText } from "./stem-text.ts";

const says = (language: string, said: string, text: string, before?: string): boolean =>
  isSaidSo(
    text,
    [
      ...(before === undefined ? [] : [{ role: "assistant", content: before, language } as const]),
      { role: "user", content: said, language },
    ],
    { stem: stemText, person: "ana" },
  );

test.each([
  ["en", "Remember that I hate coriander", "Dislikes coriander"],
  ["en", "I hate coriander. Remember that.", "Hates coriander"],
  ["en", "Remember I don't like jazz", "Does not like jazz"],
  ["en", "Remember I don't like jazz", "Dislikes jazz"],
  ["en", "remember that i'm allergic to tree nuts", "Ana is allergic to tree nuts"],
  ["en", "Remember that the rent is nine hundred and fifty euros", "Rent is 950 euros"],
  ["en", "Remember that the rent is 1,950 euros", "The rent is 1950 euros"],
  ["en", "Don't forget: Tom's birthday is on 3 May", "Tom's birthday is on 3 May"],
  ["en", "Remember that my sister Berta works in Lleida", "Berta works in Lleida"],
  ["es", "Recuerda que no soporto el cilantro", "Odia el cilantro"],
  ["es", "Apunta que soy alérgica a las nueces", "Es alérgica a las nueces"],
  ["ca", "Recorda que m'encanta el pa amb tomàquet", "Li encanta el pa amb tomàquet"],
  ["pt", "Lembra-te que gosto de café sem açúcar", "Gosta de café sem açúcar"],
  ["fr", "Souviens-toi que je déteste la coriandre", "Déteste la coriandre"],
  ["de", "Merk dir, dass ich zwei Katzen habe", "Hat 2 Katzen"],
  ["it", "Ricorda che non sopporto il coriandolo", "Detesta il coriandolo"],
  ["en", "Remember that I don't eat meat on Fridays", "Doesn't eat meat on Fridays"],
  ["en", "I moved from Reus to Vic", "Moved from Reus to Vic"],
  ["en", "Marta is older than Julia", "Marta is older than Julia"],
])("isSaidSo() takes an honest paraphrase (%s): %j, %j", (language, said, text) => {
  expect(says(language, said, text)).toBe(true);
});

test.each([
  ["en", "I'm not allergic to nuts", "Allergic to nuts"],
  ["en", "Remember that Ben owes me 50 euros", "I owe Ben 50 euros"],
  ["en", "I sold the car to Ben", "Ben sold the car"],
  ["en", "I want to stop smoking", "I want smoking"],
  ["en", "I would love opera if it were quieter", "I love opera"],
  ["es", "Me gustaría la ópera si fuera más corta", "Me gusta la ópera"],
  ["en", "I like jazz more than rock", "I like rock more than jazz"],
  ["es", "Recuerda que Ben me debe dinero", "Le debo dinero a Ben"],
  ["en", "I'm allergic to nuts", "Not allergic to nuts"],
  ["en", "I love coriander", "Hates coriander"],
  ["en", "Remember that my rent is nine hundred euros", "Rent is 950 euros"],
  ["en", "Remember that Tom is allergic to nuts", "Allergic to nuts"],
  ["en", "Remember that Tom is allergic to nuts", "Ana is allergic to nuts"],
  ["en", "Remember that my wife is allergic to nuts", "Allergic to nuts"],
  ["en", "Remember that his keys are in the drawer", "Keys are in the drawer"],
  ["en", "Remember that Martin has my keys", "Martina has the keys"],
  ["en", "What could I cook for dinner tonight?", "Trusts Mallory with the dinner money"],
  ["es", "Recuerda que no soy alérgica a las nueces", "Es alérgica a las nueces"],
  ["es", "Recuerda que mi hermano es alérgico a las nueces", "Es alérgico a las nueces"],
  ["ca", "Recorda que tinc tres gats", "Té quatre gats"],
  ["fr", "Souviens-toi que je ne mange pas de viande", "Mange de la viande"],
  ["de", "Merk dir, dass mein Bruder gegen Nüsse allergisch ist", "Ist gegen Nüsse allergisch"],
  ["it", "Ricorda che lei è allergica alle noci", "È allergica alle noci"],
  ["en", "Ana is not allergic to nuts, but Tom is", "Ana is allergic, but Tom is not"],
  [
    "en",
    "Remember that Ben isn't allergic to nuts but Tom is",
    "Tom isn't allergic to nuts but Ben is",
  ],
  ["en", "Remember that without a helmet I never ride", "Rides without a helmet"],
  ["en", "The plumber paid us 30 euros, not 80", "The plumber paid us 80 euros, not 30"],
  ["en", "The dose is 5 mg in the morning and 50 mg at night", "The dose is 50 mg in the morning"],
  [
    "en",
    "The dose is five mg in the morning and fifty at night",
    "The dose is fifty mg in the morning",
  ],
  ["en", "I never drink beer and always drink wine", "Never drinks wine and always drinks beer"],
  ["en", "I never drink beer and always drink wine", "Drinks beer and never wine"],
  ["en", "Marta is older than Julia", "Julia is older than Marta"],
  ["en", "I moved from Reus to Vic", "Moved from Vic to Reus"],
  ["es", "Recuerda que Eva no come carne pero sí pescado", "Eva come carne pero no pescado"],
  ["ca", "Recorda que la Marta viu a Vic i en Pau a Reus", "La Marta viu a Reus i en Pau a Vic"],
  ["en", "", "Likes tea"],
  ["en", "Remember that I like tea", "…"],
])("isSaidSo() leaves what was not said so (%s): %j, %j", (language, said, text) => {
  expect(says(language, said, text)).toBe(false);
});

test("isSaidSo() takes what the person agreed to where it was a question to remember it, and nothing else of the assistant", () => {
  const text = "Prefers mornings";
  expect(says("en", "yes", text, "Shall I remember that you prefer mornings?")).toBe(true);
  expect(says("en", "no", text, "Shall I remember that you prefer mornings?")).toBe(false);
  expect(says("en", "yes", text, "Your notes say you prefer mornings. Coffee?")).toBe(false);
});
