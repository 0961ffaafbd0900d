import type { Database } from "better-sqlite3";
import { indexVersion } from "./open-index.ts";
import { prepared } from "./prepared.ts";
import { idsPerFile } from "./schema.ts";
import type { Visible } from "./visible.ts";

export interface IndexTotals {
  readonly files: number;
  readonly chunks: number;
  readonly terms: number;
}

/** Figures of a whole index, kept as long as nothing is written to it. */
export interface IndexFacts {
  readonly version: string;
  readonly totals: IndexTotals;
  /** The id of a chunk's file, by its own: see idsPerFile. */
  readonly fileOf: (chunk: number) => number;
  /** Languages of the texts, commonest first. */
  readonly languages: readonly string[];
  readonly byViewer: Map<string, ViewerFacts>;
}

/** What holds for all who may see the same. */
interface ViewerFacts {
  /** Ids of what counts for no file: chunks that another stands for or that are others' own, and files not to be seen. */
  readonly uncounted: { readonly chunks: ReadonlySet<number>; readonly files: ReadonlySet<number> };
}

const maxViewers = 4;
const factsByDatabase = new WeakMap<Database, IndexFacts>();

export function indexFacts(db: Database): IndexFacts {
  const version = indexVersion(db);
  const known = factsByDatabase.get(db);
  if (known?.version === version) return known;
  const byViewer = new Map<string, ViewerFacts>();
  const byLanguage = figuresOf(db);
  const facts = {
    version,
    totals: sumOf(byLanguage),
    fileOf: filesByChunk(db),
    languages: languagesOf(byLanguage),
    byViewer,
  };
  factsByDatabase.set(db, facts);
  return facts;
}

function filesByChunk(db: Database): IndexFacts["fileOf"] {
  const firsts = new Map<number, number>();
  const sql = "SELECT id, span FROM file WHERE span > 1";
  for (const { id, span } of prepared<[], { id: number; span: number }>(db, sql).all()) {
    for (let n = 1; n < span; n++) firsts.set(id + n, id);
  }
  return (chunk) => {
    const id = Math.floor(chunk / idsPerFile);
    return firsts.get(id) ?? id;
  };
}

export function viewerFacts(db: Database, seen: Visible): ViewerFacts {
  const { byViewer } = indexFacts(db);
  const viewer = seen.hides ? JSON.stringify([seen.file, seen.chunk, seen.params]) : "";
  let facts = byViewer.get(viewer);
  if (facts === undefined) {
    facts = { uncounted: uncountedFor(db, seen) };
    if (byViewer.size >= maxViewers) byViewer.clear();
    byViewer.set(viewer, facts);
  }
  return facts;
}

function uncountedFor(db: Database, { file, chunk, params, hides }: Visible) {
  const ids = (sql: string): ReadonlySet<number> =>
    new Set(prepared<[object], number>(db, sql).pluck().all(params));
  // One query each, because each has an index of its own.
  const superseded = "SELECT c.id FROM chunk c WHERE c.superseded = 1";
  const others = `SELECT c.id FROM chunk c WHERE c.owner <> '' AND NOT (${chunk})`;
  return {
    chunks: ids(hides ? `${superseded} UNION ALL ${others}` : superseded),
    files: hides
      ? ids(`SELECT f.id FROM file f WHERE f.scope <> '' AND NOT (${file})`)
      : new Set<number>(),
  };
}

type LanguageTotals = IndexTotals & { readonly language: string; readonly lines: string };

/** By the language of most of a file's text and those of its lines. */
const figuresOf = (db: Database): readonly LanguageTotals[] =>
  prepared<[], LanguageTotals>(
    db,
    `SELECT language, line_languages AS lines, count(*) AS files, sum(chunks) AS chunks, sum(terms) AS terms
     FROM file GROUP BY language, line_languages`,
  ).all();

const sumOf = (all: readonly IndexTotals[]): IndexTotals =>
  all.reduce(
    (sum, one) => ({
      files: sum.files + one.files,
      chunks: sum.chunks + one.chunks,
      terms: sum.terms + one.terms,
    }),
    { files: 0, chunks: 0, terms: 0 },
  );

/** Those of whole files first, commonest first, then those that stand in single lines alone. */
function languagesOf(figures: readonly LanguageTotals[]): string[] {
  const chunksByLanguage = new Map<string, number>();
  for (const { language, chunks } of figures) {
    chunksByLanguage.set(language, (chunksByLanguage.get(language) ?? 0) + chunks);
  }
  const ofFiles = [...chunksByLanguage].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const ofLines = new Set(figures.flatMap(({ lines }) => lines.split(" ").filter(Boolean)).sort());
  const all = new Set([...ofFiles.map(([language]) => language), ...ofLines]);
  return [...all].filter((language) => ofLines.has(language));
}
