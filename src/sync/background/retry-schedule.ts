import type { DeviceClock } from "../../device-clock.ts";
import { LociError } from "../../errors.ts";

/** When to ask the remote again. */
export interface RetrySchedule {
  succeeded(): void;
  failed(error: unknown): void;
  /** The remote failed, and is left alone for a while. */
  isWaiting(): boolean;
  /** Until the remote is asked next (ms). */
  pauseMs(): number;
}

export interface RetryOptions {
  readonly intervalMs: number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly clock: DeviceClock;
}

const slowMs = 300_000;
/** The first and the longest pause. A network comes and goes, as do other devices that push at the same moment. */
const networkMs = [30_000, slowMs] as const;
/** What takes a person to fix is asked seldom. */
const refusedMs = [slowMs, 3_600_000] as const;

/** A remote that fails is asked less and less often; devices do not ask in step. */
export function createRetrySchedule({ intervalMs, random, clock }: RetryOptions): RetrySchedule {
  let limits: typeof networkMs | typeof refusedMs | undefined;
  let failures = 0;
  let until = 0;
  const spread = (ms: number): number => ms * (0.8 + 0.4 * random());
  return {
    succeeded() {
      limits = undefined;
      until = 0;
    },
    failed(error) {
      const isSame = limits === limitsFor(error);
      limits = limitsFor(error);
      failures = isSame ? failures + 1 : 1;
      if (limits === undefined) return;
      const [first, longest] = limits;
      const most = Math.max(longest, longest === slowMs ? intervalMs : 0);
      until = clock.elapsed() + spread(Math.min(most, first * 2 ** (failures - 1)));
    },
    isWaiting: () => clock.elapsed() < until,
    pauseMs: () => (limits === undefined ? spread(intervalMs) : until - clock.elapsed()),
  };
}

/** Undefined: asked as usual, as the person's own git is busy in the vault, or this remote is not configured yet. */
function limitsFor(error: unknown): typeof networkMs | typeof refusedMs | undefined {
  const { code, data } = error instanceof LociError ? error : { code: "", data: { reason: "" } };
  if (code === "GIT_BLOCKED" || data.reason === "unconfirmed") return undefined;
  return ["network", "timeout", "raced"].includes(String(data.reason)) ? networkMs : refusedMs;
}
