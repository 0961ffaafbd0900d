import type { Database } from "better-sqlite3";
import type { ListedFile } from "../vault/list-files.ts";
import { forgetEmbedded } from "./embed-rows.ts";
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
  /** Chunk ids that are new; chunks whose words did not change keep their id and are not listed. */
  writeFile(version: FileVersion, rows: FileRows): readonly number[];
  /** Updates only what the file looks like from outside, its bytes being as they were. */
  touchFile(fileId: number, stat: ListedFile, indexedAt: number): void;
  removeFile(fileId: number): void;
}

/** Prepares the statements on `db`; `onRemoved` hears of every chunk id that left the index. */
export function createRowWriter(
  db: Database,
  onRemoved: (ids: readonly number[]) => void,
): RowWriter {
  const sql = prepareAll(db);
  const removeChunks = (ids: readonly number[]): void => {
    for (const id of ids) {
      sql.deleteFts.run(id);
      sql.deleteChunk.run(id);
    }
    if (ids.length > 0) onRemoved(ids);
  };
  return {
    writeFile(version, rows) {
      const fileId = saveFile(sql, version, rows);
      const old = new Map<string, number[]>();
      for (const row of sql.chunksOf.all(fileId)) {
        const { id, signature } = row;
        old.set(signature, [...(old.get(signature) ?? []), id]);
      }
      const added: number[] = [];
      const fresh: [ChunkRow, number][] = [];
      rows.chunks.forEach((chunk, position) => {
        const bankId = bankIdOf(sql, chunk.bank);
        const kept = old.get(signatureOf(chunk, bankId))?.shift();
        if (kept === undefined) fresh.push([chunk, position]);
        else sql.moveChunk.run(position, chunk.line, chunk.endLine, kept);
      });
      removeChunks([...old.values()].flat());
      for (const [chunk, position] of fresh) added.push(insertChunk(sql, fileId, chunk, position));
      if (added.length > 0) forgetEmbedded(db);
      return added;
    },
    touchFile(fileId, stat, indexedAt) {
      sql.touchFile.run(stat.size, stat.mtimeMs, stat.ctimeMs, stat.ino, indexedAt, fileId);
    },
    removeFile(fileId) {
      removeChunks(sql.chunksOf.all(fileId).map((row) => row.id));
      sql.deleteFileFts.run(fileId);
      sql.deleteFile.run(fileId);
    },
  };
}

type Statements = ReturnType<typeof prepareAll>;

function prepareAll(db: Database) {
  const prepare = <P extends unknown[] = unknown[], R = unknown>(text: string) =>
    prepared<P, R>(db, text);
  return {
    fileId: prepare<[string], { id: number }>("SELECT id FROM file WHERE path = ?"),
    insertFile: prepare<[string], { id: number }>(
      `INSERT INTO file(path, path_key, size, mtime_ms, ctime_ms, ino, hash, indexed_at, scope, kind, archived,
         topic, title, summary, aliases, updated, problems, language, secret, chunks, terms)
       VALUES (?, '', 0, 0, 0, 0, x'', 0, '', '', 0, '', '', '', '[]', '', '[]', '', 0, 0, 0) RETURNING id`,
    ),
    updateFile: prepare(
      `UPDATE file SET path_key = ?, size = ?, mtime_ms = ?, ctime_ms = ?, ino = ?, hash = ?, indexed_at = ?,
         scope = ?, kind = ?, archived = ?, topic = ?, title = ?, summary = ?, aliases = ?, updated = ?,
         problems = ?, language = ?, secret = ?, chunks = ?, terms = ? WHERE id = ?`,
    ),
    touchFile: prepare(
      "UPDATE file SET size = ?, mtime_ms = ?, ctime_ms = ?, ino = ?, indexed_at = ? WHERE id = ?",
    ),
    deleteFile: prepare("DELETE FROM file WHERE id = ?"),
    deleteFileFts: prepare("DELETE FROM file_fts WHERE rowid = ?"),
    insertFileFts: prepare("INSERT INTO file_fts(rowid, title, body) VALUES (?, ?, ?)"),
    chunksOf: prepare<[number], { id: number; signature: string }>(
      `SELECT id, ${signatureSql} AS signature FROM chunk WHERE file_id = ? ORDER BY position`,
    ),
    moveChunk: prepare("UPDATE chunk SET position = ?, line = ?, end_line = ? WHERE id = ?"),
    insertChunk: prepare<unknown[], { id: number }>(
      `INSERT INTO chunk(file_id, position, kind, uid, line, end_line, heading, text, date, bank_id, tags,
         fields, secret, owner, language, terms, said, text_id, superseded, hash)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
    ),
    insertFts: prepare("INSERT INTO chunk_fts(rowid, heading, body, day) VALUES (?, ?, ?, ?)"),
    deleteChunk: prepare("DELETE FROM chunk WHERE id = ?"),
    deleteFts: prepare("DELETE FROM chunk_fts WHERE rowid = ?"),
    bankId: prepare<[string], { id: number }>("SELECT id FROM bank WHERE name = ?"),
    insertBank: prepare<[string], { id: number }>("INSERT INTO bank(name) VALUES (?) RETURNING id"),
  };
}

const separator = "\u001f";
const signatureSql = [
  ...[
    "kind",
    "uid",
    "lower(hex(hash))",
    "date",
    "bank_id",
    "tags",
    "fields",
    "secret",
    "owner",
    "language",
    "terms",
    "said",
  ],
].join(` || '${separator}' || `);

/** Equal for a row and a chunk exactly when the row needs no rewrite; the hash covers title, heading and text, and so all that follows from these. */
function signatureOf(chunk: ChunkRow, bankId: number): string {
  const { kind, uid, date, tags, fields, owner, language, terms, said } = chunk;
  const secret = chunk.secret ? 1 : 0;
  const hash = chunk.hash.toString("hex");
  return [kind, uid, hash, date, bankId, tags, fields, secret, owner, language, terms, said].join(
    separator,
  );
}

function saveFile(sql: Statements, version: FileVersion, rows: FileRows): number {
  const { stat } = version;
  const id = (sql.fileId.get(stat.path) ?? sql.insertFile.get(stat.path))?.id;
  if (id === undefined) throw new TypeError(`Cannot index "${stat.path}": no row id`);
  const live = rows.chunks.filter(({ superseded }) => !superseded);
  const terms = live.reduce(
    (sum, { terms, said }) => sum + countTerms(terms) + countTerms(said),
    0,
  );
  sql.updateFile.run(
    ...[version.pathKey, stat.size, stat.mtimeMs, stat.ctimeMs, stat.ino, version.hash],
    ...[version.indexedAt, rows.scope, rows.kind, rows.archived ? 1 : 0, rows.topic, rows.title],
    ...[rows.summary, rows.aliases, rows.updated, rows.problems, rows.language],
    ...[rows.secret ? 1 : 0, rows.chunks.length, terms, id],
  );
  sql.deleteFileFts.run(id);
  sql.insertFileFts.run(id, rows.fts.title, rows.fts.body);
  return id;
}

function insertChunk(sql: Statements, fileId: number, chunk: ChunkRow, position: number): number {
  const id = sql.insertChunk.get(
    ...[
      fileId,
      position,
      chunk.kind,
      chunk.uid,
      chunk.line,
      chunk.endLine,
      chunk.heading,
      chunk.text,
    ],
    ...[chunk.date, bankIdOf(sql, chunk.bank), chunk.tags, chunk.fields],
    ...[chunk.secret ? 1 : 0, chunk.owner, chunk.language],
    ...[chunk.terms, chunk.said, chunk.textId, chunk.superseded ? 1 : 0, chunk.hash],
  )?.id;
  if (id === undefined) throw new TypeError("Cannot index an entry: no row id");
  sql.insertFts.run(id, chunk.fts.heading, chunk.fts.body, chunk.fts.day);
  return id;
}

function bankIdOf(sql: Statements, name: string): number {
  return (sql.bankId.get(name) ?? sql.insertBank.get(name))?.id ?? 0;
}

function countTerms(terms: string): number {
  return terms === "" ? 0 : terms.split(" ").length;
}
