import type { Database } from "better-sqlite3";
import { indexFacts, viewerFacts } from "./index-facts.ts";
import { keepFor } from "./kept.ts";
import { type Postings, postingsOf } from "./postings.ts";
import { prepared } from "./prepared.ts";
import type { Visible } from "./visible.ts";

/** Ids of files that hold a term, each once, and how often each does. */
export type FilesWith = Pick<Postings, "files" | "counts">;

/** Where words stand. */
export interface WordPlaces {
  /** Chunks that hold a term, whoever may see them. */
  postings(term: string): Postings;
  /** How often each file that the viewer may see holds a term, in its entries in force, its dates and its names. */
  filesWith(term: string): FilesWith;
  /** Ids of the files that the viewer may see whose title, aliases, summary or tags hold a term. */
  filesNamed(term: string): number[];
}

/** Some 8 bytes a place. */
const keepPostings = keepFor<string, Postings>(
  600_000,
  ({ body, heading, files }) => 20 + body.length + heading.length + files.length,
);
const keepNamed = keepFor<string, readonly number[]>(50_000, ({ length }) => 20 + length);

/** Needs `openVocabularies`. */
export function wordPlaces(db: Database, seen: Visible): WordPlaces {
  const state = viewerFacts(db, seen);
  const { uncounted } = state;
  const { fileOf } = indexFacts(db);
  const titles = prepared<[string], number>(
    db,
    "SELECT doc FROM temp.file_terms WHERE term = ?",
  ).pluck();
  const postings = (term: string): Postings =>
    keepPostings(state, term, () => postingsOf(db, { uncounted: uncounted.chunks, fileOf }, term));
  const inNames = (term: string): readonly number[] =>
    keepNamed(state, term, () => titles.all(term).filter((id) => !uncounted.files.has(id)));
  return {
    postings,
    filesNamed: (term) => [...new Set(inNames(term))],
    filesWith(term) {
      const found = postings(term);
      const named = inNames(term);
      if (named.length === 0 && uncounted.files.size === 0) return found;
      const byFile = new Map<number, number>();
      for (const [i, id] of found.files.entries()) {
        if (!uncounted.files.has(id)) byFile.set(id, found.counts[i] ?? 0);
      }
      for (const id of named) byFile.set(id, (byFile.get(id) ?? 0) + 1);
      return { files: Uint32Array.from(byFile.keys()), counts: Uint32Array.from(byFile.values()) };
    },
  };
}
