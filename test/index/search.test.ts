import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { type IndexSearch, searchIndex } from "../../src/index/search.ts";
import { useIndex } from "../recall/fill-index.ts";
import { useTempFolder } from "../temp.ts";

const files = {
  "topics/cooking.md":
    "# Cooking\n\n- Bomba rice (2026-02-12)\n- Rice and rice\n- Broth\n\n## Stocks\n\n- Fish\n",
  "topics/reis.md": "# Reis\n\n- Der Reis ist für die Kinder und nicht für uns\n",
  "archive/topics/old.md": "# Old\n\n- Old rice\n",
};
const everything = { filter: {}, viewer: {} };

test("searchIndex() counts files, chunks and terms of the whole index", () => {
  const { totals, languages } = searchIndex(useIndex(files), everything);
  expect(totals()).toMatchObject({ files: 3, chunks: 6 });
  expect(languages()).toEqual(["en", "de"]);
});

test("chunksWith() counts chunks by where they hold a term", () => {
  const { chunksWith } = searchIndex(useIndex(files), everything);
  expect(chunksWith("rice", "body")).toBe(3);
  expect(chunksWith("stock", "heading")).toBe(1);
  expect(chunksWith("stock", "body")).toBe(0);
  expect(chunksWith("\ue001y2026", "body")).toBe(1);
  expect(chunksWith("y2026", "body")).toBe(0);
  expect(chunksWith("nothing", "body")).toBe(0);
});

test("filesWith() counts how often each file holds a term", () => {
  const db = useIndex(files);
  const { counts } = searchIndex(db, everything).filesWith("rice");
  expect([...counts].sort()).toEqual([1, 3]);
});

test("vocabulary() lists terms by beginning, commonest first", () => {
  const { vocabulary } = searchIndex(useIndex(files), everything);
  expect(
    vocabulary("b", 10)
      .map(({ term }) => term)
      .sort(),
  ).toEqual(["bomba", "broth"]);
  expect(vocabulary("r", 1)).toEqual([{ term: "rice", chunks: 3 }]);
});

test("termsLike() lists terms of a letter by length and likeness, also after a change", () => {
  const db = useIndex(files);
  const like = (shortest: number, longest: number, pattern = /./) =>
    searchIndex(db, everything)
      .termsLike("b", { shortest, longest, isLike: (term) => pattern.test(term) })
      .map(({ term, chunks }) => `${term} ${chunks}`);
  expect(like(1, 9)).toEqual(["bomba 1", "broth 1"]);
  expect(like(1, 9, /^br/)).toEqual(["broth 1"]);
  expect(like(6, 9)).toEqual([]);
  db.prepare("INSERT INTO chunk_fts(rowid, body) VALUES (?, 'bread broth')").run(2 ** 40);
  expect(like(1, 9, /^br/)).toEqual(["bread 1", "broth 2"]);
});

test("chunksMatching() finds what holds any of the terms, and nothing it may not show", () => {
  const index = searchIndex(useIndex(files), everything);
  const texts = index
    .chunks(
      index.chunksMatching(
        new Map([
          ["rice", 1],
          ["broth", 1],
        ]),
        10,
      ),
    )
    .map(({ text }) => text);
  expect(texts.sort()).toEqual(["Bomba rice", "Broth", "Rice and rice"]);
});

test("neighbours() are the chunks before and after in the file", () => {
  const index = searchIndex(useIndex(files), everything);
  const [broth = 0] = index.chunksMatching(new Map([["broth", 1]]), 1);
  const around = index.chunks(index.neighbours([broth]));
  expect(around.map(({ text }) => text)).toEqual(["Rice and rice", "Fish"]);
});

test("chunksOf() gives the first chunks of files", () => {
  const db = useIndex(files);
  const index = searchIndex(db, everything);
  const [cooking = 0] = index.filesWith("broth").files;
  const ids = index.chunksOf([cooking], 2);
  expect(index.chunks(ids).map(({ text }) => text)).toEqual(["Bomba rice", "Rice and rice"]);
});

/** Ids of files, and how often each holds a term. */
function countsOf(index: IndexSearch, term: string): (number | undefined)[][] {
  const { files, counts } = index.filesWith(term);
  return [...files].map((id, i) => [id, counts[i]]);
}

test("searchIndex() knows no word, name or neighbour of what a viewer may not see", () => {
  const db = useIndex({
    "topics/home.md":
      "- Key\n- Hides the ring in flour [person:: ben]\n  - silver\n- Lamp and ring\n",
    "people/ben/topics/gifts.md": "---\ntitle: Bicycle\n---\n\n- Bought flowers\n",
  });
  const ana = searchIndex(db, { filter: {}, viewer: { person: "ana" } });
  for (const word of ["flour", "silver", "flower", "bicycl"]) {
    const { files } = ana.filesWith(word);
    expect([word, ana.chunksWith(word, "body"), [...files], ana.filesNamed(word)]).toEqual([
      word,
      0,
      [],
      [],
    ]);
    expect(ana.vocabulary(word.slice(0, 4), 10)).toEqual([]);
    const isLike = (term: string): boolean => term === word;
    expect(ana.termsLike(word.charAt(0), { shortest: 1, longest: 20, isLike })).toEqual([]);
  }
  expect(countsOf(ana, "ring")).toEqual([[1, 1]]);
  expect(ana.chunks(ana.neighbours(ana.chunksMatching(new Map([["key", 1]]), 5)))).toEqual([]);
  const ben = searchIndex(db, { filter: {}, viewer: { person: "ben" } });
  expect(countsOf(ben, "ring")).toEqual([[1, 3]]);
  expect(ben.filesNamed("bicycl")).toEqual([2]);
  expect(ben.filtered()).toBeUndefined();
});

test("searchIndex() works on a connection that may only read", () => {
  const file = join(useTempFolder(), "index.db");
  useIndex(files).exec(`VACUUM INTO '${file}'`);
  const db = new Database(file, { readonly: true });
  onTestFinished(() => {
    db.close();
  });
  expect(searchIndex(db, everything).chunksWith("rice", "body")).toBe(3);
});
