import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { errnoOf, LociError, messageOf } from "../../errors.ts";
import { resolveInVault } from "../paths.ts";
import { type Bytes, isSameBytes } from "./heal-save.ts";
import { plainRead } from "./read-settled.ts";
import { dropVersion, keepVersion, type VaultFile } from "./versions.ts";
import { syncFolder, writeDurably } from "./write-whole.ts";

/**
 * - `changed`: the file is not what was expected; nothing was touched.
 * - `replaced`: done and durable.
 * - `overtaken`: done and durable, but the old file was written to meanwhile: `lateEdits` has it.
 */
export type Replacement = "changed" | "replaced" | "overtaken";

/**
 * Replaces a file by its next version if it still holds the expected bytes (`null`: there is none). Whatever happens,
 * the path holds one whole version, and the old one is kept for a while. Only under the vault's lock.
 */
export async function replaceFile(
  file: VaultFile,
  expected: Bytes,
  next: Bytes,
): Promise<Replacement> {
  let folder: HeldFolder | undefined;
  try {
    resolveInVault(file.root, file.path);
    folder = holdFolder(file, expected === null);
    if (folder === undefined) return "changed";
    const path = join(folder.at, basename(file.path));
    const found = lstatSync(path, { throwIfNoEntry: false });
    if ((found === undefined) !== (expected === null)) return "changed";
    const stem = keepVersion(file, "was", expected);
    const swap = { path, expected, staged: `${stem}.next`, late: `${stem}.late` };
    let outcome: Replacement = "changed";
    try {
      if (next !== null) writeDurably(swap.staged, next, rightsOf(file, found?.mode));
      outcome = next === null ? takeAway(swap) : await putInPlace(swap);
    } finally {
      if (outcome === "changed") dropVersion(stem);
    }
    if (outcome !== "changed") syncFolder(folder.at);
    if (outcome !== "changed" && !folder.isInPlace()) throw new Error(folderMoved);
    return outcome;
  } catch (cause) {
    throw cause instanceof LociError ? cause : writeFailed(file, cause);
  } finally {
    folder?.close();
  }
}

const folderMoved = "its folder was moved or replaced meanwhile";

/** The folder of a file, held so that no exchange of names leads a write elsewhere. */
interface HeldFolder {
  /** Where it is reached, whatever its path leads to by now (Linux, which names every open folder; elsewhere its path). */
  readonly at: string;
  isInPlace(): boolean;
  close(): void;
}

/** Opened step by step, following no link below the root; undefined where there is none. */
function holdFolder({ root, path }: VaultFile, isMade: boolean): HeldFolder | undefined {
  const folder = join(root, dirname(path));
  const mode = isTranscript(path) ? 0o700 : 0o777;
  let fd = openSync(root, folderOnly);
  const enter = (name: string): void => {
    const at = hasFolderNames ? `/proc/self/fd/${fd}/${name}` : join(folder, name);
    if (isMade) mkdirSync(at, { recursive: true, mode });
    const next = openSync(at, folderOnly | constants.O_NOFOLLOW);
    closeSync(fd);
    fd = next;
  };
  try {
    if (hasFolderNames) for (const name of dirname(path).split("/")) enter(name);
    else enter("");
  } catch (error) {
    closeSync(fd);
    if (errnoOf(error) === "ENOENT") return undefined;
    throw error;
  }
  return {
    at: hasFolderNames ? `/proc/self/fd/${fd}` : folder,
    isInPlace: () => statSync(folder, { throwIfNoEntry: false })?.ino === fstatSync(fd).ino,
    close: () => closeSync(fd),
  };
}

const folderOnly = constants.O_RDONLY | constants.O_DIRECTORY;
const hasFolderNames = process.platform === "linux";

interface Swap {
  readonly path: string;
  readonly expected: Bytes;
  /** The next version; made in `.loci`, so no git client ever sees it. */
  readonly staged: string;
  /** The old file's second name. */
  readonly late: string;
}

/** Moves the old file to its second name, where no renaming can exchange it any more. */
function takeAway({ path, expected, late }: Swap): Replacement {
  renameSync(path, late);
  return isSameBytes(readFileSync(late), expected) ? "replaced" : "overtaken";
}

async function putInPlace(swap: Swap): Promise<Replacement> {
  if (swap.expected === null) return create(swap);
  const { path, staged, late, expected } = swap;
  const fd = openOld(path);
  if (fd === undefined) return "changed";
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
function create({ path, staged }: Swap): Replacement {
  try {
    linkSync(staged, path);
    rmSync(staged);
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return "changed";
    closeSync(openSync(path, "wx"));
    renameSync(staged, path);
  }
  return "replaced";
}

/** False where no second name can be given: no hard links, or gone (comparing inodes will tell). */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch {
    return false;
  }
}

function openOld(path: string): number | undefined {
  try {
    return openSync(path, plainRead);
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
const isTranscript = (path: string): boolean => path.startsWith("conversations/");

/** A file keeps its rights; a new one has those that the person's files usually have. */
const rightsOf = ({ path }: VaultFile, mode: number | undefined): number | undefined =>
  mode ?? (isTranscript(path) ? 0o600 : undefined);

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
