import type { Database } from "better-sqlite3";
import { keepFor } from "./kept.ts";
import { prepared } from "./prepared.ts";

/** A term of the texts, and how many chunks hold it. */
export interface VocabularyTerm {
  readonly term: string;
  readonly chunks: number;
}

/** What terms are looked for; lengths in UTF-16 units. */
export interface Likeness {
  readonly shortest: number;
  readonly longest: number;
  readonly isLike: (term: string) => boolean;
}

/** Terms that begin with `prefix` and may be seen, those of the most chunks first. Needs `openVocabularies`, as the rest here. */
export function commonest(
  db: Database,
  prefix: string,
  limit: number,
  isSeen: (term: string, column: string) => boolean,
): VocabularyTerm[] {
  const rows = prepared<[string, string], VocabularyTerm>(
    db,
    `SELECT term, doc AS chunks FROM temp.chunk_terms WHERE term >= ? AND term < ? AND col = 'body'
     ORDER BY doc DESC, term`,
  ).all(prefix, `${prefix}\u{10ffff}`);
  const found: VocabularyTerm[] = [];
  for (const row of rows) {
    if (!isSeen(row.term, "body")) continue;
    if (found.push(row) >= limit) break;
  }
  return found;
}

/** Terms that begin with a letter and are like what is wanted, whoever may see them, in order; `state`: see IndexSearch. */
export function termsLike(
  db: Database,
  state: object,
  letter: string,
  { shortest, longest, isLike }: Likeness,
): VocabularyTerm[] {
  const { terms, chunks } = keepLetter(state, letter, () => readLetter(db, letter));
  const found: VocabularyTerm[] = [];
  let start = 0;
  for (let i = 0; i < chunks.length; i++) {
    const end = terms.indexOf("\n", start);
    const length = end - start;
    if (length >= shortest && length <= longest) {
      const term = terms.slice(start, end);
      if (isLike(term)) found.push({ term, chunks: chunks[i] ?? 0 });
    }
    start = end + 1;
  }
  return found;
}

/** All terms that begin with a letter, each with a line's end, and how many chunks hold each. */
interface Letter {
  readonly terms: string;
  readonly chunks: Uint32Array;
}

/** For a word that nobody wrote: the index counts chunks at each reading. In bytes, about: some 12 a term. */
const keepLetter = keepFor<string, Letter>(
  500_000,
  ({ terms, chunks }) => 100 + terms.length + chunks.byteLength,
);

function readLetter(db: Database, letter: string): Letter {
  const rows = prepared<[string, string], VocabularyTerm>(
    db,
    "SELECT term, doc AS chunks FROM temp.chunk_terms WHERE term >= ? AND term < ? AND col = 'body'",
  ).all(letter, `${letter}\u{10ffff}`);
  return {
    terms: rows.map(({ term }) => `${term}\n`).join(""),
    chunks: Uint32Array.from(rows, ({ chunks }) => chunks),
  };
}
