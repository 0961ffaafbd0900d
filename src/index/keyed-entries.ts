import type { Database } from "better-sqlite3";
import type { Viewer } from "../vault/topic/viewer.ts";
import { keepAnswer } from "./kept.ts";
import { prepared } from "./prepared.ts";
import { chunkTerms } from "./terms.ts";
import { conditionsFor } from "./visible.ts";

/** Where an entry stands. */
export interface EntryAddress {
  readonly file: string;
  /** Entry.id */
  readonly uid: string;
}

/** An entry as it was read into the index. */
export interface CalledEntry extends EntryAddress {
  readonly text: string;
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

/**
 * Entries that may be due to remind a viewer at a local time, in force, outside the archive and not secret; an entry that
 * waits for words always may. All that have yet to remind are kept while nothing is written to the index: each turn of a
 * conversation asks.
 */
export function entriesToRemind(
  db: Database,
  viewer: Viewer,
  now: string,
): readonly EntryAddress[] {
  const { file, chunk, params } = conditionsFor(viewer);
  const pending = keepAnswer(db, `remind ${JSON.stringify(params)}`, () =>
    prepared<[object], ReminderRow>(
      db,
      `SELECT f.path AS file, c.uid, c.fields ->> '$.remind' AS at, c.fields ->> '$.reminded' AS reminded,
         coalesce(c.fields ->> '$."remind-when"', '') AS words
       FROM chunk c JOIN file f ON f.id = c.file_id
       WHERE c.kind = 'entry' AND f.archived = 0 AND c.fields LIKE '%"remind%' AND c.superseded = 0 AND c.secret = 0
         AND ${file} AND ${chunk}
       ORDER BY f.path, c.position`,
    )
      .all(params)
      .flatMap(toPending),
  );
  return pending.filter(({ from }) => from <= now);
}

interface ReminderRow extends EntryAddress {
  readonly at: string | null;
  readonly reminded: string | null;
  readonly words: string;
}

/** `from`: the local time from which on it may be due; "" for one that waits for words. */
type Pending = EntryAddress & { readonly from: string };

function toPending({ file, uid, at, reminded, words }: ReminderRow): Pending[] {
  if (words !== "" && reminded === null) return [{ file, uid, from: "" }];
  return at !== null && (reminded ?? "") < at ? [{ file, uid, from: at }] : [];
}

/** Entries with this id or exactly this text that a viewer may see, outside the archive. */
export function entriesCalled(db: Database, viewer: Viewer, name: string): CalledEntry[] {
  return addresses(db, viewer, "(c.uid = :name OR c.text = :name)", name);
}

function addresses(db: Database, viewer: Viewer, where: string, name: string): CalledEntry[] {
  const { file, chunk, params } = conditionsFor(viewer);
  return db
    .prepare<[object], CalledEntry>(
      `SELECT f.path AS file, c.uid, c.text FROM chunk c JOIN file f ON f.id = c.file_id
       WHERE c.kind = 'entry' AND f.archived = 0 AND ${where} AND ${file} AND ${chunk}
       ORDER BY f.path, c.position`,
    )
    .all({ ...params, name });
}

/** An entry that has all words of a text, and whose own it is where it says so. */
export interface WordedEntry extends CalledEntry {
  readonly person: string | null;
}

/** Entries in force that have all content words of a text (all words, where none carries meaning), of these scopes; the shortest first. */
export function entriesOfWords(
  db: Database,
  text: string,
  scopes: readonly string[],
): readonly WordedEntry[] {
  const { terms, body } = chunkTerms({ text, headings: [], date: "" }, "en");
  const words = new Set(terms.length > 0 ? terms : body.split(" ").filter(Boolean));
  if (words.size === 0) return [];
  const match = `body : (${[...words].map((word) => `"${word}"`).join(" AND ")})`;
  return db
    .prepare<object, WordedEntry>(
      `SELECT f.path AS file, f.scope, c.uid, c.text, json_extract(c.fields, '$.person') AS person
       FROM chunk_fts m CROSS JOIN chunk c ON c.id = m.rowid JOIN file f ON f.id = c.file_id
       WHERE m.chunk_fts MATCH :match AND c.kind = 'entry' AND f.archived = 0 AND c.superseded = 0
         AND f.scope IN (SELECT value FROM json_each(:scopes))
       ORDER BY length(c.text), f.path, c.position LIMIT 50`,
    )
    .all({ match, scopes: JSON.stringify(scopes) });
}
