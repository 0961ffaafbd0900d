import { expect, test } from "vitest";
import { splitOffline } from "../../../src/language/offline/split.ts";
import { fc } from "../../fast-check.ts";

const split = (title: string, texts: readonly string[]) =>
  splitOffline({ title, entries: texts.map((text) => ({ label: text, text })) });

const kitchen = [
  "Prefereix l'arròs bomba per a la paella",
  "L'arròs negre porta tinta de calamar",
  "Arròs amb llet: un litre de llet sencera",
  "L'arròs basmati es renta tres vegades",
  "La paella reposa cinc minuts",
  "Arròs caldós amb bolets",
  "El pa puja tota la nit a la nevera",
  "Pa de sègol amb farina del molí",
  "La farina del pa és al pot blau",
  "Cou pa els dissabtes",
  "Massa de pa amb aigua tèbia",
  "Al·lèrgica a la fruita seca",
  "Sopa els dijous",
];

test("splitOffline() groups entries by what sets them apart and names the groups after it", () => {
  const { subtopics } = split("Cuina", kitchen);
  expect(subtopics.map(({ name }) => name).sort()).toEqual(["arròs", "pa"]);
  for (const { name, entries } of subtopics) {
    for (const entry of entries)
      expect(entry.toLowerCase()).toMatch(name === "pa" ? /pa|farina/ : /arròs|paella/);
  }
  expect(split("Cuina", kitchen)).toEqual({ subtopics });
});

test("splitOffline() proposes nothing where no groups are clear", () => {
  expect(split("A", kitchen.slice(0, 6)).subtopics).toEqual([]);
  const alike = Array.from({ length: 40 }, (_, i) => `Call number ${i} about matter ${i * 7}`);
  expect(split("Calls", alike).subtopics).toEqual([]);
  expect(split("A", []).subtopics).toEqual([]);
});

test("splitOffline() puts each label into at most one group of five or more, whatever the texts", () => {
  const word = fc.constantFrom(
    ..."rice bread fish oven soup olive salt wine 日本 خبز el the 12".split(" "),
  );
  const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 60 }), (texts) => {
      const entries = texts.map((words, i) => ({ label: `e${i}`, text: words }));
      const { subtopics } = splitOffline({ title: "Food", entries });
      const labels = subtopics.flatMap((subtopic) => subtopic.entries);
      expect(new Set(labels).size).toBe(labels.length);
      expect(subtopics.length === 0 || (subtopics.length >= 2 && subtopics.length <= 6)).toBe(true);
      for (const subtopic of subtopics) expect(subtopic.entries.length).toBeGreaterThanOrEqual(5);
    }),
    { numRuns: 300 },
  );
});
