import type { Database } from "better-sqlite3";
import type { Problem } from "../vault/topic/topic.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import { conditionsFor } from "./visible.ts";

/** A topic (or other file of the vault) as lists show it. */
export interface TopicSummary {
  readonly topic: string;
  readonly title: string;
  readonly summary: string;
  readonly file: string;
  /** '' for the vault's own scope, else `people/<id>` or `agents/<id>`. */
  readonly scope: string;
  readonly kind: string;
  /** 1 below archive/. */
  readonly archived: number;
  readonly entries: number;
  /** Newest date in the file, '' if it has none. */
  readonly updated: string;
}

/** Figures about an index. */
export interface IndexFigures {
  readonly files: number;
  readonly topics: number;
  /** In recall: neither superseded nor in the archive. */
  readonly entries: number;
  readonly archived: number;
  readonly passages: number;
  /** Entries in recall by bank, most first. */
  readonly banks: Readonly<Record<string, number>>;
  /** Dates of the oldest and newest entry, '' when none has a date. */
  readonly oldest: string;
  readonly newest: string;
}

const all = <R>(db: Database, sql: string, params: object = {}): R[] =>
  db.prepare<[object], R>(sql).all(params);

/** Files as a viewer may see them. */
function summariesFor(viewer: Viewer) {
  const { file, chunk, params } = conditionsFor(viewer);
  const entries = `SELECT count(*) FROM chunk c WHERE c.file_id = f.id AND c.counted = 1 AND ${chunk}`;
  const columns = "topic, title, summary, path AS file, scope, kind, archived, updated";
  const own = `SELECT 1 FROM chunk c WHERE c.file_id = f.id AND c.owner <> '' AND ${chunk}`;
  const from = `FROM file f WHERE ${file} AND (f.owner = '' OR EXISTS (${own}))`;
  return { select: `SELECT ${columns}, (${entries}) AS entries ${from}`, params };
}

/** Lists the topics and other files that recall looks at for a viewer, most recently updated first. */
export function listTopics(db: Database, viewer: Viewer): TopicSummary[] {
  const { select, params } = summariesFor(viewer);
  return all(db, `${select} AND archived = 0 ORDER BY updated DESC, path`, params);
}

/** Finds files by path, name, slug, title or alias (case and Unicode form do not matter), best match first. */
export function findTopics(db: Database, viewer: Viewer, name: string): TopicSummary[] {
  const key = name.normalize("NFC").toLowerCase();
  const { select, params } = summariesFor(viewer);
  return all(
    db,
    `${select} AND (path_key IN (:key, :key || '.md', 'topics/' || :key || '.md') OR topic = :key
        OR scope || '/' || topic = :key OR substr(path_key, -length(:key) - 4) = '/' || :key || '.md'
        OR lower(title) = :key OR title = :name
        OR EXISTS (SELECT 1 FROM json_each(aliases) WHERE value = :name OR lower(value) = :key))
     ORDER BY archived, path_key <> 'topics/' || :key || '.md', topic <> :key, scope <> '', path`,
    { ...params, name, key },
  );
}

/** Every problem that parsing found, with its file. */
export function listProblems(db: Database): (Problem & { readonly file: string })[] {
  const rows = all<{ path: string; problems: string }>(
    db,
    "SELECT path, problems FROM file WHERE problems <> '[]' ORDER BY path",
  );
  return rows.flatMap(({ path, problems }) =>
    (JSON.parse(problems) as Problem[]).map((problem) => ({ file: path, ...problem })),
  );
}

/** Groups of paths that a case-insensitive disk, or one that normalises Unicode, cannot tell apart. */
export function listTwins(db: Database): string[][] {
  const sql =
    "SELECT json_group_array(path) AS paths FROM file GROUP BY path_key HAVING count(*) > 1";
  return all<{ paths: string }>(db, sql).map(({ paths }) => JSON.parse(paths) as string[]);
}

/** How many memories are in force in a bank, of everyone ('') or of one person. */
export interface BankCount {
  readonly bank: string;
  readonly person: string;
  readonly entries: number;
}

const counted = "FROM chunk JOIN file ON file.id = file_id WHERE counted = 1";

/** Counts the memories of each bank by whose they are: by the scope of the file, else by the entry's own person. */
export function countBanks(db: Database): BankCount[] {
  return all(
    db,
    `SELECT bank, count(*) AS entries,
       CASE WHEN file.scope LIKE 'people/%' THEN substr(file.scope, 8) ELSE chunk.owner END AS person
     ${counted} AND archived = 0 GROUP BY bank, person ORDER BY bank, person`,
  );
}

/** Counts what the index holds. */
export function countAll(db: Database): IndexFigures {
  const [figures] = all<Omit<IndexFigures, "banks">>(
    db,
    `SELECT (SELECT count(*) FROM file) AS files,
       (SELECT count(*) FROM file WHERE kind = 'topic' AND archived = 0) AS topics,
       (SELECT count(*) ${counted} AND archived = 0) AS entries,
       (SELECT count(*) ${counted} AND archived = 1) AS archived,
       (SELECT count(*) FROM chunk WHERE kind = 'note') AS passages,
       (SELECT coalesce(min(date), '') FROM chunk WHERE date <> '') AS oldest,
       (SELECT coalesce(max(date), '') FROM chunk WHERE date <> '') AS newest`,
  );
  if (figures === undefined) throw new TypeError("Cannot count what the index holds: no row");
  const sql = `SELECT bank, count(*) AS entries ${counted} AND archived = 0 GROUP BY bank ORDER BY count(*) DESC, bank`;
  const banks = all<{ bank: string; entries: number }>(db, sql);
  return { ...figures, banks: Object.fromEntries(banks.map((one) => [one.bank, one.entries])) };
}
