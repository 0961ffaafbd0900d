import { randomBytes } from "node:crypto";
import { constants, type Dirent } from "node:fs";
import {
  copyFile,
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
  rmdir,
  stat,
  symlink,
  unlink,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { errnoOf, LociError } from "../errors.ts";

/** Every call by which sync changes the disk. Tests pass one that dies at the nth call. */
export interface Disk {
  /** Writes a new file; it is complete and flushed when the promise settles. */
  create(path: string, bytes: Uint8Array, mode: number): Promise<void>;
  /** Adds bytes to the end of a file in one write. */
  append(path: string, bytes: Uint8Array): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Gives a finished file a second name, and fails with EEXIST where that name is taken. */
  link(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  mkdir(path: string, mode?: number): Promise<void>;
  /** Removes an empty folder. */
  rmdir(path: string): Promise<void>;
  /** Makes a symbolic link; the target is kept as it is written. Fails with EEXIST where the name is taken. */
  symlink(target: Uint8Array, path: string): Promise<void>;
  /** Changes the rights of a plain file, never through a link. */
  chmod(path: string, mode: number): Promise<void>;
  /** Makes the names in a folder survive a power cut. */
  flushFolder(path: string): Promise<void>;
}

/** The disk as Node sees it. */
export const nodeDisk: Disk = {
  create: (path, bytes, mode) => writeAndFlush(path, "wx", bytes, mode),
  append: (path, bytes) => writeAndFlush(path, plainAppend, bytes, 0o666),
  rename,
  link: linkOrCopy,
  unlink,
  mkdir: async (path, mode) => void (await mkdir(path, { recursive: true, mode })),
  rmdir,
  symlink: (target, path) => symlink(Buffer.from(target), path),
  chmod: changeRights,
  flushFolder,
};

/** A private folder in the git directory for files that are not finished yet. */
const draftFolder = (gitDir: string): string => join(gitDir, "loci", "drafts");

/** Writes a finished file under a private name, from where one rename or link publishes it. */
export async function createDraft(
  disk: Disk,
  gitDir: string,
  bytes: Uint8Array,
  mode = 0o666,
): Promise<string> {
  const draft = draftPath(gitDir);
  await disk.create(draft, bytes, mode);
  return draft;
}

/** Publishes a draft as a lock; false where the lock is taken, or its folder was missing and is there now. */
export async function linkIfFree(disk: Disk, draft: string, lock: string): Promise<boolean> {
  try {
    await disk.link(draft, lock);
    return true;
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    if (!isMissing(error)) throw error;
    // Git removes the folder of a branch such as a/b once its last branch is gone or packed.
    await disk.mkdir(dirname(lock));
    return false;
  }
}

/** A unique private name. */
export function draftPath(gitDir: string): string {
  return join(draftFolder(gitDir), `${process.pid}-${randomBytes(6).toString("hex")}`);
}

/**
 * Prepares the folder for drafts and sweeps out those that a killed process left. Throws a blocked error where a link
 * stands in its place: it may lead to the person's own files.
 */
export async function openDrafts(disk: Disk, gitDir: string): Promise<void> {
  const folder = draftFolder(gitDir);
  for (const own of [dirname(folder), folder]) {
    await disk.mkdir(own);
    if (!(await lstat(own)).isDirectory()) throw linkedFolder(own);
  }
  for (const name of await readdir(folder)) {
    if (await isLeft(folder, name)) await unlinkIfThere(disk, join(folder, name));
  }
}

/** The error for a folder of a repository that is a link, through which other files would be changed. */
function linkedFolder(path: string): LociError {
  return new LociError("GIT_BLOCKED", `Cannot commit to the vault: ${path} is a link`, {
    data: { fix: "put a folder in its place, or keep the vault in a plain clone" },
  });
}

/** Whether a draft is that of a process which runs no more; on a shared disk it may run on another machine. */
async function isLeft(folder: string, name: string): Promise<boolean> {
  const [, pid] = /^(\d+)-[0-9a-f]{12}/.exec(name) ?? [];
  if (pid === undefined) return false; // none of ours
  const found = await lstat(join(folder, name)).catch((error: unknown) => {
    if (isMissing(error)) return undefined; // another process swept or published it
    throw error;
  });
  if (found === undefined || !(found.isFile() || found.isSymbolicLink())) return false;
  const age = Date.now() - found.mtimeMs;
  return age > (isRunning(Number(pid)) ? 86_400_000 : 3_600_000);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) !== "ESRCH";
  }
}

/**
 * The bytes of a file, or undefined where there is none. What a clone may bring in place of one, a link or a device
 * without end, is refused, and so is more than `maxBytes`.
 */
export async function readIfThere(
  path: string,
  { maxBytes = maxBufferBytes, followLinks = false, onlyStart = false }: ReadLimits = {},
): Promise<Buffer | undefined> {
  let file: FileHandle;
  try {
    file = await open(path, plainRead | (followLinks ? 0 : constants.O_NOFOLLOW));
  } catch (error) {
    if (isMissing(error)) return undefined;
    if (isOddFile(error)) throw notPlain(path, error);
    throw error;
  }
  try {
    const stat = await file.stat();
    if (stat.isDirectory()) throw Object.assign(notPlain(path), { code: "EISDIR" });
    if (!stat.isFile()) throw notPlain(path);
    if (stat.size <= maxBytes) return await file.readFile();
    if (!onlyStart) throw tooLarge(path, maxBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

interface ReadLimits {
  readonly maxBytes?: number;
  readonly followLinks?: boolean;
  /** Reads no more than `maxBytes`, and refuses nothing. */
  readonly onlyStart?: boolean;
}

/** Node reads no more into one buffer. */
const maxBufferBytes = 2 ** 31 - 1;
const plainRead = constants.O_RDONLY | constants.O_NONBLOCK;

/** Flags to append to a file, or to create it; never through a link, and never waiting for a pipe. */
export const plainAppend: number =
  constants.O_RDWR |
  constants.O_CREAT |
  constants.O_APPEND |
  constants.O_NOFOLLOW |
  constants.O_NONBLOCK;

/**
 * The text of a file of settings, patterns or attributes; empty where there is none, or, as git sees it, where
 * something else stands in its place. Of one that is too large only the start is read with `onlyStart`, else it
 * throws a blocked error.
 */
export async function readRules(
  path: string,
  limits: { readonly followLinks: boolean; readonly onlyStart?: boolean },
): Promise<string> {
  try {
    return (await readIfThere(path, { maxBytes: 2 ** 20, ...limits }))?.toString("utf8") ?? "";
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return "";
  }
}

/** A link under O_NOFOLLOW, in a circle, or a socket. */
const isOddFile = (error: unknown): boolean =>
  ["ELOOP", "EMLINK", "ENXIO", "ENODEV"].includes(errnoOf(error) ?? "");

function notPlain(path: string, cause?: unknown): TypeError {
  return new TypeError(`Cannot read "${path}": it is not a plain file`, { cause });
}

function tooLarge(path: string, maxBytes: number): LociError {
  const size = `${Math.floor(maxBytes / 2 ** 20)} MB`;
  return new LociError(
    "GIT_BLOCKED",
    `Cannot commit to the vault: ${path} is larger than ${size}`,
    {
      data: { fix: "shorten or delete it" },
    },
  );
}

/** What a folder holds; nothing where there is none. */
export async function listFolder(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return []; // git removes empty folders
    throw error;
  }
}

/** Whether anything stands under this name. */
export async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Removes a file that someone else may have removed already. */
export async function unlinkIfThere(disk: Disk, path: string): Promise<void> {
  try {
    await disk.unlink(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Whether a call failed because the file, or a folder above it, does not exist. */
export function isMissing(error: unknown): boolean {
  return errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR";
}

async function changeRights(path: string, mode: number): Promise<void> {
  const file = await open(path, plainRead | constants.O_NOFOLLOW);
  await file.chmod(mode).finally(() => file.close());
}

async function writeAndFlush(
  path: string,
  flags: string | number,
  bytes: Uint8Array,
  mode: number,
): Promise<void> {
  const file = await open(path, flags, mode);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** exFAT and Android's shared storage have no hard links. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    const unsupported = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];
    if (!unsupported.includes(errnoOf(error) ?? "")) throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL);
  }
}

/** Windows cannot open a folder, some network disks cannot flush one, and git may have removed an empty one. */
async function flushFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, "r");
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    if (!["EPERM", "EISDIR", "EINVAL", "ENOTSUP", "ENOENT"].includes(errnoOf(error) ?? ""))
      throw error;
  }
}
