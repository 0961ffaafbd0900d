import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "better-sqlite3";
import type { ListedFile } from "../vault/list-files.ts";
import { parseDigestLog } from "../vault/log/digest-log.ts";
import { placeOf, toTopicPath } from "../vault/paths.ts";
import { sha256 } from "../vault/sha256.ts";
import { textId } from "../vault/topic/entry.ts";
import type { FileDiff } from "./diff-files.ts";
import type { IndexDb } from "./open-index.ts";
import { type Look, readListed } from "./read-listed.ts";

/** Digest logs whose quotes were taken in again, and those that are gone. */
export interface ReconciledLogs {
  readonly indexed: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Makes the table of quotes equal to the digest logs. Files that hold an entry whose quotes changed are marked to be
 * read again, in the same transaction: what a chunk says always follows from its file and this table.
 */
export function reconcileLogs(
  index: IndexDb,
  { changed, removed }: FileDiff,
  look: Look,
): ReconciledLogs {
  const indexed = changed.filter((log) => takeIn(index, log, look));
  const gone = removed.filter(({ path }) => !existsSync(join(look.root, path)));
  for (const { path } of gone) {
    inTransaction(index, (db) => {
      replaceQuotes(db, path, []);
      db.prepare("DELETE FROM log WHERE path = ?").run(path);
    });
  }
  return { indexed: indexed.map(({ path }) => path), removed: gone.map(({ path }) => path) };
}

interface Quote {
  readonly scope: string;
  readonly textId: string;
  readonly person: string;
  readonly words: string;
}

/** The quotes of a log; a line that names no file of the vault has none. */
function quotesOf(bytes: Uint8Array): Quote[] {
  return parseDigestLog(bytes).flatMap(({ lines, person }) =>
    lines.flatMap((line) => {
      if ((line.type !== "learned" && line.type !== "replaced") || line.said === undefined)
        return [];
      const scope = scopeOf(line.file);
      if (scope === undefined) return [];
      return [{ scope, textId: textId(line.text), person: person ?? "", words: line.said }];
    }),
  );
}

function scopeOf(file: string): string | undefined {
  try {
    return placeOf(toTopicPath(file)).scope;
  } catch {
    return undefined; // Written by hand, or cut off by a bad disk: it names no file.
  }
}

const inTransaction = <T>(index: IndexDb, work: (db: Database) => T): T =>
  index.run((db) => db.transaction(() => work(db)).immediate());

/** True when the log's quotes were reread; false when its bytes were as before, or cannot be had. */
function takeIn(index: IndexDb, log: ListedFile, look: Look): boolean {
  const { path } = log;
  const bytes = readListed(look, path);
  if (bytes === undefined) return false;
  const hash = sha256(bytes);
  return inTransaction(index, (db) => {
    const old = db.prepare<[string], Buffer>("SELECT hash FROM log WHERE path = ?").pluck();
    const isKnown = old.get(path)?.equals(hash) === true;
    db.prepare(
      "INSERT OR REPLACE INTO log VALUES (NULL, :path, :size, :mtimeMs, :ctimeMs, :ino, :hash, :startedAt)",
    ).run({ ...log, hash, startedAt: look.startedAt });
    if (!isKnown) replaceQuotes(db, path, quotesOf(bytes));
    return !isKnown;
  });
}

function replaceQuotes(db: Database, log: string, quotes: readonly Quote[]): void {
  const old = db
    .prepare<[string], Quote>(
      "SELECT scope, text_id AS textId, person, words FROM quote WHERE log = ?",
    )
    .all(log);
  db.prepare("DELETE FROM quote WHERE log = ?").run(log);
  const insert = db.prepare("INSERT INTO quote VALUES (?, ?, ?, ?, ?)");
  for (const { scope, textId: id, person, words } of quotes) {
    insert.run(log, scope, id, person, words);
  }
  const key = (quote: Quote): string =>
    JSON.stringify([quote.scope, quote.textId, quote.person, quote.words]);
  const [before, after] = [new Set(old.map(key)), new Set(quotes.map(key))];
  // Of a log that only grew, what was added.
  const changed = [...old, ...quotes]
    .filter((quote) => before.has(key(quote)) !== after.has(key(quote)))
    .map((quote) => [quote.scope, quote.textId]);
  if (changed.length === 0) return;
  db.prepare<[string]>(
    `WITH changed(scope, text_id) AS MATERIALIZED (SELECT value ->> 0, value ->> 1 FROM json_each(?))
     UPDATE file SET hash = x'', indexed_at = 0 WHERE id IN (
       SELECT f.id FROM chunk c JOIN changed q ON q.text_id = CASE c.text_id WHEN '' THEN c.uid ELSE c.text_id END
       JOIN file f ON f.id = c.file_id AND f.scope = q.scope WHERE c.kind = 'entry')`,
  ).run(JSON.stringify(changed));
}
