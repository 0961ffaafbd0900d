import {
  accessSync,
  constants,
  type Dirent,
  lstatSync,
  readdirSync,
  type Stats,
  statSync,
} from "node:fs";
import { LociError, messageOf } from "../errors.ts";
import { isLogPath, isUnlistedName, nameFault, type TopicPath, toTopicPath } from "./paths.ts";

/** What a file looks like from outside. */
export interface ListedFile {
  readonly path: TopicPath;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
}

/** A Markdown file that is there but is not read, and why. */
interface SkippedFile {
  readonly path: string;
  readonly reason: string;
}

export interface FileList {
  readonly files: readonly ListedFile[];
  /** The digest logs: never recalled themselves, but what people said stands in them. */
  readonly logs: readonly ListedFile[];
  readonly skipped: readonly SkippedFile[];
  /** Folders in which something may be listed (relative, "" is the vault). */
  readonly folders: readonly string[];
  /** Watching them does not tell of every edit: a file has several names or lies on another device. */
  readonly hidesEdits: boolean;
}

/**
 * A Markdown file of more bytes is not read: 2 MB is a long novel, and the biggest that parses in about two seconds
 * whatever it holds. One of 10 MB takes half a minute and 1 GB of memory, which a small board does not have.
 */
export const maxFileBytes: number = 2 * 2 ** 20;

/** Lists the Markdown files of a vault, sorted by path; throws VAULT_VANISHED or UNREADABLE. */
export function listFiles(root: string): FileList {
  const walk = startWalk(root);
  for (let at = 0; at < walk.folders.length; at++) {
    const folder = walk.folders[at] ?? "";
    for (const dirent of readFolder(walk, folder)) {
      if (folder === "" && dirent.name === "log" && dirent.isDirectory()) walk.hasLogs = true;
      else if (!isIgnoredName(dirent.name, folder)) listOne(walk, folder, dirent);
    }
  }
  if (walk.hasLogs) listLogs(walk);
  const { files, logs, skipped, folders, hasLogs, hidesEdits } = walk;
  return {
    files: files.sort(byPath),
    logs: logs.sort(byPath),
    skipped: skipped.sort(byPath),
    folders: [...folders, ...(hasLogs ? ["log"] : [])],
    hidesEdits,
  };
}

/** Throws VAULT_VANISHED or UNREADABLE where the vault's folder cannot be read. */
export function checkFolder(root: string): void {
  readFolder(startWalk(root), "");
}

/** True when nothing at this path (relative to the vault, POSIX) is ever indexed; the watcher asks too. */
export function isIgnoredPath(relative: string): boolean {
  let folder = "";
  for (const name of relative.split("/")) {
    if (isIgnoredName(name, folder)) return true;
    folder = folder === "" ? name : `${folder}/${name}`;
  }
  return false;
}

interface Walk {
  readonly root: string;
  readonly folders: string[];
  readonly files: ListedFile[];
  readonly logs: ListedFile[];
  readonly skipped: SkippedFile[];
  readonly device: number | undefined;
  hasLogs: boolean;
  hidesEdits: boolean;
}

const startWalk = (root: string): Walk => ({
  root,
  folders: [""],
  files: [],
  logs: [],
  skipped: [],
  device: statSync(root, { throwIfNoEntry: false })?.dev,
  hasLogs: false,
  hidesEdits: false,
});

function isIgnoredName(name: string, folder: string): boolean {
  const isOwn = folder === "" && (name === "log" || name === "conversations");
  return isUnlistedName(name) || isOwn || isPersona(`${folder}/${name}`);
}

/** Who an agent is, and no memory. */
const isPersona = (path: string): boolean => /^(?:archive\/)?agents\/[^/]+\/agent\.md$/i.test(path);

const symbolicLink = "a symbolic link";
const tooLarge = `larger than ${maxFileBytes / 2 ** 20} MB: split it into several files`;
const notUtf8 = "its name is not UTF-8";

export const isMarkdown = (name: string): boolean => /\.md$/i.test(name);

/** A link without extension most often stands for a folder: its notes are left out, which is worth a word. */
const isLinkToFolder = (name: string): boolean => !name.includes(".");

const byPath = (a: { readonly path: string }, b: { readonly path: string }): number =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : 0;

function readFolder({ root, skipped }: Walk, folder: string): Dirent[] {
  const path = folder === "" ? root : `${root}/${folder}`;
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (!isCode(error, "ENOENT") || folder === "") throw folderError(root, folder, error);
    // Removed since its parent was read, which the next look sees; or a name we cannot spell.
    if (folder.includes("\ufffd")) skipped.push({ path: folder, reason: notUtf8 });
    return [];
  }
}

function folderError(root: string, folder: string, error: unknown): LociError {
  const options = { data: { root, folder }, cause: error };
  const what = folder === "" ? `the vault "${root}"` : `the folder "${folder}" of the vault`;
  if (isCode(error, "ENOENT") || (isCode(error, "ENOTDIR") && folder === "")) {
    const state = "the folder is not there; mount or restore it, or name another with --vault";
    return new LociError("VAULT_VANISHED", `Cannot read the vault "${root}": ${state}`, options);
  }
  const why = messageOf(error);
  return new LociError("UNREADABLE", `Cannot read ${what}: ${why}`, options);
}

function listOne(walk: Walk, folder: string, dirent: Dirent): void {
  const path = folder === "" ? dirent.name : `${folder}/${dirent.name}`;
  if (dirent.isDirectory()) walk.folders.push(path);
  else if (isMarkdown(dirent.name)) listMarkdown(walk, path);
  else if (dirent.isSymbolicLink() && isLinkToFolder(dirent.name)) {
    walk.skipped.push({ path, reason: symbolicLink });
  }
}

function listLogs(walk: Walk): void {
  for (const { name } of readFolder(walk, "log")) {
    if (isLogPath(`log/${name}`)) listMarkdown(walk, `log/${name}`, walk.logs);
  }
}

function listMarkdown(walk: Walk, path: string, files = walk.files): void {
  const { root, skipped } = walk;
  const stat = statFile(root, path);
  if (stat === undefined) {
    // readdir decodes names leniently: one that cannot be reopened was not UTF-8.
    if (path.includes("\ufffd")) skipped.push({ path, reason: notUtf8 });
    return;
  }
  if (stat.nlink > 1 || stat.dev !== walk.device) walk.hidesEdits = true;
  const reason = reasonToSkip(root, path, stat);
  if (reason !== undefined) {
    skipped.push({ path, reason });
    return;
  }
  const { size, mtimeMs, ctimeMs, ino } = stat;
  files.push({ path: toTopicPath(path), size, mtimeMs, ctimeMs, ino });
}

const quietly = { throwIfNoEntry: false } as const;

function statFile(root: string, path: string): Stats | undefined {
  try {
    return lstatSync(`${root}/${path}`, quietly);
  } catch (error) {
    const why = messageOf(error);
    throw new LociError("UNREADABLE", `Cannot read "${path}" of the vault: ${why}`, {
      data: { root, file: path },
      cause: error,
    });
  }
}

function reasonToSkip(root: string, path: string, stat: Stats): string | undefined {
  if (stat.isSymbolicLink()) return symbolicLink;
  if (!stat.isFile()) return "not a regular file";
  if (path.includes("\\")) return "a backslash in its name";
  if (/^[A-Za-z]:/.test(path)) return "its name starts like a drive letter";
  for (const name of path.split("/")) {
    const fault = nameFault(name);
    if (fault !== undefined) return fault;
  }
  if (stat.size > maxFileBytes) return tooLarge;
  return isReadable(root, path, stat) ? undefined : "no permission to read it";
}

/** Files that everyone may read need no second system call. */
function isReadable(root: string, path: string, stat: Stats): boolean {
  if ((stat.mode & 0o004) !== 0) return true;
  try {
    accessSync(`${root}/${path}`, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;
