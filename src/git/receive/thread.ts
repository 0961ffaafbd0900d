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

/** `work` is what all calls after it are about; `close` closes its packs, and has no answer. */
export type ThreadRequest =
  | { readonly work: ThreadWork }
  | { readonly call: "close" }
  | (Call & { readonly id: number });

export interface ThreadAnswer {
  readonly id: number;
  readonly value?: Uint8Array | boolean | CheckedPack;
  readonly failure?: {
    readonly isUnsound: boolean;
    readonly message: string;
    readonly code: string | undefined;
  };
}

const ended = "the thread that reads objects ended";

/** A started thread and who hears it. */
interface Running {
  readonly worker: Worker;
  readonly maxHeapBytes: number;
  answered(answer: ThreadAnswer): void;
  ended(error: Error): void;
}

/** The thread that was closed last: a round of sync opens several, and to start one takes longer than to read what is new. */
let spare: Running | undefined;
let spareTimer: NodeJS.Timeout | undefined;
const spareMs = 2_000;

/** Opens a thread, which starts with the first call. */
export function openThread({ gitDir, limits }: ThreadWork): Thread {
  let thread: Running | undefined;
  let isClosed = false;
  let last = 0;
  const waiting = new Map<number, PromiseWithResolvers<ThreadAnswer>>();

  const start = (): Running => {
    const running = takeSpare(limits.maxHeapBytes) ?? startWorker(limits.maxHeapBytes);
    running.answered = (answer) => {
      waiting.get(answer.id)?.resolve(answer);
      waiting.delete(answer.id);
    };
    running.ended = (error) => {
      if (thread !== running) return; // What it left is answered; the next one has begun.
      thread = undefined;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    running.worker.postMessage({ work: { gitDir, limits } } satisfies ThreadRequest);
    return running;
  };

  const ask = async (call: Call): Promise<ThreadAnswer["value"]> => {
    if (isClosed) throw new Error(ended);
    thread ??= start();
    last++;
    const answered = Promise.withResolvers<ThreadAnswer>();
    waiting.set(last, answered);
    thread.worker.postMessage({ ...call, id: last } satisfies ThreadRequest);
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
      if (waiting.size > 0) return void (await thread?.worker.terminate());
      if (thread !== undefined) keepSpare(thread);
      thread = undefined;
    },
  };
}

function startWorker(maxHeapBytes: number): Running {
  // from src/git/receive/ and from dist/chunks/ alike
  const url = new URL(`../receive/thread-worker${extname(import.meta.url)}`, import.meta.url);
  const resourceLimits = { maxOldGenerationSizeMb: maxHeapBytes / 2 ** 20 };
  const worker = new Worker(url, { env: {}, execArgv: [], resourceLimits });
  const running: Running = { worker, maxHeapBytes, answered: () => {}, ended: () => {} };
  worker.on("message", (answer: ThreadAnswer) => running.answered(answer));
  worker.on("error", (error) => running.ended(error));
  worker.on("exit", () => running.ended(new Error(ended)));
  return running;
}

function takeSpare(maxHeapBytes: number): Running | undefined {
  if (spare?.maxHeapBytes !== maxHeapBytes) return undefined;
  const taken = spare;
  spare = undefined;
  clearTimeout(spareTimer);
  taken.worker.ref();
  return taken;
}

function keepSpare(thread: Running): void {
  thread.worker.postMessage({ call: "close" } satisfies ThreadRequest);
  thread.worker.unref();
  thread.ended = () => {
    if (spare === thread) spare = undefined;
  };
  void spare?.worker.terminate();
  spare = thread;
  clearTimeout(spareTimer);
  spareTimer = setTimeout(() => {
    spare = undefined;
    void thread.worker.terminate();
  }, spareMs).unref();
}
