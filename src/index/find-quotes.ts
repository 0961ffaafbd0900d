import type { Database } from "better-sqlite3";
import { prepared } from "./prepared.ts";

/** What people said behind an entry, by its id by text, the scope of its file, and whom the entry concerns. */
export type FindQuotes = (textId: string, scope: string, person: string | undefined) => string[];

/** Enough for one memory: a log may name it any number of times. */
const maxQuotes = 8;

/**
 * Prepares the look-up on `db`. A quote belongs to every entry of its scope with exactly the text that the log names,
 * wherever the entry has moved to; to one that concerns a person only where that person said it.
 */
export function findQuotes(db: Database): FindQuotes {
  if (prepared(db, "SELECT EXISTS (SELECT 1 FROM quote)").pluck().get() === 0) return () => [];
  const find = prepared<[object], string>(
    db,
    `SELECT DISTINCT words FROM quote WHERE text_id = :textId AND scope = :scope
       AND (:person IS NULL OR person = :person) ORDER BY words LIMIT ${maxQuotes}`,
  ).pluck();
  return (textId, scope, person) => find.all({ textId, scope, person: person ?? null });
}
