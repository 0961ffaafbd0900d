import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DeviceClock } from "../../device-clock.ts";
import { lookAt } from "../apply/move-context.ts";

/** How many times as long as any other edit one must have been left alone to be believed. */
const patience = {
  changed: 1,
  /** Some editors unlink, then create. */
  gone: 3,
  /** Emptied, or without most of its entries: a copy may be under way. */
  shrunk: 33,
};
/** A file that is written to all the time is taken as it is after so many times as long, unless it shrank. */
const longest = 7;
const pollMs = 100;
/** A time ahead of the clock says nothing. */
const clockSlackMs = 5_000;

/** Looks at files until each has been unchanged for long enough; `busy`: those that are still written to. */
export async function lookUntilSettled<T extends { readonly state: keyof typeof patience }>(
  files: {
    readonly root: string;
    readonly paths: readonly string[];
    /** How long an edit must have been left alone. */
    readonly quietMs: number;
    readonly clock: DeviceClock;
    readonly signal?: AbortSignal | undefined;
  },
  look: (path: string) => Promise<T>,
): Promise<{ readonly settled: readonly T[]; readonly busy: readonly string[] }> {
  const { root, quietMs, clock, signal } = files;
  const settled: T[] = [];
  const start = clock.now();
  for (let busy = files.paths; ; await sleep(pollMs, undefined, { signal })) {
    const next: string[] = [];
    const waited = clock.now() - start;
    for (const path of busy) {
      signal?.throwIfAborted();
      const found = await look(path);
      const isTaken = found.state !== "shrunk" && waited >= longest * quietMs;
      const isQuiet = ageOf(root, path, clock) >= patience[found.state] * quietMs;
      if (isTaken || isQuiet) settled.push(found);
      else next.push(path);
    }
    busy = next;
    if (busy.length === 0 || waited > (patience.shrunk + longest) * quietMs)
      return { settled, busy };
  }
}

/** Milliseconds since a file was last written, or its folder where it is gone. */
function ageOf(root: string, path: string, clock: DeviceClock): number {
  const found = lookAt(join(root, path));
  if (found === undefined && path !== ".") return ageOf(root, dirname(path), clock);
  const age = clock.now() - Number(found?.mtimeMs ?? 0);
  return age < -clockSlackMs ? Number.POSITIVE_INFINITY : age;
}
