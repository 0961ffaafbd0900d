import { setImmediate as nextTurn } from "node:timers/promises";
import type { BuildOptions, BuildReport, BuildStage } from "./build-options.ts";

/** Reports the progress of a build, yields to other work now and then, and measures its time. */
export interface Progress {
  /** Runs a stage. */
  stage<T>(stage: BuildStage, work: () => Promise<T> | T): Promise<T>;
  /** Between two steps of a stage. Throws the signal's reason where the build is called off. */
  step(stage: BuildStage, done: number, total: number): Promise<void>;
  milliseconds(): BuildReport["milliseconds"];
}

const sayEvery = 100;
const yieldEvery = 12;

/** Starts the clock of a build. */
export function createProgress({
  onProgress,
  signal,
}: Pick<BuildOptions, "onProgress" | "signal">): Progress {
  const startedAt = performance.now();
  let saidAt = Number.NEGATIVE_INFINITY;
  let yieldedAt = startedAt;
  return {
    stage: async (stage, work) => {
      signal?.throwIfAborted();
      onProgress?.(stage, 0, 1);
      try {
        return await work();
      } finally {
        onProgress?.(stage, 1, 1);
      }
    },
    step: async (stage, done, total) => {
      signal?.throwIfAborted();
      const now = performance.now();
      if (now - saidAt >= sayEvery) {
        saidAt = now;
        onProgress?.(stage, done, total);
      }
      if (now - yieldedAt < yieldEvery) return;
      await nextTurn();
      yieldedAt = performance.now();
    },
    milliseconds: () => ({ total: Math.round(performance.now() - startedAt) }),
  };
}
