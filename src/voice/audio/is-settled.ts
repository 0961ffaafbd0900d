import { setTimeout as delay } from "node:timers/promises";

/** Whether a promise that never rejects settles within so many milliseconds, and before a signal aborts. */
export async function isSettled(
  promise: Promise<unknown>,
  ms: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const own = new AbortController();
  const settled = promise.then(() => true);
  const all = signal === undefined ? own.signal : AbortSignal.any([own.signal, signal]);
  const late = delay(ms, false, { signal: all }).catch(() => false);
  try {
    return await Promise.race([settled, late]);
  } finally {
    own.abort();
  }
}
