import { setImmediate as nextTurn } from "node:timers/promises";
import type { BuildOptions, BuildReport, BuildStage } from "./build-options.ts";

/** Reports the progress of a build, yields to other work now and then, and measures its stages. */
export interface Progress {
  /** Runs a stage; stages that run at the same time are measured each for itself. */
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
  const spent: Record<BuildStage, number> = {
    ...{ templates: 0, read: 0, history: 0, plan: 0, graph: 0, pages: 0, files: 0, search: 0 },
  };
  let saidAt = Number.NEGATIVE_INFINITY;
  let yieldedAt = startedAt;
  return {
    stage: async (stage, work) => {
      signal?.throwIfAborted();
      const from = performance.now();
      onProgress?.(stage, 0, 1);
      try {
        return await work();
      } finally {
        spent[stage] += performance.now() - from;
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
    milliseconds: () => {
      const rounded = Object.entries(spent).map(([stage, ms]) => [stage, Math.round(ms)]);
      const total = Math.round(performance.now() - startedAt);
      return { ...spent, ...Object.fromEntries(rounded), total };
    },
  };
}
