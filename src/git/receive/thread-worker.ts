import { parentPort } from "node:worker_threads";
import { errnoOf, messageOf } from "../../errors.ts";
import { openStored, type StoredObjects } from "../objects/stored-objects.ts";
import { inspectPack } from "./inspect-pack.ts";
import type { ThreadAnswer, ThreadRequest } from "./thread.ts";

/** The thread of `openThread`: answers for one repository after another, until it is ended. */
let stored: StoredObjects;

parentPort?.on("message", async (request: ThreadRequest) => {
  if ("work" in request) {
    stored = openStored(request.work.gitDir, request.work.limits);
    return;
  }
  if (request.call === "close") return stored.close();
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
