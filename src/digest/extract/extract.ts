import type { z } from "zod";
import { askForJson } from "../../models/ask-once.ts";
import { quoteJson } from "../../models/quote-for-prompt.ts";
import type {
  ExtractAnswer,
  ExtractRequest,
  KnownLine,
  SaidMessage,
} from "../../models/requests.ts";
import type { Model } from "../../models/respond.ts";
import { secretIn } from "../../session/private-data/find-private-data.ts";
import { chunkConversation, estimateTokens } from "./chunk-conversation.ts";
import { instructions, quoteRequest } from "./extract-prompt.ts";
import { extractAnswerSchema } from "./extract-schema.ts";

/** A known line, and the messages that it is near to. */
interface KnownNear {
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

/** Without a server: all at once, whatever the length. */
export async function extractAlone(input: ExtractInput): Promise<ExtractAnswer> {
  const { extractOffline } = await import("../../language/extract/extract.ts");
  const said = input.messages.filter(({ role }) => role === "user").map(({ content }) => content);
  return extractOffline(requestFor(input, input.messages), secretIn(said));
}

/**
 * Asks a model what is worth keeping of a conversation, in stretches where it is long. A broken answer is sent back
 * once to be repaired. Throws LociError MODEL_FAILED.
 */
export async function extract(
  model: Model,
  input: ExtractInput,
  signal?: AbortSignal,
): Promise<ExtractAnswer> {
  const answers: z.infer<typeof extractAnswerSchema>[] = [];
  for (const messages of chunksOf(input)) {
    const question = {
      instructions,
      quoted: quoteRequest(requestFor(input, messages)),
      schema: extractAnswerSchema,
      name: "conclusions",
      maxTokens: answerTokens(input),
      misfit: `the model gave no usable answer; it is tried again later, or set model.name to another one than ${model.id}`,
      isRepaired: true,
    };
    answers.push(await askForJson(model, question, signal));
  }
  return {
    summary: [...new Set(answers.map(({ summary }) => summary.trim()))].join(" ").trim(),
    sentiment: answers.at(-1)?.sentiment ?? "neutral",
    intents: [...new Set(answers.flatMap(({ intents }) => intents))],
    // A model on a server has nothing but its quotes to prove itself by.
    conclusions: answers.flatMap(({ conclusions }) =>
      conclusions.map((one) => ({ ...one, sources: [] })),
    ),
  };
}

const maxKnown = 20;
/** Of the context: what the list of topics may take. */
const topicsShare = 1 / 8;
const maxAnswerTokens = 4_000;

const answerTokens = ({ contextTokens }: ExtractInput): number =>
  Math.min(maxAnswerTokens, Math.floor(contextTokens / 3));

function chunksOf(input: ExtractInput): readonly (readonly SaidMessage[])[] {
  const { contextTokens, failures } = input;
  const last = input.messages.slice(-1).map((message) => ({ ...message, content: "" }));
  const frame = quoteRequest(requestFor({ ...input, known: [] }, last));
  const known = input.known.slice(0, maxKnown).map(({ line }) => quoteJson(line));
  const used = [instructions, frame, ...known]
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
