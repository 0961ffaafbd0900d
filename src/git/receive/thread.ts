import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { StoredObjects } from "../objects/stored-objects.ts";
import type { PackLimits, ReadLimits } from "../packs/pack-limits.ts";
import type { CheckedPack, PackCheck } from "./check-pack.ts";

/** The repository that the thread reads, and what reading may cost. */
export interface ThreadWork {
  readonly gitDir: string;
  readonly limits: ReadLimits & Pick<PackLimits, "maxHeapBytes">;
}

/**
 * A thread that reads a repository or checks a pack from elsewhere, so that an object which takes minutes to unpack
 * neither blocks this thread nor takes its memory. `close` ends it for good: what was not answered by then is refused,
 * as is what is asked later.
 */
export interface Thread extends Omit<StoredObjects, "close"> {
  /** A SyntaxError where the pack is not sound. */
  inspect(check: PackCheck): Promise<CheckedPack>;
  close(): Promise<void>;
}

type Call =
  | { readonly call: "read" | "has"; readonly argument: string }
  | { readonly call: "inspect"; readonly argument: PackCheck };

export type ThreadRequest = Call & { readonly id: number };

export interface ThreadAnswer {
  readonly id: number;
  readonly value?: Uint8Array | boolean | CheckedPack;
  readonly failure?: {
    readonly isUnsound: boolean;
    readonly message: string;
    readonly code: string | undefined;
  };
}

const MB = 2 ** 20;
const ended = "the thread that reads objects ended";

/** Opens a thread, which starts with the first call. */
export function openThread(work: ThreadWork): Thread {
  let worker: Worker | undefined;
  let isClosed = false;
  let last = 0;
  const waiting = new Map<number, PromiseWithResolvers<ThreadAnswer>>();
  const refuseAll = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };

  const start = (): Worker => {
    const thread = new Worker(
      // from src/git/receive/ and from dist/chunks/ alike
      new URL(`../receive/thread-worker${extname(import.meta.url)}`, import.meta.url),
      {
        ...{ workerData: work, env: {}, execArgv: [] },
        resourceLimits: { maxOldGenerationSizeMb: work.limits.maxHeapBytes / MB },
      },
    );
    thread.on("message", (answer: ThreadAnswer) => {
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

  const ask = async (call: Call): Promise<ThreadAnswer["value"]> => {
    if (isClosed) throw new Error(ended);
    worker ??= start();
    last++;
    const answered = Promise.withResolvers<ThreadAnswer>();
    waiting.set(last, answered);
    worker.postMessage({ ...call, id: last } satisfies ThreadRequest);
    const { value, failure } = await answered.promise;
    if (failure === undefined) return value;
    const { isUnsound, message, code } = failure;
    throw isUnsound ? new SyntaxError(message) : Object.assign(new Error(message), { code });
  };

  return {
    async read(oid) {
      const content = await ask({ call: "read", argument: oid });
      if (!(content instanceof Uint8Array)) throw new TypeError(`Cannot read ${oid}`);
      return Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    },
    has: async (oid) => (await ask({ call: "has", argument: oid })) === true,
    async inspect(check) {
      const pack = await ask({ call: "inspect", argument: check });
      if (typeof pack !== "object" || pack instanceof Uint8Array) {
        throw new TypeError(`Cannot check ${check.path}`);
      }
      return pack;
    },
    async close() {
      isClosed = true;
      await worker?.terminate();
    },
  };
}
