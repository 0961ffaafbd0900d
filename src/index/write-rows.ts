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
  /** Chunk ids that are new; chunks of which nothing but the place changed keep their id and are not listed. */
  writeFile(version: FileVersion, rows: FileRows): readonly number[];
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
      const fileId = sql.saveFile.get(...fileValues(version, rows));
      if (fileId === undefined) throw new TypeError(`Cannot index "${version.stat.path}": no id`);
      sql.insertFileFts.run(fileId, rows.fts.name, rows.fts.body);
      const old = known === undefined ? [] : sql.chunksOf.all(fileId);
      const idsBySignature = Map.groupBy(old, ({ signature }) => signature.toString("hex"));
      const added = rows.chunks.flatMap((chunk, position) => {
        const signature = signatureOf(chunk);
        const kept = idsBySignature.get(signature.toString("hex"))?.shift();
        if (kept === undefined) return insertChunk(sql, chunk, { fileId, position, signature });
        sql.moveChunk.run(position, chunk.line, chunk.endLine, kept.id);
        return [];
      });
      removeChunks([...idsBySignature.values()].flat().map(({ id }) => id));
      if (added.length > 0) forgetEmbedded(db);
      return added;
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

/** Columns that are called as in these rows, but for their spelling; those of the place and of the whole file come before. */
const chunkFields = [
  "line",
  "endLine",
  "kind",
  "superseded",
  "counted",
  "secret",
  "bank",
  "owner",
  "date",
  "fields",
  "uid",
  "language",
  "heading",
  "ownTags",
  "textId",
  "hash",
  "text",
  "terms",
  "said",
] as const satisfies readonly (keyof ChunkRow)[];
const fileFields = [
  "scope",
  "owner",
  "kind",
  "archived",
  "topic",
  "title",
  "summary",
  "aliases",
  "updated",
  "problems",
  "language",
  "lineLanguages",
  "tags",
  "secret",
] as const satisfies readonly (keyof FileRows)[];

const toColumn = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const fileColumns = [
  ...["path", "other_key", "size", "mtime_ms", "ctime_ms", "ino", "hash", "indexed_at"],
  ...fileFields.map(toColumn),
  ...["chunks", "terms"],
];
const chunkColumns = [
  ...["file_id", "position", "signature", "length"],
  ...chunkFields.map(toColumn),
];

function toSql(value: string | number | boolean | readonly string[] | Buffer | null): unknown {
  if (typeof value === "boolean") return value ? 1 : 0;
  return Array.isArray(value) ? value.join(" ") : value;
}

const insertInto = (table: string, columns: readonly string[]): string =>
  `INSERT INTO ${table}(${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;

type Statements = ReturnType<typeof prepareAll>;

function prepareAll(db: Database) {
  const prepare = <P extends unknown[] = unknown[], R = unknown>(text: string) =>
    prepared<P, R>(db, text);
  return {
    known: prepare<[string], { id: number; hash: Buffer }>(
      "SELECT id, hash FROM file WHERE path = ?",
    ),
    saveFile: prepare<unknown[], number>(
      `${insertInto("file", fileColumns)} ON CONFLICT(path) DO UPDATE SET
       ${fileColumns.map((name) => `${name} = excluded.${name}`).join(", ")} RETURNING id`,
    ).pluck(),
    touchFile: prepare(
      "UPDATE file SET size = ?, mtime_ms = ?, ctime_ms = ?, ino = ?, indexed_at = ? WHERE id = ?",
    ),
    deleteFile: prepare("DELETE FROM file WHERE id = ?"),
    deleteFileFts: prepare("DELETE FROM file_fts WHERE rowid = ?"),
    insertFileFts: prepare("INSERT INTO file_fts(rowid, name, body) VALUES (?, ?, ?)"),
    chunksOf: prepare<[number], { id: number; signature: Buffer }>(
      "SELECT id, signature FROM chunk WHERE file_id = ? ORDER BY position",
    ),
    moveChunk: prepare("UPDATE chunk SET position = ?, line = ?, end_line = ? WHERE id = ?"),
    insertChunk: prepare(insertInto("chunk", chunkColumns)),
    deleteChunk: prepare("DELETE FROM chunk WHERE id = ?"),
    insertFts: prepare("INSERT INTO chunk_fts(rowid, body, heading) VALUES (?, ?, ?)"),
    deleteFts: prepare("DELETE FROM chunk_fts WHERE rowid = ?"),
  };
}

/** Equal for a row and a chunk exactly when the row needs no rewrite. */
function signatureOf({ line: _, endLine: __, hash, ...rest }: ChunkRow): Buffer {
  return sha256(JSON.stringify([rest, hash?.toString("hex")])).subarray(0, 8);
}

function fileValues({ stat, pathKey, hash, indexedAt }: FileVersion, rows: FileRows): unknown[] {
  const live = rows.chunks.filter(({ superseded }) => !superseded);
  const { path, size, mtimeMs, ctimeMs, ino } = stat;
  return [
    ...[path, pathKey === path ? null : pathKey, size, mtimeMs, ctimeMs, ino, hash, indexedAt],
    ...fileFields.map((name) => toSql(rows[name])),
    rows.chunks.length,
    live.reduce((sum, { terms, said }) => sum + terms.length + said.length, 0),
  ];
}

interface ChunkPlace {
  readonly fileId: number;
  readonly position: number;
  readonly signature: Buffer;
}

function insertChunk(
  sql: Statements,
  chunk: ChunkRow,
  { fileId, position, signature }: ChunkPlace,
): number {
  const values = chunkFields.map((name) => toSql(chunk[name]));
  const place = [fileId, position, signature, chunk.terms.length];
  const id = Number(sql.insertChunk.run(...place, ...values).lastInsertRowid);
  sql.insertFts.run(id, chunk.fts.body, chunk.fts.heading);
  return id;
}
