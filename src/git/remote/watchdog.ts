/** Aborts an exchange that takes too long. */
export interface Watchdog {
  /** Aborts when the caller's signal does, after a silence, or when all in all it took too long. */
  readonly signal: AbortSignal;
  /** Restarts the idle timer: the server said something. */
  touch(): void;
  /** Clears the timers. */
  stop(): void;
}

/** The server was silent for too long. */
export class SilenceError extends Error {
  constructor(ms: number) {
    super(`no answer within ${ms < 1000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`}`);
    this.name = "SilenceError";
  }
}

/** A whole exchange may take this many times the idle timeout. */
const totalFactor = 120;

/** Watches over one exchange with a server. */
export function createWatchdog(idleMs: number, signal: AbortSignal | undefined): Watchdog {
  const controller = new AbortController();
  const timeOut = (ms: number) => () => controller.abort(new SilenceError(ms));
  const abort = (): void => controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  const idle = setTimeout(timeOut(idleMs), idleMs);
  const total = setTimeout(timeOut(idleMs * totalFactor), idleMs * totalFactor);
  return {
    signal: controller.signal,
    touch: () => void idle.refresh(),
    stop() {
      clearTimeout(idle);
      clearTimeout(total);
      signal?.removeEventListener("abort", abort);
    },
  };
}
