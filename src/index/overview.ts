import type { Database } from "better-sqlite3";
import type { Problem } from "../vault/topic.ts";

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
  readonly entries: number;
  readonly passages: number;
  readonly banks: Readonly<Record<string, number>>;
  readonly languages: Readonly<Record<string, number>>;
  /** Dates of the oldest and newest entry, '' when none has a date. */
  readonly oldest: string;
  readonly newest: string;
}

const summaryColumns = `
  topic, title, summary, path AS file, scope, kind, archived, updated,
  (SELECT count(*) FROM chunk WHERE file_id = file.id AND chunk.kind = 'entry' AND superseded = 0) AS entries`;

/** Lists the topics and other files that recall looks at, most recently updated first. */
export function listTopics(db: Database): TopicSummary[] {
  return db
    .prepare<[], TopicSummary>(
      `SELECT ${summaryColumns} FROM file WHERE archived = 0 ORDER BY updated DESC, path`,
    )
    .all();
}

/** Finds files by path, slug, title or alias (case and Unicode form do not matter), best match first. */
export function findTopics(db: Database, name: string): TopicSummary[] {
  const key = name.normalize("NFC").toLowerCase();
  return db
    .prepare<{ name: string; key: string }, TopicSummary>(
      `SELECT ${summaryColumns} FROM file
       WHERE path_key IN (:key, :key || '.md', 'topics/' || :key || '.md') OR topic = :key
          OR lower(title) = :key OR title = :name
          OR EXISTS (SELECT 1 FROM json_each(aliases) WHERE value = :name OR lower(value) = :key)
       ORDER BY archived, path_key <> 'topics/' || :key || '.md', topic <> :key, scope <> '', path`,
    )
    .all({ name, key });
}

/** Every problem that parsing found, with its file. */
export function listProblems(db: Database): (Problem & { readonly file: string })[] {
  return db
    .prepare<[], { path: string; problems: string }>(
      "SELECT path, problems FROM file WHERE problems <> '[]' ORDER BY path",
    )
    .all()
    .flatMap(({ path, problems }) =>
      (JSON.parse(problems) as Problem[]).map((problem) => ({ file: path, ...problem })),
    );
}

/** Groups of paths that a case-insensitive disk, or one that normalises Unicode, cannot tell apart. */
export function listTwins(db: Database): string[][] {
  return db
    .prepare<[], string>(
      "SELECT json_group_array(path) FROM file GROUP BY path_key HAVING count(*) > 1",
    )
    .pluck()
    .all()
    .map((paths) => JSON.parse(paths) as string[]);
}

/** Counts what the index holds. */
export function countAll(db: Database): IndexFigures {
  const count = (sql: string): number => Number(db.prepare(sql).pluck().get() ?? 0);
  const groups = (sql: string): Record<string, number> =>
    Object.fromEntries(db.prepare<[], [string, number]>(sql).raw().all());
  const range = db
    .prepare<[], { oldest: string | null; newest: string | null }>(
      "SELECT min(date) AS oldest, max(date) AS newest FROM chunk WHERE date <> ''",
    )
    .get();
  return {
    files: count("SELECT count(*) FROM file"),
    topics: count("SELECT count(*) FROM file WHERE kind = 'topic' AND archived = 0"),
    entries: count("SELECT count(*) FROM chunk WHERE kind = 'entry' AND superseded = 0"),
    passages: count("SELECT count(*) FROM chunk WHERE kind = 'note'"),
    banks: groups(
      `SELECT bank.name, count(*) FROM chunk JOIN bank ON bank.id = bank_id
       WHERE kind = 'entry' AND superseded = 0 GROUP BY bank.name ORDER BY count(*) DESC`,
    ),
    languages: groups(
      "SELECT language, count(*) FROM chunk GROUP BY language ORDER BY count(*) DESC",
    ),
    oldest: range?.oldest ?? "",
    newest: range?.newest ?? "",
  };
}
