import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { createStemmer } from "../../src/index/load-stemmers.ts";

const require = createRequire(import.meta.url);
const untouched = loadUntouched();

/** Every fifth word of many languages, also with the ending of another one of its list. */
const words = wordLists().flatMap((list) =>
  list.flatMap((word, i) => {
    const other = list[(i * 7 + 3) % list.length] ?? "";
    return i % 5 === 0 ? [word, `${word}${other.slice(-2)}`, `${word}${other.slice(-4)}`] : [];
  }),
);

test.each(untouched.algorithms())("createStemmer(%s) stems as the package does", (algorithm) => {
  const [expected, actual] = [untouched.newStemmer(algorithm), createStemmer(algorithm)];
  const stemsOf = ({ stem }: { stem(word: string): string }): string[] =>
    words.map((word) => `${word} ${stem(word)}`);
  expect(words.length).toBeGreaterThan(5_000);
  expect(stemsOf(actual)).toEqual(stemsOf(expected));
});

test("createStemmer() gives stemmers that do not disturb each other", () => {
  const [one, two] = [createStemmer("german"), createStemmer("german")];
  const stems = ["Häuser", "kätzchen", "gehst"].map((word) => [one.stem(word), two.stem(word)]);
  for (const [a, b] of stems) expect(a).toBe(b);
});

test("createStemmer() leaves Object.defineProperty as it was", () => {
  const before = Object.defineProperty;
  createStemmer("english");
  expect(Object.defineProperty).toBe(before);
});

interface Package {
  newStemmer(algorithm: string): { stem(word: string): string };
  algorithms(): string[];
}

/** Before `createStemmer` loads its own. */
function loadUntouched(): Package {
  const path = require.resolve("snowball-stemmers");
  const loaded: Package = require(path);
  delete require.cache[path];
  return loaded;
}

function wordLists(): string[][] {
  const lists: Record<string, unknown> = require("stopword");
  return Object.values(lists)
    .filter((list) => Array.isArray(list))
    .map((list) => list.map((word) => String(word).toLowerCase()));
}
