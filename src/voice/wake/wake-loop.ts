import { setTimeout as sleep } from "node:timers/promises";
import { LociError, messageOf } from "../../errors.ts";
import type { WakeWord } from "../audio-ports.ts";

/** What a wake word reports to. */
export type WakeListener = Parameters<WakeWord["start"]>[0];

export interface WakeTimes {
  /** Milliseconds before it is started again, doubled each time up to `longest`. */
  readonly pause: number;
  readonly longest: number;
  /** What has worked for so long works again. */
  readonly steady: number;
}

export const usualWakeTimes: WakeTimes = { pause: 500, longest: 30_000, steady: 5_000 };

/** How a wake word detector reports that it works. */
export interface WakeProgress {
  /** It seems to work: after a while without trouble it does. */
  readonly started: () => void;
  /** It works for sure. */
  readonly hears: () => void;
}

/**
 * Lets something hear the wake word, again and again with pauses, until it is called off. `listen` rejects with what went
 * wrong. Trouble is reported once until it is fixed. Never rejects.
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
