import type { Database } from "better-sqlite3";
import { forgetEmbedded } from "./embedded-mark.ts";
import { prepared } from "./prepared.ts";
import type { FileRows, Row } from "./rows.ts";

/**
 * Puts the rows of a whole file in place of those it had, in a transaction of the caller's. Chunks of which nothing but
 * the place changed keep their row and id, unless all are to be written `isAnew`: no column holds all words that were
 * said behind an entry.
 */
export function writeFile(
  db: Database,
  { id, path }: { readonly id: number; readonly path: string },
  { names, fts, chunks }: FileRows,
  isAnew = false,
): void {
  const old = chunksOf(db, id);
  const oldByContent = Map.groupBy(old, ([chunkId, ...content]) =>
    isAnew ? chunkId : JSON.stringify(content),
  );
  removeNames(db, id);
  insert(db, tables.file, valuesOf(tables.file, { ...names, id, path }));
  prepared(db, "INSERT INTO file_fts(rowid, body, name) VALUES (?, ?, ?)").run(
    id,
    fts.body,
    fts.name,
  );
  const move = prepared(db, "UPDATE chunk SET position = ?, line = ? WHERE id = ?");
  const find = prepared(db, "INSERT INTO chunk_fts(rowid, body) VALUES (?, ?)");
  let isAdded = false;
  for (const [position, chunk] of chunks.entries()) {
    const values = valuesOf(tables.chunk, { ...chunk, id: null, fileId: id, position });
    const content = old.length > 0 ? JSON.stringify(values.slice(placeColumns)) : "";
    const [kept] = oldByContent.get(content)?.shift() ?? [];
    isAdded ||= kept === undefined;
    if (kept !== undefined) move.run(position, chunk.line, kept);
    else find.run(insert(db, tables.chunk, values), chunk.body);
  }
  removeChunks(db, [...oldByContent.values()].flat());
  if (isAdded) forgetEmbedded(db);
}

/** Takes all rows of a file out, in a transaction of the caller's. */
export function removeFile(db: Database, id: number): void {
  removeChunks(db, chunksOf(db, id));
  removeNames(db, id);
}

function removeNames(db: Database, id: number): void {
  prepared(db, "DELETE FROM file_fts WHERE rowid = ?").run(id);
  prepared(db, "DELETE FROM file WHERE id = ?").run(id);
}

type OldChunk = readonly [id: number, ...content: unknown[]];

function removeChunks(db: Database, chunks: readonly OldChunk[]): void {
  for (const [id] of chunks) {
    prepared(db, "DELETE FROM chunk_fts WHERE rowid = ?").run(id);
    prepared(db, "DELETE FROM chunk WHERE id = ?").run(id);
  }
}

/** Of `chunk` id, file_id, position and line come first: a row that differs in these alone is moved. */
const placeColumns = 4;
const tables = {
  file: tableOf(
    "file",
    `id path other_key scope owner kind archived topic title summary aliases updated problems language line_languages
     tags secret chunks terms`,
  ),
  chunk: tableOf(
    "chunk",
    `id file_id position line length is_note superseded counted secret bank owner date fields uid_key language heading
     own_tags text_id hash text terms said`,
  ),
};

interface Table {
  readonly columns: readonly string[];
  /** The names of the fields that they are taken from: `own_tags` from `ownTags`. */
  readonly fields: readonly string[];
  /** A plain INSERT: what may undo more than its own row (REPLACE, ON CONFLICT, RETURNING) has FTS5 write out what it gathers. */
  readonly insert: string;
}

function tableOf(name: string, words: string): Table {
  const columns = words.split(/\s+/);
  const marks = columns.map(() => "?").join(", ");
  return {
    columns,
    fields: columns.map((column) => column.replace(/_./g, (end) => end.slice(1).toUpperCase())),
    insert: `INSERT INTO ${name}(${columns.join(", ")}) VALUES (${marks})`,
  };
}

const valuesOf = ({ fields }: Table, row: Row): Row[string][] =>
  fields.map((field) => row[field] ?? null);

/** The row's id; a new one where the values have none. */
const insert = (db: Database, table: Table, values: readonly Row[string][]): number =>
  Number(prepared(db, table.insert).run(...values).lastInsertRowid);

const chunksOf = (db: Database, fileId: number): OldChunk[] =>
  prepared<[number], OldChunk>(
    db,
    `SELECT id, ${tables.chunk.columns.slice(placeColumns).join(", ")} FROM chunk WHERE file_id = ? ORDER BY position`,
  )
    .raw()
    .all(fileId);
