import { setTimeout as sleep } from "node:timers/promises";
import { LociError } from "../../errors.ts";

export interface Retries {
  readonly times: number;
  /** First pause in ms, doubled each time, up to `longest`. */
  readonly pause: number;
  /** A server that asks for a longer pause than this is not waited for; the caller gets its wish as `data.retryAfter`. */
  readonly longest: number;
  /** What passes is not always worth waiting for here and now. */
  readonly isWorthIt?: (error: LociError) => boolean;
}

/** A kept connection may have died unseen; nothing else is worth a second try while a person waits. */
export const ifConnectionDied: Retries = {
  times: 1,
  pause: 20,
  longest: 200,
  isWorthIt: ({ data }) => data.reason === "connection",
};

/** Does it again while it fails with a LociError whose `data.passing` is true. An abort ends the waiting. */
export async function retrying<T>(
  work: () => Promise<T>,
  retries: Retries,
  signal?: AbortSignal,
): Promise<T> {
  for (let tried = 0; ; tried++) {
    try {
      return await work();
    } catch (error) {
      const pause = pauseAfter(error, tried, retries);
      if (pause === undefined || signal?.aborted === true) throw error;
      try {
        await sleep(pause, undefined, signal === undefined ? {} : { signal });
      } catch {
        throw error; // Aborted while waiting: what failed says more than the abort.
      }
    }
  }
}

function pauseAfter(error: unknown, tried: number, retries: Retries): number | undefined {
  if (!(error instanceof LociError) || error.data.passing !== true || tried >= retries.times) {
    return undefined;
  }
  if (retries.isWorthIt?.(error) === false) return undefined;
  const { retryAfter } = error.data;
  if (typeof retryAfter === "number") {
    return retryAfter <= retries.longest ? retryAfter : undefined;
  }
  // Up to a quarter shorter by chance, so that several clients do not come back at once.
  const full = Math.min(retries.longest, retries.pause * 2 ** tried);
  return full * (1 - Math.random() / 4);
}
