import { statSync } from "node:fs";
import Database from "better-sqlite3";
import { load } from "sqlite-vec";
import { makeFiles } from "./corpus.ts";
import { text as readAll, startChild } from "./processes.ts";
import { createRandom } from "./random.ts";

/** The plain full-text table that anyone would make first. */
export interface PlainTable {
  /** Wall and CPU time of filling it from texts in memory, one transaction (ms). */
  readonly fillMs: number;
  readonly fillCpuMs: number;
  readonly megabytes: number;
  readonly rows: number;
  /** The best texts for any of the query's words. */
  search(query: string, limit: number): string[];
  close(): void;
}

/** Fills FTS5 with all its defaults (unicode61, its own copy of the text) with every entry and note of the vault. */
export function openPlainTable(file: string, size: number, entriesPerFile?: number): PlainTable {
  const texts: string[] = [];
  for (const made of makeFiles(size, entriesPerFile)) {
    texts.push(...made.entries.map((entry) => entry.text), ...made.notes);
  }
  const db = new Database(file);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = NORMAL");
  const startedAt = performance.now();
  const before = process.cpuUsage();
  db.exec("CREATE VIRTUAL TABLE plain USING fts5(text)");
  const insert = db.prepare("INSERT INTO plain(text) VALUES (?)");
  db.transaction(() => {
    for (const text of texts) insert.run(text);
  })();
  const cpu = process.cpuUsage(before);
  const fillMs = performance.now() - startedAt;
  db.pragma("wal_checkpoint(TRUNCATE)");
  const find = db.prepare<[string, number], { text: string }>(
    "SELECT text FROM plain WHERE plain MATCH ? ORDER BY rank LIMIT ?",
  );
  return {
    fillMs,
    fillCpuMs: (cpu.user + cpu.system) / 1000,
    megabytes: statSync(file).size / 1e6,
    rows: texts.length,
    search(query, limit) {
      const words = query.match(/[\p{L}\p{N}]+/gu) ?? [];
      return find.all(words.map((word) => `"${word}"`).join(" OR "), limit).map(({ text }) => text);
    },
    close: () => void db.close(),
  };
}

/** Looks for a query's longest word with `grep -ri` or `rg -i` in the vault; resolves with the time taken (ms). */
export async function grepFor(tool: "grep" | "rg", root: string, query: string): Promise<number> {
  const words = query.match(/[\p{L}\p{N}-]+/gu) ?? [query];
  const word = words.sort((a, b) => b.length - a.length)[0] ?? query;
  const flags = tool === "grep" ? ["-rinF", "--include=*.md"] : ["-inF", "--glob=*.md"];
  const startedAt = performance.now();
  // Read through a pipe: with /dev/null as its output grep would stop at the first line.
  const child = startChild([tool, ...flags, "-e", word, root]);
  child.stdin.end();
  child.stderr.resume();
  await readAll(child.stdout);
  return performance.now() - startedAt;
}

/** One exact scan over float32 vectors: what vector search costs without an index. */
export interface ExactScan {
  search(limit: number): void;
  close(): void;
}

const dimensions = 512;

/** Fills a table with `rows` random unit vectors; the time of a scan does not depend on their numbers. */
export function openExactScan(file: string, rows: number): ExactScan {
  const db = new Database(file);
  load(db);
  db.pragma("journal_mode = OFF");
  db.pragma("synchronous = OFF");
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
    "SELECT id, vec_distance_cosine(vector, ?) AS distance FROM vec ORDER BY distance LIMIT ?",
  );
  const query = vector();
  return {
    search: (limit) => void scan.all(query, limit),
    close: () => void db.close(),
  };
}
