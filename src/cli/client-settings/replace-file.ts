import { isUtf8 } from "node:buffer";
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, relative } from "node:path";
import { LociError, messageOf } from "../../errors.ts";

/** A file's text; "" where it is not there. Throws LociError WRITE_FAILED for a link, or what is not a file. */
export function readPlainFile(file: string): string {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) return "";
  if (!found.isFile())
    throw refused(file, found.isSymbolicLink() ? "it is a link" : "it is not a file");
  const bytes = readFileSync(file);
  if (!isUtf8(bytes)) throw refused(file, "it is not UTF-8 text");
  return bytes.toString("utf8");
}

interface Replacement {
  readonly before: string;
  readonly after: string;
  /** A folder that no link on the way may lead out of. */
  readonly within: string | undefined;
}

/**
 * Replaces a file by its new text, at once or not at all; it keeps its rights, and a new one is the person's own. Throws LociError
 * WRITE_FAILED where it has changed since it was read, or a link leads elsewhere.
 */
export function replaceFile(file: string, { before, after, within }: Replacement): void {
  const beside = `${file}.loci-new`;
  try {
    if (within !== undefined) checkWithin(file, within);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const mode = lstatSync(file, { throwIfNoEntry: false })?.mode ?? 0o600;
    rmSync(beside, { force: true });
    writeNew(beside, after, mode & 0o777);
    if (readPlainFile(file) !== before) throw refused(file, "it has changed meanwhile; try again");
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error instanceof LociError ? error : refused(file, messageOf(error), error);
  }
}

function checkWithin(file: string, folder: string): void {
  let there = dirname(file);
  while (lstatSync(there, { throwIfNoEntry: false }) === undefined) there = dirname(there);
  if (!relative(realpathSync(folder), realpathSync(there)).startsWith("..")) return;
  throw refused(file, `a link on the way leads out of ${folder}`);
}

function writeNew(file: string, text: string, mode: number): void {
  const handle = openSync(file, "wx", 0o600);
  try {
    writeFileSync(handle, text);
    fchmodSync(handle, mode);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

const refused = (file: string, state: string, cause?: unknown): LociError =>
  new LociError("WRITE_FAILED", `Cannot change ${file}: ${state}`, { cause, data: { file } });
