import type { Database } from "better-sqlite3";
import type { Viewer } from "../vault/topic/viewer.ts";
import { languageOf } from "./languages.ts";
import { prepared } from "./prepared.ts";
import { contentTerms } from "./terms.ts";
import { tokenize } from "./tokenize.ts";
import { conditionsFor } from "./visible.ts";

/** A topic file among which one is chosen. */
interface TopicFile {
  readonly id: number;
  readonly path: string;
  readonly language: string;
}

/** Name and content of a topic file, as far as the viewer may see it. */
export interface TopicText {
  readonly id: number;
  readonly path: string;
  /** Title, file name and aliases. */
  readonly names: readonly string[];
  /** Its summary first, if it has one. */
  readonly lines: readonly TopicLine[];
}

/** An entry in force, or a summary. */
export interface TopicLine {
  readonly text: string;
  readonly language: string;
  /** Stems of its content words. */
  readonly terms: readonly string[];
}

/** The read queries for choosing a topic among those of one scope ('' is the vault's own). */
export interface TopicSearch {
  readonly files: readonly TopicFile[];
  /** Ids of the files that say the term, in name, summary or text, but for what in them is others' own. */
  filesWith(term: string): number[];
  /** Ids of the files that have the term in their title, aliases, summary or tags. */
  filesNamed(term: string): number[];
  /** What these files contain. */
  read(ids: readonly number[]): TopicText[];
}

/** Entries of a topic that are looked at. */
const maxLines = 200;

/** Prepares the queries on `db`. */
export function searchTopics(db: Database, scope: string, viewer: Viewer): TopicSearch {
  const { chunk, params } = conditionsFor(viewer);
  const { scopes: _, ...owner } = params;
  const all = <R>(sql: string, values: object): R[] => prepared<[object], R>(db, sql).all(values);
  const topics = "f.scope = :scope AND f.kind = 'topic' AND f.archived = 0";
  const inFiles = `SELECT f.id FROM file_fts m JOIN file f ON f.id = m.rowid WHERE m.file_fts MATCH :match AND ${topics}`;
  // The rows of files leave out whatever is somebody's own.
  const inOwn = `SELECT f.id FROM chunk_fts m JOIN chunk c ON c.id = m.rowid JOIN file f ON f.id = c.file_id
    WHERE m.chunk_fts MATCH :match AND c.owner <> '' AND c.superseded = 0 AND ${chunk} AND ${topics}`;
  const ids = (sql: string, values: object): number[] =>
    all<{ id: number }>(sql, { ...values, scope }).map(({ id }) => id);
  return {
    files: all(`SELECT f.id, f.path, f.language FROM file f WHERE ${topics} ORDER BY f.path`, {
      scope,
    }),
    filesWith: (term) => ids(`${inFiles} UNION ${inOwn}`, { ...owner, match: `"${term}"` }),
    filesNamed: (term) => ids(inFiles, { match: `name : "${term}"` }),
    read: (wanted) =>
      wanted.flatMap((id) => {
        const files = all<NameRow>(
          "SELECT id, path, topic, title, aliases, summary, language FROM file WHERE id = :id",
          { id },
        );
        const lines = all<LineRow>(
          `SELECT c.text, c.language, c.terms FROM chunk c WHERE c.file_id = :id AND c.kind = 'entry' AND c.superseded = 0
           AND ${chunk} ORDER BY c.position LIMIT ${maxLines}`,
          { ...owner, id },
        );
        return files.map((file) => toText(file, lines));
      }),
  };
}

type NameRow = TopicFile & Readonly<Record<"topic" | "title" | "aliases" | "summary", string>>;
type LineRow = Readonly<Record<"text" | "language" | "terms", string>>;

function toText(file: NameRow, rows: readonly LineRow[]): TopicText {
  const { topic, title, aliases, summary, language } = file;
  const terms = contentTerms(tokenize(summary, "document"), languageOf(language));
  const about = summary === "" ? [] : [{ text: summary, language, terms }];
  const entries = rows.map((row) => ({ ...row, terms: row.terms.split(" ").filter(Boolean) }));
  const names = [title, topic.replaceAll("-", " "), ...(JSON.parse(aliases) as string[])];
  return { ...file, names, lines: [...about, ...entries] };
}
