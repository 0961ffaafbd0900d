import type { Database } from "better-sqlite3";
import type { Viewer } from "../vault/viewer.ts";
import { conditionsFor } from "./visible.ts";

/** Where an entry stands. */
export interface EntryAddress {
  readonly file: string;
  /** Entry.id */
  readonly uid: string;
}

/** Entries with the field `[key:: …]` of this value that a viewer may see, outside the archive; no struck ones. */
export function entriesWithKey(db: Database, viewer: Viewer, key: string): EntryAddress[] {
  return addresses(
    db,
    viewer,
    `c.fields LIKE '%"key":%' AND json_extract(c.fields, '$.key') = :name
     AND json_extract(c.fields, '$.superseded') IS NULL`,
    key,
  );
}

/** Entries with this id or exactly this text that a viewer may see, outside the archive. */
export function entriesCalled(db: Database, viewer: Viewer, name: string): EntryAddress[] {
  return addresses(
    db,
    viewer,
    "c.id IN (SELECT id FROM chunk WHERE uid = :name UNION SELECT id FROM chunk WHERE text = :name)",
    name,
  );
}

function addresses(db: Database, viewer: Viewer, where: string, name: string): EntryAddress[] {
  const { file, chunk, params } = conditionsFor(viewer);
  return db
    .prepare<[object], EntryAddress>(
      `SELECT f.path AS file, c.uid FROM chunk c JOIN file f ON f.id = c.file_id
       WHERE c.kind = 'entry' AND f.archived = 0 AND ${where} AND ${file} AND ${chunk}
       ORDER BY f.path, c.position`,
    )
    .all({ ...params, name });
}
