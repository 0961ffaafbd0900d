import { expect, test } from "vitest";
import { topicToRows } from "../../src/index/rows.ts";
import { idsPerFile } from "../../src/index/schema.ts";
import { searchIndex } from "../../src/index/search.ts";
import { chunkTerms } from "../../src/index/terms.ts";
import { createRowWriter } from "../../src/index/write-rows.ts";
import { toTopicPath } from "../../src/vault/paths.ts";
import { parseTopic } from "../../src/vault/topic/parse-topic.ts";
import { useIndex } from "../recall/fill-index.ts";

const path = "topics/cooking.md";
const settings = { banks: ["General"], defaultBank: "General", language: "en" };

function rewrite(db: ReturnType<typeof useIndex>, text: string): readonly number[] {
  const stat = { path: toTopicPath(path), size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0 };
  const version = { stat, pathKey: path, hash: Buffer.alloc(32), indexedAt: 0 };
  const rows = topicToRows(parseTopic(toTopicPath(path), Buffer.from(text)), settings);
  return db.transaction(() => createRowWriter(db, () => {}).writeFile(version, rows))();
}

test("a file whose numbers are used up begins again, and is found as before", () => {
  const db = useIndex({ [path]: "- Bomba rice\n- Fish broth\n", "topics/z.md": "- A zebra\n" });
  const ids = () => db.prepare<[], number>("SELECT id FROM chunk WHERE file_id = 1").pluck().all();
  const [first = 0] = ids();
  const last = 2 * idsPerFile - 16 + (first % 16);
  db.prepare("UPDATE chunk SET id = ? WHERE id = ?").run(last, first);
  db.prepare("DELETE FROM chunk_fts WHERE rowid = ?").run(first);
  db.prepare("INSERT INTO chunk_fts(rowid, body) VALUES (?, 'bomba rice')").run(last);
  rewrite(db, "- Bomba rice\n- Fish broth\n- Salt\n");
  for (const id of ids()) expect(Math.floor(id / idsPerFile)).toBe(1);
  expect(Math.max(...ids())).toBeLessThan(idsPerFile + 1000);
  const index = searchIndex(db, { filter: {}, viewer: {} });
  const texts = index.chunks(
    index.chunksMatching(new Map(["rice", "salt", "zebra"].map((term) => [term, 1])), 9),
  );
  expect(texts.map(({ text }) => text).sort()).toEqual(["A zebra", "Bomba rice", "Salt"]);
});

const lines = (count: number): string =>
  Array.from({ length: count }, (_, i) => `- Rice of day w${i}\n`).join("");

test("a file of more chunks than a file has ids takes those of the next ones, also as it grows", () => {
  const db = useIndex({ [path]: lines(3), "topics/z.md": "- A zebra w0\n" });
  for (const count of [900, 905, 2]) {
    rewrite(db, lines(count));
    const index = searchIndex(db, { filter: {}, viewer: {} });
    const [file = 0] = index.filesNamed("cook");
    expect(index.totals().chunks).toBe(count + 1);
    expect(index.chunks(index.chunksOf([file], 1000)).map(({ text }) => text)).toEqual(
      Array.from({ length: count }, (_, i) => `Rice of day w${i}`),
    );
    const { files, counts } = index.filesWith("rice");
    expect([[...files], [...counts]]).toEqual([[file], [count]]);
    const found = index.chunks(index.chunksMatching(new Map([[`w${count - 1}`, 1]]), 5));
    expect(found.map(({ fileId, position }) => [fileId, position])).toEqual([[file, count - 1]]);
    expect(index.chunks(index.chunksMatching(new Map([["zebra", 1]]), 5))).toMatchObject([
      { topic: "z" },
    ]);
    expect(db.prepare("SELECT count(*) FROM chunk WHERE is_moved").pluck().get()).toBe(0);
  }
});

test("a file that grows or changes by a line is seldom written as a whole", () => {
  const db = useIndex({ [path]: lines(84) });
  let written = 0;
  for (let count = 85; count <= 180; count++) {
    written += rewrite(db, lines(count)).length;
    written += rewrite(db, lines(count).replace(`w${count - 9}\n`, "other\n")).length;
  }
  expect(written).toBeLessThan(600);
});

test("chunks are found by where they stand after lines came and went before them", () => {
  const db = useIndex({ [path]: "- Ab\n", "topics/z.md": "- A zebra\n" });
  const texts = ["Apple", "Bread", "Cheese", "Dates", "Eggs"];
  for (const kept of [texts, texts.slice(1), ["Figs", ...texts.slice(2)], texts]) {
    rewrite(db, kept.map((text) => `- ${text}\n`).join(""));
    const index = searchIndex(db, { filter: {}, viewer: {} });
    const textsOf = (ids: readonly number[]) => index.chunks(ids).map(({ text }) => text);
    for (const [i, text] of kept.entries()) {
      const [stem = ""] = chunkTerms({ text, headings: [], date: "" }, "en").terms;
      const found = index.chunksMatching(new Map([[stem, 1]]), 5);
      expect(textsOf(found)).toEqual([text]);
      const around = [kept[i - 1], kept[i + 1]].filter((near) => near !== undefined);
      expect(textsOf(index.neighbours(found)).sort()).toEqual(around.sort());
    }
  }
});
