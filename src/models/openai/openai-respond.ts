import { LociError } from "../../errors.ts";
import { isWorthRetrying, modelError, toModelError } from "../model-error.ts";
import type { ModelEvent, ModelRequest } from "../respond.ts";
import { type Retries, retrying } from "../retrying.ts";
import { sortFailure } from "../server-failure.ts";
import { seconds, streamChat } from "./openai-chat.ts";
import type { Connection } from "./openai-connection.ts";

export interface RespondLimits {
  /** Milliseconds for the whole answer, tries included. */
  readonly total: number;
  /** Only until the first word is there. */
  readonly retries: Retries;
}

/** Answers as `Respond` says, over one connection. */
export async function* respondOver(
  connection: Connection,
  { total, retries }: RespondLimits,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const deadline = AbortSignal.timeout(total);
  const both = AbortSignal.any([signal, deadline]);
  const worded = (error: unknown): LociError => {
    const server = { ...connection.server, model: connection.name() };
    if (signal.aborted) return calledOff(connection);
    if (!deadline.aborted) return toModelError(server, error);
    const state = `its answer takes longer than ${seconds(total)}; ask for less at once or set a longer time-out`;
    return modelError(server, { reason: "timeout", state });
  };
  let isThere = true;
  const begin = async () => {
    try {
      both.throwIfAborted();
      const answer = streamChat(await connection.chat(both), request, both);
      return { answer, first: await answer.next() };
    } catch (error) {
      isThere = !isUnreachable(error);
      throw worded(error);
    }
  };
  try {
    const isWorthIt = (error: LociError): boolean => isThere && isWorthRetrying(error);
    const { answer, first } = await retrying(begin, { ...retries, isWorthIt }, both);
    try {
      if (first.done !== true) yield first.value;
      yield* answer;
    } finally {
      await answer.return(undefined); // `yield*` would do so only once it is reached.
    }
  } catch (error) {
    yield { type: "failure", error: worded(error) };
  }
}

/** The failure of a request whose caller aborted it. */
export function calledOff({ server, name }: Connection): LociError {
  const state = "it was called off";
  return modelError({ ...server, model: name() }, { reason: "aborted", state });
}

/** Nothing listens there, or nobody knows its name: a moment later it will be the same. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof LociError) return false;
  const { kind, passing } = sortFailure(error, undefined);
  return kind === "connection" && !passing;
}
