import { randomUUID } from "node:crypto";
import type { OpenAI } from "openai";
import { within } from "../../within.ts";
import type { Model, ModelEvent, ModelRequest } from "../respond.ts";
import { modelError, toModelError } from "../servers/failure.ts";
import { piecesWithin, type Waits } from "../servers/limit.ts";
import { type OpenAiServer, openServer, type ServerOptions } from "./open-server.ts";
import { isJson, type Part, refusedPart, toBody } from "./request-body.ts";

export interface OpenAiModelOptions extends ServerOptions {
  /** Milliseconds: to the first word, tries included; of silence after it. */
  readonly waits?: Partial<Waits>;
}

/** Any server that speaks OpenAI's `/v1/chat/completions`. Throws LociError BAD_CONFIG for settings that cannot work. */
export function createOpenAiModel(options: OpenAiModelOptions): Model {
  const waits = { first: 60_000, stall: 20_000, ...options.waits };
  const server = openServer("model", options);
  const asking = { server, without: new Set<Part>() };
  return {
    ...server.provider,
    respond: (request, signal = new AbortController().signal) =>
      respond(asking, waits, request, signal),
  };
}

interface Asking {
  readonly server: OpenAiServer;
  /** What the server does not know. */
  without: ReadonlySet<Part>;
}

/** Answers as `Model.respond` says. */
async function* respond(
  asking: Asking,
  waits: Waits,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const { server } = asking;
  const answer = new Answer();
  const read = (limit: AbortSignal) => readAnswer(asking, request, answer, limit);
  try {
    for await (const text of piecesWithin(server, waits, read, signal)) {
      if (text !== "") yield { type: "text", text };
    }
    yield* answer.events();
  } catch (error) {
    const failed = signal.aborted ? modelError(server, "aborted") : toModelError(server, error);
    yield { type: "failure", error: failed };
  }
}

/** The words of an answer as they come; '' for a thought or a part of a call. A beginning without these is none: some send one and then think for a minute. */
async function* readAnswer(
  asking: Asking,
  request: ModelRequest,
  answer: Answer,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const stream = await openStream(asking, request, signal);
  const chunks = stream[Symbol.asyncIterator]();
  try {
    while (answer.finish === "") {
      const { done, value } = await chunks.next();
      if (done === true) throw new SyntaxError(answer.isBegun ? "it breaks off" : "it is empty");
      const text = answer.take(value);
      if (answer.isBegun) yield text;
    }
    // How the connection ends does not matter any more: to its end it can be used again, and some never hang up.
    await within(1_000, () => chunks.next());
  } finally {
    chunks.return?.().catch(() => undefined);
  }
}

/** Opens the stream of an answer, in plainer words where the server does not understand. */
async function openStream(
  asking: Asking,
  request: ModelRequest,
  signal: AbortSignal,
  without = asking.without,
): Promise<AsyncIterable<OpenAI.ChatCompletionChunk>> {
  const { completions } = (await asking.server.client()).chat;
  try {
    const stream = await completions.create(toBody(request, asking.server, without), { signal });
    asking.without = without;
    return stream;
  } catch (error) {
    const part = refusedPart(error, without);
    if (part === undefined) throw error;
    return openStream(asking, request, signal, new Set([...without, part]));
  }
}

interface Call {
  readonly index: number | undefined;
  readonly id: string;
  readonly name: string;
  arguments: string;
}

/** What has arrived of an answer. Weak servers send null, or nothing, for what the types promise. */
class Answer {
  readonly #calls: Call[] = [];
  #isRefusal = false;
  finish = "";
  /** Words, a tool call or a thought. */
  isBegun = false;

  /** Takes the next chunk and returns the words in it. */
  take({ choices }: OpenAI.ChatCompletionChunk): string {
    const [choice] = choices ?? [];
    const { role: _, ...delta } = choice?.delta ?? {};
    this.finish ||= choice?.finish_reason ?? "";
    this.#isRefusal ||= (delta.refusal ?? "") !== "";
    this.isBegun ||= Object.values(delta).some((part) => Object(part).length > 0);
    for (const fragment of delta.tool_calls ?? []) this.#takeFragment(fragment);
    return `${delta.content ?? ""}${delta.refusal ?? ""}`;
  }

  /** Some servers number every call 0, or none: a new id, or a name without one, starts the next. */
  #takeFragment({ index, id, function: called }: Fragment): void {
    let call = this.#calls.findLast((one) => one.index === index);
    const isNext = id ? id !== call?.id : Boolean(called?.name);
    if (call === undefined || (isNext && call.name !== "")) {
      call = { index, id: id ?? "", name: called?.name ?? "", arguments: "" };
      this.#calls.push(call);
    }
    const words: unknown = called?.arguments ?? "";
    call.arguments += typeof words === "string" ? words : JSON.stringify(words);
  }

  /** Its tool calls, and its end. Servers have further words for "stop", and some say it after a tool call too. */
  *events(): Generator<ModelEvent> {
    const calls = this.#calls.filter(({ name }) => name !== "");
    const isCut = this.finish === "length" || this.finish === "max_tokens";
    if (this.#isRefusal || this.finish === "content_filter") {
      return yield { type: "end", reason: "filtered" };
    }
    for (const { id, name, arguments: words } of calls) {
      if (isCut && !isJson(words)) continue; // The limit cut it in the middle.
      const call = { id: id || `call_${randomUUID()}`, name, arguments: words.trim() || "{}" };
      yield { type: "toolCall", call };
    }
    const whole = calls.length > 0 ? "tools" : "stop";
    yield { type: "end", reason: isCut ? "length" : whole };
  }
}

type Fragment = OpenAI.ChatCompletionChunk.Choice.Delta.ToolCall;
