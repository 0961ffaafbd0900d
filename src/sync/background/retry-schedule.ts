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

const firstRetryMs = 30_000;
const slowRetryMs = 300_000;
const longestMs = 3_600_000;

/**
 * - `network`: comes and goes, as do other devices that push at the same moment; asked again soon, then as usual.
 * - `blocked`: the person's own git is busy in the vault, or this remote is not configured yet; asked again as usual.
 * - `refused`: takes a person to fix; asked again seldom.
 */
type Trouble = "network" | "blocked" | "refused";

/** A remote that fails is asked less and less often, up to once an hour where a person has to fix it; devices do not ask in step. */
export function createRetrySchedule({ intervalMs, random, clock }: RetryOptions): RetrySchedule {
  let trouble: Trouble | undefined;
  let failures = 0;
  let until = 0;
  const pauseMs = (): number => baseMs(trouble, failures, intervalMs) * (0.8 + 0.4 * random());
  let planned = 0;
  return {
    succeeded() {
      trouble = undefined;
      failures = 0;
      until = 0;
    },
    failed(error) {
      const kind = toTrouble(error);
      failures = kind === trouble ? failures + 1 : 1;
      trouble = kind;
      planned = pauseMs();
      if (kind !== "blocked") until = clock.elapsed() + planned;
    },
    isWaiting: () => clock.elapsed() < until,
    pauseMs: () => (trouble === undefined ? pauseMs() : planned),
  };
}

function baseMs(trouble: Trouble | undefined, failures: number, intervalMs: number): number {
  if (trouble === undefined || trouble === "blocked") return intervalMs;
  const slow = Math.max(intervalMs, slowRetryMs);
  const [first, longest] = trouble === "network" ? [firstRetryMs, slow] : [slow, longestMs];
  return Math.min(longest, first * 2 ** (failures - 1));
}

/** What goes away by itself. */
const passing: readonly unknown[] = ["network", "timeout", "raced"];

function toTrouble(error: unknown): Trouble {
  if (!(error instanceof LociError)) return "refused";
  if (error.code === "GIT_BLOCKED" || error.data.reason === "unconfirmed") return "blocked";
  return passing.includes(error.data.reason) ? "network" : "refused";
}
