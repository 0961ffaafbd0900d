import type { Database } from "better-sqlite3";
import { viewerFacts } from "./index-facts.ts";
import { type Postings, postingsOf } from "./postings.ts";
import { prepared } from "./prepared.ts";
import type { Visible } from "./visible.ts";

/** Where words stand, for one question: each is looked up once. */
export interface WordPlaces {
  /** Chunks that hold a term, whoever may see them. */
  postings(term: string): Postings;
  /** How often each file that the viewer may see holds a term, in its entries in force, its dates and its names. */
  filesWith(term: string): { readonly fileId: number; readonly count: number }[];
  /** Ids of the files that the viewer may see whose title, aliases, summary or tags hold a term. */
  filesNamed(term: string): number[];
}

/** Needs `openVocabularies`. */
export function wordPlaces(db: Database, seen: Visible): WordPlaces {
  const { uncounted } = viewerFacts(db, seen);
  const titles = prepared<[string], number>(
    db,
    "SELECT doc FROM temp.file_terms WHERE term = ?",
  ).pluck();
  const postings = once((term) => postingsOf(db, uncounted.chunks, term));
  const inNames = once((term) => titles.all(term).filter((id) => !uncounted.files.has(id)));
  return {
    postings,
    filesNamed: (term) => [...new Set(inNames(term))],
    filesWith(term) {
      const counts = new Map(postings(term).byFile);
      for (const id of inNames(term)) counts.set(id, (counts.get(id) ?? 0) + 1);
      const all = [...counts].map(([fileId, count]) => ({ fileId, count }));
      return uncounted.files.size === 0
        ? all
        : all.filter(({ fileId }) => !uncounted.files.has(fileId));
    },
  };
}

function once<T extends object>(look: (term: string) => T): (term: string) => T {
  const known = new Map<string, T>();
  return (term) => {
    let found = known.get(term);
    if (found === undefined) {
      found = look(term);
      known.set(term, found);
    }
    return found;
  };
}
