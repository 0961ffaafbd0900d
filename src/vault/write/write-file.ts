import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { errnoOf, LociError, messageOf } from "../../errors.ts";
import { resolveInVault } from "../paths.ts";
import { type Bytes, isSameBytes } from "./heal-save.ts";
import { closeWrite, dropWrite, openWrite, type VaultFile, type Write } from "./recent-writes.ts";

/**
 * - `changed`: the file is not what was expected; nothing was touched.
 * - `replaced`: done and durable.
 * - `overtaken`: done and durable, but the old file was written to meanwhile: `lateEdits` has it.
 */
export type Replacement = "changed" | "replaced" | "overtaken";

/** A write that puts right what somebody saved: that, and what became of it before anything else was changed. */
export interface Healing {
  readonly stale?: Uint8Array | undefined;
  readonly healed?: Bytes;
}

/**
 * Replaces a file by its next version if it still holds the expected bytes (`null`: there is none). Whatever happens,
 * the path holds one whole version, and the old one is kept for a while as a recent write. Only under the vault's lock.
 */
export async function replaceFile(
  file: VaultFile,
  expected: Bytes,
  next: Bytes,
  { stale, healed }: Healing = {},
): Promise<Replacement> {
  try {
    const path = resolveInVault(file.root, file.path);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if ((found === undefined) !== (expected === null)) return "changed";
    const write = openWrite(file, expected, stale);
    const swap = { file, path, write, expected, mode: found?.mode };
    const outcome = await unlessItFails(write, () =>
      next === null ? takeAway(swap) : putInPlace(swap, next),
    );
    if (outcome === "changed") return outcome;
    syncFolder(dirname(path));
    remember(file, write, next, healed);
    return outcome;
  } catch (cause) {
    throw cause instanceof LociError ? cause : writeFailed(file, cause);
  }
}

interface Swap {
  readonly file: VaultFile;
  readonly path: string;
  readonly write: Write;
  readonly expected: Bytes;
  readonly mode: number | undefined;
}

async function unlessItFails<T>(write: Write, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    dropWrite(write);
    throw error;
  }
}

/** The change is on disk. That a stale save may now wipe it out is no reason to call it failed. */
function remember(file: VaultFile, write: Write, next: Bytes, healed: Bytes | undefined): void {
  try {
    closeWrite(file, write, next, healed);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
  }
}

/** The next version is made in `.loci`, so no git client ever sees it. */
async function putInPlace(swap: Swap, next: Uint8Array): Promise<Replacement> {
  const staged = `${swap.write.stem}.next`;
  writeDurably(staged, next, swap);
  const outcome = swap.expected === null ? create(staged, swap) : await exchange(staged, swap);
  if (outcome === "changed") dropWrite(swap.write);
  return outcome;
}

async function exchange(staged: string, { path, write, expected }: Swap): Promise<Replacement> {
  const fd = openOld(path);
  if (fd === undefined) return "changed";
  const late = `${write.stem}.late`;
  try {
    const isLinked = tryLink(path, late);
    if (!holds(fd, expected) || (isLinked && !isAt(late, fd))) return "changed";
    // The last look, and nothing between it and the renaming: an editor's own renaming there would be overwritten.
    if (!isAt(path, fd)) return "changed";
    renameSync(staged, path);
    if (holds(fd, expected)) return "replaced";
    if (!isLinked) {
      await sleep(100); // No second name to come back to: give the writer time to finish.
      writeFileSync(late, readAll(fd));
    }
    return "overtaken";
  } finally {
    closeSync(fd);
  }
}

/** Creates without ever overwriting; on disks without hard links an empty file takes the place first. */
function create(staged: string, { file, path }: Swap): Replacement {
  mkdirSync(dirname(path), { recursive: true, mode: isTranscript(file) ? 0o700 : 0o777 });
  try {
    linkSync(staged, path);
    rmSync(staged);
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return "changed";
    if (!hasNoLinks.includes(errnoOf(error) ?? "")) throw error;
    closeSync(openSync(path, "wx"));
    renameSync(staged, path);
  }
  return "replaced";
}

/** Moves the old file to its second name, where no renaming can exchange it any more, and looks at it there. */
function takeAway({ path, write, expected }: Swap): Replacement {
  const late = `${write.stem}.late`;
  const before = lstatSync(path, { throwIfNoEntry: false });
  if (before !== undefined) renameSync(path, late);
  const taken = lstatSync(late, { throwIfNoEntry: false });
  const isOurs = taken?.isFile() === true && taken.ino === before?.ino;
  if (isOurs && isSameBytes(readFileSync(late), expected)) return "replaced";
  if (taken === undefined || putBack(late, path)) dropWrite(write);
  return "changed";
}

/** False where a newer file has the name already: what was taken stays as a late edit of it. */
function putBack(late: string, path: string): boolean {
  try {
    linkSync(late, path);
  } catch {
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return false;
    renameSync(late, path); // A disk without hard links.
  }
  return true;
}

/** What systems say where a disk has no hard links. */
const hasNoLinks = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"];

/** False where no second name can be given: no hard links, or gone (comparing inodes will tell). */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ([...hasNoLinks, "EXDEV", "ENOENT"].includes(errnoOf(error) ?? "")) return false;
    throw error;
  }
}

function openOld(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

const isAt = (path: string, fd: number): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.ino === fstatSync(fd).ino;

const holds = (fd: number, bytes: Bytes): boolean =>
  fstatSync(fd).size === bytes?.length && isSameBytes(readAll(fd), bytes);

/** Reads from the start, whatever was read before. */
function readAll(fd: number): Uint8Array {
  const bytes = Buffer.alloc(fstatSync(fd).size);
  let length = 0;
  for (let read = 1; read > 0 && length < bytes.length; length += read) {
    read = readSync(fd, bytes, length, bytes.length - length, length);
  }
  return bytes.subarray(0, length);
}

/** Only the owner may read transcripts, whatever process writes them. */
const isTranscript = ({ path }: VaultFile): boolean => path.startsWith("conversations/");

function writeDurably(staged: string, next: Uint8Array, { file, mode }: Swap): void {
  const fd = openSync(staged, "wx", mode !== undefined || isTranscript(file) ? 0o600 : 0o666);
  try {
    writeFileSync(fd, next);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  if (mode !== undefined) chmodSync(staged, mode & 0o7777);
}

/** Makes a renaming durable; systems that cannot open a folder do it by themselves. */
function syncFolder(path: string): void {
  let folder: number;
  try {
    folder = openSync(path, constants.O_RDONLY);
  } catch (error) {
    if (["EISDIR", "EPERM", "EACCES"].includes(errnoOf(error) ?? "")) return;
    throw error;
  }
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EROFS: "the disk is read-only",
  EACCES: "no permission to write there",
  EPERM: "no permission to write there",
  EISDIR: "a folder has that name",
};

function writeFailed({ path, lociDir }: VaultFile, cause: unknown): LociError {
  const code = errnoOf(cause) ?? "";
  const isOurs = cause instanceof Error && "path" in cause && !("dest" in cause); // Not on the way to the file.
  const where = isOurs ? String(cause.path) : "";
  const place = where.startsWith(lociDir) ? ` ("${where}")` : "";
  const why = `${reasons[code] ?? messageOf(cause)}${place}`;
  return new LociError("WRITE_FAILED", `Cannot write the file "${path}": ${why}`, {
    data: { path, code },
    cause,
  });
}
