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
