import fs, { constants } from "node:fs";
import { basename, dirname, join } from "node:path";
import { errnoOf, LociError, messageOf } from "../../errors.ts";
import { resolveInVault } from "../paths.ts";
import { plainRead } from "../read-small-file.ts";
import { type Bytes, isSameBytes } from "./heal-save.ts";
import { dropVersion, keepVersion, type VaultFile } from "./versions.ts";

/**
 * Replaces a file by its next version if it still holds the expected bytes (`null`: there is none); false where it holds
 * something else, and nothing was touched. Whatever happens, the path holds one whole version. The old file is kept for
 * a while: what an editor writes into it then is among its `lateEdits`. Only under the vault's lock.
 */
export function replaceFile(file: VaultFile, expected: Bytes, next: Bytes): boolean {
  try {
    const folder = openFolder(file, expected === null);
    try {
      return replaceIn(folder, file, [expected, next]);
    } finally {
      fs.closeSync(folder);
    }
  } catch (cause) {
    if (errnoOf(cause) === "ENOENT") return false; // Gone meanwhile: who asked looks again.
    throw cause instanceof LociError ? cause : writeFailed(file, cause);
  }
}

function replaceIn(folder: number, file: VaultFile, [expected, next]: readonly [Bytes, Bytes]) {
  const at = hasFolderNames ? `/proc/self/fd/${folder}` : dirname(join(file.root, file.path));
  const path = join(at, basename(file.path));
  const found = fs.lstatSync(path, { throwIfNoEntry: false });
  if ((found === undefined) !== (expected === null)) return false;
  const stem = keepVersion(file, "was", expected);
  let isDone = false;
  try {
    if (next === null)
      fs.renameSync(path, `${stem}.late`); // Where no renaming can exchange it any more.
    else writeDurably(`${stem}.next`, next, rightsOf(file, found?.mode));
    isDone = next === null || (expected === null ? create : putInPlace)(path, stem, expected);
    if (isDone) fs.fsyncSync(folder);
    return isDone;
  } finally {
    if (!isDone) dropVersion(stem);
  }
}

/**
 * Opens the folder of a file, so that no exchange of names leads a write elsewhere (on Linux, which names every open
 * folder).
 */
function openFolder({ root, path }: VaultFile, isMade: boolean): number {
  const folder = dirname(resolveInVault(root, path));
  if (isMade) fs.mkdirSync(folder, { recursive: true, mode: isTranscript(path) ? 0o700 : 0o777 });
  const fd = fs.openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  if (!hasFolderNames) return fd;
  const [at, real] = [fs.readlinkSync(`/proc/self/fd/${fd}`), join(fs.realpathSync(root), "/")];
  if (`${at}/`.startsWith(real)) return fd;
  fs.closeSync(fd);
  throw new Error("its folder was replaced meanwhile");
}

const hasFolderNames = process.platform === "linux";

/** `stem`.next: the next version, made in `.loci`, so no git client ever sees it; `stem`.late: the old file's second name. */
function putInPlace(path: string, stem: string, expected: Bytes): boolean {
  const late = `${stem}.late`;
  const fd = fs.openSync(path, plainRead);
  try {
    const isLinked = tryLink(path, late);
    if (!isSameBytes(fs.readFileSync(fd), expected)) return false;
    if (isLinked && !isAt(late, fd)) return false;
    // The last look, and nothing between it and the renaming: an editor's own renaming there would be overwritten.
    if (!isAt(path, fd)) return false;
    fs.renameSync(`${stem}.next`, path);
    return true;
  } finally {
    fs.closeSync(fd);
  }
}

/** Creates without ever overwriting; on disks without hard links an empty file takes the place first. */
function create(path: string, stem: string): boolean {
  const staged = `${stem}.next`;
  try {
    fs.linkSync(staged, path);
    fs.rmSync(staged);
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    fs.closeSync(fs.openSync(path, "wx"));
    fs.renameSync(staged, path);
  }
  return true;
}

/** False where no second name can be given: no hard links, or gone (comparing inodes will tell). */
function tryLink(from: string, to: string): boolean {
  try {
    fs.linkSync(from, to);
    return true;
  } catch {
    return false;
  }
}

const isAt = (path: string, fd: number): boolean =>
  fs.lstatSync(path, { throwIfNoEntry: false })?.ino === fs.fstatSync(fd).ino;

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
  const message = `Cannot write the file "${path}": ${why}`;
  return new LociError("WRITE_FAILED", message, { data: { path, code }, cause });
}

/** The whole text or what was there before, whatever happens. */
export function writeWhole(file: string, text: string): void {
  const beside = `${file}.${process.pid}.new`;
  fs.rmSync(beside, { force: true });
  try {
    writeDurably(beside, text, 0o600);
    fs.renameSync(beside, file);
  } finally {
    fs.rmSync(beside, { force: true });
  }
  const folder = fs.openSync(dirname(file), constants.O_RDONLY);
  try {
    fs.fsyncSync(folder); // Or a power cut may take the new name back.
  } finally {
    fs.closeSync(folder);
  }
}

/** Writes a new file; without rights of its own it gets those that new files have here. */
function writeDurably(path: string, content: string | Uint8Array, rights?: number): void {
  fs.writeFileSync(path, content, {
    flag: "wx",
    flush: true,
    mode: rights === undefined ? 0o666 : 0o600,
  });
  if (rights !== undefined) fs.chmodSync(path, rights & 0o7777);
}
