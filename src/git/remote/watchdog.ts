/** Ends what takes too long. */
export interface Watchdog {
  /** Aborts when the caller's signal does, after a silence, or when all in all it took too long. */
  readonly signal: AbortSignal;
  /** Something was heard. */
  touch(): void;
  /** It is over. */
  stop(): void;
}

/** The server said nothing for too long. */
export class SilenceError extends Error {
  constructor(ms: number) {
    super(`no answer within ${ms < 1000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`}`);
    this.name = "SilenceError";
  }
}

/** A whole exchange may take this many times the longest silence. */
const patience = 120;

/** Watches over one exchange with a server. */
export function createWatchdog(idleMs: number, signal: AbortSignal | undefined): Watchdog {
  const controller = new AbortController();
  const tooLate = (ms: number) => () => controller.abort(new SilenceError(ms));
  const give = (): void => controller.abort(signal?.reason);
  if (signal?.aborted) give();
  signal?.addEventListener("abort", give, { once: true });
  const idle = setTimeout(tooLate(idleMs), idleMs);
  const total = setTimeout(tooLate(idleMs * patience), idleMs * patience);
  return {
    signal: controller.signal,
    touch: () => void idle.refresh(),
    stop() {
      clearTimeout(idle);
      clearTimeout(total);
      signal?.removeEventListener("abort", give);
    },
  };
}
