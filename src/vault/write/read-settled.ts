import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { DeviceClock } from "../../device-clock.ts";
import { LociError, messageOf } from "../../errors.ts";
import { type Bytes, isSameBytes } from "./heal-save.ts";

const longestWaitMs = 2_000;
const pollMs = 5;

/**
 * Reads a file that an editor may be in the middle of saving: unless it is as it was last `known` to be whole, an
 * emptied, shortened or just-written file is read again until it has been left alone for a while, at most 2 s; `null`
 * when there is no file.
 */
export async function readSettled(
  path: string,
  clock: DeviceClock,
  known: Bytes = null,
): Promise<Uint8Array | null> {
  const start = clock.now();
  for (;;) {
    const seen = readFile(path);
    const now = clock.now();
    const missingFor = now - start;
    const quietFor = seen === null ? missingFor : Math.abs(now - seen.mtimeMs);
    const isDue = now - start > longestWaitMs;
    if (isDue || quietFor >= quietMs(seen?.bytes ?? null, known)) return seen?.bytes ?? null;
    await sleep(pollMs);
  }
}

/** How long a version must have been left alone to be believed. */
function quietMs(bytes: Bytes, known: Bytes): number {
  if (bytes === null) return known === null ? 0 : 250; // Some editors unlink, then create.
  if (isSameBytes(known, bytes)) return 0;
  if (bytes.length === 0) return 1_000;
  const [isShorter, isOpen] = [bytes.length < (known?.length ?? 0), bytes.at(-1) !== 0x0a];
  if (isShorter && isOpen) return 1_000; // Cut in the middle of a line, or a person took its end away.
  return isShorter || isOpen ? 50 : 15;
}

/**
 * The bytes of a small file of Loci's own, or undefined where there is none that Loci can have written: a link, a pipe
 * or a device in its place came with a clone, and is neither followed nor waited for.
 */
export function readOwn(path: string, maxBytes: number): Uint8Array | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, plainRead);
    const stat = fstatSync(fd);
    return stat.isFile() && stat.size <= maxBytes ? readFileSync(fd) : undefined;
  } catch {
    return undefined; // None yet, or not ours to read: the bookkeeping does without.
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Follows no link, and waits for no pipe. */
export const plainRead: number = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Writes a file of Loci's own, never through a link that stands in its place. */
export function writeOwn(path: string, bytes: string | Uint8Array): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) unlinkSync(path);
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW, O_NONBLOCK } = constants;
  const fd = openSync(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK, 0o666);
  try {
    writeFileSync(fd, bytes);
  } finally {
    closeSync(fd);
  }
}

/** The time is taken after the reading, so that bytes older than it are all there. */
function readFile(path: string): { bytes: Uint8Array; mtimeMs: number } | null {
  let fd: number;
  try {
    fd = openSync(path, plainRead);
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return null;
    throw unreadable(path, cause);
  }
  try {
    if (!fstatSync(fd).isFile()) throw new TypeError("it is not a plain file");
    const bytes = readFileSync(fd);
    return { bytes, mtimeMs: fstatSync(fd).mtimeMs };
  } catch (cause) {
    throw unreadable(path, cause);
  } finally {
    closeSync(fd);
  }
}

function unreadable(path: string, cause: unknown): LociError {
  const why = messageOf(cause);
  return new LociError("UNREADABLE", `Cannot read the file "${path}": ${why}`, {
    data: { path },
    cause,
  });
}
