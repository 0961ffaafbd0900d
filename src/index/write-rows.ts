import type { Database } from "better-sqlite3";
import type { ListedFile } from "../vault/list-files.ts";
import { forgetEmbedded } from "./embed-rows.ts";
import { prepared } from "./prepared.ts";
import type { ChunkRow, FileRows } from "./rows.ts";
import { idsPerFile, lengthClass, neededSpan, ofFile, roomySpan } from "./schema.ts";

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
  /** A file as it was written last. */
  known(path: string): { readonly id: number; readonly hash: Buffer } | undefined;
}

/** Prepares the statements on `db`; `onRemoved` hears of every chunk id that left the index. */
export function createRowWriter(
  db: Database,
  onRemoved: (ids: readonly number[]) => void,
): RowWriter {
  const sql = prepareAll(db);
  const bankIds = new Map<string, number>();
  const bankIdOf = (name: string): number => {
    const id = bankIds.get(name) ?? (sql.bankId.get(name) ?? sql.insertBank.get(name))?.id ?? 0;
    bankIds.set(name, id);
    return id;
  };
  const removeChunks = (ids: readonly number[]): void => {
    for (const id of ids) {
      sql.deleteFts.run(id);
      sql.deleteChunk.run(id);
    }
    if (ids.length > 0) onRemoved(ids);
  };
  const removeFile = (fileId: number): void => {
    removeChunks(sql.chunksOf.all(fileId).map((row) => row.id));
    sql.deleteFileFts.run(fileId);
    sql.deleteFile.run(fileId);
  };
  return {
    writeFile(version, rows) {
      const before = sql.known.get(version.stat.path);
      const isOutgrown = before !== undefined && before.span < neededSpan(rows.chunks.length);
      if (isOutgrown) removeFile(before.id);
      const known = isOutgrown ? undefined : before;
      const fileId = saveFile(sql, version, rows, known);
      const fresh =
        known === undefined
          ? rows.chunks.map((chunk, position) => ({ chunk, position }))
          : keepEqual(sql, known, rows.chunks, { bankIdOf, removeChunks });
      const last = known && sql.lastChunk.get(fileId);
      let next = Math.floor((last ?? fileId * idsPerFile) / 16);
      const added = fresh.map(({ chunk, position }) => {
        const id = ++next * 16 + lengthClass(chunk.terms.length);
        insertChunk(sql, { id, fileId, position, bankId: bankIdOf(chunk.bank) }, chunk);
        return id;
      });
      if (added.length > 0) forgetEmbedded(db);
      return added;
    },
    touchFile(fileId, stat, indexedAt) {
      sql.touchFile.run(stat.size, stat.mtimeMs, stat.ctimeMs, stat.ino, indexedAt, fileId);
    },
    known: (path) => sql.known.get(path),
    removeFile,
  };
}

interface KnownFile {
  readonly id: number;
  readonly span: number;
  readonly hash: Buffer;
}

interface Placed {
  readonly chunk: ChunkRow;
  readonly position: number;
}

/** Keeps the rows of chunks whose words did not change, removes those of the rest, and returns what is to be inserted. */
function keepEqual(
  sql: Statements,
  { id: fileId, span }: KnownFile,
  chunks: readonly ChunkRow[],
  {
    bankIdOf,
    removeChunks,
  }: {
    readonly bankIdOf: (name: string) => number;
    readonly removeChunks: (ids: readonly number[]) => void;
  },
): readonly Placed[] {
  const old = sql.chunksOf.all(fileId);
  const placed = chunks.map((chunk, position) => ({ chunk, position }));
  const idsBySignature = new Map<string, number[]>();
  for (const { id, signature } of old) {
    const ids = idsBySignature.get(signature);
    if (ids === undefined) idsBySignature.set(signature, [id]);
    else ids.push(id);
  }
  const fresh = placed.filter(({ chunk, position }) => {
    const kept = idsBySignature.get(signatureOf(chunk, bankIdOf(chunk.bank)))?.shift();
    if (kept !== undefined) sql.moveChunk.run(position, chunk.line, chunk.endLine, kept);
    return kept === undefined;
  });
  const last = old.reduce((most, { id }) => Math.max(most, id), 0);
  if (last + (fresh.length + 1) * 16 > (fileId + span) * idsPerFile) {
    removeChunks(old.map(({ id }) => id)); // Its numbers begin again.
    return placed;
  }
  removeChunks([...idsBySignature.values()].flat());
  return fresh;
}

type Statements = ReturnType<typeof prepareAll>;

function prepareAll(db: Database) {
  const prepare = <P extends unknown[] = unknown[], R = unknown>(text: string) =>
    prepared<P, R>(db, text);
  return {
    known: prepare<[string], KnownFile>("SELECT id, span, hash FROM file WHERE path = ?"),
    insertFile: prepare(
      `INSERT INTO file(id, other_key, size, mtime_ms, ctime_ms, ino, hash, indexed_at, scope, owner, kind, archived,
         topic, title, summary, aliases, updated, problems, language, line_languages, tags, secret, chunks, terms, path, span)
       VALUES ((SELECT id + span FROM file ORDER BY id DESC LIMIT 1), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    updateFile: prepare(
      `UPDATE file SET other_key = ?, size = ?, mtime_ms = ?, ctime_ms = ?, ino = ?, hash = ?, indexed_at = ?,
         scope = ?, owner = ?, kind = ?, archived = ?, topic = ?, title = ?, summary = ?, aliases = ?, updated = ?,
         problems = ?, language = ?, line_languages = ?, tags = ?, secret = ?, chunks = ?, terms = ? WHERE id = ?`,
    ),
    touchFile: prepare(
      "UPDATE file SET size = ?, mtime_ms = ?, ctime_ms = ?, ino = ?, indexed_at = ? WHERE id = ?",
    ),
    deleteFile: prepare("DELETE FROM file WHERE id = ?"),
    deleteFileFts: prepare("DELETE FROM file_fts WHERE rowid = ?"),
    insertFileFts: prepare("INSERT INTO file_fts(rowid, title) VALUES (?, ?)"),
    lastChunk: prepare<[number], number>(
      `SELECT c.id FROM file f JOIN chunk c ON ${ofFile} WHERE f.id = ? ORDER BY c.id DESC LIMIT 1`,
    ).pluck(),
    chunksOf: prepare<[number], { id: number; signature: string }>(
      `SELECT c.id, ${signatureSql} AS signature FROM file f JOIN chunk c ON ${ofFile} WHERE f.id = ? ORDER BY position`,
    ),
    moveChunk: prepare("UPDATE chunk SET position = ?, line = ?, end_line = ? WHERE id = ?"),
    insertChunk: prepare(
      `INSERT INTO chunk(id, block, position, is_note, uid_key, line, end_line, heading, text, date, bank_id, own_tags,
         fields, secret, owner, language, terms, said, text_id, superseded, counted, hash)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    insertFts: prepare("INSERT INTO chunk_fts(rowid, body, heading) VALUES (?, ?, ?)"),
    deleteChunk: prepare("DELETE FROM chunk WHERE id = ?"),
    deleteFts: prepare("DELETE FROM chunk_fts WHERE rowid = ?"),
    bankId: prepare<[string], { id: number }>("SELECT id FROM bank WHERE name = ?"),
    insertBank: prepare<[string], { id: number }>("INSERT INTO bank(name) VALUES (?) RETURNING id"),
  };
}

const separator = "\u001f";
const signatureSql = [
  "c.kind",
  "c.uid",
  "coalesce(lower(hex(c.hash)), '')",
  "c.heading",
  "c.text",
  "c.date",
  "c.bank_id",
  "c.own_tags",
  "c.fields",
  "c.secret",
  "c.owner",
  "c.language",
  "c.terms",
  "c.said",
].join(` || '${separator}' || `);

/** Equal for a row and a chunk exactly when the row needs no rewrite: all else follows from this. */
function signatureOf(chunk: ChunkRow, bankId: number): string {
  const { kind, uid, heading, text, date, ownTags, fields, owner, language } = chunk;
  const [terms, said] = [chunk.terms.join(" "), chunk.said.join(" ")];
  const secret = chunk.secret ? 1 : 0;
  const hash = chunk.hash?.toString("hex") ?? "";
  return [
    ...[kind, uid, hash, heading, text, date, bankId, ownTags, fields, secret, owner, language],
    ...[terms, said],
  ].join(separator);
}

function saveFile(
  sql: Statements,
  version: FileVersion,
  rows: FileRows,
  known: KnownFile | undefined,
): number {
  const { stat } = version;
  const otherKey = version.pathKey === stat.path ? null : version.pathKey;
  const live = rows.chunks.filter(({ superseded }) => !superseded);
  const terms = live.reduce((sum, { terms, said }) => sum + terms.length + said.length, 0);
  const values = [
    ...[otherKey, stat.size, stat.mtimeMs, stat.ctimeMs, stat.ino, version.hash],
    ...[
      version.indexedAt,
      rows.scope,
      rows.owner,
      rows.kind,
      rows.archived ? 1 : 0,
      rows.topic,
      rows.title,
    ],
    ...[rows.summary, rows.aliases, rows.updated, rows.problems, rows.language],
    ...[[...new Set(rows.chunks.map(({ language }) => language))].join(" "), rows.tags],
    ...[rows.secret ? 1 : 0, rows.chunks.length, terms],
  ];
  if (known !== undefined) {
    sql.updateFile.run(...values, known.id);
    sql.deleteFileFts.run(known.id);
  }
  const span = roomySpan(rows.chunks.length);
  const fileId =
    known?.id ?? Number(sql.insertFile.run(...values, stat.path, span).lastInsertRowid);
  sql.insertFileFts.run(fileId, rows.fts.title);
  return fileId;
}

interface ChunkPlace {
  readonly id: number;
  readonly fileId: number;
  readonly position: number;
  readonly bankId: number;
}

function insertChunk(sql: Statements, place: ChunkPlace, chunk: ChunkRow): void {
  const { id, fileId, position, bankId } = place;
  const block = Math.floor(id / idsPerFile) - fileId;
  sql.insertChunk.run(
    ...[id, block, position, chunk.kind === "note" ? 1 : 0, toUidKey(chunk.uid)],
    ...[chunk.line, chunk.endLine, chunk.heading],
    ...[chunk.text, chunk.date, bankId, chunk.ownTags, chunk.fields],
    ...[chunk.secret ? 1 : 0, chunk.owner, chunk.language],
    ...[
      chunk.terms.join(" "),
      chunk.said.join(" "),
      chunk.textId,
      chunk.superseded ? 1 : 0,
      chunk.counted ? 1 : 0,
      chunk.hash,
    ],
  );
  sql.insertFts.run(id, chunk.fts.body, chunk.fts.heading);
}

const toUidKey = (uid: string): string | Buffer =>
  /^(?:[0-9a-f]{2})+$/.test(uid) ? Buffer.from(uid, "hex") : uid;
