import type { Database } from "better-sqlite3";

/** Where an entry stands. */
export interface EntryAddress {
  readonly file: string;
  /** `''`, `people/<id>` or `agents/<id>`. */
  readonly scope: string;
  /** Entry.id */
  readonly uid: string;
}

/** Entries with the field `[key:: …]` of this value, outside the archive; struck ones are not among them. */
export function entriesWithKey(db: Database, key: string): EntryAddress[] {
  return db
    .prepare<[string], EntryAddress>(
      `SELECT file.path AS file, file.scope, chunk.uid
       FROM chunk JOIN file ON file.id = chunk.file_id
       WHERE chunk.kind = 'entry' AND file.archived = 0 AND chunk.fields LIKE '%"key":%'
         AND json_extract(chunk.fields, '$.key') = ? AND json_extract(chunk.fields, '$.superseded') IS NULL
       ORDER BY file.path, chunk.position`,
    )
    .all(key);
}

/** Entries with this id or exactly this text, outside the archive. */
export function entriesCalled(db: Database, name: string): EntryAddress[] {
  return db
    .prepare<{ name: string }, EntryAddress>(
      `SELECT file.path AS file, file.scope, chunk.uid
       FROM chunk JOIN file ON file.id = chunk.file_id
       WHERE chunk.kind = 'entry' AND file.archived = 0
         AND chunk.id IN (SELECT id FROM chunk WHERE uid = :name UNION SELECT id FROM chunk WHERE text = :name)
       ORDER BY file.path, chunk.position`,
    )
    .all({ name });
}
