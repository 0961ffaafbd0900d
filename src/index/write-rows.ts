import type { Database } from "better-sqlite3";
import type { ListedFile } from "../vault/list-files.ts";
import { forgetEmbedded } from "./embedded-mark.ts";
import { prepared } from "./prepared.ts";
import type { FileRows } from "./rows.ts";

/** A file as it stands in the index after `writeFile`. */
interface FileVersion {
  readonly stat: ListedFile;
  readonly pathKey: string;
  /** sha256 of the bytes that were parsed. */
  readonly hash: Buffer;
  /** ms since the epoch, before the bytes were read. */
  readonly indexedAt: number;
}

/** Writes and removes the rows of whole files. Every call must run inside a transaction of the caller's. */
export interface RowWriter {
  /** Chunks of which nothing but the place changed keep their row and id. */
  writeFile(version: FileVersion, rows: FileRows): void;
  /** Updates only what the file looks like from outside, its bytes being as they were. */
  touchFile(fileId: number, stat: ListedFile, indexedAt: number): void;
  removeFile(fileId: number): void;
  /** A file as it was written last; its hash is empty where its quotes have changed since. */
  known(path: string): { readonly id: number; readonly hash: Buffer } | undefined;
}

/** Prepares the statements on `db`. */
export function createRowWriter(db: Database): RowWriter {
  const sql = prepareAll(db);
  const removeChunks = (ids: readonly number[]): void => {
    for (const id of ids) {
      sql.deleteFts.run(id);
      sql.deleteChunk.run(id);
    }
  };
  const deleteFile = (id: number): void => {
    sql.deleteFileFts.run(id);
    sql.deleteFile.run(id);
  };
  return {
    writeFile(version, rows) {
      const known = sql.known.get(version.stat.path);
      if (known !== undefined) deleteFile(known.id);
      const fileId = sql.file.insert(sql.file.valuesOf(fileRow(version, rows, known?.id)));
      sql.insertFileFts.run(fileId, rows.fts.body, rows.fts.name);
      const old = known === undefined ? [] : sql.chunksOf.all(fileId);
      // No column holds all words that were said behind an entry: where these changed, each row is written again.
      const mayKeep = known?.hash.length !== 0;
      const idsByContent = Map.groupBy(old, ([id, ...content]) =>
        mayKeep ? JSON.stringify(content) : id,
      );
      let isAdded = false;
      for (const [position, chunk] of rows.chunks.entries()) {
        const values = sql.chunk.valuesOf({ ...chunk, fileId, position });
        const content = old.length > 0 ? JSON.stringify(values.slice(placeColumns)) : "";
        const [kept] = idsByContent.get(content)?.shift() ?? [];
        isAdded ||= kept === undefined;
        if (kept !== undefined) sql.moveChunk.run(position, chunk.line, kept);
        else sql.insertFts.run(sql.chunk.insert(values), chunk.body);
      }
      removeChunks([...idsByContent.values()].flat().map(([id]) => id));
      if (isAdded) forgetEmbedded(db);
    },
    touchFile(fileId, stat, indexedAt) {
      sql.touchFile.run(stat.size, stat.mtimeMs, stat.ctimeMs, stat.ino, indexedAt, fileId);
    },
    removeFile(fileId) {
      removeChunks(sql.chunksOf.all(fileId).map(([id]) => id));
      deleteFile(fileId);
    },
    known: (path) => sql.known.get(path),
  };
}

type Value = string | number | boolean | readonly string[] | Buffer | null;

function toSql(value: Value | undefined): unknown {
  if (typeof value === "boolean") return value ? 1 : 0;
  return Array.isArray(value) ? value.join(" ") : (value ?? null);
}

/**
 * Takes the columns of a table from the fields of its name, `own_tags` from `ownTags`. A plain INSERT: what may undo
 * more than its own row (REPLACE, ON CONFLICT, RETURNING) has FTS5 write out what it gathers, at each row.
 */
function inserter(db: Database, table: "file" | "chunk") {
  const columns = prepared<[string], string>(db, "SELECT name FROM pragma_table_info(?)")
    .pluck()
    .all(table);
  const fields = columns.map((name) => name.replace(/_./g, (end) => end.slice(1).toUpperCase()));
  const marks = columns.map(() => "?").join(", ");
  const statement = prepared(db, `INSERT INTO ${table}(${columns.join(", ")}) VALUES (${marks})`);
  return {
    columns,
    valuesOf: (row: Readonly<Record<string, Value | undefined>>): unknown[] =>
      fields.map((name) => toSql(row[name])),
    /** A row's id; a new one where the values have none. */
    insert: (values: readonly unknown[]): number =>
      Number(statement.run(...values).lastInsertRowid),
  };
}

/** The first columns of `chunk`: id, file_id, position, line. A row that differs in these alone is moved. */
const placeColumns = 4;

function prepareAll(db: Database) {
  const prepare = <P extends unknown[] = unknown[], R = unknown>(text: string) =>
    prepared<P, R>(db, text);
  // Before any inserter: it tells a table that is missing.
  const deleteFile = prepare("DELETE FROM file WHERE id = ?");
  const deleteChunk = prepare("DELETE FROM chunk WHERE id = ?");
  const chunk = inserter(db, "chunk");
  return {
    deleteFile,
    deleteChunk,
    chunk,
    known: prepare<[string], { id: number; hash: Buffer }>(
      "SELECT id, hash FROM file WHERE path = ?",
    ),
    file: inserter(db, "file"),
    touchFile: prepare(
      "UPDATE file SET size = ?, mtime_ms = ?, ctime_ms = ?, ino = ?, indexed_at = ? WHERE id = ?",
    ),
    deleteFileFts: prepare("DELETE FROM file_fts WHERE rowid = ?"),
    insertFileFts: prepare("INSERT INTO file_fts(rowid, body, name) VALUES (?, ?, ?)"),
    chunksOf: prepare<[number], [id: number, ...content: unknown[]]>(
      `SELECT id, ${chunk.columns.slice(placeColumns).join(", ")} FROM chunk WHERE file_id = ? ORDER BY position`,
    ).raw(),
    moveChunk: prepare("UPDATE chunk SET position = ?, line = ? WHERE id = ?"),
    insertFts: prepare("INSERT INTO chunk_fts(rowid, body) VALUES (?, ?)"),
    deleteFts: prepare("DELETE FROM chunk_fts WHERE rowid = ?"),
  };
}

function fileRow(version: FileVersion, rows: FileRows, id: number | undefined) {
  const { stat, pathKey, hash, indexedAt } = version;
  const { chunks, fts: _, ...names } = rows;
  const live = chunks.filter(({ superseded }) => !superseded);
  return {
    ...names,
    ...stat,
    id,
    hash,
    indexedAt,
    otherKey: pathKey === stat.path ? null : pathKey,
    chunks: chunks.length,
    terms: live.reduce((sum, { terms, said }) => sum + terms.length + said.length, 0),
  };
}
