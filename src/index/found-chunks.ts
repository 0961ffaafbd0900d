import type { Database } from "better-sqlite3";
import type { Conditions } from "./conditions.ts";
import { keepFor } from "./kept.ts";
import { prepared } from "./prepared.ts";

/** What ranking needs of a file. */
interface FoundFile {
  readonly file: string;
  readonly topic: string;
  readonly title: string;
  /** JSON array. */
  readonly aliases: string;
  readonly scope: string;
  /** Content terms in the whole file. */
  readonly fileTerms: number;
}

interface OwnColumns {
  readonly id: number;
  readonly fileId: number;
  readonly position: number;
  readonly kind: "entry" | "note";
  readonly heading: string;
  readonly text: string;
  readonly date: string;
  readonly language: string;
  readonly terms: string;
  /** Terms of what the person said, behind an entry. */
  readonly said: string;
  /** What an entry says of its importance, as it stands there; null where it says nothing. */
  readonly importance?: string | null;
}

/** A chunk as ranking needs it. */
export interface FoundChunk extends OwnColumns, FoundFile {}

/** What is read of a chunk that is shown, and of no other. */
export interface ShownColumns {
  readonly uid: string;
  readonly line: number;
  readonly bank: string;
  /** The slot that an entry fills, or ''. */
  readonly key: string;
}

const columns = `c.id AS id, c.file_id AS fileId, c.position AS position, c.kind AS kind, c.heading AS heading, c.text AS text,
  c.date AS date, c.language AS language, c.terms AS terms, c.said AS said,
  CASE c.fields WHEN '{}' THEN NULL ELSE c.fields ->> '$.importance' END AS importance`;

export function shownColumns(db: Database, id: number): ShownColumns {
  const found = prepared<[number], ShownColumns>(
    db,
    `SELECT c.uid AS uid, c.line AS line, (SELECT name FROM bank WHERE id = c.bank_id) AS bank,
       coalesce(c.fields ->> '$.key', '') AS key FROM chunk c WHERE c.id = ?`,
  ).get(id);
  if (found === undefined) throw new RangeError(`Cannot read chunk "${id}": not in the index`);
  return found;
}

/** Files come up again and again, some 500 bytes each; "none" for one that does not meet its conditions. */
const keepFile = keepFor<number, FoundFile | "none">(5_000);
/** One object per text of the file conditions; their parameters are the viewer's, so `state` stands for them. */
const keepScope = keepFor<string, object>(4);

/** Reads chunks that meet conditions, each once a question; `state`: see IndexSearch. */
export function chunkReader(
  db: Database,
  { where, file, chunk, params }: Conditions,
  state: object,
): (ids: readonly number[]) => FoundChunk[] {
  const chunksById = prepared<[object], OwnColumns>(
    db,
    `SELECT ${columns} FROM chunk c ${chunk === undefined ? "JOIN file f ON f.id = c.file_id" : ""}
     WHERE c.id IN (SELECT value FROM json_each(:ids)) AND ${chunk ?? where}`,
  );
  const fileById = prepared<[object], FoundFile>(
    db,
    `SELECT path AS file, topic, title, aliases, scope, terms AS fileTerms FROM file f WHERE id = :id AND ${file}`,
  );
  const scope = keepScope(state, file, () => ({}));
  const fileOf = (id: number): FoundFile | "none" =>
    keepFile(scope, id, () => fileById.get({ ...params, id }) ?? "none");
  const known = new Map<number, FoundChunk>();
  return (ids) => {
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length > 0) {
      for (const own of chunksById.all({ ...params, ids: JSON.stringify(unknown) })) {
        const file = fileOf(own.fileId);
        if (file !== "none") known.set(own.id, Object.assign(own, file));
      }
    }
    const found: FoundChunk[] = [];
    for (const id of ids) {
      const chunk = known.get(id);
      if (chunk !== undefined) found.push(chunk);
    }
    return found;
  };
}
