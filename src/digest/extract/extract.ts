import { z } from "zod";
import { jsonIn } from "../../models/json-in.ts";
import { quoteJson } from "../../models/quote-for-prompt.ts";
import type {
  ExtractAnswer,
  ExtractRequest,
  KnownLine,
  SaidMessage,
} from "../../models/requests.ts";
import type { Model, ModelEvent, ModelMessage, ModelRequest } from "../../models/respond.ts";
import { chunkConversation, estimateTokens } from "./chunk-conversation.ts";
import { extractMessages } from "./extract-prompt.ts";
import { extractAnswerFormat, extractAnswerSchema } from "./extract-schema.ts";

/** A known line, and the messages that it is near to. */
export interface KnownNear {
  readonly line: KnownLine;
  readonly messages: readonly number[];
}

export interface ExtractInput extends Omit<ExtractRequest, "known"> {
  readonly known: readonly KnownNear[];
  /** Most tokens of one request, its answer included. */
  readonly contextTokens: number;
  /** Attempts that failed before: each makes the stretches smaller that a long conversation is cut into. */
  readonly failures: number;
}

export type Extracted =
  | { readonly type: "answer"; readonly answer: ExtractAnswer }
  | { readonly type: "aborted" }
  | Failed;

/** What is the case and what to do; how long the server asks to wait (ms), where it does. */
interface Failed {
  readonly type: "failed";
  readonly reason: string;
  readonly retryAfter?: number;
}

/** Without a server: all at once, whatever the length. */
export async function extractAlone(input: ExtractInput): Promise<Extracted> {
  const { extractOffline } = await import("../../language/extract/extract.ts");
  return { type: "answer", answer: extractOffline(requestFor(input, input.messages)) };
}

/**
 * Asks a model what is worth keeping of a conversation, in stretches where it is long. A broken answer is sent back
 * once to be repaired. Never throws for what a model does.
 */
export async function extract(
  model: Model,
  input: ExtractInput,
  signal?: AbortSignal,
): Promise<Extracted> {
  const answers: ExtractAnswer[] = [];
  for (const messages of chunksOf(input)) {
    const extracted = await extractChunk(model, input, messages, signal);
    if (extracted.type !== "answer") return extracted;
    answers.push(extracted.answer);
  }
  return { type: "answer", answer: mergeAnswers(answers) };
}

const maxKnown = 20;
/** Of the context: what the list of topics may take. */
const topicsShare = 1 / 8;
const maxAnswerTokens = 4_000;
const maxAnswerCharacters = 200_000;

const answerTokens = ({ contextTokens }: ExtractInput): number =>
  Math.min(maxAnswerTokens, Math.floor(contextTokens / 3));

function chunksOf(input: ExtractInput): readonly (readonly SaidMessage[])[] {
  const { contextTokens, failures } = input;
  const last = input.messages.slice(-1).map((message) => ({ ...message, content: "" }));
  const frame = extractMessages(requestFor({ ...input, known: [] }, last));
  const known = input.known.slice(0, maxKnown).map(({ line }) => quoteJson(line));
  const used = [...frame.map(({ content }) => content), ...known]
    .map(estimateTokens)
    .reduce((sum, tokens) => sum + tokens, answerTokens(input));
  const room = Math.max(300, contextTokens - used) / 2 ** Math.min(failures, 3);
  return chunkConversation(input.messages, Math.max(200, room));
}

function requestFor(input: ExtractInput, messages: readonly SaidMessage[]): ExtractRequest {
  const { contextTokens, failures: _, known, topics = [], ...rest } = input;
  const ids = new Set(messages.map(({ id }) => id));
  const lines = known.filter((near) => near.messages.some((id) => ids.has(id)));
  let room = contextTokens * topicsShare;
  return {
    ...rest,
    messages,
    known: lines.slice(0, maxKnown).map(({ line }) => line),
    topics: topics.filter((topic) => {
      room -= estimateTokens(quoteJson(topic));
      return room >= 0;
    }),
  };
}

async function extractChunk(
  model: Model,
  input: ExtractInput,
  said: readonly SaidMessage[],
  signal: AbortSignal | undefined,
): Promise<Extracted> {
  let messages: readonly ModelMessage[] = extractMessages(requestFor(input, said));
  const format = { name: "conclusions", schema: extractAnswerFormat() };
  for (let isRepair = false; ; isRepair = true) {
    const request: ModelRequest = { messages, format, maxTokens: answerTokens(input) };
    const collected = await collect(model, request, signal);
    if (collected.type !== "text") return collected;
    const read = readAnswer(collected.text);
    if ("answer" in read) return { type: "answer", answer: read.answer };
    if (isRepair) {
      const [fault = ""] = read.fault.replace(/^✖ /, "").split("\n", 1);
      return failed(model, `the model gave no usable answer: ${fault}`);
    }
    messages = [
      ...messages,
      { role: "assistant", content: collected.text.slice(0, 20_000) },
      {
        role: "user",
        content: `That is not the JSON that was asked for:\n${read.fault}\nAnswer again, with the corrected JSON only.`,
      },
    ];
  }
}

type Collected =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "aborted" }
  | Failed;

async function collect(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal | undefined,
): Promise<Collected> {
  let text = "";
  for await (const event of model.respond(request, signal)) {
    if (event.type === "text") text += event.text;
    else if (event.type !== "toolCall") return ending(model, event, text);
    if (text.length > maxAnswerCharacters) {
      return failed(model, "the model does not stop answering");
    }
  }
  return failed(model, "the model's answer did not end");
}

function ending(
  model: Model,
  event: Extract<ModelEvent, { readonly type: "end" | "failure" }>,
  text: string,
): Collected {
  if (event.type === "failure") {
    const { message, data } = event.error;
    if (data.reason === "aborted") return { type: "aborted" };
    const { retryAfter } = data;
    const pause = typeof retryAfter === "number" ? { retryAfter } : {};
    return { type: "failed", reason: message, ...pause };
  }
  if (event.reason === "length") return failed(model, "the model's answer was cut off");
  if (event.reason === "filtered") return failed(model, "the model refused to answer");
  return { type: "text", text };
}

/** It answered, but not as it should: in time it may, or another model does. */
const failed = ({ id }: Model, state: string): Failed => ({
  type: "failed",
  reason: `${state}; it is tried again later, or set model.name to another one than ${id}`,
});

function readAnswer(text: string): { readonly answer: ExtractAnswer } | { readonly fault: string } {
  const json = jsonIn(text);
  if (json === "") return { fault: "There is no JSON object in it" };
  try {
    const answer = extractAnswerSchema.parse(JSON.parse(json));
    // A model on a server has nothing but its quotes to prove itself by.
    return { answer: { ...answer, conclusions: answer.conclusions.map(provedByQuote) } };
  } catch (error) {
    return { fault: answerFault(error) };
  }
}

const provedByQuote = <C extends object>(one: C) => ({ ...one, sources: [] });

/** What is wrong with a model's answer, in words that hold none of its own: they go into prompts and reports. */
function answerFault(error: unknown): string {
  if (error instanceof z.ZodError) {
    const fault = z.prettifyError(error).replace(/(Unrecognized keys?): .*/g, "$1");
    return fault.slice(0, 1_000);
  }
  const place = / at position \d+/.exec(error instanceof Error ? error.message : "")?.[0] ?? "";
  return `It is not JSON${place}`;
}

/** One answer of those to the stretches of a conversation, in order. Pure. */
function mergeAnswers(answers: readonly ExtractAnswer[]): ExtractAnswer {
  return {
    summary: [...new Set(answers.map(({ summary }) => summary.trim()))].join(" ").trim(),
    sentiment: answers.at(-1)?.sentiment ?? "neutral",
    intents: [...new Set(answers.flatMap(({ intents }) => intents))],
    conclusions: answers.flatMap(({ conclusions }) => conclusions),
  };
}
