import { parentPort, workerData } from "node:worker_threads";
import { errnoOf, messageOf } from "../../errors.ts";
import type { PackAnswer } from "./check-pack.ts";
import { inspectPack } from "./inspect-pack.ts";

/** The thread of `checkPack`: looks at one pack, says what it found and ends. */
const answer = await inspectPack(workerData).then(
  (pack): PackAnswer => ({ type: "sound", pack }),
  (error: unknown): PackAnswer => {
    const message = messageOf(error);
    if (error instanceof SyntaxError) return { type: "unsound", message };
    return { type: "failed", message, code: errnoOf(error) };
  },
);
parentPort?.postMessage(answer);
