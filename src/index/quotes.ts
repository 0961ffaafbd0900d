import type { Database } from "better-sqlite3";
import { parseDigestLog } from "../vault/log/digest-log.ts";
import { placeOf, toTopicPath } from "../vault/paths.ts";
import { textId } from "../vault/topic/entry.ts";
import { prepared } from "./prepared.ts";
import type { FileKind } from "./reconcile.ts";

/**
 * What the index holds of a digest log. Files that hold an entry whose quotes changed are marked to be read again, in
 * the same transaction: what a chunk says always follows from its file and this table.
 */
export const quoteRows: FileKind = {
  write: (db, { path }, bytes) => replaceQuotes(db, path, quotesOf(bytes)),
  remove: (db, { path }) => replaceQuotes(db, path, []),
};

/** Scope of the file that the log names, id of the entry's text, who said it, the words. */
type Quote = readonly [scope: string, textId: string, person: string, words: string];

/** The quotes of a log; a line that names no file of the vault has none. */
function quotesOf(bytes: Uint8Array): Quote[] {
  return parseDigestLog(bytes).flatMap(({ lines, person }) =>
    lines.flatMap((line): Quote[] => {
      if (line.type !== "learned" && line.type !== "replaced") return [];
      const scope = line.said === undefined ? undefined : scopeOf(line.file);
      if (scope === undefined) return [];
      return [[scope, textId(line.text), person ?? "", line.said ?? ""]];
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

function replaceQuotes(db: Database, log: string, quotes: readonly Quote[]): void {
  const old = prepared<[string], Quote>(
    db,
    "SELECT scope, text_id, person, words FROM quote WHERE log = ?",
  )
    .raw()
    .all(log);
  prepared(db, "DELETE FROM quote WHERE log = ?").run(log);
  const insert = prepared(db, "INSERT INTO quote VALUES (?, ?, ?, ?, ?)");
  for (const quote of quotes) insert.run(log, ...quote);
  const keysOf = (all: readonly Quote[]) => new Set(all.map((quote) => JSON.stringify(quote)));
  // Of a log that only grew, what was added.
  const changed = keysOf(old).symmetricDifference(keysOf(quotes));
  prepared<[string]>(
    db,
    `WITH changed(scope, text_id) AS MATERIALIZED (SELECT value ->> 0, value ->> 1 FROM json_each(?))
     UPDATE seen SET hash = x'', indexed_at = 0 WHERE id IN (
       SELECT f.id FROM chunk c JOIN changed q ON q.text_id = CASE c.text_id WHEN '' THEN c.uid ELSE c.text_id END
       JOIN file f ON f.id = c.file_id AND f.scope = q.scope WHERE c.kind = 'entry')`,
  ).run(`[${[...changed].join(",")}]`);
}
