import { statSync } from "node:fs";
import Database from "better-sqlite3";
import { load } from "sqlite-vec";
import { type CorpusOptions, makeFiles } from "./corpus.ts";
import { timed } from "./measure.ts";
import { createRandom } from "./random.ts";

/** FTS5 with all its defaults over every entry and note of the vault: what anyone would make first. */
export async function openPlainTable(file: string, size: number, options?: CorpusOptions) {
  const texts = [...makeFiles(size, options)].flatMap(({ entries, notes }) => [
    ...entries.map(({ text }) => text),
    ...notes,
  ]);
  const db = new Database(file);
  db.pragma("journal_mode = WAL");
  const fill = await timed(() => {
    db.exec("CREATE VIRTUAL TABLE plain USING fts5(text)");
    const insert = db.prepare("INSERT INTO plain(text) VALUES (?)");
    db.transaction(() => {
      for (const text of texts) insert.run(text);
    })();
  });
  db.pragma("wal_checkpoint(TRUNCATE)");
  const find = db.prepare<[string, number], { text: string }>(
    "SELECT text FROM plain WHERE plain MATCH ? ORDER BY rank LIMIT ?",
  );
  return {
    fill,
    megabytes: statSync(file).size / 1e6,
    search(query: string, k = 8): string[] {
      const words = query.match(/[\p{L}\p{N}]+/gu) ?? [];
      if (words.length === 0) return [];
      return find.all(words.map((word) => `"${word}"`).join(" OR "), k).map(({ text }) => text);
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
