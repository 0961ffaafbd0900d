import type { Database } from "better-sqlite3";
import { type EntryMark, markEntry } from "../vault/edits/entry-mark.ts";

/** Path → SHA-256 (hex) of the files as the index knows them. */
export function readHashes(db: Database): Map<string, string> {
  const rows = db
    .prepare<[], [string, string]>("SELECT path, lower(hex(hash)) FROM file")
    .raw()
    .all();
  return new Map(rows);
}

/** Differs whenever the index may have changed since: by this process, by another, or by being made anew. */
export function indexVersion(db: Database): string {
  const byOthers = db.pragma("data_version", { simple: true });
  const byUs = db.prepare("SELECT total_changes()").pluck().get();
  return `${db.name} ${byOthers} ${byUs}`;
}

/** Calls back with the entries of each file that has any. */
export function eachFileMarks(
  db: Database,
  onFile: (path: string, entries: readonly EntryMark[]) => void,
): void {
  const rows = db
    .prepare<[], EntryRow>(
      `SELECT file.path, chunk.uid, chunk.text_id AS textId, chunk.text, chunk.date, chunk.fields
       FROM chunk JOIN file ON file.id = chunk.file_id
       WHERE chunk.kind = 'entry' ORDER BY chunk.file_id, chunk.position`,
    )
    .iterate();
  let path: string | undefined;
  let entries: EntryMark[] = [];
  for (const row of rows) {
    if (path !== undefined && row.path !== path) {
      onFile(path, entries);
      entries = [];
    }
    path = row.path;
    entries.push(toMark(row));
  }
  if (path !== undefined) onFile(path, entries);
}

interface EntryRow {
  readonly path: string;
  readonly uid: string;
  readonly textId: string;
  readonly text: string;
  readonly date: string;
  readonly fields: string;
}

function toMark({ uid, textId, text, date, fields }: EntryRow): EntryMark {
  const entry = { id: uid, text, date, fields: fields === "{}" ? {} : toFields(fields) };
  return markEntry(entry, textId === "" ? uid : textId);
}

const toFields = (fields: string): Record<string, string> => {
  const value: Record<string, string> = JSON.parse(fields);
  return value;
};
