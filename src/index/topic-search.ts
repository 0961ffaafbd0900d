import type { Database } from "better-sqlite3";
import { openVocabularies } from "./search.ts";

/** A topic file as choosing one needs it. */
export interface TopicFile {
  readonly id: number;
  readonly path: string;
  /** Content terms in the file. */
  readonly terms: number;
}

/** The read queries for choosing a topic among those of one scope ('' is the vault's own). */
export interface TopicSearch {
  readonly files: readonly TopicFile[];
  readonly languages: readonly string[];
  /** How often a file says the term; in its title, aliases, summary and tags it says it twice as loud. */
  filesWith(term: string): { readonly fileId: number; readonly count: number }[];
}

/** Prepares the queries on `db`; keeps nothing once dropped. */
export function searchTopics(db: Database, scope: string): TopicSearch {
  openVocabularies(db);
  const files = db
    .prepare<[string], TopicFile & { readonly language: string }>(
      "SELECT id, path, terms, language FROM file WHERE scope = ? AND kind = 'topic' AND archived = 0 ORDER BY path",
    )
    .all(scope);
  const count = db.prepare<[string], { fileId: number; count: number }>(
    `SELECT doc AS fileId, sum(CASE col WHEN 'title' THEN 2 ELSE 1 END) AS count
     FROM temp.file_terms WHERE term = ? GROUP BY doc`,
  );
  return {
    files,
    languages: [...new Set(files.map(({ language }) => language))],
    filesWith: (term) => count.all(term),
  };
}
