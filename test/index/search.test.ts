import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { searchIndex, type Wanted } from "../../src/index/search.ts";
import { useIndex } from "../recall/fill-index.ts";
import { useTempFolder } from "../temp.ts";

const files = {
  "topics/cooking.md":
    "# Cooking\n\n- Bomba rice (2026-02-12)\n- Rice and rice\n- Broth\n\n## Stocks\n\n- Fish\n",
  "topics/reis.md": "# Reis\n\n- Der Reis ist für die Kinder und nicht für uns\n",
  "archive/topics/old.md": "# Old\n\n- Old rice\n",
};
const everything = { filter: {}, viewer: {} };
const want = (...terms: readonly string[]): Wanted[] => [{ column: "body", terms, worth: 1 }];

test("totals() counts files, chunks and terms of the whole index", () => {
  const { totals } = searchIndex(useIndex(files), everything);
  expect(totals()).toMatchObject({ files: 3, chunks: 6, languages: ["en", "de"] });
});

test("countChunks() counts chunks by the terms that they hold in their texts and dates", () => {
  const { countChunks, holds } = searchIndex(useIndex(files), everything);
  expect(countChunks(["rice"])).toBe(3);
  expect(countChunks(["rice", "broth"])).toBe(4);
  expect(countChunks(["stock"])).toBe(0);
  expect(countChunks(["\ue001y2026"])).toBe(1);
  expect(countChunks(["y2026"])).toBe(0);
  expect(["rice", "stock", "cook", "nothing"].map(holds)).toEqual([true, true, true, false]);
});

test("filesHolding() weighs files by how much they say of a word", () => {
  const found = searchIndex(useIndex(files), everything).filesHolding(["rice"]);
  expect([...found.keys()]).toEqual([1, 3]);
  for (const share of found.values()) expect(share).toBeGreaterThan(0);
});

test("vocabulary() lists terms by beginning and likeness, commonest first", () => {
  const { vocabulary } = searchIndex(useIndex(files), everything);
  const terms = vocabulary("b", 10).map(({ term }) => term);
  expect(terms.sort()).toEqual(["bomba", "broth"]);
  expect(vocabulary("b", 1, (term) => term.startsWith("br"))).toEqual([
    { term: "broth", chunks: 1 },
  ]);
  expect(vocabulary("r", 1)).toEqual([{ term: "rice", chunks: 3 }]);
});

test("chunksMatching() finds what holds any of the terms, and nothing it may not show", () => {
  const index = searchIndex(useIndex(files), everything);
  const found = index.chunks(index.chunksMatching(want("rice", "broth"), 10));
  expect(found.map(({ text }) => text).sort()).toEqual(["Bomba rice", "Broth", "Rice and rice"]);
});

test("neighbours() are the chunks before and after in the file", () => {
  const index = searchIndex(useIndex(files), everything);
  const around = index.chunks(index.neighbours(index.chunksMatching(want("broth"), 1)));
  expect(around.map(({ text }) => text)).toEqual(["Rice and rice", "Fish"]);
});

test("firstChunks() gives the chunk that each file begins with", () => {
  const index = searchIndex(useIndex(files), everything);
  const ids = index.firstChunks(index.filesNamed([["cook"]]));
  expect(index.chunks(ids).map(({ text }) => text)).toEqual(["Bomba rice"]);
});

test("searchIndex() knows no word, name or neighbour of what a viewer may not see", () => {
  const db = useIndex({
    "topics/home.md":
      "- Key\n- Hides the ring in flour [person:: ben]\n  - silver\n- Lamp and ring\n",
    "people/ben/topics/gifts.md": "---\ntitle: Bicycle\n---\n\n- Bought flowers\n",
  });
  const ana = searchIndex(db, { filter: {}, viewer: { person: "ana" } });
  for (const word of ["flour", "silver", "flower", "bicycl"]) {
    expect([word, ana.holds(word), ana.countChunks([word])]).toEqual([word, false, 0]);
    expect([...ana.filesHolding([word]), ...ana.filesNamed([[word]])]).toEqual([]);
    expect(ana.vocabulary(word.slice(0, 4), 10)).toEqual([]);
  }
  expect([...ana.filesHolding(["ring"]).keys()]).toEqual([1]);
  expect(ana.chunks(ana.neighbours(ana.chunksMatching(want("key"), 5)))).toEqual([]);
  const ben = searchIndex(db, { filter: {}, viewer: { person: "ben" } });
  expect([ben.holds("flour"), ben.holds("bicycl")]).toEqual([true, true]);
  expect(ben.filesNamed([["bicycl"]])).toEqual([2]);
  expect([ana.scope.isFiltered, ben.scope.isFiltered]).toEqual([true, false]);
});

test("searchIndex() works on a connection that may only read", () => {
  const file = join(useTempFolder(), "index.db");
  useIndex(files).exec(`VACUUM INTO '${file}'`);
  const db = new Database(file, { readonly: true });
  onTestFinished(() => {
    db.close();
  });
  expect(searchIndex(db, everything).countChunks(["rice"])).toBe(3);
});
