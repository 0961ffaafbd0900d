import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LociError, messageOf } from "../../errors.ts";
import { resolveInVault } from "../paths.ts";
import { type Capture, dropCapture, openCapture } from "./captures.ts";
import { type HeldFolder, holdFolder, newRights, type VaultFile } from "./vault-file.ts";

/**
 * - `changed`: the file is not what was expected; nothing was touched.
 * - `replaced`: done and durable.
 * - `overtaken`: done and durable, but the old file was written to meanwhile: `lateEdits` has it.
 */
export type Replacement = "changed" | "replaced" | "overtaken";

/**
 * Replaces a file by its next version if it still holds the expected bytes (`null`: if there is none yet). Whatever
 * happens, the path holds one whole version, and the old one is kept as a capture. Only under the vault's lock.
 */
export async function replaceFile(
  file: VaultFile,
  expected: Uint8Array | null,
  next: Uint8Array,
): Promise<Replacement> {
  resolveInVault(file.root, file.path);
  let folder: HeldFolder | undefined;
  try {
    folder = holdFolder(file, { create: expected === null });
    return folder === undefined ? "changed" : await replaceIn(folder, file, { expected, next });
  } catch (cause) {
    throw cause instanceof LociError ? cause : writeFailed(file, cause);
  } finally {
    folder?.close();
  }
}

async function replaceIn(
  folder: HeldFolder,
  file: VaultFile,
  { expected, next }: Pick<Swap, "expected" | "next">,
): Promise<Replacement> {
  const path = join(folder.at, basename(file.path));
  const before = lstatSync(path, { throwIfNoEntry: false });
  if ((before === undefined) !== (expected === null)) return "changed";
  const swap: Swap = {
    path,
    folder,
    expected,
    next,
    mode: before?.mode ?? newRights(file.path)?.file,
  };
  let capture: Capture | undefined;
  try {
    capture = openCapture(file, expected ?? new Uint8Array());
    capture = { ...capture, beside: join(folder.at, basename(capture.beside)) };
    const outcome = await putInPlace(swap, capture);
    if (outcome === "changed" || expected === null) dropCapture(capture);
    capture = undefined; // Of use from here on, whatever fails.
    if (outcome !== "changed") await syncFolder(folder.at);
    if (outcome !== "changed" && !folder.isInPlace()) throw new Error(folderMoved);
    return outcome;
  } catch (cause) {
    if (capture !== undefined) dropCapture(capture);
    throw cause;
  }
}

const folderMoved = "its folder was moved or replaced meanwhile";

interface Swap {
  readonly path: string;
  readonly folder: HeldFolder;
  readonly expected: Uint8Array | null;
  readonly next: Uint8Array;
  readonly mode: number | undefined;
}

/** The next version is made in `.loci` (so no git client ever sees it), or beside the file where that is another disk. */
async function putInPlace(swap: Swap, capture: Capture): Promise<Replacement> {
  try {
    await writeDurably(capture.next, swap);
    return await putStaged(swap, capture, capture.next);
  } catch (error) {
    if (codeOf(error) !== "EXDEV") throw error;
    await writeDurably(capture.beside, swap);
    return await putStaged(swap, capture, capture.beside);
  }
}

async function putStaged(swap: Swap, capture: Capture, staged: string): Promise<Replacement> {
  if (swap.expected === null) return create(staged, swap);
  const fd = openOld(swap.path);
  if (fd === undefined) return "changed";
  try {
    const isLinked = tryLink(swap.path, capture.late);
    if (!isSame(fd, swap.expected) || !swap.folder.isInPlace()) return "changed";
    if (isLinked && !isAt(capture.late, fd)) return "changed";
    // The last look, and nothing between it and the renaming: an editor's own renaming there would be overwritten.
    if (!isAt(swap.path, fd)) return "changed";
    renameSync(staged, swap.path);
    if (isSame(fd, swap.expected)) return "replaced";
    if (!isLinked) {
      await sleep(100); // No second name to come back to: give the writer time to finish.
      writeFileSync(capture.late, readAll(fd));
    }
    return "overtaken";
  } finally {
    closeSync(fd);
  }
}

/** Creates without ever overwriting; on disks without hard links an empty file takes the place first. */
function create(staged: string, { path, folder }: Swap): Replacement {
  if (!folder.isInPlace()) return "changed";
  try {
    linkSync(staged, path);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return "changed";
    if (!hasNoLinks.includes(codeOf(error))) throw error;
    closeSync(openSync(path, "wx"));
    renameSync(staged, path);
  }
  return "replaced";
}

/** What systems say where a disk has no hard links. */
const hasNoLinks = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"];

/** False where no second name can be given: no hard links, another disk, or gone (comparing inodes will tell). */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ([...hasNoLinks, "EXDEV", "ENOENT"].includes(codeOf(error))) return false;
    throw error;
  }
}

function openOld(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

const isAt = (path: string, fd: number): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.ino === fstatSync(fd).ino;

const isSame = (fd: number, bytes: Uint8Array): boolean =>
  fstatSync(fd).size === bytes.length && Buffer.compare(readAll(fd), bytes) === 0;

/** Reads from the start, whatever was read before. */
function readAll(fd: number): Uint8Array {
  const bytes = Buffer.alloc(fstatSync(fd).size);
  let length = 0;
  for (let read = 1; read > 0 && length < bytes.length; length += read) {
    read = readSync(fd, bytes, length, bytes.length - length, length);
  }
  return bytes.subarray(0, length);
}

async function writeDurably(path: string, { next, mode }: Swap): Promise<void> {
  const handle = await open(path, "wx", mode === undefined ? 0o666 : 0o600);
  try {
    if (mode !== undefined) await handle.chmod(mode & 0o7777);
    await handle.writeFile(next);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a renaming durable; systems that cannot open a folder do it by themselves. */
async function syncFolder(path: string): Promise<void> {
  let folder: FileHandle;
  try {
    folder = await open(path, constants.O_RDONLY);
  } catch (error) {
    if (["EISDIR", "EPERM", "EACCES"].includes(codeOf(error))) return;
    throw error;
  }
  await folder.sync().finally(() => folder.close());
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
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
  const code = codeOf(cause);
  const why = reasons[code] ?? messageOf(cause);
  const isOurs = cause instanceof Error && "path" in cause && !("dest" in cause); // Not on the way to the file.
  const where = isOurs ? String(cause.path) : "";
  const place = where.startsWith(lociDir) ? ` ("${where}")` : "";
  return new LociError("WRITE_FAILED", `Cannot write the file "${path}": ${why}${place}`, {
    data: { path, code },
    cause,
  });
}
