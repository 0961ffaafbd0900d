import { constants, existsSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "better-sqlite3";
import type { DeviceClock } from "../device-clock.ts";
import { errnoOf, LociError, messageOf } from "../errors.ts";
import { checkFolder, type FileList, type ListedFile, listFiles } from "../vault/list-files.ts";
import { isLogPath, type TopicPath } from "../vault/paths.ts";
import { sha256 } from "../vault/sha256.ts";
import { parseTopic } from "../vault/topic/parse-topic.ts";
import type { Topic } from "../vault/topic/topic.ts";
import { diffFiles, type FileDiff, type IndexedFile } from "./diff-files.ts";
import { findQuotes } from "./find-quotes.ts";
import { answersOf } from "./kept.ts";
import type { IndexDb } from "./open-index.ts";
import { prepared } from "./prepared.ts";
import { type RowSettings, topicToRows } from "./rows.ts";
import { removeFile, writeFile } from "./write-rows.ts";

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
  const look: Look = {
    ...options,
    startedAt: options.now(),
    indexed: [],
    removed: [],
    unreadable: [],
  };
  checkFolder(options.root);
  const generation = options.index.generation();
  let found = compare(options);
  if (found.files.length === 0) refuseEmpty(options, found.removed.filter(isFile).length);
  if ([...found.changed, ...found.removed].some(isLog)) {
    const { quoteRows } = await import("./quotes.ts");
    await takeIn(look, found, isLog, quoteRows);
    // Files that hold an entry whose quotes changed are to be read again.
    if (look.indexed.length + look.removed.length > 0) found = compare(options);
  }
  await takeIn(look, found, isFile, fileRows(options.settings));
  // A database replaced on the way is still empty: fill the new one.
  if (options.index.generation() !== generation) return reconcile(options);
  const { indexed, removed, unreadable } = look;
  const { folders, hidesEdits, files } = found;
  return { indexed, removed, unreadable, files: files.length, folders, hidesEdits };
}

/** One look at the files: when it began (ms since the epoch), and what came of it. */
interface Look extends ReconcileOptions {
  readonly startedAt: number;
  readonly indexed: string[];
  readonly removed: string[];
  readonly unreadable: { path: string; reason: string }[];
}

const isLog = ({ path }: ListedFile): boolean => isLogPath(path);
const isFile = ({ path }: ListedFile): boolean => !isLogPath(path);

/** What separates the index from the files, by a look at each. */
function compare({ root, index }: ReconcileOptions): FileList & FileDiff {
  // Rows first: a file that another process adds between the two looks is read again, not taken for removed.
  const rows = index.run((db) => answersOf(db)("seen", () => readSeen(db)));
  const list = listFiles(root);
  const isTemplate = templatesIn(root);
  const files = list.files.filter(({ path }) => !isTemplate(path));
  const { changed, removed } = diffFiles([...files, ...list.logs], rows);
  const isOut = ({ path }: ListedFile): boolean => isTemplate(path) || !isFileAt(join(root, path));
  return { ...list, changed, removed: removed.filter(isOut) };
}

/** False too where a folder or a link has taken the place of a file. */
const isFileAt = (path: string): boolean =>
  existsSync(path) && lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** What notes are made from says nothing yet: what lies in a folder called so, or in the one that Obsidian is told of. */
function templatesIn(root: string): (path: string) => boolean {
  const settings = readListed({ root, unreadable: [] }, ".obsidian/templates.json");
  const [, folder = "templates"] = /"folder"\s*:\s*"([^"\\]+)"/.exec(String(settings)) ?? [];
  return (path) => path.startsWith(`${folder}/`) || /(?:^|\/)templates\//i.test(path);
}

const readSeen = (db: Database): IndexedFile[] =>
  prepared<[], IndexedFile>(
    db,
    "SELECT id, path, size, mtime_ms AS mtimeMs, ctime_ms AS ctimeMs, ino, indexed_at AS indexedAt FROM seen",
  ).all();

function refuseEmpty(options: ReconcileOptions, count: number): void {
  if (options.confirmRemovals === true || count === 0) return;
  throw new LociError(
    "VAULT_VANISHED",
    `Cannot believe that the vault "${options.root}" is empty: ${count} files were there before, so its index is kept; mount or restore the folder, or run "loci index --confirm-removals" if you removed them yourself`,
    { data: { root: options.root, files: count } },
  );
}

/** What the index holds of the files of one kind. Both run inside a transaction of the caller's. */
export interface FileKind {
  /** `isAnew`: whatever the index holds of it is to be written again. */
  write(db: Database, file: FileName, bytes: Buffer, isAnew: boolean): void;
  remove(db: Database, file: FileName): void;
}

interface FileName {
  readonly id: number;
  readonly path: TopicPath;
}

const fileRows = (settings: RowSettings): FileKind => ({
  write(db, file, bytes, isAnew) {
    const rows = topicToRows(parseOrExplain(file.path, bytes), settings, findQuotes(db));
    writeFile(db, file, rows, isAnew);
  },
  remove: (db, { id }) => removeFile(db, id),
});

/** A parser that fails is a fault of Loci's; it must not hide every other file, so this one is reported and left out. */
function parseOrExplain(path: TopicPath, bytes: Buffer): Topic {
  try {
    return parseTopic(path, bytes);
  } catch (error) {
    const message = `Cannot read this file: ${messageOf(error)}`;
    const fix = "This is a fault of Loci: please report it";
    const problem = { code: "PARSER_FAILED", line: 1, message, fix };
    return { ...parseTopic(path, new Uint8Array()), problems: [problem] };
  }
}

/** Takes what differs, of one kind, out of the index or into it, in batches. */
async function takeIn(
  look: Look,
  diff: FileDiff,
  isKind: (file: ListedFile) => boolean,
  kind: FileKind,
): Promise<void> {
  const removed = diff.removed.filter(isKind);
  const changed = diff.changed.filter(isKind);
  const inTransaction = (work: (db: Database) => void): void =>
    look.index.run((db) => db.transaction(() => work(db)).immediate());
  if (removed.length > 0) {
    inTransaction((db) => {
      for (const file of removed) takeOut(db, look, file, kind);
    });
  }
  const ms = changed.length > manyFiles ? batchMs.many : batchMs.few;
  for (let next = 0; next < changed.length; ) {
    inTransaction((db) => {
      const until = look.clock.elapsed() + ms;
      do {
        const file = changed[next++];
        if (file !== undefined) takeFile(db, look, file, kind);
      } while (next < changed.length && look.clock.elapsed() < until);
      if (next >= changed.length) mergeAfter(look.indexed.length, db);
    });
    look.onProgress?.(next, changed.length);
    if (next < changed.length) await new Promise(setImmediate);
  }
}

function takeOut(db: Database, { removed }: Look, file: IndexedFile, kind: FileKind): void {
  // Another process may have removed it since, and given its id to another.
  const forget = prepared(db, "DELETE FROM seen WHERE id = ? AND path = ?");
  if (forget.run(file.id, file.path).changes > 0) kind.remove(db, file);
  removed.push(file.path);
}

function takeFile(db: Database, look: Look, file: ListedFile, kind: FileKind): void {
  const { path } = file;
  const bytes = readListed(look, path);
  if (bytes === undefined) return;
  const hash = sha256(bytes);
  const known = prepared<[string], { id: number; hash: Buffer }>(
    db,
    "SELECT id, hash FROM seen WHERE path = ?",
  ).get(path);
  prepared(db, "DELETE FROM seen WHERE path = ?").run(path);
  const { lastInsertRowid } = prepared<[object]>(
    db,
    "INSERT INTO seen VALUES (:id, :path, :size, :mtimeMs, :ctimeMs, :ino, :hash, :startedAt)",
  ).run({ ...file, id: known?.id ?? null, hash, startedAt: look.startedAt });
  if (known?.hash.equals(hash) === true) return;
  kind.write(db, { id: Number(lastInsertRowid), path }, bytes, known?.hash.length === 0);
  look.indexed.push(path);
}

/** A file that became a symbolic link since it was listed is not followed. */
const readNoLink = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

/** The bytes of a listed file; undefined when it cannot be read, and reported unless it is just gone, which the next look sees. */
function readListed(
  { root, unreadable }: Pick<Look, "root" | "unreadable">,
  path: string,
): Buffer | undefined {
  try {
    return readFileSync(join(root, path), { flag: readNoLink });
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") unreadable.push({ path, reason: messageOf(error) });
    return undefined;
  }
}

/** From so many on, full-text search is left in a dozen segments; one takes a third less time to search. */
const manyFiles = 50;

function mergeAfter(files: number, db: Database): void {
  if (files < manyFiles) return;
  for (const table of ["chunk_fts", "file_fts"])
    db.exec(`INSERT INTO ${table}(${table}) VALUES ('optimize')`);
  db.exec("PRAGMA incremental_vacuum"); // The room that this took.
}
