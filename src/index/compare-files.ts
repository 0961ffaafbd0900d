import type { Database } from "better-sqlite3";
import { type ListedFile, listFiles, listThese } from "../vault/list-files.ts";
import { diffFiles, type FileDiff, type IndexedFile, isClean } from "./diff-files.ts";
import type { Touched } from "./folder-guard.ts";
import { type IndexDb, indexVersion } from "./open-index.ts";
import { prepared } from "./prepared.ts";

export interface Compared extends FileDiff {
  /** Files in the vault. */
  readonly files: number;
  /** The digest logs; undefined where they were not looked at. */
  readonly logs: readonly ListedFile[] | undefined;
  /** As in `FileList`, or as before. */
  readonly folders: readonly string[] | "same" | undefined;
}

/** What separates the index from the files, by a look at each. */
export function compareAll(root: string, index: IndexDb): Compared {
  // Rows first: a file that another process adds between the two looks is read again, not taken for removed.
  const known = index.run(knownFiles);
  const clean = new Set<string>();
  const { files, logs, folders } = listFiles(root, (path, stat) => {
    const row = known.get(path);
    const isKnown = row !== undefined && stat.isFile() && isClean(stat, row);
    if (isKnown) clean.add(path);
    return isKnown;
  });
  const others = clean.size === known.size ? [] : [...known.values()];
  const diff = diffFiles(
    files,
    others.filter(({ path }) => !clean.has(path)),
  );
  return { ...diff, files: files.length + clean.size, logs, folders };
}

/** The same by a look at the files alone to which something happened; undefined where that does not tell. */
export function compareTouched(
  root: string,
  index: IndexDb,
  { paths, wasFolder }: Touched,
): Compared | undefined {
  const { rows, count } = index.run((db) => ({
    rows: [...paths].flatMap((path) => rowOf(db, path) ?? []),
    count: paths.size === 0 ? 0 : countFiles(db),
  }));
  const listed = listThese(root, paths, wasFolder);
  if (listed === undefined) return undefined;
  const { files, gone } = listed;
  const rowsByPath = new Map<string, IndexedFile>(rows.map((row) => [row.path, row]));
  // What came and went may have been another name of any file; but not what became one, by its name.
  const replaced = files.filter(({ path, ino }) => rowsByPath.get(path)?.ino !== ino);
  const isKnown = (path: string): boolean =>
    rowsByPath.has(path) || replaced.some((file) => path.startsWith(file.path));
  if (!gone.every(isKnown)) return undefined;
  const all = count + files.length - rows.length;
  return { ...diffFiles(files, rows), files: all, logs: undefined, folders: "same" };
}

type KnownFiles = ReadonlyMap<string, IndexedFile>;

const knownByDatabase = new WeakMap<Database, { version: string; files: KnownFiles }>();

/** The rows of all files, read again only where the index may have changed since. */
function knownFiles(db: Database): KnownFiles {
  const version = indexVersion(db);
  const before = knownByDatabase.get(db);
  if (before?.version === version) return before.files;
  const files = new Map(readRows(db, "file").map((row) => [row.path as string, row]));
  knownByDatabase.set(db, { version, files });
  return files;
}

const columns =
  "id, path, size, mtime_ms AS mtimeMs, ctime_ms AS ctimeMs, ino, indexed_at AS indexedAt";

export const readRows = (db: Database, table: "file" | "log"): IndexedFile[] =>
  prepared<[], IndexedFile>(db, `SELECT ${columns} FROM ${table}`).all();

const rowOf = (db: Database, path: string): IndexedFile | undefined =>
  prepared<[string], IndexedFile>(db, `SELECT ${columns} FROM file WHERE path = ?`).get(path);

const countFiles = (db: Database): number =>
  prepared<[], number>(db, "SELECT count(*) FROM file").pluck().get() ?? 0;
