import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DeviceClock } from "../../device-clock.ts";
import { lookAt } from "../apply/lstat-at.ts";

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

/** Looks at files until each has been unchanged for long enough; `busy`: those that are still written to. */
export async function lookUntilSettled<T extends { readonly state: "changed" | "gone" | "shrunk" }>(
  files: {
    readonly root: string;
    readonly paths: readonly string[];
    readonly settling: Settling;
    readonly clock: DeviceClock;
    readonly signal?: AbortSignal | undefined;
  },
  look: (path: string) => Promise<T>,
): Promise<{ readonly settled: readonly T[]; readonly busy: readonly string[] }> {
  const { root, settling, clock, signal } = files;
  const waits = { changed: settling.quietMs, gone: settling.goneMs, shrunk: settling.shrunkMs };
  const settled: T[] = [];
  const start = clock.now();
  let busy = [...files.paths];
  for (;;) {
    const next: string[] = [];
    const waited = clock.now() - start;
    for (const path of busy) {
      signal?.throwIfAborted();
      const found = await look(path);
      const isLongEnough = found.state !== "shrunk" && waited >= settling.maxMs;
      if (isLongEnough || ageOf(root, path, clock) >= waits[found.state]) settled.push(found);
      else next.push(path);
    }
    busy = next;
    if (busy.length === 0 || waited > settling.shrunkMs + settling.maxMs) break;
    await sleep(pollMs, undefined, { signal });
  }
  return { settled, busy };
}

const pollMs = 100;
/** A time ahead of the clock says nothing. */
const clockSlackMs = 5_000;

/** Milliseconds since a file was last written, or its folder where it is gone. */
function ageOf(root: string, path: string, clock: DeviceClock): number {
  const found = lookAt(join(root, path));
  if (found === undefined && path !== ".") return ageOf(root, dirname(path), clock);
  const age = clock.now() - Number(found?.mtimeMs ?? 0);
  return age < -clockSlackMs ? Number.POSITIVE_INFINITY : age;
}
