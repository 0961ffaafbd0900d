import type { Database } from "better-sqlite3";
import { conditionsOf, type SearchScope } from "./conditions.ts";
import { chunkReader, type FoundChunk, type ShownColumns, shownColumns } from "./found-chunks.ts";
import { type IndexTotals, indexFacts, viewerFacts } from "./index-facts.ts";
import { keepFor } from "./kept.ts";
import { bestMatches } from "./postings.ts";
import { prepared } from "./prepared.ts";
import { aroundPlaces, ofFile } from "./schema.ts";
import { type Visible, visibleTo } from "./visible.ts";
import { commonest, type Likeness, termsLike, type VocabularyTerm } from "./vocabulary.ts";
import { type FilesWith, wordPlaces } from "./word-places.ts";

/** An open index, for those who hand it on to these queries. */
export type IndexDatabase = Database;

type Column = "body" | "heading";

/**
 * The read queries of recall over one index database. Every list of chunks is filtered by the scope given at opening; of
 * words and names it knows only what the viewer may see.
 */
export interface IndexSearch {
  /** Another one as soon as something is written, and for a viewer who may see other things: what is known of the index is known of this. */
  readonly state: object;
  totals(): IndexTotals;
  /** Languages of the texts, commonest first. */
  languages(): readonly string[];
  /** Chunks that hold the term in their text and date, or in the headings above them; 0 where all are hidden. */
  chunksWith(term: string, column: Column): number;
  /** Terms of the texts that start with `prefix`, those of the most chunks first. */
  vocabulary(prefix: string, limit: number): VocabularyTerm[];
  /** Terms of the texts that begin with `letter` and satisfy `like`, in code point order. */
  termsLike(letter: string, like: Likeness): VocabularyTerm[];
  /** How often each file holds the term, in its chunks or its name. */
  filesWith(term: string): FilesWith;
  /** Ids of the files whose title, aliases, summary or tags hold the term. */
  filesNamed(term: string): number[];
  /** Ids of the chunks that hold any of the terms, best first; a term counts as much as the map says. */
  chunksMatching(worthByTerm: ReadonlyMap<string, number>, limit: number): number[];
  chunks(ids: readonly number[]): FoundChunk[];
  /** Ids of all that the filter lets pass; undefined where there is no filter. */
  filtered(): readonly number[] | undefined;
  /** Ids of the first chunks of files, entries before notes. */
  chunksOf(fileIds: readonly number[], limit: number): number[];
  /** What is shown of a chunk and not needed to rank it. */
  shown(id: number): ShownColumns;
  /** Ids of the chunks directly before and after the given ones in their files. */
  neighbours(ids: readonly number[]): number[];
}

/** Prepares the read queries on `db` for one question. */
export function searchIndex(db: Database, scope: SearchScope): IndexSearch {
  openVocabularies(db);
  const prepare = <P extends unknown[], R>(text: string) => prepared<P, R>(db, text);
  const seen = visibleTo(db, scope.viewer);
  const conditions = conditionsOf(scope, seen);
  const { where, params } = conditions;
  const isSeen = createIsSeen(db, seen);
  const state = viewerFacts(db, seen);
  const words = wordPlaces(db, seen);
  const countChunks = prepare<[string], { col: Column; doc: number }>(
    "SELECT col, doc FROM temp.chunk_terms WHERE term = ?",
  );
  const neighbourIds = prepare<[object], { id: number }>(
    `SELECT c.id AS id FROM json_each(:ids) hit JOIN chunk h ON h.id = hit.value
     JOIN chunk c ON c.position IN (h.position - 1, h.position + 1)
       AND ${aroundPlaces("h.file_id", "h.position - 1", "h.position + 1")}`,
  );
  // Written into the SQL: with a bound limit SQLite compiles the query each time.
  const idsOfFiles = (limit: number) =>
    prepare<[object], number>(
      `SELECT c.id AS id FROM json_each(:fileIds) JOIN file f ON f.id = value JOIN chunk c ON ${ofFile}
       WHERE ${where} ORDER BY c.kind, c.position, c.file_id LIMIT ${limit}`,
    ).pluck();
  const load = chunkReader(db, conditions, state);
  return {
    state,
    filtered: () => filteredIds(db, scope, seen),
    totals: () => indexFacts(db).totals,
    languages: () => indexFacts(db).languages,
    chunksWith: (term, column) =>
      keepCounts(state, term, () => {
        const counts = { body: 0, heading: 0 };
        for (const { col, doc } of countChunks.all(term)) if (isSeen(term, col)) counts[col] = doc;
        return counts;
      })[column],
    filesWith: words.filesWith,
    filesNamed: words.filesNamed,
    vocabulary: (prefix, limit) => commonest(db, prefix, limit, isSeen),
    termsLike: (letter, like) =>
      termsLike(db, state, letter, like).filter(({ term }) => isSeen(term, "body")),
    chunksMatching: (worthByTerm, limit) => {
      const { totals, fileOf } = indexFacts(db);
      const averageTerms = totals.terms / (totals.chunks || 1);
      const found = [...worthByTerm].map(([term, weight]) => ({ ...words.postings(term), weight }));
      // Most of the best may be out of scope.
      for (let most = limit; ; most *= 4) {
        const { best, all } = bestMatches(found, { averageTerms, fileOf, limit: most });
        const ids = load(best).map(({ id }) => id);
        if (all <= most || ids.length >= limit / 2) return ids.slice(0, limit);
      }
    },
    chunks: load,
    shown: (id) => shownColumns(db, id),
    chunksOf: (fileIds, limit) =>
      idsOfFiles(limit).all({ ...params, fileIds: JSON.stringify(fileIds) }),
    neighbours: (ids) =>
      load(neighbourIds.all({ ids: JSON.stringify(ids) }).map(({ id }) => id)).map(({ id }) => id),
  };
}

const withVocabularies = new WeakSet<Database>();

/** Vocabulary tables hold nothing of their own; in the temporary schema even a read-only connection may have them. */
export function openVocabularies(db: Database): void {
  if (withVocabularies.has(db)) return;
  withVocabularies.add(db);
  db.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.chunk_terms USING fts5vocab(main, chunk_fts, col);
    CREATE VIRTUAL TABLE IF NOT EXISTS temp.chunk_places USING fts5vocab(main, chunk_fts, instance);
    CREATE VIRTUAL TABLE IF NOT EXISTS temp.file_terms USING fts5vocab(main, file_fts, instance);`);
}

/** Whether a viewer may see some chunk that holds a term; true without a query where they may see all. */
function createIsSeen(db: Database, seen: Visible): (term: string, column: string) => boolean {
  if (!seen.hides) return () => true;
  const find = prepared<[object], number>(
    db,
    `SELECT 1 FROM chunk_fts m CROSS JOIN chunk c ON c.id = m.rowid JOIN file f ON f.id = c.file_id
       WHERE m.chunk_fts MATCH :match AND ${seen.file} AND ${seen.chunk} LIMIT 1`,
  ).pluck();
  return (term, column) =>
    find.get({ ...seen.params, match: `${column} : "${term}"` }) !== undefined;
}

function filteredIds(db: Database, scope: SearchScope, seen: Visible): number[] | undefined {
  if (Object.keys(scope.filter).length === 0 && !seen.hides) return undefined;
  const { where, params } = conditionsOf(scope, seen);
  const from = "FROM chunk c JOIN file f ON f.id = c.file_id";
  return prepared<[object], number>(db, `SELECT c.id ${from} WHERE ${where}`).pluck().all(params);
}

/** The same words are asked for again and again, above all those that mean the same. */
const keepCounts = keepFor<string, Readonly<Record<Column, number>>>(20_000);
