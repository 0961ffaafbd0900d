import { lstat, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { LociError } from "../../errors.ts";
import { ifMissing, nodeDisk, plainAppend, readIfThere } from "../../git/disk.ts";
import type { Lock } from "../../vault/lock.ts";
import { answerMarks, forgottenPath, type Mark, maxMarkBytes } from "../merge/file/removals.ts";

/**
 * The marks of the vault as they stand on disk; null where there are none. A link or a folder of that name holds none,
 * nor does more than a merge would read.
 */
export async function readForgotten(root: string): Promise<Uint8Array | null> {
  try {
    return (await readIfThere(join(root, forgottenPath), { maxBytes: maxMarkBytes })) ?? null;
  } catch (error) {
    if (error instanceof TypeError || error instanceof LociError) return null;
    throw error;
  }
}

interface MarkPlace {
  readonly root: string;
  readonly lock: Lock;
  readonly now: Date;
}

/** Adds marks at the end of the file, each later than what is there of the same entry. Takes the writer lock. */
export async function appendMarks(place: MarkPlace, marks: readonly Mark[]): Promise<void> {
  if (marks.length === 0) return;
  const { root, lock, now } = place;
  await lock(() => append(root, (bytes) => answerMarks(bytes, now.getTime(), marks)));
}

/** Adds marks of what is purged. Takes the writer lock. */
export async function appendPurged(
  { root, lock }: Omit<MarkPlace, "now">,
  marks: Iterable<string>,
): Promise<void> {
  await lock(() => append(root, () => [...marks]));
}

async function append(root: string, linesFor: (bytes: Buffer) => readonly string[]): Promise<void> {
  await makeLogFolder(root);
  const file = await open(join(root, forgottenPath), plainAppend, 0o666);
  let bytes: Buffer;
  try {
    bytes = await file.readFile();
    const lines = linesFor(bytes).map((line) => `${line}\n`);
    await file.write((isTorn(bytes) ? "\n" : "") + lines.join(""));
    await file.sync();
  } finally {
    await file.close();
  }
  // A new name must survive a power cut as its content does.
  if (bytes.length === 0) await nodeDisk.flushFolder(join(root, "log"));
}

/** A link in the place of the folder would lead out of the vault. */
async function makeLogFolder(root: string): Promise<void> {
  const folder = join(root, "log");
  const found = await lstat(folder).catch(ifMissing);
  if (found?.isDirectory() === true) return;
  if (found) throw new TypeError(`Cannot write "${forgottenPath}": "log" is not a folder`);
  await mkdir(folder);
  await nodeDisk.flushFolder(root);
}

const isTorn = (bytes: Buffer): boolean => bytes.length > 0 && bytes.at(-1) !== 0x0a;
