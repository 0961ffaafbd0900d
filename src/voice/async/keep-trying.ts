import { setTimeout as sleep } from "node:timers/promises";
import { LociError, messageOf } from "../../errors.ts";

interface TryTimes {
  /** Pause before it is tried again (ms), doubled each time up to `longest`. */
  readonly pause: number;
  readonly longest: number;
  /** How long it must go well to count as working again (ms). */
  readonly steady: number;
}

/**
 * Does work again whenever it ends, until the signal aborts. Each failure is told, and undefined where the work goes
 * well (it may say so itself by `works`). Never rejects.
 */
export async function keepTrying(
  work: (works: () => void) => Promise<void>,
  times: TryTimes,
  tell: (error: LociError | undefined) => void,
  signal: AbortSignal,
): Promise<void> {
  let { pause } = times;
  const works = (): void => {
    pause = times.pause;
    if (!signal.aborted) tell(undefined);
  };
  while (!signal.aborted) {
    const steady = setTimeout(works, times.steady);
    try {
      await work(works);
    } catch (error) {
      const told =
        error instanceof LociError ? error : new LociError("AUDIO_FAILED", messageOf(error));
      if (!signal.aborted) tell(told);
    }
    clearTimeout(steady);
    await sleep(pause, undefined, { signal, ref: false }).catch(() => {}); // Called off.
    pause = Math.min(times.longest, pause * 2);
  }
}
