import fs, { type Dirent, type Stats } from "node:fs";
import { join } from "node:path";
import { errnoOf, LociError, messageOf } from "../errors.ts";
import { isLogPath, isUnlistedName, nameFault, type TopicPath, toTopicPath } from "./paths.ts";

/** What a file looks like from outside. */
export type ListedFile = { readonly path: TopicPath } & Readonly<
  Pick<Stats, "size" | "mtimeMs" | "ctimeMs" | "ino">
>;

export type FileList = ReturnType<typeof listFiles>;

/**
 * A Markdown file of more bytes is not read: 2 MB is a long novel, and the biggest that parses in about two seconds
 * whatever it holds. One of 10 MB takes half a minute and 1 GB of memory, which a small board does not have.
 */
export const maxFileBytes: number = 2 * 2 ** 20;

/**
 * Lists the Markdown files of a vault, sorted by path, and apart the digest `logs`, which are never recalled; those that
 * are `skipped`, and why; and the `folders` in which something may be listed ("" is the vault). `hidesEdits`: watching
 * these does not tell of every edit, as a file has several names or lies on another device. Throws VAULT_VANISHED or
 * UNREADABLE.
 */
export function listFiles(root: string) {
  const device = fs.statSync(root, { throwIfNoEntry: false })?.dev;
  const folders = [""];
  const found: ReturnType<typeof readFolder> = [];
  for (const folder of folders) {
    const here = readFolder(root, folder);
    found.push(...here);
    folders.push(...here.flatMap(({ path, isFolder }) => (isFolder ? path : [])));
  }
  found.sort((a, b) => (a.path < b.path ? -1 : 1));
  const listed = found.flatMap(({ path, stat, reason }): ListedFile[] => {
    if (stat === undefined || reason !== undefined) return [];
    const { size, mtimeMs, ctimeMs, ino } = stat;
    return [{ path: toTopicPath(path), size, mtimeMs, ctimeMs, ino }];
  });
  return {
    files: listed.filter(({ path }) => !isLogPath(path)),
    logs: listed.filter(({ path }) => isLogPath(path)),
    skipped: found.flatMap(({ path, reason }) => (reason === undefined ? [] : { path, reason })),
    folders,
    hidesEdits: found.some(({ stat }) => stat && (stat.nlink > 1 || stat.dev !== device)),
  };
}

/** A link without extension most often stands for a folder: its notes are left out, which is worth a word. */
const isLookedAt = (dirent: Dirent): boolean =>
  dirent.isDirectory() ||
  isMarkdown(dirent.name) ||
  (dirent.isSymbolicLink() && !dirent.name.includes("."));

/** Throws VAULT_VANISHED or UNREADABLE where the vault's folder cannot be read. */
export function checkFolder(root: string): void {
  readFolder(root, "");
}

/** True when nothing at this path (relative to the vault, POSIX) is ever indexed; the watcher asks too. */
export function isIgnoredPath(relative: string, isFolder = false): boolean {
  const isOwn = /^(?:log|conversations)(?:\/|$)/.test(relative);
  const upward = relative.split("/").reverse();
  const isUnlisted = upward.some((name, i) => isUnlistedName(name, isFolder || i > 0));
  return isOwn || isUnlisted || isPersona(relative);
}

/** Who an agent is, and no memory. */
const isPersona = (path: string): boolean => /^(?:archive\/)?agents\/[^/]+\/agent\.md$/i.test(path);

export const isMarkdown = (name: string): boolean => /\.md$/i.test(name);

/** Folders, and what is called like a note, with how that looks and why it is not read; of the logs, those of months. */
function readFolder(root: string, folder: string) {
  const at = folder === "" ? "" : `${folder}/`;
  try {
    return fs.readdirSync(join(root, folder), { withFileTypes: true }).flatMap((dirent) => {
      const path = at + dirent.name;
      const isFolder = dirent.isDirectory();
      const isOfLogs = path === "log" ? isFolder : isLogPath(path);
      if ((!isOfLogs && isIgnoredPath(path, isFolder)) || !isLookedAt(dirent)) return [];
      const stat = isFolder
        ? undefined
        : fs.lstatSync(`${root}/${path}`, { throwIfNoEntry: false });
      const reason = reasonToSkip(root, path, stat);
      return [{ path, isFolder: isFolder && reason === undefined, stat, reason }];
    });
  } catch (error) {
    // Removed since its parent was read, which the next look sees.
    if (errnoOf(error) === "ENOENT" && folder !== "") return [];
    throw folderError(root, folder, error);
  }
}

function folderError(root: string, folder: string, error: unknown): LociError {
  const options = { data: { root, folder }, cause: error };
  if (folder === "" && /^ENO(?:ENT|TDIR)$/.test(errnoOf(error) ?? "")) {
    const state = "the folder is not there; mount or restore it, or name another with --vault";
    return new LociError("VAULT_VANISHED", `Cannot read the vault "${root}": ${state}`, options);
  }
  const what = folder === "" ? `the vault "${root}"` : `the folder "${folder}" of the vault`;
  return new LociError("UNREADABLE", `Cannot read ${what}: ${messageOf(error)}`, options);
}

/** Undefined for what is read: a folder, or a file that is sound. */
function reasonToSkip(root: string, path: string, stat: Stats | undefined): string | undefined {
  // Names are decoded leniently: such a one cannot be opened again.
  if (stat === undefined) return path.includes("\ufffd") ? "its name is not UTF-8" : undefined;
  if (stat.isSymbolicLink()) return "a symbolic link";
  if (!stat.isFile()) return "not a regular file";
  if (path.includes("\\")) return "a backslash in its name";
  if (/^[A-Za-z]:/.test(path)) return "its name starts like a drive letter";
  const fault = path.split("/").flatMap((name) => nameFault(name) ?? [])[0];
  if (fault !== undefined) return fault;
  if (stat.size > maxFileBytes)
    return `larger than ${maxFileBytes / 2 ** 20} MB: split it into several files`;
  try {
    // Files that everyone may read need no second system call.
    if ((stat.mode & 0o004) === 0) fs.accessSync(`${root}/${path}`, fs.constants.R_OK);
    return undefined;
  } catch {
    return "no permission to read it";
  }
}
