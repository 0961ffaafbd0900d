import type { Database } from "better-sqlite3";
import { indexVersion } from "./open-index.ts";
import { prepared } from "./prepared.ts";
import type { Visible } from "./visible.ts";

export interface IndexTotals {
  readonly files: number;
  readonly chunks: number;
  readonly terms: number;
}

/** Figures of a whole index, kept as long as nothing is written to it. */
interface IndexFacts {
  readonly version: string;
  readonly totals: IndexTotals;
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
  const facts = { version, totals: totalsOf(db), languages: languagesOf(db), byViewer };
  factsByDatabase.set(db, facts);
  return facts;
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
  // One query each, for each has an index of its own.
  const superseded = "SELECT c.id FROM chunk c WHERE c.superseded = 1";
  const others = `SELECT c.id FROM chunk c WHERE c.owner <> '' AND NOT (${chunk})`;
  return {
    chunks: ids(hides ? `${superseded} UNION ${others}` : superseded),
    files: hides ? ids(`SELECT f.id FROM file f WHERE NOT (${file})`) : new Set<number>(),
  };
}

function totalsOf(db: Database): IndexTotals {
  const totals = prepared<[], IndexTotals>(
    db,
    `SELECT count(*) AS files, coalesce(sum(chunks), 0) AS chunks, coalesce(sum(terms), 0) AS terms FROM file`,
  ).get();
  return totals ?? { files: 0, chunks: 0, terms: 0 };
}

function languagesOf(db: Database): string[] {
  const sql = "SELECT language FROM chunk GROUP BY language ORDER BY count(*) DESC, language";
  return prepared<[], string>(db, sql).pluck().all();
}
