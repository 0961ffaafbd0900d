import type { Database } from "better-sqlite3";
import { embeddedHash } from "./rows.ts";
import type { ChunkKey } from "./vector-bits.ts";

/** A chunk as embedding needs it. */
export interface EmbedRow extends ChunkKey {
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

/** Which chunks: all, or those that `chunk_vector` does not show as they are now (that table must be there). */
export type Which = "all" | "unsettled";

const unsettled = `NOT EXISTS (SELECT 1 FROM chunk_vector v
  WHERE v.chunk_id = c.id AND v.hash = c.hash)`;

const condition = (which: Which): string => (which === "all" ? "1" : unsettled);

/** The next chunks after an id, in the order of their ids. */
export function nextRows(db: Database, which: Which, after: number, limit: number): EmbedRow[] {
  return db
    .prepare<[number, number], EmbedRow>(
      `SELECT c.id AS id, c.hash AS hash, f.title AS title, c.heading AS heading, c.text AS text
       FROM chunk c JOIN file f ON f.id = c.file_id WHERE c.id > ? AND ${condition(which)} ORDER BY c.id LIMIT ?`,
    )
    .all(after, limit);
}

/** How many `nextRows` would give without a limit. */
export function countRows(db: Database, which: Which, after = 0): number {
  const sql = `SELECT count(*) AS count FROM chunk c WHERE c.id > ? AND ${condition(which)}`;
  return db.prepare<[number], { count: number }>(sql).get(after)?.count ?? 0;
}

/** Those of the chunks that are unsettled now, as they are now. */
export function unsettledAmong(db: Database, ids: readonly number[]): ChunkKey[] {
  return db
    .prepare<[string], ChunkKey>(
      `SELECT c.id AS id, c.hash AS hash FROM json_each(?) wanted
       JOIN chunk c ON c.id = wanted.value WHERE ${unsettled}`,
    )
    .all(JSON.stringify(ids));
}

/** Keys of all that the index would embed, also by a server that is not in use now. */
export const embeddedHashes = (db: Database): Buffer[] =>
  db
    .prepare<[], { hash: Buffer | null; title: string; heading: string; text: string }>(
      "SELECT c.hash, f.title, c.heading, c.text FROM chunk c JOIN file f ON f.id = c.file_id",
    )
    .all()
    .map(({ hash, title, heading, text }) => hash ?? embeddedHash(title, heading, text));

/** Ids in `chunk_vector` whose chunk is gone. */
export function strayIds(db: Database): number[] {
  return db
    .prepare<[], { id: number }>(
      `SELECT chunk_id AS id FROM chunk_vector v WHERE NOT EXISTS (SELECT 1 FROM chunk c WHERE c.id = v.chunk_id)`,
    )
    .all()
    .map(({ id }) => id);
}

/** True when every chunk had its vector of this model at the end of the last embedding, and none has come since. */
export function isEmbedded(db: Database, modelId: string): boolean {
  const value = db.prepare("SELECT value FROM meta WHERE key = 'embedded'").pluck().get();
  return value === modelId;
}

/** Says so; `forgetEmbedded` takes it back in the transaction that adds a chunk. */
export function markEmbedded(db: Database, modelId: string): void {
  db.prepare("INSERT OR REPLACE INTO meta VALUES ('embedded', ?)").run(modelId);
}

export function forgetEmbedded(db: Database): void {
  db.prepare("DELETE FROM meta WHERE key = 'embedded'").run();
}
