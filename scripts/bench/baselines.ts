import { statSync } from "node:fs";
import Database from "better-sqlite3";
import { load } from "sqlite-vec";
import { timed } from "./measure.ts";
import { createRandom } from "./random.ts";

/** FTS5 over some texts, by default with all its defaults: what anyone would make first. */
export async function openPlainTable(
  file: string,
  texts: readonly string[],
  tokenizer = "unicode61",
) {
  const db = new Database(file);
  db.pragma("journal_mode = WAL");
  const fill = await timed(() => {
    db.exec(`CREATE VIRTUAL TABLE plain USING fts5(text, tokenize='${tokenizer}')`);
    const insert = db.prepare("INSERT INTO plain(text) VALUES (?)");
    db.transaction(() => {
      for (const text of texts) insert.run(text);
    })();
  });
  db.pragma("wal_checkpoint(TRUNCATE)");
  const find = db
    .prepare<[string, number], number>(
      "SELECT rowid FROM plain WHERE plain MATCH ? ORDER BY rank LIMIT ?",
    )
    .pluck();
  return {
    fill,
    megabytes: statSync(file).size / 1e6,
    /** Which of the texts are found, best first. */
    search(query: string, k = 8): number[] {
      const words = query.match(/[\p{L}\p{N}]+/gu) ?? [];
      if (words.length === 0) return [];
      return find.all(words.map((word) => `"${word}"`).join(" OR "), k).map((id) => id - 1);
    },
    close: () => void db.close(),
  };
}

const dimensions = 512;

/** One exact scan over so many float32 vectors: what vector search costs without an index. */
export function openExactScan(rows: number) {
  const db = new Database(":memory:");
  load(db);
  db.exec("CREATE TABLE vec(id INTEGER PRIMARY KEY, vector BLOB NOT NULL)");
  const insert = db.prepare("INSERT INTO vec(vector) VALUES (?)");
  const random = createRandom(rows);
  const vector = (): Buffer => {
    const numbers = Float32Array.from({ length: dimensions }, () => random.next() - 0.5);
    const norm = Math.sqrt(numbers.reduce((sum, x) => sum + x * x, 0));
    return Buffer.from(numbers.map((x) => x / norm).buffer);
  };
  db.transaction(() => {
    for (let i = 0; i < rows; i++) insert.run(vector());
  })();
  const scan = db.prepare(
    "SELECT id, vec_distance_cosine(vector, ?) AS distance FROM vec ORDER BY distance LIMIT 8",
  );
  const query = vector();
  return { search: () => void scan.all(query), close: () => void db.close() };
}
