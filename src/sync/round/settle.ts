import { lstat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DeviceClock } from "../../device-clock.ts";
import { isMissing } from "../../git/disk.ts";

/** How long a file must have been left alone to be believed, in milliseconds. */
export interface Settling {
  /** After any change: an editor or a copy may be in the middle of it. */
  readonly quietMs: number;
  /** After it vanished: some editors unlink, then create. */
  readonly goneMs: number;
  /** After it was emptied, or lost most of its entries. */
  readonly shrunkMs: number;
  /** A file that is written to all the time is taken as it is after this long, unless it shrank. */
  readonly maxMs: number;
}

export const defaultSettling: Settling = {
  quietMs: 300,
  goneMs: 1_000,
  shrunkMs: 10_000,
  maxMs: 2_000,
};

/** What a check of a file found. */
export interface Looked<T> {
  readonly state: "changed" | "gone" | "shrunk";
  readonly found: T;
}

/** Polls files until each has been unchanged for long enough; `busy`: those that still shrink or come back. */
export async function lookUntilSettled<T>(
  files: {
    readonly root: string;
    readonly paths: readonly string[];
    readonly settling: Settling;
    readonly clock: DeviceClock;
    readonly signal?: AbortSignal | undefined;
  },
  look: (path: string) => Promise<Looked<T>>,
): Promise<{ settled: T[]; busy: string[] }> {
  const { settling, clock, signal } = files;
  const settled: T[] = [];
  const goneSince = new Map<string, number>();
  const start = clock.now();
  let waiting = [...files.paths];
  for (;;) {
    const next: string[] = [];
    let pause = Number.POSITIVE_INFINITY;
    for (const path of waiting) {
      signal?.throwIfAborted();
      const { state, found } = await look(path);
      if (state === "gone") goneSince.set(path, goneSince.get(path) ?? clock.now());
      else goneSince.delete(path);
      const wait = waitOf(state, settling) - (await ageOf(files, path, goneSince.get(path)));
      const isTaken = state === "changed" && clock.now() - start >= settling.maxMs;
      if (wait <= 0 || isTaken) settled.push(found);
      else {
        next.push(path);
        pause = Math.min(pause, wait);
      }
    }
    waiting = next;
    if (waiting.length === 0 || clock.now() - start > settling.shrunkMs + settling.maxMs) break;
    await sleep(Math.max(5, Math.min(pause, 250)), undefined, { signal });
  }
  return { settled, busy: waiting };
}

function waitOf(state: Looked<unknown>["state"], settling: Settling): number {
  if (state === "gone") return settling.goneMs;
  return state === "shrunk" ? settling.shrunkMs : settling.quietMs;
}

/** A time ahead of the clock says nothing. */
const clockSlackMs = 5_000;

/** Milliseconds since a file was last written, or vanished from its folder. */
async function ageOf(
  { root, clock }: { readonly root: string; readonly clock: DeviceClock },
  path: string,
  goneSince: number | undefined,
): Promise<number> {
  const seen = goneSince === undefined ? 0 : clock.now() - goneSince;
  for (let at = path; ; at = dirname(at)) {
    try {
      const age = clock.now() - (await lstat(join(root, at))).mtimeMs;
      return age < -clockSlackMs ? Number.POSITIVE_INFINITY : Math.max(age, seen);
    } catch (error) {
      if (!isMissing(error) || at === ".") throw error;
    }
  }
}
