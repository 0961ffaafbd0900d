import { randomBytes } from "node:crypto";
import { constants, type Dirent } from "node:fs";
import * as fs from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { errnoOf, LociError } from "../errors.ts";

/** Every call by which git and sync change the disk. Tests let one of them fail. */
export const disk = {
  /** Writes a new file; it is complete and flushed when the promise settles. */
  create: (path: string, bytes: Uint8Array | string, mode: number): Promise<void> =>
    fs.writeFile(path, bytes, { flag: "wx", mode, flush: true }),
  /** Adds bytes to the end of a file in one write. */
  append: (path: string, bytes: Uint8Array): Promise<void> =>
    fs.writeFile(path, bytes, { flag: plainAppend, flush: true }),
  rename: (from: string, to: string): Promise<void> => fs.rename(from, to),
  /** Gives a finished file a second name, and fails with EEXIST where that name is taken. */
  async link(from: string, to: string): Promise<void> {
    try {
      await fs.link(from, to);
    } catch (error) {
      // exFAT and Android's shared storage have no hard links.
      const hasNone = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].includes(errnoOf(error) ?? "");
      if (!hasNone) throw error;
      await fs.copyFile(from, to, constants.COPYFILE_EXCL);
    }
  },
  unlink: (path: string): Promise<void> => fs.unlink(path),
  async mkdir(path: string, mode?: number): Promise<void> {
    await fs.mkdir(path, { recursive: true, mode });
  },
  /** Removes an empty folder. */
  rmdir: (path: string): Promise<void> => fs.rmdir(path),
  /** Changes the rights of a plain file. */
  async chmod(path: string, mode: number): Promise<void> {
    const file = await fs.open(path, plainRead);
    await file.chmod(mode).finally(() => file.close());
  },
  /** Makes the names in a folder survive a power cut. */
  async flushFolder(path: string): Promise<void> {
    try {
      const folder = await fs.open(path, "r");
      await folder.sync().finally(() => folder.close());
    } catch (error) {
      // Windows opens no folder, some network disks flush none, and git may have removed an empty one.
      const isUsual = ["EPERM", "EISDIR", "EINVAL", "ENOTSUP", "ENOENT"];
      if (!isUsual.includes(errnoOf(error) ?? "")) throw error;
    }
  },
};

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR } = constants;

/** Flags to read a file, and to append to one or create it; never through a link, and never waiting for a pipe. */
export const plainRead: number = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;
export const plainAppend: number = O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK;

/** A unique private name in the git directory, for what is not finished yet: one rename or link publishes it. */
export const draftPath = (gitDir: string): string =>
  join(gitDir, "loci", "drafts", `${process.pid}-${randomBytes(6).toString("hex")}`);

/** Puts a file of the repository in place: the old one or the new one is there, never half of one. */
export async function replaceFile(
  gitDir: string,
  file: string,
  bytes: Uint8Array | string,
  mode = 0o666,
): Promise<void> {
  const draft = draftPath(gitDir);
  await disk.create(draft, bytes, mode);
  await disk.rename(draft, file);
  await disk.flushFolder(dirname(file));
}

/** Prepares the folder for drafts and sweeps out those that a killed process left. */
export async function openDrafts(gitDir: string): Promise<void> {
  const folder = dirname(draftPath(gitDir));
  await disk.mkdir(folder);
  // A slow fetch may go on for hours, on a shared disk from another machine.
  const aDayAgo = Date.now() - 86_400_000;
  for (const name of await fs.readdir(folder)) {
    const left = join(folder, name);
    const isOld = ((await fs.lstat(left).catch(ifMissing))?.mtimeMs ?? aDayAgo) < aDayAgo;
    if (isOld && /^\d+-[0-9a-f]{12}$/.test(name))
      await fs.rm(left, { recursive: true, force: true });
  }
}

/** The bytes of a file, if there is one; refuses a link or device, which a clone may bring, or more than `maxBytes`. */
export async function readIfThere(
  path: string,
  { maxBytes = 2 ** 31 - 1 }: { readonly maxBytes?: number } = {},
): Promise<Buffer | undefined> {
  const file = await fs.open(path, plainRead).catch((error: unknown) => {
    // A link, one in a circle, or a socket.
    const isOdd = ["ELOOP", "EMLINK", "ENXIO", "ENODEV"].includes(errnoOf(error) ?? "");
    return isOdd ? Promise.reject(notPlain(path, error)) : ifMissing(error);
  });
  if (file === undefined) return undefined;
  try {
    const stat = await file.stat();
    if (stat.isDirectory()) throw Object.assign(notPlain(path), { code: "EISDIR" });
    if (!stat.isFile()) throw notPlain(path);
    if (stat.size <= maxBytes) return await file.readFile();
    throw blocked(`${path} is larger than ${maxBytes} bytes`, "shorten or delete it");
  } finally {
    await file.close();
  }
}

const notPlain = (path: string, cause?: unknown): TypeError =>
  new TypeError(`Cannot read "${path}": it is not a plain file`, { cause });

/** The text of a file of settings or patterns; empty where there is none or, as for git, anything else. */
export async function readRules(path: string, followLinks = false): Promise<string> {
  const file = followLinks ? await fs.realpath(path).catch(() => path) : path;
  const bytes = await readIfThere(file).catch((error: unknown) => {
    if (!(error instanceof TypeError)) throw error;
  });
  return bytes?.toString("utf8", 0, 2 ** 20) ?? "";
}

/** What a folder holds, and with `recursive` all below it; nothing where there is none: git removes empty folders. */
export async function listFolder(folder: string, recursive = false): Promise<Dirent[]> {
  const found = (await fs.readdir(folder, { withFileTypes: true }).catch(ifMissing)) ?? [];
  const below = found.filter((one) => recursive && one.isDirectory());
  const inside = below.map(({ name }) => listFolder(join(folder, name), true));
  return [...found, ...(await Promise.all(inside)).flat()];
}

/** Removes a file that someone else may have removed already. */
export async function unlinkIfThere(path: string): Promise<void> {
  await disk.unlink(path).catch(ifMissing);
}

/** Whether a call failed because the file, or a folder above it, does not exist. */
export function isMissing(error: unknown): boolean {
  return errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR";
}

/** For `catch`: nothing where the file does not exist. */
export function ifMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

/** The error that stops work on the vault's git before anything moved; `state` and `fix` are clauses for the person. */
export function blocked(state: string, fix: string, cause?: unknown): LociError {
  const message = `Cannot use the vault's git: ${state}`;
  return new LociError("GIT_BLOCKED", message, { data: { fix }, cause });
}

/** The same for a fault of the disk that a person can put right; undefined for any other error. */
export function diskBlocked(error: unknown): LociError | undefined {
  const [state, fix = ""] = diskTroubles[errnoOf(error) ?? ""] ?? [];
  return state === undefined ? undefined : blocked(`its disk ${state}`, fix, error);
}

/** What is wrong with a disk, and what to do about it. */
const diskTroubles: Readonly<Record<string, readonly [state: string, fix: string]>> = {
  EACCES: ["may not be written by this user", "give the user that runs Loci write access to it"],
  EPERM: ["does not let this user write", "give the user that runs Loci write access to it"],
  EROFS: ["is read-only", "mount it writable"],
  ENOSPC: ["is full", "free some space there; nothing is lost"],
  EDQUOT: ["is full for this user", "free some space there"],
  EIO: ["fails to read or write", "check it, or use another one"],
};

/** A repository, some files of which are to be changed. */
export interface RefStore {
  readonly repository: { readonly gitDir: string };
  /** How long to wait for a lock of another git program (ms). */
  readonly lockTimeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Works under git's own lock of one of its files: refs, index, settings. The caller holds the commit lock. */
export async function withRefLock<T>(
  store: RefStore,
  file: string,
  work: () => Promise<T>,
): Promise<T> {
  const { repository, lockTimeout = 10_000, signal } = store;
  const lock = `${file}.lock`;
  // A lock without its words would be taken for another program's, so it is a link to a finished file.
  const draft = draftPath(repository.gitDir);
  await disk.create(draft, ours, 0o666);
  const deadline = Date.now() + lockTimeout;
  try {
    while (!(await isTaken(draft, lock))) {
      // The commit lock ends with its process, so the one that made this was killed.
      if (await isOurLock(lock)) await unlinkIfThere(lock);
      else if (Date.now() > deadline) throw blocked(`another program holds ${lock}`, heldFix);
      else await sleep(10 + Math.random() * 40, undefined, { signal });
    }
  } finally {
    await unlinkIfThere(draft);
  }
  try {
    return await work();
  } finally {
    await unlinkIfThere(lock);
  }
}

const heldFix =
  "close it (an open commit message, perhaps); if no git program is running, delete that file";

async function isTaken(draft: string, lock: string): Promise<boolean> {
  try {
    await disk.link(draft, lock);
    return true;
  } catch (error) {
    // Git removes the folder of a branch such as a/b once its last branch is gone or packed.
    if (isMissing(error)) await disk.mkdir(dirname(lock));
    else if (errnoOf(error) !== "EEXIST") throw error;
    return false;
  }
}

/** What stands in a lock of ours. Git writes an index or the name of a commit there. */
const ours = `${JSON.stringify({ loci: { host: hostname() } })}\n`;

/** Whether a lock was made by Loci on this machine: a vault on a network disk may be open on another one. */
export const isOurLock = async (lock: string): Promise<boolean> =>
  (await readIfThere(lock))?.toString("utf8") === ours;
