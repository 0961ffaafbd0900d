import type { ListedFile } from "../vault/list-files.ts";

/** A file as the index last saw it; `indexedAt` was taken before its bytes were read (ms since the epoch). */
export interface IndexedFile extends ListedFile {
  readonly id: number;
  readonly indexedAt: number;
}

/** What separates the index from the files: paths to read again, and rows to drop. */
export interface FileDiff {
  readonly changed: readonly ListedFile[];
  readonly removed: readonly IndexedFile[];
}

/** A write this soon before the last look may have slipped past it (git calls this "racily clean"). */
const racyMs = 2_000;

/** Compares the files on disk with the rows of the index; start-up, watcher and `loci index` all go through it. */
export function diffFiles(files: readonly ListedFile[], rows: readonly IndexedFile[]): FileDiff {
  const rowsByPath = new Map(rows.map((row) => [row.path, row]));
  const changed: ListedFile[] = [];
  for (const file of files) {
    const row = rowsByPath.get(file.path);
    rowsByPath.delete(file.path);
    if (row === undefined || !isClean(file, row)) changed.push(file);
  }
  return { changed, removed: [...rowsByPath.values()] };
}

/** Whether a file is as the index saw it, by all that can be seen from outside. */
function isClean(file: Omit<ListedFile, "path">, row: IndexedFile): boolean {
  const touched = Math.max(row.mtimeMs, row.ctimeMs);
  return (
    file.size === row.size &&
    file.mtimeMs === row.mtimeMs &&
    file.ctimeMs === row.ctimeMs &&
    file.ino === row.ino &&
    touched + racyMs < row.indexedAt
  );
}
