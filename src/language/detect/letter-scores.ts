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
  const waiting = new Set<(scores: readonly LetterScores[]) => void>();
  const begin = (): Thread => {
    users.add(waiting);
    thread ??= startThread();
    return thread;
  };
  return {
    isReady: () => begin().isReady(),
    score(texts) {
      const { promise, resolve } = Promise.withResolvers<readonly LetterScores[]>();
      waiting.add(resolve);
      void begin().score(texts).then(resolve);
      return promise.finally(() => waiting.delete(resolve));
    },
    close() {
      for (const give of waiting) give([]);
      users.delete(waiting);
      setTimeout(endUnused, spareMs).unref();
    },
  };
}

type Thread = ReturnType<typeof startThread>;

/** One for the process, as the statistics are the same for all; kept for the next a while after its last user left. */
let thread: Thread | undefined;
const users = new Set<unknown>();
const spareMs = 1_000;

function endUnused(): void {
  if (users.size > 0) return;
  thread?.end();
  thread = undefined;
}

interface Answer {
  readonly id: number;
  readonly scores: readonly Readonly<Record<string, number>>[];
}

function startThread() {
  const waiting = new Map<number, (scores: readonly LetterScores[]) => void>();
  let isReady = false;
  let isGone = false;
  let last = 0;
  const worker = new Worker(program, {
    eval: true,
    workerData: import.meta.resolve("eld/extrasmall"),
  });
  worker.on("message", ({ id, scores }: Answer) => {
    isReady = true;
    waiting.get(id)?.(scores.map((one) => new Map(Object.entries(one))));
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
  });
  // Without letters there are still the words that only one language has.
  worker.on("error", () => {
    isGone = true;
    for (const give of waiting.values()) give([]);
  });
  const score = (texts: readonly string[]): Promise<readonly LetterScores[]> => {
    if (isGone) return Promise.resolve([]);
    const { promise, resolve } = Promise.withResolvers<readonly LetterScores[]>();
    waiting.set(++last, resolve);
    worker.ref(); // A caller waits.
    worker.postMessage({ id: last, texts });
    return promise;
  };
  worker.unref();
  worker.postMessage({ id: 0, texts: [""] });
  return { isReady: () => isReady || isGone, score, end: () => void worker.terminate() };
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
