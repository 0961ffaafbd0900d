import { parentPort, workerData } from "node:worker_threads";
import { errnoOf, messageOf } from "../../errors.ts";
import type { StoredAnswer, StoredQuestion, StoredWork } from "./stored-in-thread.ts";
import { openStored } from "./stored-objects.ts";

/** The thread of `openStoredInThread`: answers until it is ended. */
const { gitDir, limits }: StoredWork = workerData;
const stored = openStored(gitDir, limits);

parentPort?.on("message", async ({ id, call, oid }: StoredQuestion) => {
  const answer = await stored[call](oid).then(
    (value): StoredAnswer => ({ id, value }),
    (error: unknown): StoredAnswer => ({ id, message: messageOf(error), code: errnoOf(error) }),
  );
  parentPort?.postMessage(answer);
});
