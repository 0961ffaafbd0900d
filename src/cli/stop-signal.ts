import { once } from "node:events";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Returns a signal that aborts on SIGINT, SIGTERM or SIGHUP; the second ends the process. Call `release` at the end. */
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

/** Resolves once the signal aborts. */
export async function whenAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}

/** How long a conversation may take to be digested after a stop (ms); otherwise it stays queued on disk. */
const maxDigestMs = 7_000;

/** Returns a signal that aborts `maxDigestMs` after `stop`. */
export function digestDeadline(stop: AbortSignal): AbortSignal {
  const deadline = new AbortController();
  void whenAborted(stop).then(() => setTimeout(() => deadline.abort(), maxDigestMs).unref());
  return deadline.signal;
}
