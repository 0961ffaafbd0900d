import { expect, test } from "vitest";
import { languageOf } from "../../src/index/languages.ts";
import { tokenize } from "../../src/index/tokenize.ts";
import { relatedWords } from "../../src/recall/concepts.ts";
import { recall } from "../../src/recall/recall.ts";
import { useIndex } from "./fill-index.ts";

const six = ["en", "es", "ca", "de", "fr", "pt"];

const related = (word: string, asked: string, languages: readonly string[] = six): string[] =>
  tokenize(word, "query").flatMap((token) =>
    relatedWords(token, asked, languages).map((word) => languageOf(word.code).stem(word.token)),
  );

/** One home, where everybody writes in their own language. */
const files = {
  "general/2026-11.md": `# 2026-11

- Opa Heinz war früher Tischler in Kassel (2026-11-01)
- El coche pasa la ITV en febrero (2026-11-02)
- La Laia pren una pastilla cada matí (2026-11-03)
- Mamie Jeanne habite au 8 rue des Lilas (2026-11-04)
- Aunt Rose lives in Zamora with her rabbit (2026-11-05)
- A Inês joga ténis às quintas (2026-11-06)
- The landlord is Mr Hale, he wants the deposit in March (2026-11-07)
- Der Zahnarzt heißt Seidl (2026-11-08)
- Oscar la tortue dort sous la lampe rouge (2026-11-09)
- Els diumenges dinem a Reus (2026-11-10)
`,
};

test.each([
  ["what was grandpa's job?", "Opa Heinz"],
  ["¿en qué trabajaba el abuelo?", "Opa Heinz"],
  ["wann muss das Auto zum TÜV?", "El coche"],
  ["quel médicament prend Laia ?", "La Laia"],
  ["what is grandma's address", "Mamie Jeanne"],
  ["on viu la tieta?", "Aunt Rose"],
  ["quem é o senhorio?", "The landlord"],
  ["quin esport fa la Inês?", "A Inês"],
  ["dentista", "Der Zahnarzt"],
  ["¿qué hacemos los domingos?", "Els diumenges"],
])("recall() finds what «%s» asks for in the words of another language", (question, start) => {
  const [hit] = recall(useIndex(files), question, { limit: 1, filter: {}, viewer: {} });
  expect(hit?.text.startsWith(start)).toBe(true);
});

test("recall() puts the very word before another of the same meaning", () => {
  const db = useIndex({
    "topics/car.md":
      "# Car\n\n- The vehicle needs oil\n- The car needs washing\n- Ben needs rest\n",
  });
  const hits = recall(db, "what does the car need?", { limit: 3, filter: {}, viewer: {} });
  expect(hits[0]?.text).toBe("The car needs washing");
});

test("relatedWords() gives the concept to its kinds and the kinds to the concept, but no kind to another", () => {
  expect(related("sport", "en")).toEqual(expect.arrayContaining(["tenni", "balonman", "schwimm"]));
  expect(related("tennis", "en")).toContain("deport");
  expect(related("tennis", "en")).not.toContain("yoga");
});

test("relatedWords() reads a word in the question's language, however it is inflected", () => {
  expect(related("abuelas", "es")).toContain("grandmoth");
  expect(related("mare", "ca")).toEqual(expect.arrayContaining(["mutt"])); // Mother in Catalan,
  expect(related("mare", "ca")).not.toContain("strand");
  expect(related("mare", "it")).toContain("strand"); // sea in Italian.
  expect(related("Häuser", "de")).toContain("cas");
});

test("relatedWords() takes no word for another that only shares its stem, or the name of a thing of two words", () => {
  expect(related("university", "en")).toContain("facult");
  expect(related("universe", "en")).toEqual([]);
  expect(related("studying", "en")).toContain("facult");
  expect(related("blood", "en", ["en"])).not.toContain("pressur");
});

test("relatedWords() gives none but terms of the vault's languages, and none to other words", () => {
  expect(related("doctor", "en", ["fr"])).toEqual(
    expect.arrayContaining(["médecin"].map((word) => word.normalize("NFD").replace(/\p{M}/gu, ""))),
  );
  expect(related("doctor", "en", ["fr"])).not.toContain("arzt");
  expect(related("doctor", "en", ["ja"])).toEqual([]);
  for (const word of ["zyzzyva", "", "x", "…", "1987", "図書館"])
    expect(related(word, "en")).toEqual([]);
});

test.each([
  ["wo sind die Reifen?", "Die Winterreifen"],
  ["wann ist der Termin?", "Der Zahnarzttermin"],
  ["what does the insurance cost?", "Die Autoversicherung"],
  ["¿dónde está la llave?", "Der Kellerschlüssel"],
])("recall() finds «%s» in the end of a German compound", (question, start) => {
  const db = useIndex({
    "topics/haus.md": `# Haus

- Die Winterreifen liegen bei Huber
- Die Autoversicherung ist bei der Allianz und kostet viel
- Der Zahnarzttermin ist um zehn
- Der Kellerschlüssel hängt neben der Tür
- Das Fahrrad steht im Hof
`,
  });
  const [hit] = recall(db, question, { limit: 1, filter: {}, viewer: {} });
  expect(hit?.text.startsWith(start)).toBe(true);
});

test("recall() tells which words of the question a line says in other words, and no others", () => {
  const ask = (question: string) =>
    recall(useIndex(files), question, { limit: 1, floor: 0, filter: {}, viewer: {} })[0]?.meant;
  expect(ask("who is our Kieferorthopäde or dentist?")).toEqual(["dentist"]);
  expect(ask("Zahnarzt Seidl")).toBeUndefined();
});
