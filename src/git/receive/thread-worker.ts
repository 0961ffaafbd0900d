import { parentPort, workerData } from "node:worker_threads";
import { errnoOf, messageOf } from "../../errors.ts";
import { openStored } from "../objects/stored-objects.ts";
import { inspectPack } from "./inspect-pack.ts";
import type { ThreadAnswer, ThreadRequest, ThreadWork } from "./thread.ts";

/** The thread of `openThread`: answers until it is ended. */
const { gitDir, limits }: ThreadWork = workerData;
const stored = openStored(gitDir, limits);

parentPort?.on("message", async (request: ThreadRequest) => {
  const { id, call, argument } = request;
  const answer = await (call === "inspect" ? inspectPack(argument) : stored[call](argument)).then(
    (value): ThreadAnswer => ({ id, value }),
    (error: unknown): ThreadAnswer => {
      const isUnsound = error instanceof SyntaxError;
      return { id, failure: { isUnsound, message: messageOf(error), code: errnoOf(error) } };
    },
  );
  parentPort?.postMessage(answer);
});
