import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach } from "vitest";
import { indexSchema } from "../../src/index/schema.ts";
import { hashOf } from "./vectors.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is removed after the test. */
export function useFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "loci-test-"));
  folders.push(folder);
  return folder;
}

export interface TestChunk {
  readonly text: string;
}

/** An index with one file and these chunks, their ids from 1 on. */
export function makeIndex(chunks: readonly TestChunk[], file = ":memory:"): Database.Database {
  const db = new Database(file);
  db.pragma("journal_mode = WAL");
  db.exec(indexSchema);
  db.exec(`INSERT INTO file(id, path, scope, owner, kind, archived, secret,
    topic, title, summary, aliases, updated, problems, language, line_languages, tags, chunks, terms)
    VALUES (1, 'a.md', '', '', 'topic', 0, 0, 'a', 'A', '', '[]', '', '[]', 'en', 'en', '[]', 0, 0)`);
  addChunks(db, chunks);
  return db;
}

export function addChunks(db: Database.Database, chunks: readonly TestChunk[]): void {
  const insert = db.prepare(
    `INSERT INTO chunk(file_id, position, line, length, is_note, superseded, counted, secret, bank, owner,
       date, fields, uid_key, language, heading, own_tags, text_id, hash, text, terms, said)
     VALUES (1, (SELECT coalesce(max(position), -1) + 1 FROM chunk), 1, 1, 0, 0, 1, 0, '', '',
       '', '{}', '', 'en', '', '', '', ?, ?, '', '')`,
  );
  db.transaction(() => {
    for (const { text } of chunks) insert.run(hashOf(text), text);
  })();
}
