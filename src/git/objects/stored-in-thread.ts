import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { PackLimits, ReadLimits } from "../packs/pack-limits.ts";
import type { StoredObjects } from "./stored-objects.ts";

/** What the thread reads, and what that may cost. */
export interface StoredWork {
  readonly gitDir: string;
  readonly limits: ReadLimits & Pick<PackLimits, "maxHeapBytes">;
}

export interface StoredQuestion {
  readonly id: number;
  readonly call: "read" | "has";
  readonly oid: string;
}

export interface StoredAnswer {
  readonly id: number;
  readonly value?: Uint8Array | boolean;
  readonly message?: string;
  readonly code?: string | undefined;
}

/** Objects that are read in another thread. `close` ends it for good: what was not answered by then is refused, as is what is asked later. */
export interface ThreadedObjects extends Omit<StoredObjects, "close"> {
  close(): Promise<void>;
}

const MB = 2 ** 20;
const ended = "the thread that reads objects ended";

/**
 * Opens the objects of an untrusted repository, in a thread of its own, so that one which takes
 * minutes to unpack neither blocks this thread nor takes its memory. The thread starts with the first request.
 */
export function openStoredInThread(work: StoredWork): ThreadedObjects {
  let worker: Worker | undefined;
  let isClosed = false;
  let last = 0;
  const waiting = new Map<number, PromiseWithResolvers<StoredAnswer>>();
  const refuseAll = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };

  const start = (): Worker => {
    const thread = new Worker(
      // from src/git/objects/ and from dist/chunks/ alike
      new URL(`../objects/stored-worker${extname(import.meta.url)}`, import.meta.url),
      {
        ...{ workerData: work, env: {}, execArgv: [] },
        resourceLimits: { maxOldGenerationSizeMb: work.limits.maxHeapBytes / MB },
      },
    );
    thread.on("message", (answer: StoredAnswer) => {
      waiting.get(answer.id)?.resolve(answer);
      waiting.delete(answer.id);
    });
    thread.on("error", refuseAll);
    thread.on("exit", () => {
      worker = undefined;
      refuseAll(new Error(ended));
    });
    return thread;
  };

  const ask = async (call: StoredQuestion["call"], oid: string): Promise<StoredAnswer["value"]> => {
    if (isClosed) throw new Error(ended);
    worker ??= start();
    last++;
    const answered = Promise.withResolvers<StoredAnswer>();
    waiting.set(last, answered);
    worker.postMessage({ id: last, call, oid } satisfies StoredQuestion);
    const { value, message, code } = await answered.promise;
    if (message !== undefined) throw Object.assign(new Error(message), { code });
    return value;
  };

  return {
    async read(oid) {
      const content = await ask("read", oid);
      if (!(content instanceof Uint8Array)) throw new TypeError(`Cannot read ${oid}`);
      return Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    },
    has: async (oid) => (await ask("has", oid)) === true,
    async close() {
      isClosed = true;
      await worker?.terminate();
    },
  };
}
