import { setTimeout as sleep } from "node:timers/promises";
import type { DeviceClock } from "../../device-clock.ts";
import { maxFileBytes } from "../list-files.ts";
import { resolveInVault, type TopicPath } from "../paths.ts";
import { readIfThere, readPlain } from "../read-small-file.ts";
import { type Bytes, isSameBytes } from "./heal-save.ts";

const longestWaitMs = 2_000;
const pollMs = 5;

/**
 * Reads a file that an editor may be in the middle of saving: unless it is as it was last `known` to be whole, an
 * emptied, shortened or just-written file is read again until it has been left alone for a while, at most 2 s; `null`
 * when there is no file. Throws LociError UNREADABLE.
 */
export async function readSettled(
  path: string,
  clock: DeviceClock,
  known: Bytes = null,
): Promise<Uint8Array | null> {
  const start = clock.now();
  for (;;) {
    const seen = readIfThere(path, "UNREADABLE");
    const now = clock.now();
    const quietFor = seen === undefined ? now - start : Math.abs(now - seen.mtimeMs);
    const bytes = seen?.bytes ?? null;
    if (now - start > longestWaitMs || quietFor >= quietMs(bytes, known)) return bytes;
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

/** The bytes of a note as it stands; undefined where no plain file of a size that is read has its name. */
export const readNote = (root: string, path: TopicPath): Uint8Array | undefined =>
  readOwn(resolveInVault(root, path), maxFileBytes);

/** The bytes of a small file of Loci's own, or undefined where there is none that Loci can have written. */
export function readOwn(path: string, maxBytes: number): Uint8Array | undefined {
  try {
    return readPlain(path, maxBytes).bytes;
  } catch {
    return undefined; // None yet, or not ours to read: the bookkeeping does without.
  }
}
