import type { Database } from "better-sqlite3";
import { conditionsOf, type SearchScope } from "./conditions.ts";
import { type IndexTotals, indexFacts, viewerFacts } from "./index-facts.ts";
import { bestMatches } from "./postings.ts";
import { prepared } from "./prepared.ts";
import { nearestSketches } from "./sketches.ts";
import { type Visible, visibleTo } from "./visible.ts";
import { wordPlaces } from "./word-places.ts";

/** An open index, for those who hand it on to these queries. */
export type IndexDatabase = Database;

/** A chunk as ranking needs it. */
export interface FoundChunk {
  readonly id: number;
  readonly fileId: number;
  readonly position: number;
  readonly kind: "entry" | "note";
  readonly uid: string;
  readonly line: number;
  readonly heading: string;
  readonly text: string;
  readonly date: string;
  readonly language: string;
  readonly terms: string;
  /** Terms of what the person said, behind an entry. */
  readonly said: string;
  readonly bank: string;
  readonly file: string;
  readonly topic: string;
  readonly title: string;
  /** JSON array. */
  readonly aliases: string;
  readonly scope: string;
  /** Content terms in the whole file. */
  readonly fileTerms: number;
  /** The slot that an entry fills, or ''. */
  readonly key?: string;
  /** What an entry says of its importance, as it stands there; null where it says nothing. */
  readonly importance?: string | null;
}

/**
 * The read queries of recall over one index database. Every list of chunks is filtered by the scope given at opening; of
 * words and names it knows only what the viewer may see.
 */
export interface IndexSearch {
  totals(): IndexTotals;
  /** Languages of the texts, commonest first. */
  languages(): readonly string[];
  /** Chunks that hold the term in their text, in the headings above them, or as their date; 0 where all are hidden. */
  chunksWith(term: string, column: "body" | "heading" | "day"): number;
  /** Terms of the texts that start with `prefix` and are `like` what is wanted, those of the most chunks first. */
  vocabulary(
    prefix: string,
    limit: number,
    like?: {
      readonly shortest: number;
      readonly longest: number;
      readonly isLike: (term: string) => boolean;
    },
  ): { readonly term: string; readonly chunks: number }[];
  /** How often each file holds the term, in its chunks or its name. */
  filesWith(term: string): { readonly fileId: number; readonly count: number }[];
  /** Ids of the files whose title, aliases, summary or tags hold the term. */
  filesNamed(term: string): number[];
  /** Ids of the chunks that hold any of the terms, best first. */
  chunksMatching(terms: readonly string[], limit: number): number[];
  chunks(ids: readonly number[]): FoundChunk[];
  /** Ids of the chunks whose sketches differ least from the question's, nearest first. */
  nearestSketches(sketch: Uint8Array, limit: number): number[];
  /** Ids of all that the filter lets pass; undefined where there is no filter. */
  filtered(): readonly number[] | undefined;
  /** Ids of the first chunks of files, entries before notes. */
  chunksOf(fileIds: readonly number[], limit: number): number[];
  /** Ids of the chunks directly before and after the given ones in their files. */
  neighbours(ids: readonly number[]): number[];
}

/** Prepares the read queries on `db` for one question. */
export function searchIndex(db: Database, scope: SearchScope): IndexSearch {
  openVocabularies(db);
  const prepare = <P extends unknown[], R>(text: string) => prepared<P, R>(db, text);
  const seen = visibleTo(db, scope.viewer);
  const { where, params } = conditionsOf(scope, seen);
  const isSeen = createIsSeen(db, seen);
  const words = wordPlaces(db, seen);
  const visible = `FROM chunk c JOIN file f ON f.id = c.file_id WHERE ${where}`;
  const countChunks = prepare<[string, string], { doc: number }>(
    "SELECT doc FROM temp.chunk_terms WHERE term = ? AND col = ?",
  );
  const matchInScope = prepare<[object], { id: number }>(
    `SELECT c.id AS id FROM chunk_fts m CROSS JOIN chunk c ON c.id = m.rowid JOIN file f ON f.id = c.file_id
     WHERE m.chunk_fts MATCH :match AND m.rank MATCH '${rank}' AND ${where} ORDER BY m.rank LIMIT :limit`,
  );
  const chunksById = prepare<[object], FoundChunk>(
    `SELECT ${columns} FROM chunk c JOIN file f ON f.id = c.file_id JOIN bank b ON b.id = c.bank_id
     WHERE c.id IN (SELECT value FROM json_each(:ids)) AND ${where}`,
  );
  const neighbourIds = prepare<[object], { id: number }>(
    `SELECT DISTINCT c.id AS id FROM json_each(:ids) hit JOIN chunk h ON h.id = hit.value
     JOIN chunk c ON c.file_id = h.file_id AND c.position IN (h.position - 1, h.position + 1)
     JOIN file f ON f.id = c.file_id WHERE ${where}`,
  );
  const idsOfFiles = prepare<[object], { id: number }>(
    `SELECT c.id AS id ${visible} AND c.file_id IN (SELECT value FROM json_each(:fileIds))
     ORDER BY c.kind, c.position, c.file_id LIMIT :limit`,
  );
  const known = new Map<number, FoundChunk>();
  const load = (ids: readonly number[]): FoundChunk[] => {
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length > 0) {
      const found = chunksById.all({ ...params, ids: JSON.stringify(unknown) });
      for (const chunk of found) known.set(chunk.id, chunk);
    }
    return ids.flatMap((id) => known.get(id) ?? []);
  };
  return {
    filtered: () => filteredIds(db, scope, seen),
    totals: () => indexFacts(db).totals,
    languages: () => indexFacts(db).languages,
    chunksWith: keptIn(viewerFacts(db, seen).counts, (term, column) => {
      const count = countChunks.get(term, column)?.doc ?? 0;
      return count > 0 && isSeen(term, column) ? count : 0;
    }),
    filesWith: words.filesWith,
    filesNamed: words.filesNamed,
    vocabulary: (prefix, limit, like) => vocabularyOf(db, isSeen, { prefix, limit, like }),
    chunksMatching: (terms, limit) => {
      const { best, all } = bestMatches(terms.map(words.postings), indexFacts(db).totals, limit);
      const visible = load(best).map(({ id }) => id);
      if (all <= limit || visible.length >= limit / 2) return visible;
      const match = terms.map((term) => `"${term}"`).join(" OR ");
      return matchInScope.all({ ...params, match, limit }).map(({ id }) => id);
    },
    chunks: load,
    nearestSketches: (sketch, limit) =>
      nearestSketches(db, { sketch, limit }, (ids) => load(ids).map(({ id }) => id)),
    chunksOf: (fileIds, limit) =>
      idsOfFiles.all({ ...params, fileIds: JSON.stringify(fileIds), limit }).map(({ id }) => id),
    neighbours: (ids) =>
      neighbourIds.all({ ...params, ids: JSON.stringify(ids) }).map(({ id }) => id),
  };
}

/** Headings repeat for every chunk below them, so they weigh less than its own words. */
const rank = "bm25(0.5, 1.0, 1.0)";

const columns = `c.id AS id, c.file_id AS fileId, c.position AS position, c.kind AS kind, c.uid AS uid, c.line AS line,
  c.heading AS heading, c.text AS text, c.date AS date, c.language AS language, c.terms AS terms, c.said AS said, b.name AS bank, f.path AS file,
  f.topic AS topic, f.title AS title, f.aliases AS aliases, f.scope AS scope, f.terms AS fileTerms,
  CASE c.fields WHEN '{}' THEN '' ELSE coalesce(c.fields ->> '$.key', '') END AS key,
  CASE c.fields WHEN '{}' THEN NULL ELSE c.fields ->> '$.importance' END AS importance`;

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
const maxCounts = 20_000;

function keptIn(counts: Map<string, number>, count: IndexSearch["chunksWith"]) {
  return (term: string, column: "body" | "heading" | "day"): number => {
    const key = `${column} ${term}`;
    const known = counts.get(key) ?? count(term, column);
    if (counts.size >= maxCounts) counts.clear();
    counts.set(key, known);
    return known;
  };
}

interface Wanted {
  readonly prefix: string;
  readonly limit: number;
  readonly like: Parameters<IndexSearch["vocabulary"]>[2];
}

function vocabularyOf(
  db: Database,
  isSeen: (term: string, column: string) => boolean,
  { prefix, limit, like }: Wanted,
) {
  const { shortest, longest, isLike } = like ?? anyTerm;
  const rows = prepared<[string, string, number, number], { term: string; chunks: number }>(
    db,
    `SELECT term, doc AS chunks FROM temp.chunk_terms
       WHERE term >= ? AND term < ? AND col = 'body' AND length(term) BETWEEN ? AND ?
       ORDER BY doc DESC, term`,
  ).all(prefix, `${prefix}\u{10ffff}`, shortest, longest);
  const found: { term: string; chunks: number }[] = [];
  for (const row of rows) {
    if (!isLike(row.term) || !isSeen(row.term, "body")) continue;
    if (found.push(row) >= limit) break;
  }
  return found;
}

const anyTerm = { shortest: 0, longest: Number.MAX_SAFE_INTEGER, isLike: () => true };
