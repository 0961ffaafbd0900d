import { settleWithin } from "./settle-within.ts";

/** Whether a promise that never rejects settles within so many milliseconds, and before a signal aborts. */
export async function isSettled(
  promise: Promise<unknown>,
  ms: number,
  signal?: AbortSignal,
): Promise<boolean> {
  return (await settleWithin(ms, () => promise, signal)).type === "done";
}
