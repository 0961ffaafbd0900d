import { randomUUID } from "node:crypto";
import type { OpenAI } from "openai";
import type { LociError } from "../../errors.ts";
import type { Model, ModelEvent, ModelRequest } from "../respond.ts";
import { modelError, seconds, stateOf } from "../servers/failure.ts";
import { isCloudAddress } from "../servers/is-cloud.ts";
import { checkServer, isOpenAi, type ModelServer, type ServerOptions } from "../servers/server.ts";
import { askWithin, limitWaits, type WaitLimit, type Waits } from "../servers/wait-limit.ts";
import { createOpenAiServer, kinds, type OpenAiServer } from "./openai-server.ts";
import { isAboutForm, isJson, toBody, type Way, waysFor } from "./request-body.ts";

export interface OpenAiModelOptions extends ServerOptions {
  /** Milliseconds: to the first word, tries included; of silence after it; for the whole answer; for `probe`. */
  readonly timeouts?: Partial<Waits & { readonly total: number; readonly probe: number }>;
  /** Only until the answer begins. */
  readonly retries?: number;
}

/** Any server that speaks OpenAI's `/v1/chat/completions`. Throws LociError BAD_CONFIG for settings that cannot work. */
export function createOpenAiModel(options: OpenAiModelOptions): Model {
  const { probe = 4_000, ...limits } = { ...usualLimits, ...options.timeouts };
  const server = createOpenAiServer(checkServer("model", options), kinds.chat, options.retries);
  const asking: Asking = { server, ways: waysFor(isOpenAi(options.baseUrl)), learned: 0 };
  const never = new AbortController().signal;
  return {
    get id() {
      return server.id("the model");
    },
    isCloud: isCloudAddress(options.baseUrl),
    respond: (request, signal = never) => respond(asking, limits, request, signal),
    async probe(signal = never) {
      try {
        if (await askWithin({ server: server.now, ms: probe }, server.check, signal)) return;
        // A server without a list of models shows by an answer that it works.
        const brief = { first: probe, stall: probe, total: probe };
        for await (const event of respond(asking, brief, aWord, signal)) {
          if (event.type === "failure") return event.error;
        }
      } catch (error) {
        return signal.aborted ? calledOff(server.now()) : (error as LociError);
      }
    },
  };
}

const usualLimits = { first: 60_000, stall: 20_000, total: 600_000 };

const aWord: ModelRequest = { messages: [{ role: "user", content: "Say: yes" }], maxTokens: 16 };

const calledOff = (server: ModelServer): LociError =>
  modelError(server, "aborted", stateOf.aborted(""));

interface Asking {
  readonly server: OpenAiServer;
  readonly ways: readonly Way[];
  /** The first of `ways` that the server understood. */
  learned: number;
}

/** Opens the stream of an answer, in plainer words where the server does not understand. */
async function openStream(asking: Asking, request: ModelRequest, signal: AbortSignal) {
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
    const late = modelError(server, "timeout", stateOf.timeout(seconds(total)));
    const error = deadline.aborted ? late : (limit.toError(server, thrown) as LociError);
    yield { type: "failure", error: signal.aborted ? calledOff(server) : error };
  } finally {
    limit.pause();
  }
}

async function* readAnswer(
  asking: Asking,
  request: ModelRequest,
  limit: WaitLimit,
): AsyncGenerator<ModelEvent> {
  const answer: Answer = { calls: [], finish: "", isBegun: false, isRefusal: false };
  try {
    for await (const chunk of await openStream(asking, request, limit.signal)) {
      const text = take(answer, chunk);
      if (text !== "") {
        limit.pause(); // Until the reader comes back for more.
        yield { type: "text", text };
      }
      // A beginning without a word in it is none: some send one and then think for a minute.
      if (answer.isBegun) limit.start("stall");
      if (answer.finish !== "") limit.start("stall", 1_000); // Some never hang up.
    }
    if (answer.finish === "") limit.signal.throwIfAborted();
  } catch (error) {
    if (answer.finish === "") throw error; // After the last word, how the connection ends does not matter.
  }
  const problem = problemOf(answer);
  if (problem !== undefined) throw modelError(asking.server.now(), "answer", problem);
  yield* toEvents(answer);
}

/** What has arrived of an answer. */
interface Answer {
  readonly calls: Call[];
  finish: string;
  /** Words, a tool call or a thought. */
  isBegun: boolean;
  isRefusal: boolean;
}

/** Takes the next chunk and returns the words in it. Weak servers send null, or nothing, for what the types promise. */
function take(answer: Answer, { choices }: OpenAI.ChatCompletionChunk): string {
  const [choice] = choices ?? [];
  const { content, refusal, tool_calls, ...rest } = choice?.delta ?? {};
  answer.finish ||= choice?.finish_reason ?? "";
  answer.isRefusal ||= (refusal ?? "") !== "";
  for (const fragment of tool_calls ?? []) takeFragment(answer.calls, fragment);
  const text = `${content ?? ""}${refusal ?? ""}`;
  const isThought = JSON.stringify(rest).includes('"reasoning');
  answer.isBegun ||= text !== "" || answer.calls.length > 0 || isThought;
  return text;
}

function problemOf({ calls, finish, isBegun }: Answer): string | undefined {
  const isNameless = calls.some(({ name }) => name === "");
  if (isNameless) return "it calls a tool without a name; use another model";
  const what = isBegun ? "its answer breaks off" : "it sent no answer";
  return finish === "" ? `${what}; try again later or look at its log` : undefined;
}

interface Call {
  readonly index: number | undefined;
  id: string;
  name: string;
  arguments: string;
}

/**
 * Servers differ: indexes have gaps, are missing or are 0 for every call; identifiers are missing or repeated;
 * arguments come as text in pieces or as one object.
 */
function takeFragment(
  calls: Call[],
  fragment: OpenAI.ChatCompletionChunk.Choice.Delta.ToolCall,
): void {
  const index = fragment.index ?? undefined;
  const called = fragment.function;
  const [id, name] = [`${fragment.id ?? ""}`, `${called?.name ?? ""}`];
  let call = calls.findLast((one) => index === undefined || one.index === index);
  const isOther = id !== "" && call?.id !== "" && id !== call?.id;
  const isNext = index === undefined && id === "" && name !== "";
  if (call === undefined || isOther || isNext) {
    call = { index, id, name: "", arguments: "" };
    calls.push(call);
  }
  call.id ||= id;
  call.name ||= name;
  const given: unknown = called?.arguments ?? "";
  call.arguments += typeof given === "string" ? given : JSON.stringify(given);
}

function* toEvents({ finish, calls, isRefusal }: Answer): Generator<ModelEvent> {
  const reason = isRefusal ? "filtered" : toReason(finish, calls.length > 0);
  for (const { id, name, arguments: words } of reason === "filtered" ? [] : calls) {
    if (reason === "length" && !isJson(words)) continue; // The limit cut it in the middle.
    const call = { id: id || `call_${randomUUID()}`, name, arguments: words.trim() || "{}" };
    yield { type: "toolCall", call };
  }
  yield { type: "end", reason };
}

/** Servers have further words for "stop", and some say it after a tool call too. */
function toReason(finish: string, hasCalls: boolean) {
  if (finish === "content_filter") return "filtered";
  if (finish === "length" || finish === "max_tokens") return "length";
  return hasCalls ? "tools" : "stop";
}
