import { Worker } from "node:worker_threads";
import { z } from "zod";

/** Letter scores (0 to 1) by language; none where they could not be had. */
export type LetterScores = ReadonlyMap<string, number>;

/** Letter statistics, in a thread of their own: loading them takes half a second, and three on a small board. */
export interface LetterScorer {
  /** Loads them in the background; true once they are there. */
  isReady(): boolean;
  /** Of each text; waits for the loading. Never rejects. */
  score(texts: readonly string[]): Promise<readonly LetterScores[]>;
  close(): void;
}

/** Begins with nothing loaded, and keeps no process alive. */
export function createLetterScorer(): LetterScorer {
  let thread: Thread | undefined;
  const waiting = new Set<(scores: readonly LetterScores[]) => void>();
  const begin = (): Thread => {
    thread ??= takeThread();
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
      if (thread !== undefined) leaveThread(thread);
      thread = undefined;
    },
  };
}

type Thread = ReturnType<typeof startThread>;

/** One for the process, as the statistics are the same for all; kept for the next a while after its last user left. */
let shared: Thread | undefined;
let users = 0;
let spareTimer: NodeJS.Timeout | undefined;
const spareMs = 1_000;

function takeThread(): Thread {
  clearTimeout(spareTimer);
  if (shared === undefined || shared.isGone()) [shared, users] = [startThread(), 0];
  users++;
  return shared;
}

function leaveThread(thread: Thread): void {
  if (thread !== shared || --users > 0) return;
  const end = (): void => {
    shared = undefined;
    thread.end();
  };
  if (thread.isBusy())
    end(); // Nobody waits for the answer.
  else spareTimer = setTimeout(end, spareMs).unref();
}

const answerSchema = z.object({
  id: z.int(),
  scores: z.array(z.record(z.string(), z.number())),
});

function startThread() {
  const waiting = new Map<number, (scores: readonly LetterScores[]) => void>();
  let isReady = false;
  let isGone = false;
  let last = 0;
  const worker = new Worker(program, {
    eval: true,
    workerData: import.meta.resolve("eld/extrasmall"),
  });
  const end = (): void => {
    isGone = true;
    for (const give of waiting.values()) give([]);
    waiting.clear();
    void worker.terminate();
  };
  worker.on("message", (message) => {
    const { id, scores } = answerSchema.parse(message);
    isReady = true;
    waiting.get(id)?.(scores.map((one) => new Map(Object.entries(one))));
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
  });
  worker.on("error", end); // Without letters there are still the words that only one language has.
  worker.unref();
  const score = (texts: readonly string[]): Promise<readonly LetterScores[]> => {
    if (isGone) return Promise.resolve([]);
    const { promise, resolve } = Promise.withResolvers<readonly LetterScores[]>();
    last++;
    waiting.set(last, resolve);
    worker.ref(); // A caller waits.
    worker.postMessage({ id: last, texts });
    return promise;
  };
  worker.postMessage({ id: 0, texts: [""] });
  return {
    isReady: () => isReady || isGone,
    isGone: () => isGone,
    isBusy: () => waiting.size > 0,
    ...{ score, end },
  };
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
