import { expect, test } from "vitest";
import { topicToRows } from "../../src/index/rows.ts";
import { idsPerFile } from "../../src/index/schema.ts";
import { searchIndex } from "../../src/index/search.ts";
import { createRowWriter } from "../../src/index/write-rows.ts";
import { parseTopic } from "../../src/vault/parse-topic.ts";
import { toTopicPath } from "../../src/vault/paths.ts";
import { useIndex } from "../recall/fill-index.ts";

const path = "topics/cooking.md";
const settings = { banks: ["General"], defaultBank: "General", language: "en" };

function rewrite(db: ReturnType<typeof useIndex>, text: string): void {
  const stat = { path: toTopicPath(path), size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0 };
  const version = { stat, pathKey: path, hash: Buffer.alloc(32), indexedAt: 0 };
  const rows = topicToRows(parseTopic(toTopicPath(path), Buffer.from(text)), settings);
  db.transaction(() => createRowWriter(db, () => {}).writeFile(version, rows))();
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
  const texts = index.chunks(index.chunksMatching(["rice", "salt", "zebra"], 9));
  expect(texts.map(({ text }) => text).sort()).toEqual(["A zebra", "Bomba rice", "Salt"]);
});
