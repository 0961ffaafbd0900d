import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { errnoOf, LociError, messageOf } from "../../errors.ts";
import { resolveInVault } from "../paths.ts";
import { plainRead } from "../read-small-file.ts";
import { type Bytes, isSameBytes } from "./heal-save.ts";
import { dropVersion, keepVersion, type VaultFile } from "./versions.ts";
import { writeDurably } from "./write-whole.ts";

/**
 * Replaces a file by its next version if it still holds the expected bytes (`null`: there is none); false where it holds
 * something else, and nothing was touched. Whatever happens, the path holds one whole version. The old file is kept for
 * a while: what an editor writes into it then is among its `lateEdits`. Only under the vault's lock.
 */
export function replaceFile(file: VaultFile, expected: Bytes, next: Bytes): boolean {
  let folder: number | undefined;
  let stem: string | undefined;
  let isDone = false;
  try {
    folder = openFolder(file, expected === null);
    if (folder === undefined) return false;
    const at = hasFolderNames ? `/proc/self/fd/${folder}` : dirname(join(file.root, file.path));
    const path = join(at, basename(file.path));
    const found = lstatSync(path, { throwIfNoEntry: false });
    if ((found === undefined) !== (expected === null)) return false;
    stem = keepVersion(file, "was", expected);
    if (next === null)
      renameSync(path, `${stem}.late`); // Where no renaming can exchange it any more.
    else writeDurably(`${stem}.next`, next, rightsOf(file, found?.mode));
    isDone = next === null || (expected === null ? create : putInPlace)(path, stem, expected);
    if (isDone) fsyncSync(folder);
    return isDone;
  } catch (cause) {
    throw cause instanceof LociError ? cause : writeFailed(file, cause);
  } finally {
    if (stem !== undefined && !isDone) dropVersion(stem);
    if (folder !== undefined) closeSync(folder);
  }
}

/**
 * Opens the folder of a file, so that no exchange of names leads a write elsewhere (on Linux, which names every open
 * folder); undefined where there is none.
 */
function openFolder({ root, path }: VaultFile, isMade: boolean): number | undefined {
  const folder = dirname(resolveInVault(root, path));
  if (isMade) mkdirSync(folder, { recursive: true, mode: isTranscript(path) ? 0o700 : 0o777 });
  const fd = openIfThere(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  if (fd === undefined || !hasFolderNames) return fd;
  const [at, real] = [readlinkSync(`/proc/self/fd/${fd}`), join(realpathSync(root), "/")];
  if (`${at}/`.startsWith(real)) return fd;
  closeSync(fd);
  throw new Error("its folder was replaced meanwhile");
}

const hasFolderNames = process.platform === "linux";

/** `stem`.next: the next version, made in `.loci`, so no git client ever sees it; `stem`.late: the old file's second name. */
function putInPlace(path: string, stem: string, expected: Bytes): boolean {
  const late = `${stem}.late`;
  const fd = openIfThere(path, plainRead);
  if (fd === undefined) return false;
  try {
    const isLinked = tryLink(path, late);
    if (!isSameBytes(readFileSync(fd), expected)) return false;
    if (isLinked && !isAt(late, fd)) return false;
    // The last look, and nothing between it and the renaming: an editor's own renaming there would be overwritten.
    if (!isAt(path, fd)) return false;
    renameSync(`${stem}.next`, path);
    return true;
  } finally {
    closeSync(fd);
  }
}

/** Creates without ever overwriting; on disks without hard links an empty file takes the place first. */
function create(path: string, stem: string): boolean {
  const staged = `${stem}.next`;
  try {
    linkSync(staged, path);
    rmSync(staged);
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    closeSync(openSync(path, "wx"));
    renameSync(staged, path);
  }
  return true;
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

function openIfThere(path: string, flags: number): number | undefined {
  try {
    return openSync(path, flags);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

const isAt = (path: string, fd: number): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.ino === fstatSync(fd).ino;

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
