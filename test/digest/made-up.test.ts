import { describe, expect, test } from "vitest";
import { loadMadeUp } from "../../src/digest/gates/made-up.ts";
import { stemText } from "./stem-text.ts";

const isMadeUp = await loadMadeUp();

const date = "2026-02-12";
const check = (language: string, said: string, text: string, before = ""): boolean =>
  isMadeUp(text, {
    sources: [{ content: said, date, language }],
    heard: [before, said].map((content) => ({ content, date, language })),
    stem: stemText,
    language,
    assumed: ["Ana"],
  });

describe("a day", () => {
  test.each([
    ["en", "The dentist moved me to the fourteenth of March", "2026-03-14"],
    ["en", "The dentist moved me to the 14th", "2026-03-14"],
    ["en", "The dentist moved me to the twenty-first", "2026-02-21"],
    ["en", "The dentist moved me to the Friday after next", "2026-02-27"],
    ["en", "The dentist moved me to a week from Friday", "2026-02-20"],
    ["en", "The dentist moved me to the first Monday of March", "2026-03-02"],
    ["en", "The dentist moved me to the weekend", "2026-02-14"],
    ["en", "The dentist moved me to the day before Christmas", "2026-12-24"],
    ["en", "The dentist moved me to the end of next month", "2026-03-31"],
    ["en", "The dentist saw me last night", "2026-02-11"],
    ["en", "The dentist moved me", date],
    ["es", "El dentista me ha pasado al viernes que viene", "2026-02-20"],
    ["es", "El dentista me ha pasado al catorce de marzo", "2026-03-14"],
    ["es", "El dentista me ha pasado a dentro de quince días", "2026-02-27"],
    ["ca", "El dentista m'ha passat a demà passat", "2026-02-14"],
    ["pt", "O dentista passou-me para sexta que vem", "2026-02-20"],
    ["fr", "Le dentiste m'a mis à vendredi en huit", "2026-02-20"],
    ["de", "Der Zahnarzt hat mich auf den vierzehnten März verlegt", "2026-03-14"],
    ["it", "Il dentista mi ha spostato a dopodomani", "2026-02-14"],
  ])("in %s: %s names %s", (language, said, day) => {
    expect(check(language, said, `Dentist: Ana, ${day}`)).toBe(false);
  });

  test.each([
    ["en", "The dentist moved me to the fourteenth of March", "2026-04-15"],
    ["en", "The dentist moved me to Friday", "2026-02-16"],
    ["en", "The dentist is nice", "2026-04-15"],
    ["es", "El dentista me ha pasado al viernes que viene", "2026-02-19"],
    ["ca", "El dentista m'ha passat a demà passat", "2026-02-18"],
    ["pt", "O dentista passou-me para sexta que vem", "2026-02-17"],
    ["fr", "Le dentiste m'a mis au quatorze mars", "2026-03-04"],
    ["de", "Der Zahnarzt hat mich auf Freitag verlegt", "2026-02-17"],
  ])("in %s: %s does not name %s", (language, said, day) => {
    expect(check(language, said, `Dentist: Ana, ${day}`)).toBe(true);
  });

  test("may have been named before", () => {
    const before = "What about Saturday the 14th of March?";
    expect(check("en", "yes, the dentist takes me then", "Dentist 2026-03-14", before)).toBe(false);
    expect(check("en", "yes, the dentist takes me then", "Dentist 2026-05-05", before)).toBe(true);
  });
});

describe("a person", () => {
  test.each([
    ["en", "My brother Leo is allergic to cashews", "Leo is allergic to cashews"],
    ["en", "My brother is allergic to cashews", "Ana's brother is allergic to cashews"],
    ["en", "My sister Clara is coming. She can't eat gluten", "Clara can't eat gluten"],
    ["en", "Leo and I are allergic to cashews", "Ana is allergic to cashews"],
    ["en", "My boss wants me to start at seven", "Ana starts at seven"],
    ["en", "I told Leo that I'm allergic to cashews", "Ana is allergic to cashews"],
    ["en", "I eat no meat any more", "Ana eats no meat any more"],
    ["en", "We moved to Lisbon with Leo", "Leo moved to Lisbon"],
    ["es", "Mi hermano Leo es alérgico a los anacardos", "Leo es alérgico a los anacardos"],
    ["es", "Ya no como carne", "Ana ya no come carne"],
    ["ca", "A mi germà no li agraden els cargols", "Al germà de l'Ana no li agraden els cargols"],
    ["fr", "Je ne mange plus de viande", "Ana ne mange plus de viande"],
    ["de", "Ich esse kein Fleisch mehr", "Ana isst kein Fleisch mehr"],
    ["de", "Mein Bruder Leo verträgt keine Nüsse", "Leo verträgt keine Nüsse"],
  ])("in %s: %s says that %s", (language, said, text) => {
    expect(check(language, said, text, "Leo is my brother, and Ana knows")).toBe(false);
  });

  test.each([
    ["en", "My brother Leo is allergic to cashews", "Ana is allergic to cashews"],
    ["en", "My brother is allergic to cashews", "Ana is allergic to cashews"],
    ["en", "I eat no meat any more", "Leo eats no meat any more"],
    ["es", "Mi hermano Leo es alérgico a los anacardos", "Ana es alérgica a los anacardos"],
    ["ca", "El meu germà Leo és al·lèrgic als anacards", "Ana és al·lèrgica als anacards"],
    [
      "fr",
      "Mon frère Leo est allergique aux noix de cajou",
      "Ana est allergique aux noix de cajou",
    ],
    ["fr", "Je ne mange plus de viande", "Leo ne mange plus de viande"],
    ["de", "Mein Bruder Leo ist allergisch gegen Cashews", "Ana ist allergisch gegen Cashews"],
    ["de", "Ich esse kein Fleisch mehr", "Leo isst kein Fleisch mehr"],
    ["pt", "O meu irmão Leo é alérgico a caju", "Ana é alérgica a caju"],
  ])("in %s: %s does not say that %s", (language, said, text) => {
    expect(check(language, said, text, "Leo is my brother, and Ana knows")).toBe(true);
  });
});
