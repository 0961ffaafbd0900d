import type { Database } from "better-sqlite3";
import { conditionsOf, type SearchScope } from "./conditions.ts";
import { answersOf } from "./kept.ts";
import { prepared } from "./prepared.ts";
import { headingTerm } from "./terms.ts";
import type { VectorScope } from "./vectors.ts";
import { visibleTo } from "./visible.ts";

/** An open index, for those who hand it on to these queries. */
export type IndexDatabase = Database;

/** A chunk as ranking and showing it need it, with what they need of its file. */
export interface FoundChunk {
  readonly id: number;
  readonly uid: string;
  readonly fileId: number;
  readonly position: number;
  readonly line: number;
  readonly kind: "entry" | "note";
  readonly heading: string;
  readonly text: string;
  readonly date: string;
  readonly bank: string;
  /** JSON object of an entry's fields. */
  readonly fields: string;
  readonly language: string;
  /** Content terms in order, joined by spaces; `said`: of what the person said, behind an entry. */
  readonly terms: string;
  readonly said: string;
  readonly file: string;
  readonly topic: string;
  readonly title: string;
  /** JSON array. */
  readonly aliases: string;
  readonly scope: string;
}

export interface IndexTotals {
  readonly files: number;
  readonly chunks: number;
  readonly terms: number;
  /** Of the texts, commonest first: those of whole files, then those that stand in single lines alone. */
  readonly languages: readonly string[];
}

/** A term of the texts, and how many chunks hold it. */
interface VocabularyTerm {
  readonly term: string;
  readonly chunks: number;
}

/** Chunks that hold any of the terms, and what that is worth. */
export interface Wanted {
  readonly column: "body" | "heading";
  readonly terms: readonly string[];
  /** Not those that hold one of these. */
  readonly but?: readonly string[];
  readonly worth: number;
}

/** The read queries of recall. What the viewer may not see, and what the filter leaves out, they do not know of. */
export interface IndexSearch {
  totals(): IndexTotals;
  /** Whether a text, a heading or a name holds a term. */
  holds(term: string): boolean;
  /** How many chunks hold any of the terms in their texts; 0 where all are hidden. */
  countChunks(terms: readonly string[]): number;
  /** Terms of the texts that begin with `prefix` and are like what is wanted, those of the most chunks first. */
  vocabulary(prefix: string, limit: number, isLike?: (term: string) => boolean): VocabularyTerm[];
  /** How much each file says of a word in these forms, repetition and length allowed for: 0 to 1, as FTS5's BM25 counts. */
  filesHolding(forms: readonly string[]): ReadonlyMap<number, number>;
  /** Ids of the files whose title, aliases, summary or tags hold one of each of these sets of terms. */
  filesNamed(terms: readonly (readonly string[])[]): number[];
  /** Ids of the chunks worth most. */
  chunksMatching(wanted: readonly Wanted[], limit: number): number[];
  /** Ids of the chunks that files begin with, one each. */
  firstChunks(fileIds: readonly number[]): number[];
  /** Ids of the chunks directly before and after the given ones in their files. */
  neighbours(ids: readonly number[]): number[];
  chunks(ids: readonly number[]): FoundChunk[];
  /** What may be found, for those who search by other means. */
  readonly scope: VectorScope;
  /** What is asked of this index for this viewer, kept until something is written to it. */
  keep<T>(question: string, ask: () => T): T;
}

const columns = `c.id, c.uid, c.file_id AS fileId, c.position, c.line, c.kind, c.heading, c.text, c.date, c.bank, c.fields,
  c.language, c.terms, c.said, f.path AS file, f.topic, f.title, f.aliases, f.scope`;
/** So many times the wanted chunks are looked at where no filter leaves most of them out. */
const spare = 8;

/** Prepares the read queries on `db` for one question. */
export function searchIndex(db: Database, scope: SearchScope): IndexSearch {
  openVocabularies(db);
  const seen = visibleTo(db, scope.viewer);
  const { where, params } = conditionsOf(scope, seen);
  const isFiltered = seen.hides || Object.keys(scope.filter).length > 0;
  const viewer = seen.hides ? JSON.stringify(seen.params) : "";
  const answers = answersOf(db);
  const keep = <T>(question: string, ask: () => T): T => answers(`${viewer}\n${question}`, ask);
  const all = <R>(sql: string, values: object): R[] => prepared<[object], R>(db, sql).all(values);
  const ids = (sql: string, values: object): number[] =>
    prepared<[object], number>(db, sql).pluck().all(values);
  const chunkIds = (from: string, end: string, values: object): number[] =>
    ids(`SELECT c.id FROM ${from} WHERE ${where} ${end}`, { ...params, ...values });
  const { isSeen, inFiles } = seenTerms(db, seen);
  const totals = answers("totals", () => readTotals(db));
  return {
    keep,
    totals: () => totals,
    holds: (term) =>
      [term, headingTerm(term)].some((one) => hasTerm(db, "chunk_terms", one) && isSeen([one])) ||
      (hasTerm(db, "file_terms", term) && inFiles(quoted([term])).length > 0),
    countChunks: (terms) =>
      keep(`count ${terms.join(" ")}`, () => (isSeen(terms) ? countChunks(db, terms) : 0)),
    vocabulary(prefix, limit, isLike = () => true) {
      const found: VocabularyTerm[] = [];
      for (const row of termsFrom(db, prefix)) {
        if (found.length >= limit) break;
        if (isLike(row.term) && isSeen([row.term])) found.push(row);
      }
      return found;
    },
    filesHolding: (forms) =>
      keep(`files ${forms.join(" ")}`, () =>
        forms.length === 0 ? new Map() : shares(inFiles(quoted(forms)), totals.files),
      ),
    filesNamed: (terms) =>
      inFiles(`name : (${terms.map(quoted).join(" AND ")})`).map(({ id }) => id),
    chunksMatching(wanted, limit) {
      const matches = wanted.map(({ worth, ...one }) => ({ worth, match: matchOf(one) }));
      const values = {
        ...params,
        wanted: JSON.stringify(matches),
        average: Math.max(1, totals.terms / (totals.chunks || 1)),
      };
      const best = (most: number): number[] => ids(matchingSql({ where, most, limit }), values);
      const found = best(spare * limit);
      return isFiltered && found.length < limit / 2 ? best(-1) : found; // Most of the best may be out of scope.
    },
    firstChunks: (fileIds) =>
      chunkIds(
        "json_each(:fileIds) JOIN file f ON f.id = value JOIN chunk c ON c.file_id = f.id",
        "GROUP BY c.file_id HAVING min(c.position) >= 0", // SQLite takes the id from the row of the least.
        { fileIds: JSON.stringify(fileIds) },
      ),
    neighbours: (around) =>
      chunkIds(
        `json_each(:ids) hit JOIN chunk h ON h.id = hit.value JOIN file f ON f.id = h.file_id
         JOIN chunk c ON c.file_id = h.file_id AND c.position IN (h.position - 1, h.position + 1)`,
        "",
        { ids: JSON.stringify(around) },
      ),
    chunks: (wanted) =>
      all<FoundChunk>(
        `SELECT ${columns} FROM json_each(:ids) JOIN chunk c ON c.id = value JOIN file f ON f.id = c.file_id WHERE ${where}`,
        { ...params, ids: JSON.stringify(wanted) },
      ),
    scope: { where, params, isFiltered },
  };
}

/** Written into the SQL: with a bound limit SQLite compiles the query each time. */
const matchingSql = (of: { where: string; most: number; limit: number }): string =>
  `WITH w(match, worth) AS MATERIALIZED (SELECT value ->> 'match', value ->> 'worth' FROM json_each(:wanted)),
     best AS MATERIALIZED (
       SELECT m.rowid AS id, sum(w.worth) AS worth FROM w CROSS JOIN chunk_fts m ON m.chunk_fts MATCH w.match
       GROUP BY m.rowid ORDER BY worth DESC LIMIT ${of.most})
   SELECT c.id FROM best JOIN chunk c ON c.id = best.id JOIN file f ON f.id = c.file_id WHERE ${of.where}
   ORDER BY worth / (1 + 1.2 * (0.25 + 0.75 * c.length / :average)) DESC, c.id LIMIT ${of.limit}`;

interface FileShare {
  readonly id: number;
  readonly score: number;
}

/** What the viewer may see of terms: without a query where that is all. */
function seenTerms(db: Database, { hides, file, chunk, params }: ReturnType<typeof visibleTo>) {
  const find = prepared<[object]>(
    db,
    `SELECT 1 FROM chunk_fts m JOIN chunk c ON c.id = m.rowid JOIN file f ON f.id = c.file_id
     WHERE m.chunk_fts MATCH :match AND ${file} AND ${chunk} LIMIT 1`,
  );
  const files = prepared<[object], FileShare>(
    db,
    `SELECT m.rowid AS id, -bm25(file_fts) AS score FROM file_fts m ${hides ? `JOIN file f ON f.id = m.rowid AND ${file}` : ""}
     WHERE file_fts MATCH :match`,
  );
  return {
    isSeen: (terms: readonly string[]): boolean =>
      !hides || find.get({ ...params, match: quoted(terms) }) !== undefined,
    inFiles: (match: string): FileShare[] => files.all({ ...params, match }),
  };
}

/** FTS5's scores of one word without its own weight of it, which is nothing for what half of the files hold. */
function shares(found: readonly FileShare[], files: number): ReadonlyMap<number, number> {
  const weight = Math.log((files - found.length + 0.5) / (found.length + 0.5));
  const most = 2.2 * Math.max(1e-6, weight);
  return new Map(found.map(({ id, score }) => [id, Math.min(1, score / most)]));
}

/** No term holds a quotation mark. */
const quoted = (terms: readonly string[]): string =>
  `(${terms.map((term) => `"${term}"`).join(" OR ")})`;

function matchOf({ column, terms, but = [] }: Omit<Wanted, "worth">): string {
  const wanted = quoted(column === "heading" ? terms.map(headingTerm) : terms);
  return but.length === 0 ? wanted : `${wanted} NOT ${quoted(but)}`;
}

const countChunks = (db: Database, terms: readonly string[]): number =>
  prepared<[string], number>(db, "SELECT count(*) FROM chunk_fts WHERE chunk_fts MATCH ?")
    .pluck()
    .get(quoted(terms)) ?? 0;

const hasTerm = (db: Database, table: "chunk_terms" | "file_terms", term: string): boolean =>
  prepared<[string]>(db, `SELECT 1 FROM temp.${table} WHERE term = ?`).get(term) !== undefined;

const termsFrom = (db: Database, prefix: string): VocabularyTerm[] =>
  prepared<[string, string], VocabularyTerm>(
    db,
    `SELECT term, doc AS chunks FROM temp.chunk_terms WHERE term >= ? AND term < ? ORDER BY doc DESC, term`,
  ).all(prefix, `${prefix}\u{10ffff}`);

/** They hold nothing of their own; in the temporary schema even a read-only connection may have them. */
export function openVocabularies(db: Database): void {
  const has = "SELECT 1 FROM temp.sqlite_schema WHERE name = 'file_terms'";
  if (prepared(db, has).get() !== undefined) return;
  db.exec(`CREATE VIRTUAL TABLE temp.chunk_terms USING fts5vocab(main, chunk_fts, row);
    CREATE VIRTUAL TABLE temp.file_terms USING fts5vocab(main, file_fts, row)`);
}

interface Figures extends Omit<IndexTotals, "languages"> {
  readonly language: string;
  readonly lines: string;
}

function readTotals(db: Database): IndexTotals {
  const figures = prepared<[], Figures>(
    db,
    `SELECT language, line_languages AS lines, count(*) AS files, sum(chunks) AS chunks, sum(terms) AS terms
     FROM file GROUP BY language, line_languages`,
  ).all();
  const sum = (of: (one: Figures) => number): number => figures.reduce((n, one) => n + of(one), 0);
  const chunksByLanguage = new Map<string, number>();
  for (const { language, chunks } of figures) {
    chunksByLanguage.set(language, (chunksByLanguage.get(language) ?? 0) + chunks);
  }
  const ofFiles = [...chunksByLanguage].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const ofLines = new Set(figures.flatMap(({ lines }) => lines.split(" ").filter(Boolean)).sort());
  const languages = new Set([...ofFiles.map(([language]) => language), ...ofLines]);
  return {
    files: sum(({ files }) => files),
    chunks: sum(({ chunks }) => chunks),
    terms: sum(({ terms }) => terms),
    languages: [...languages].filter((language) => ofLines.has(language)),
  };
}
