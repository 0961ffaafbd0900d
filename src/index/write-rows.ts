import type { Database } from "better-sqlite3";
import type { ListedFile } from "../vault/list-files.ts";
import { sha256 } from "../vault/sha256.ts";
import { forgetEmbedded } from "./embedded-mark.ts";
import { prepared } from "./prepared.ts";
import type { ChunkRow, FileRows } from "./rows.ts";

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
  /** A file as it was written last. */
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
  return {
    writeFile(version, rows) {
      const known = sql.known.get(version.stat.path);
      if (known !== undefined) sql.deleteFileFts.run(known.id);
      const fileId = sql.saveFile(fileRow(version, rows));
      sql.insertFileFts.run(fileId, rows.fts.name, rows.fts.body);
      const old = known === undefined ? [] : sql.chunksOf.all(fileId);
      const idsBySignature = Map.groupBy(old, ({ signature }) => signature.toString("hex"));
      let isAdded = false;
      for (const [position, chunk] of rows.chunks.entries()) {
        const signature = signatureOf(chunk);
        const kept = idsBySignature.get(signature.toString("hex"))?.shift();
        isAdded ||= kept === undefined;
        if (kept !== undefined) sql.moveChunk.run(position, chunk.line, kept.id);
        else insertChunk(sql, chunk, { fileId, position, signature });
      }
      removeChunks([...idsBySignature.values()].flat().map(({ id }) => id));
      if (isAdded) forgetEmbedded(db);
    },
    touchFile(fileId, stat, indexedAt) {
      sql.touchFile.run(stat.size, stat.mtimeMs, stat.ctimeMs, stat.ino, indexedAt, fileId);
    },
    removeFile(fileId) {
      removeChunks(sql.chunksOf.all(fileId).map(({ id }) => id));
      sql.deleteFileFts.run(fileId);
      sql.deleteFile.run(fileId);
    },
    known: (path) => sql.known.get(path),
  };
}

type Value = string | number | boolean | readonly string[] | Buffer | null;

function toSql(value: Value | undefined): unknown {
  if (typeof value === "boolean") return value ? 1 : 0;
  return Array.isArray(value) ? value.join(" ") : value;
}

/** Takes the columns of a table from the fields of its name, `own_tags` from `ownTags`. */
function inserter(db: Database, table: "file" | "chunk") {
  const columns = prepared<[string], string>(
    db,
    "SELECT name FROM pragma_table_info(?) WHERE name <> 'id'",
  )
    .pluck()
    .all(table);
  const fields = columns.map((name) => name.replace(/_./g, (end) => end.slice(1).toUpperCase()));
  const replace = columns.map((name) => `${name} = excluded.${name}`).join(", ");
  const statement = prepared<unknown[], number>(
    db,
    `INSERT INTO ${table}(${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})
     ${table === "file" ? `ON CONFLICT(path) DO UPDATE SET ${replace}` : ""} RETURNING id`,
  ).pluck();
  return (row: Readonly<Record<string, Value>>): number => {
    const id = statement.get(...fields.map((name) => toSql(row[name])));
    if (id === undefined) throw new TypeError(`Cannot write a row of "${table}": no id`);
    return id;
  };
}

type Statements = ReturnType<typeof prepareAll>;

function prepareAll(db: Database) {
  const prepare = <P extends unknown[] = unknown[], R = unknown>(text: string) =>
    prepared<P, R>(db, text);
  return {
    known: prepare<[string], { id: number; hash: Buffer }>(
      "SELECT id, hash FROM file WHERE path = ?",
    ),
    saveFile: inserter(db, "file"),
    touchFile: prepare(
      "UPDATE file SET size = ?, mtime_ms = ?, ctime_ms = ?, ino = ?, indexed_at = ? WHERE id = ?",
    ),
    deleteFile: prepare("DELETE FROM file WHERE id = ?"),
    deleteFileFts: prepare("DELETE FROM file_fts WHERE rowid = ?"),
    insertFileFts: prepare("INSERT INTO file_fts(rowid, name, body) VALUES (?, ?, ?)"),
    chunksOf: prepare<[number], { id: number; signature: Buffer }>(
      "SELECT id, signature FROM chunk WHERE file_id = ? ORDER BY position",
    ),
    moveChunk: prepare("UPDATE chunk SET position = ?, line = ? WHERE id = ?"),
    insertChunk: inserter(db, "chunk"),
    deleteChunk: prepare("DELETE FROM chunk WHERE id = ?"),
    insertFts: prepare("INSERT INTO chunk_fts(rowid, body, heading) VALUES (?, ?, ?)"),
    deleteFts: prepare("DELETE FROM chunk_fts WHERE rowid = ?"),
  };
}

/** Equal for a row and a chunk exactly when the row needs no rewrite. */
function signatureOf({ line: _, endLine: __, hash, ...rest }: ChunkRow): Buffer {
  return sha256(JSON.stringify([rest, hash?.toString("hex")])).subarray(0, 8);
}

function fileRow({ stat, pathKey, ...version }: FileVersion, rows: FileRows) {
  const { chunks, fts: _, ...names } = rows;
  const live = chunks.filter(({ superseded }) => !superseded);
  return {
    ...names,
    ...stat,
    ...version,
    otherKey: pathKey === stat.path ? null : pathKey,
    chunks: chunks.length,
    terms: live.reduce((sum, { terms, said }) => sum + terms.length + said.length, 0),
  };
}

interface ChunkPlace {
  readonly fileId: number;
  readonly position: number;
  readonly signature: Buffer;
}

function insertChunk(sql: Statements, { fts, ...chunk }: ChunkRow, place: ChunkPlace): void {
  const id = sql.insertChunk({ ...chunk, ...place, length: chunk.terms.length });
  sql.insertFts.run(id, fts.body, fts.heading);
}
