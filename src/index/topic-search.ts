import type { Database } from "better-sqlite3";
import type { Viewer } from "../vault/topic/viewer.ts";
import { languageOf } from "./languages.ts";
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

/** Prepares the queries on `db`; keeps nothing once dropped. */
export function searchTopics(db: Database, scope: string, viewer: Viewer): TopicSearch {
  const { chunk, params } = conditionsFor(viewer);
  const files = db
    .prepare<[string], TopicFile>(
      "SELECT id, path, language FROM file WHERE scope = ? AND kind = 'topic' AND archived = 0 ORDER BY path",
    )
    .all(scope);
  const own = new Set(files.map(({ id }) => id));
  const matching = db
    .prepare<[string], number>("SELECT rowid FROM file_fts WHERE file_fts MATCH ?")
    .pluck();
  // The rows of files leave out whatever is somebody's own.
  const owned = db
    .prepare<[object], number>(
      `SELECT DISTINCT c.file_id FROM chunk_fts m JOIN chunk c ON c.id = m.rowid
       WHERE m.chunk_fts MATCH :match AND c.owner <> '' AND c.superseded = 0 AND ${chunk}`,
    )
    .pluck();
  const file = db.prepare<[number], NameRow>(
    "SELECT id, path, topic, title, aliases, summary, language FROM file WHERE id = ?",
  );
  const lines = db.prepare<[object], LineRow>(
    `SELECT c.text, c.language, c.terms FROM chunk c WHERE c.file_id = :id AND c.kind = 'entry' AND c.superseded = 0
     AND ${chunk} ORDER BY c.position LIMIT ${maxLines}`,
  );
  const { scopes: _, ...owner } = params;
  const ofScope = (ids: readonly number[]) => [...new Set(ids)].filter((id) => own.has(id));
  return {
    files,
    filesWith: (term) =>
      ofScope([...matching.all(`"${term}"`), ...owned.all({ ...owner, match: `"${term}"` })]),
    filesNamed: (term) => ofScope(matching.all(`name : "${term}"`)),
    read: (ids) =>
      ids.flatMap((id) => {
        const row = file.get(id);
        return row === undefined ? [] : [toText(row, lines.all({ ...owner, id }))];
      }),
  };
}

interface NameRow {
  readonly id: number;
  readonly path: string;
  readonly topic: string;
  readonly title: string;
  readonly aliases: string;
  readonly summary: string;
  readonly language: string;
}

interface LineRow {
  readonly text: string;
  readonly language: string;
  readonly terms: string;
}

function toText(file: NameRow, rows: readonly LineRow[]): TopicText {
  const { id, path, topic, title, aliases, summary, language } = file;
  const terms = contentTerms(tokenize(summary, "document"), languageOf(language)).join(" ");
  const about = summary === "" ? [] : [{ text: summary, language, terms }];
  return {
    id,
    path,
    names: [title, topic.replaceAll("-", " "), ...(JSON.parse(aliases) as string[])],
    lines: [...about, ...rows].map((row) => ({
      ...row,
      terms: row.terms.split(" ").filter(Boolean),
    })),
  };
}
