import { setTimeout as sleep } from "node:timers/promises";
import { LociError, messageOf } from "../../errors.ts";
import type { WakeWord } from "../audio-ports.ts";

/** The callbacks of a wake word detector. */
export type WakeListener = Parameters<WakeWord["start"]>[0];

export interface WakeTimes {
  /** Pause before a restart (ms), doubled each time up to `longest`. */
  readonly pause: number;
  readonly longest: number;
  /** How long it must run to count as working again (ms). */
  readonly steady: number;
}

export const usualWakeTimes: WakeTimes = { pause: 500, longest: 30_000, steady: 5_000 };

/** How a wake word detector reports progress. */
export interface WakeProgress {
  /** It has started; it counts as working after `steady` ms without a failure. */
  readonly started: () => void;
  /** It has detected something, so it works. */
  readonly hears: () => void;
}

/**
 * Runs a wake word detector until the signal aborts, restarting it after each failure. `listen` rejects with the failure,
 * which is reported once until it works again. Never rejects.
 */
export async function keepListening(
  listen: (progress: WakeProgress, signal: AbortSignal) => Promise<never>,
  on: WakeListener,
  times: WakeTimes,
  signal: AbortSignal,
): Promise<void> {
  let isReported = false;
  let pause = times.pause;
  const hears = (): void => {
    pause = times.pause;
    if (isReported && !signal.aborted) on.trouble(undefined);
    isReported = false;
  };
  while (!signal.aborted) {
    let steady: NodeJS.Timeout | undefined;
    const started = (): void => {
      steady ??= setTimeout(hears, times.steady);
    };
    try {
      await listen({ started, hears }, signal);
    } catch (error) {
      clearTimeout(steady);
      if (signal.aborted) return;
      if (!isReported) on.trouble(toWakeError(error));
      isReported = true;
    }
    await sleep(pause, undefined, { signal }).catch(() => undefined);
    pause = Math.min(times.longest, pause * 2);
  }
}

function toWakeError(error: unknown): LociError {
  if (error instanceof LociError) return error;
  const sentence = `Cannot hear the wake word: ${messageOf(error)}`;
  return new LociError("AUDIO_FAILED", sentence, { cause: error });
}
