import { Worker } from "node:worker_threads";

/** Letter scores (0 to 1) by language; none where they could not be had. */
export type LetterScores = ReadonlyMap<string, number>;

/** Letter statistics, in a thread of their own: loading them takes half a second, and three on a small board. */
export interface LetterScorer {
  /** Loads them in the background; true once they are there. */
  isReady(): boolean;
  /** Of each text; waits for the loading. Never rejects. */
  score(texts: readonly string[]): Promise<readonly LetterScores[]>;
  /** Calls that wait get no scores. */
  close(): void;
}

/** Begins with nothing loaded, and keeps no process alive. */
export function createLetterScorer(): LetterScorer {
  const waiting = new Map<number, (scores: readonly LetterScores[]) => void>();
  let worker: Worker | undefined;
  let isReady = false;
  let isGone = false;
  let last = 0;
  const giveUp = (): void => {
    for (const give of waiting.values()) give([]);
    waiting.clear();
  };
  const begin = (): Worker => {
    if (worker !== undefined) return worker;
    worker = new Worker(program, { eval: true, workerData: import.meta.resolve("eld/extrasmall") });
    worker.on("message", ({ id, scores }: Answer) => {
      isReady = true;
      waiting.get(id)?.(scores.map((one) => new Map(Object.entries(one))));
      waiting.delete(id);
      if (waiting.size === 0) worker?.unref();
    });
    worker.on("error", () => {
      isGone = true; // Without letters there are still the words that only one language has.
      giveUp();
    });
    worker.unref();
    worker.postMessage({ id: 0, texts: [""] });
    return worker;
  };
  return {
    isReady() {
      begin();
      return isReady || isGone;
    },
    score(texts) {
      if (isGone) return Promise.resolve([]);
      const { promise, resolve } = Promise.withResolvers<readonly LetterScores[]>();
      waiting.set(++last, resolve);
      begin().ref(); // A caller waits.
      begin().postMessage({ id: last, texts });
      return promise;
    },
    close() {
      giveUp();
      void worker?.terminate();
      worker = undefined;
    },
  };
}

interface Answer {
  readonly id: number;
  readonly scores: readonly Readonly<Record<string, number>>[];
}

/** Its source stands here, since a built package and one that runs from its sources have no file name in common. */
const program = `
const { parentPort, workerData } = require("node:worker_threads");
const loading = import(workerData);
parentPort.on("message", async ({ id, texts }) => {
  const { eld } = await loading;
  parentPort.postMessage({ id, scores: texts.map((text) => eld.detect(text).getScores()) });
});
`;
