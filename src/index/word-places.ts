import type { Database } from "better-sqlite3";
import { indexFacts, viewerFacts } from "./index-facts.ts";
import { keepFor } from "./kept.ts";
import { type Postings, placeIn, postingsOf } from "./postings.ts";
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
      const { files, counts } = without(found, uncounted.files);
      return named.length === 0 ? { files, counts } : withNames({ files, counts }, named);
    },
  };
}

function without({ files, counts }: FilesWith, hidden: ReadonlySet<number>): FilesWith {
  if (hidden.size === 0) return { files, counts };
  const left = { files: files.slice(), counts: counts.slice() };
  let size = 0;
  for (let i = 0; i < files.length; i++) {
    const file = files[i] ?? 0;
    if (hidden.has(file)) continue;
    left.files[size] = file;
    left.counts[size++] = counts[i] ?? 0;
  }
  return { files: left.files.subarray(0, size), counts: left.counts.subarray(0, size) };
}

function withNames({ files, counts }: FilesWith, named: readonly number[]): FilesWith {
  const all = counts.slice();
  const others = new Map<number, number>();
  for (const id of named) {
    const place = placeIn(files, id);
    if (place < 0) others.set(id, (others.get(id) ?? 0) + 1);
    else all[place] = (all[place] ?? 0) + 1;
  }
  return { files: joined(files, [...others.keys()]), counts: joined(all, [...others.values()]) };
}

function joined(first: Uint32Array, rest: readonly number[]): Uint32Array {
  const all = new Uint32Array(first.length + rest.length);
  all.set(first);
  all.set(rest, first.length);
  return all;
}
