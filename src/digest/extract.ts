import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { z } from "zod";
import { statementsIn } from "../language/talk/spoken-cues.ts";
import { askForJson } from "../models/ask-once.ts";
import { quoteJson } from "../models/quote-for-prompt.ts";
import type { ExtractRequest, KnownLine, SaidMessage } from "../models/requests.ts";
import type { Model } from "../models/respond.ts";
import { redact, secretIn } from "../session/private-data/redact.ts";
import type { Session } from "../session/session.ts";
import { speakerName } from "../session/speaker-name.ts";
import { type DigestPorts, defaultBankOf, type NearMemory } from "./digest-ports.ts";
import { instructions, quoteRequest } from "./extract-prompt.ts";
import { type Conclusion, conclusionSchema } from "./gates/conclusion.ts";

/** What extracting needs of the ports. */
export type ExtractPorts = Pick<DigestPorts, "model" | "settings" | "near" | "outgoing" | "topics">;

interface Extracting {
  readonly session: Session;
  readonly conversation: readonly SaidMessage[];
  /** How often it failed: each time a long conversation is cut into smaller stretches. */
  readonly attempts: number;
}

/** What a conversation leaves. */
export interface ExtractAnswer extends Omit<Answer, "conclusions"> {
  readonly conclusions: readonly Conclusion[];
  /** Without a model: what was stated and comes to nothing, in the person's words; never what is to be forgotten. */
  readonly leftOut?: readonly Readonly<Record<"text" | "reason", string>>[];
}

export interface Extracted {
  readonly answer: ExtractAnswer;
  /** The conversation as the model saw it, which quotes it. */
  readonly conversation: readonly SaidMessage[];
  /** What the labels of known lines mean, by which the answer refers to them. */
  readonly known: ReadonlyMap<string, NearMemory>;
}

/** What a model is asked for, and what its answer is checked by; what each field is for stands in the instructions. */
const answerSchema = z.object({
  summary: z.string(),
  sentiment: z.enum(["positive", "neutral", "negative"]),
  intents: z.array(z.string()),
  conclusions: z.array(conclusionSchema),
});

type Answer = z.infer<typeof answerSchema>;

/** Of what the person said last: by it the nearest topics are found. */
const maxTopicCharacters = 4_000;
/** Of the context: what topics may take, and what known lines may. */
const share = 1 / 8;
const maxAnswerTokens = 4_000;

/**
 * What is worth keeping of a conversation, by the model; without one, in the person's own words. A long conversation is
 * cut into stretches, and private data taken out where that is set so for a model elsewhere. Throws LociError
 * MODEL_FAILED, and the reason of the signal.
 */
export async function extract(
  ports: ExtractPorts,
  { session, conversation, attempts }: Extracting,
  signal?: AbortSignal,
): Promise<Extracted> {
  const { model, settings } = ports;
  const isRedacted = settings.privacy.anonymize !== "off" && model?.isCloud === true;
  const outgoing = (text: string): string => (isRedacted ? redact(text) : text);
  const messages = conversation.map((one) => ({ ...one, content: outgoing(one.content) }));
  const said = messages.flatMap(({ role, content }) => (role === "user" ? content : []));
  const near = said.join("\n").slice(-maxTopicCharacters);
  const topics = model === undefined ? [] : await ports.topics(session, near);
  const most = settings.model.contextTokens * share;
  const request: ExtractRequest = {
    messages: [],
    known: [],
    topics: within(
      most,
      topics.map(({ topic, title, summary }) => ({
        topic: outgoing(topic),
        title: outgoing(title),
        summary: outgoing(summary),
      })),
    ),
    banks: settings.banks,
    bankDescriptions: settings.bankDescriptions ?? {},
    defaultBank: defaultBankOf(settings, session),
    ...(session.person === null ? {} : { speaker: speakerName(session.person) }),
  };
  const known = new Map<string, NearMemory>();
  const about = async (stretch: readonly SaidMessage[]): Promise<ExtractRequest> => {
    const lines = await findKnown(ports, session, stretch, known, signal);
    const shown = lines.map((line) => ({ ...line, text: outgoing(line.text) }));
    return { ...request, messages: stretch, known: within(most, shown) };
  };
  if (model === undefined) {
    const { extractOffline } = await import("../language/extract/extract.ts");
    return { answer: extractOffline(await about(messages), secretIn(said)), conversation, known };
  }
  const maxTokens = Math.min(maxAnswerTokens, Math.floor(settings.model.contextTokens / 3));
  const used = estimateTokens(instructions + quoteRequest(request)) + maxTokens + most;
  const room = Math.max(300, settings.model.contextTokens - used) / 2 ** Math.min(attempts, 3);
  const answers: Answer[] = [];
  for (const stretch of chunkConversation(messages, Math.max(200, room))) {
    answers.push(await ask(model, await about(stretch), maxTokens, signal));
  }
  return { answer: together(answers), conversation: messages, known };
}

const ask = (
  model: Model,
  request: ExtractRequest,
  maxTokens: number,
  signal?: AbortSignal,
): Promise<Answer> =>
  askForJson(
    model,
    {
      instructions,
      quoted: quoteRequest(request),
      schema: answerSchema,
      name: "conclusions",
      maxTokens,
      misfit: `the model gave no usable answer; it is tried again later, or set model.name to another one than ${model.id}`,
      isRepaired: true,
    },
    signal,
  );

const together = (answers: readonly Answer[]): ExtractAnswer => ({
  summary: [...new Set(answers.map(({ summary }) => summary.trim()))].join(" ").trim(),
  sentiment: answers.at(-1)?.sentiment ?? "neutral",
  intents: [...new Set(answers.flatMap(({ intents }) => intents))],
  // A model on a server has nothing but its quotes to prove itself by.
  conclusions: answers.flatMap(({ conclusions }) =>
    conclusions.map((one) => ({ ...one, sources: [] })),
  ),
});

/** The first of these that fit into so many tokens. */
function within<T extends object>(tokens: number, all: readonly T[]): readonly T[] {
  let room = tokens;
  return all.filter((one) => {
    room -= estimateTokens(quoteJson(one));
    return room >= 0;
  });
}

/** Characters of a message, as far as a question may go. */
const maxRead = 2_000;
/** Each is a search of the whole vault. */
const maxSearches = 200;
const maxNear = 5;
const maxKnown = 20;

/** Memories near to what the person stated last, each once, the nearest first; they are added to `known` by their labels. */
async function findKnown(
  { model, near, outgoing }: ExtractPorts,
  session: Session,
  messages: readonly SaidMessage[],
  known: Map<string, NearMemory>,
  signal?: AbortSignal,
): Promise<readonly KnownLine[]> {
  const lines = new Map<string, KnownLine>();
  const nearTo = near(session);
  const stated = messages
    .flatMap(({ role, content }) => (role === "user" ? content.slice(0, maxRead) : []))
    .filter((content) => statementsIn(content).length > 0);
  for (const content of stated.slice(-maxSearches)) {
    await yieldToEventLoop(); // A search never waits for anything: a signal would not be heard.
    signal?.throwIfAborted();
    const found = (await nearTo(content)).flatMap((memory) => {
      // A model elsewhere is shown no secret ones.
      const text = model?.isCloud === true ? outgoing(session, memory) : memory.entry.text;
      return text === undefined ? [] : { memory, text };
    });
    for (const { memory, text } of found.slice(0, maxNear)) {
      const label = labelOf(memory, known);
      const { date = "", fields } = memory.entry;
      const meant = [...(lines.get(label)?.meant ?? []), ...(memory.meant ?? [])];
      const all = meant.length === 0 ? {} : { meant: [...new Set(meant)] };
      lines.set(label, { label, text, date, key: fields.key ?? "", ...all });
    }
  }
  const scoreOf = ({ label }: KnownLine): number => known.get(label)?.score ?? 0;
  return [...lines.values()].toSorted((a, b) => scoreOf(b) - scoreOf(a)).slice(0, maxKnown);
}

function labelOf(memory: NearMemory, known: Map<string, NearMemory>): string {
  for (const [label, { file, entry }] of known)
    if (file === memory.file && entry.id === memory.entry.id) return label;
  const label = `m${known.size + 1}`;
  known.set(label, memory);
  return label;
}

/** Tokens of a text, rather too many than too few: four letters of ASCII, any other character for itself. */
export function estimateTokens(text: string): number {
  const others = text.match(/[^\0-\x7f]/gu)?.length ?? 0;
  return Math.ceil((text.length - others) / 3.5) + others;
}

/** What stands around the words of a message when it is quoted. */
const frameTokens = 30;

const sizeOf = (messages: readonly SaidMessage[]): number =>
  messages.reduce((sum, { content }) => sum + estimateTokens(content) + frameTokens, 0);

/**
 * Cuts a conversation into stretches of at most so many tokens, each beginning with the last two messages of the one
 * before where they fit in a quarter of it; a message that is longer than a stretch is cut into pieces. Pure.
 */
export function chunkConversation(
  messages: readonly SaidMessage[],
  maxTokens: number,
): readonly (readonly SaidMessage[])[] {
  const chunks: SaidMessage[][] = [];
  for (const piece of messages.flatMap((message) => cutMessage(message, maxTokens * 0.7))) {
    const chunk = chunks.at(-1);
    if (chunk !== undefined && sizeOf([...chunk, piece]) <= maxTokens) chunk.push(piece);
    else {
      const tail = chunk?.slice(-2) ?? [];
      chunks.push(sizeOf(tail) <= maxTokens / 4 ? [...tail, piece] : [piece]);
    }
  }
  return chunks;
}

function cutMessage(message: SaidMessage, maxTokens: number): SaidMessage[] {
  const most = Math.max(50, maxTokens - frameTokens);
  const pieces = [""];
  for (const word of message.content.match(/\S{1,100}\s*|\s+/gu) ?? []) {
    const piece = pieces.at(-1) ?? "";
    if (piece === "" || estimateTokens(piece + word) <= most)
      pieces[pieces.length - 1] = piece + word;
    else pieces.push(word);
  }
  return pieces.map((content) => ({ ...message, content }));
}
