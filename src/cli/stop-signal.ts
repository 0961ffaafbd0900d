import { once } from "node:events";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Aborted when the process is asked to stop (Ctrl-C, SIGTERM, a closed terminal); the second time it ends at once. */
export function stopSignal(): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  const release = (): void => {
    for (const name of signals) process.off(name, stop);
  };
  const stop = (): void => {
    release();
    controller.abort();
  };
  for (const name of signals) process.on(name, stop);
  return { signal: controller.signal, release };
}

/**
 * Waits until the process is asked to stop or until `work`, if any, is done, and keeps the process alive meanwhile.
 * After that the next signal ends it at once.
 */
export async function untilStopped(
  work: Promise<void> = new Promise(() => {}),
  { signal, release } = stopSignal(),
): Promise<void> {
  const alive = setInterval(() => {}, 2 ** 30); // A pending promise keeps no process alive.
  try {
    await Promise.race([signal.aborted ? undefined : once(signal, "abort"), work]);
  } finally {
    clearInterval(alive);
    release();
  }
}

/** Aborted so long after `stop`: a process that was asked to stop takes no longer. */
export function whileAfter(stop: AbortSignal, ms: number): AbortSignal {
  const over = new AbortController();
  const wait = (): void => void setTimeout(() => over.abort(), ms).unref();
  if (stop.aborted) wait();
  else stop.addEventListener("abort", wait, { once: true });
  return over.signal;
}

/** For a conversation to be digested in; what is not by then waits on disk (ms). */
export const lastMs = 7_000;
