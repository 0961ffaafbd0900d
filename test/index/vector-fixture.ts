import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach } from "vitest";
import { idsPerFile, indexSchema } from "../../src/index/schema.ts";
import { hashOf } from "./vectors.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is removed after the test. */
export function useFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "loci-vectors-"));
  folders.push(folder);
  return folder;
}

export interface TestChunk {
  readonly text: string;
  readonly bankId?: number;
}

/** An index with one file and these chunks, their ids from 1 on. */
export function makeIndex(chunks: readonly TestChunk[], file = ":memory:"): Database.Database {
  const db = new Database(file);
  db.pragma("journal_mode = WAL");
  db.exec(indexSchema);
  db.exec(`INSERT INTO file(id, span, path, size, mtime_ms, ctime_ms, ino, hash, indexed_at, scope, kind, archived,
    topic, title, summary, aliases, updated, problems, language, line_languages, tags, chunks, terms)
    VALUES (0, 4, 'a.md', 0, 0, 0, 0, x'', 0, '', 'topic', 0, 'a', 'A', '', '[]', '', '[]', 'en', 'en', '[]', 0, 0)`);
  addChunks(db, chunks);
  return db;
}

export function addChunks(db: Database.Database, chunks: readonly TestChunk[]): void {
  const insert = db.prepare(
    `INSERT INTO chunk(block, position, is_note, uid_key, line, end_line, heading, text, date, bank_id, own_tags, fields,
       owner, language, terms, said, text_id, superseded, counted, hash)
     VALUES ((SELECT coalesce(max(id), 0) + 1 FROM chunk) / ${idsPerFile}, (SELECT coalesce(max(position), -1) + 1 FROM chunk), 0, '', 1, 1, '', ?, '', ?, '', '{}',
       '', 'en', '', '', '', 0, 1, ?)`,
  );
  db.transaction(() => {
    for (const { text, bankId = 1 } of chunks) insert.run(text, bankId, hashOf(text));
  })();
}
