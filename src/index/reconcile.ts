import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "better-sqlite3";
import type { DeviceClock } from "../device-clock.ts";
import { LociError, messageOf } from "../errors.ts";
import { checkFolder, type FileList, type ListedFile, listFiles } from "../vault/list-files.ts";
import { pathKey, type TopicPath } from "../vault/paths.ts";
import { sha256 } from "../vault/sha256.ts";
import { parseTopic } from "../vault/topic/parse-topic.ts";
import type { Topic } from "../vault/topic/topic.ts";
import { diffFiles, type FileDiff, type IndexedFile } from "./diff-files.ts";
import { type FindQuotes, findQuotes } from "./find-quotes.ts";
import { keepAnswer } from "./kept.ts";
import type { IndexDb } from "./open-index.ts";
import { prepared } from "./prepared.ts";
import { type Look, readListed } from "./read-listed.ts";
import type { ReconciledLogs } from "./reconcile-logs.ts";
import { type RowSettings, topicToRows } from "./rows.ts";
import { createRowWriter, type RowWriter } from "./write-rows.ts";

export interface ReconcileOptions {
  readonly root: string;
  readonly index: IndexDb;
  readonly settings: RowSettings;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly clock: Pick<DeviceClock, "elapsed">;
  /** Believes that all files are gone; without it an empty vault keeps its index. */
  readonly confirmRemovals?: boolean;
  readonly onProgress?: (done: number, total: number) => void;
}

/** What a scan of the files found. */
export interface Reconciled extends Pick<FileList, "folders" | "hidesEdits"> {
  /** Paths that were read and written into the index, digest logs too. */
  readonly indexed: readonly string[];
  readonly removed: readonly string[];
  /** Files that could not be read, with the reason: the index keeps what it knew of them. */
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
  /** Files in the vault, indexed or not. */
  readonly files: number;
}

/** One write transaction takes about so long, that others get their turn; longer where there is much to do, which is done sooner then. */
const batchMs = { few: 20, many: 200 };

/**
 * Makes the index equal to the files: stats them all, reads those that differ, writes their rows.
 * Throws LociError VAULT_VANISHED or UNREADABLE, with the index kept, when the vault cannot be what it seems.
 */
export async function reconcile(options: ReconcileOptions): Promise<Reconciled> {
  const startedAt = options.now();
  checkFolder(options.root);
  const generation = options.index.generation();
  let diff = compare(options);
  if (diff.files === 0 && diff.removed.length > 0) refuseEmpty(options, diff.removed.length);
  const look: Look = { root: options.root, startedAt, unreadable: [] };
  const logs = await readLogs(options, diff.logs, look);
  // Files that hold an entry whose quotes changed are to be read again.
  if (logs.indexed.length + logs.removed.length > 0) diff = compare(options);
  removeRows(options, diff.removed);
  const indexed = await indexChanged(options, diff.changed, look);
  // A database replaced on the way is still empty: fill the new one.
  if (options.index.generation() !== generation) return reconcile(options);
  return {
    indexed: [...logs.indexed, ...indexed],
    removed: [...logs.removed, ...diff.removed.map((row) => row.path)],
    unreadable: look.unreadable,
    files: diff.files,
    folders: diff.folders,
    hidesEdits: diff.hidesEdits,
  };
}

/** From so many on, full-text search is left in a dozen segments; one takes a third less time to search. */
const manyFiles = 50;

function mergeAfter(files: number, db: Database): void {
  if (files < manyFiles) return;
  for (const table of ["chunk_fts", "file_fts"]) {
    db.exec(`INSERT INTO ${table}(${table}) VALUES ('optimize')`);
  }
  db.exec("PRAGMA incremental_vacuum"); // The room that this took.
}

interface Compared extends FileDiff, Pick<FileList, "folders" | "hidesEdits" | "logs"> {
  /** Files in the vault. */
  readonly files: number;
}

/** What separates the index from the files, by a look at each. */
function compare({ root, index }: ReconcileOptions): Compared {
  // Rows first: a file that another process adds between the two looks is read again, not taken for removed.
  const rows = index.run((db) => keepAnswer(db, "files", () => readRows(db, "file")));
  const { files, ...list } = listFiles(root);
  return { ...list, ...diffFiles(files, rows), files: files.length };
}

const readRows = (db: Database, table: "file" | "log"): IndexedFile[] =>
  prepared<[], IndexedFile>(
    db,
    `SELECT id, path, size, mtime_ms AS mtimeMs, ctime_ms AS ctimeMs, ino, indexed_at AS indexedAt FROM ${table}`,
  ).all();

const noLogs: ReconciledLogs = { indexed: [], removed: [] };

/** Before the files: their rows hold what the logs quote. Where no log changed, nothing is loaded for them. */
async function readLogs(
  { index }: ReconcileOptions,
  listed: readonly ListedFile[],
  look: Look,
): Promise<ReconciledLogs> {
  const diff = diffFiles(
    listed,
    index.run((db) => readRows(db, "log")),
  );
  if (diff.changed.length + diff.removed.length === 0) return noLogs;
  return (await import("./reconcile-logs.ts")).reconcileLogs(index, diff, look);
}

function refuseEmpty(options: ReconcileOptions, count: number): void {
  if (options.confirmRemovals === true) return;
  throw new LociError(
    "VAULT_VANISHED",
    `Cannot believe that the vault "${options.root}" is empty: ${count} files were there before, so its index is kept; mount or restore the folder, or run "loci index --confirm-removals" if you removed them yourself`,
    { data: { root: options.root, files: count } },
  );
}

async function indexChanged(
  options: ReconcileOptions,
  changed: readonly ListedFile[],
  look: Look,
): Promise<readonly string[]> {
  const indexed: string[] = [];
  const ms = changed.length > manyFiles ? batchMs.many : batchMs.few;
  for (let next = 0; next < changed.length; ) {
    next = options.index.run((db) => {
      const writer = createRowWriter(db);
      return db
        .transaction(() => {
          const quotes = findQuotes(db);
          let at = next;
          const until = options.clock.elapsed() + ms;
          do {
            const file = changed[at++];
            if (file !== undefined && indexFile({ writer, quotes, options, look }, file)) {
              indexed.push(file.path);
            }
          } while (at < changed.length && options.clock.elapsed() < until);
          if (at >= changed.length) mergeAfter(indexed.length, db);
          return at;
        })
        .immediate();
    });
    options.onProgress?.(next, changed.length);
    if (next < changed.length) await new Promise(setImmediate);
  }
  return indexed;
}

interface Indexing {
  readonly writer: RowWriter;
  readonly quotes: FindQuotes;
  readonly options: ReconcileOptions;
  readonly look: Look;
}

/** True when the file's rows were rewritten; false when its bytes were as indexed, or cannot be had. */
function indexFile({ writer, quotes, options, look }: Indexing, stat: ListedFile): boolean {
  const bytes = readListed(look, stat.path);
  if (bytes === undefined) return false;
  const { startedAt } = look;
  const hash = sha256(bytes);
  const old = writer.known(stat.path);
  if (old?.hash.equals(hash) === true) {
    writer.touchFile(old.id, stat, startedAt);
    return false;
  }
  const rows = topicToRows(parseOrExplain(stat.path, bytes), options.settings, quotes);
  writer.writeFile({ stat, pathKey: pathKey(stat.path), hash, indexedAt: startedAt }, rows);
  return true;
}

/** A parser that fails is a fault of Loci's; it must not hide every other file, so this one is reported and left out. */
function parseOrExplain(path: TopicPath, bytes: Uint8Array): Topic {
  try {
    return parseTopic(path, bytes);
  } catch (error) {
    const message = `Cannot read this file: ${messageOf(error)}`;
    const problem = {
      code: "PARSER_FAILED",
      line: 1,
      message,
      fix: "This is a fault of Loci: please report it",
    };
    return { ...parseTopic(path, new Uint8Array()), problems: [problem] };
  }
}

function removeRows(options: ReconcileOptions, removed: readonly IndexedFile[]): void {
  if (removed.length === 0) return;
  options.index.run((db) =>
    db
      .transaction(() => {
        const writer = createRowWriter(db);
        for (const { id, path } of removed) {
          const isGone = !existsSync(join(options.root, path));
          // Another process may have removed it since, and given its id to another.
          if (isGone && writer.known(path)?.id === id) writer.removeFile(id);
        }
      })
      .immediate(),
  );
}
