import type { OpenAI } from "openai";
import type { LociError } from "../../errors.ts";
import type { Model, ModelEvent, ModelRequest } from "../respond.ts";
import { modelError, seconds, stateOf } from "../servers/failure.ts";
import { isCloudAddress } from "../servers/is-cloud.ts";
import { checkServer, isOpenAi, type ModelServer } from "../servers/server.ts";
import { askWithin, limitWaits, type WaitLimit, type Waits } from "../servers/wait-limit.ts";
import { createAnswer } from "./answer.ts";
import { createOpenAiServer, kinds, type OpenAiServer } from "./openai-server.ts";
import { isAboutForm, toBody, waysFor } from "./request-body.ts";

export interface OpenAiModelOptions {
  /** Up to and with `/v1`. */
  readonly baseUrl: string;
  /** Without one, the only chat model that the server has is asked. */
  readonly model?: string | undefined;
  readonly key?: string | undefined;
  /** Milliseconds: to the first word, tries included; of silence after it; for the whole answer; for `probe`. */
  readonly timeouts?: Partial<Waits & { readonly total: number; readonly probe: number }>;
  /** Only until the answer begins. */
  readonly retries?: number;
}

/** Any server that speaks OpenAI's `/v1/chat/completions`. Throws LociError BAD_CONFIG for settings that cannot work. */
export function createOpenAiModel(options: OpenAiModelOptions): Model {
  const { timeouts, retries, ...given } = options;
  const { probe = 4_000, ...limits } = { ...usualLimits, ...timeouts };
  const server = createOpenAiServer(checkServer("model", given), kinds.chat, retries);
  const asking: Asking = { server, ways: waysFor(isOpenAi(given.baseUrl)), learned: 0 };
  const never = new AbortController().signal;
  return {
    get id() {
      return server.id("the model");
    },
    isCloud: isCloudAddress(given.baseUrl),
    respond: (request, signal = never) => respond(asking, limits, request, signal),
    async probe(signal = never) {
      try {
        const isListed = await askWithin({ server: server.now, ms: probe }, server.check, signal);
        return isListed ? undefined : await askForAWord(asking, probe, signal);
      } catch (error) {
        return signal.aborted ? calledOff(server.now()) : (error as LociError);
      }
    },
  };
}

const usualLimits = { first: 60_000, stall: 20_000, total: 600_000 };

const calledOff = (server: ModelServer): LociError =>
  modelError(server, "aborted", stateOf.aborted(""));

interface Asking {
  readonly server: OpenAiServer;
  readonly ways: ReturnType<typeof waysFor>;
  /** The first of `ways` that the server understood. */
  learned: number;
}

/** Opens the stream of an answer, in plainer words where the server does not understand. */
async function openStream(
  asking: Asking,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<AsyncIterable<OpenAI.ChatCompletionChunk>> {
  const model = await asking.server.model(signal);
  const { completions } = (await asking.server.client()).chat;
  for (let at = asking.learned; ; at++) {
    try {
      const body = toBody(request, model, asking.ways[at]);
      const stream = await completions.create(body, { signal });
      asking.learned = at;
      return stream;
    } catch (error) {
      if (at >= asking.ways.length || !isAboutForm(error)) throw error;
    }
  }
}

/** Answers as `Respond` says. */
async function* respond(
  asking: Asking,
  { total, ...waits }: typeof usualLimits,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const deadline = AbortSignal.timeout(total);
  const limit = limitWaits(waits, AbortSignal.any([signal, deadline]));
  try {
    limit.signal.throwIfAborted();
    limit.start("first");
    yield* readAnswer(asking, request, limit);
  } catch (thrown) {
    const server = asking.server.now();
    const tooSlow = `no whole answer within ${seconds(total)}; ask for less at once or use a faster model`;
    const error = signal.aborted
      ? calledOff(server)
      : deadline.aborted
        ? modelError(server, "timeout", tooSlow)
        : (limit.toError(server, thrown) as LociError);
    yield { type: "failure", error };
  } finally {
    limit.pause();
  }
}

async function* readAnswer(
  asking: Asking,
  request: ModelRequest,
  limit: WaitLimit,
): AsyncGenerator<ModelEvent> {
  const answer = createAnswer();
  try {
    for await (const chunk of await openStream(asking, request, limit.signal)) {
      const text = answer.take(chunk);
      if (text !== "") {
        limit.pause(); // Until the reader comes back for more.
        yield { type: "text", text };
      }
      // Some never close the connection.
      if (answer.isFinished) limit.start("stall", 1_000);
      // A beginning without a word in it is none: some send one and then think for a minute.
      else if (answer.isBegun) limit.start("stall");
    }
    if (!answer.isFinished) limit.signal.throwIfAborted();
  } catch (error) {
    if (!answer.isFinished) throw error; // After the last word, how the connection ends does not matter.
  }
  const events = answer.end();
  if (typeof events === "string") throw modelError(asking.server.now(), "answer", events);
  yield* events;
}

/** A server without a list of models shows by an answer that it works. */
async function askForAWord(
  asking: Asking,
  ms: number,
  signal: AbortSignal,
): Promise<LociError | undefined> {
  const limits = { first: ms, stall: ms, total: ms };
  const request = { messages: [{ role: "user", content: "Say: yes" }], maxTokens: 16 } as const;
  for await (const event of respond(asking, limits, request, signal)) {
    if (event.type === "failure") return event.error;
  }
  return undefined;
}
