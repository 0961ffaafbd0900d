import type { LociError } from "../../errors.ts";
import { modelError, toModelError } from "../model-error.ts";
import type { ModelRequest } from "../respond.ts";
import { isObject } from "../server-failure.ts";
import { seconds } from "./openai-chat.ts";
import type { Connection } from "./openai-connection.ts";
import { listModels, missingModel } from "./openai-models.ts";
import { calledOff, respondOver } from "./openai-respond.ts";

/** Says why a server does not answer, within `ms`. Its list of models costs nothing; one without a list is asked for a word. */
export async function probeOver(
  connection: Connection,
  ms: number,
  signal: AbortSignal = new AbortController().signal,
): Promise<LociError | undefined> {
  const deadline = AbortSignal.timeout(ms);
  const both = AbortSignal.any([signal, deadline]);
  const { server } = connection;
  try {
    both.throwIfAborted();
    const name = connection.name();
    if (name === undefined) {
      await connection.chat(both);
      return undefined;
    }
    const state = missingModel(name, await listModels(await connection.client(), server, both));
    return state === undefined ? undefined : modelError(server, { reason: "model", state });
  } catch (error) {
    if (signal.aborted) return calledOff(connection);
    if (deadline.aborted) {
      const state = `no answer within ${seconds(ms)}; look whether the server is busy or down`;
      return modelError(server, { reason: "timeout", state }, error);
    }
    const hasNoList = isObject(error) && [404, 405, 501].includes(Number(error.status));
    return hasNoList && connection.name() !== undefined
      ? askForAWord(connection, ms, signal)
      : toModelError(server, error);
  }
}

async function askForAWord(
  connection: Connection,
  ms: number,
  signal: AbortSignal,
): Promise<LociError | undefined> {
  const limits = { total: ms, retries: { times: 0, pause: 0, longest: 0 } };
  for await (const event of respondOver(connection, limits, aWord, signal)) {
    if (event.type === "failure") return event.error;
  }
  return undefined;
}

const aWord: ModelRequest = {
  task: { type: "summarize", texts: ["yes"], words: 1, language: "en" },
  messages: [{ role: "user", content: "Say: yes" }],
  maxTokens: 16,
};
