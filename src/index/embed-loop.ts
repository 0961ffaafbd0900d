import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../errors.ts";
import type { EmbedQueue } from "./embed-queue.ts";

export interface EmbedLoopOptions {
  readonly queue: EmbedQueue;
  /** Takes one sentence when a run fails for another reason than the model's. */
  readonly report: (sentence: string) => void;
  /** Milliseconds until the first new try after a failure, doubled up to the longest. */
  readonly pause?: { readonly first: number; readonly longest: number };
}

/** Embeds in the background of a process that stays. */
export interface EmbedLoop {
  /** Chunks have changed: look for texts without a vector, unless a failed model is being given its rest. */
  wake(): void;
  /** Resolves when no run is under way any more; what was not embedded waits in the index. */
  close(): Promise<void>;
}

/** Runs the queue once, then at each `wake`, and after a failure by itself with growing pauses. */
export function startEmbedLoop(options: EmbedLoopOptions): EmbedLoop {
  const { queue, report, pause = { first: 5_000, longest: 300_000 } } = options;
  const closing = new AbortController();
  const { signal } = closing;
  let woken = Promise.withResolvers<void>();
  /** How long the model asks to be left alone, where it or the index failed. */
  const once = async (): Promise<number | undefined> => {
    try {
      const { failure } = await queue.run({ signal });
      return failure && Number(failure.data.retryAfter ?? 0);
    } catch (error) {
      report(`Embedding stopped for now: ${messageOf(error)}`);
      return 0;
    }
  };
  const loop = async (): Promise<void> => {
    for (let failures = 0; !signal.aborted; ) {
      woken = Promise.withResolvers<void>();
      const least = await once();
      failures = least === undefined ? 0 : failures + 1;
      const ms = Math.min(pause.longest, pause.first * 2 ** (failures - 1));
      if (least === undefined) await woken.promise;
      // Does not keep the process alive; closing ends it, which the loop sees by itself.
      else await sleep(Math.max(least, ms), undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const ended = loop();
  return {
    wake: () => woken.resolve(),
    close() {
      closing.abort();
      woken.resolve();
      return ended;
    },
  };
}
