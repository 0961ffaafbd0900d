import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { z } from "zod";
import { statementsIn } from "../language/talk/spoken-cues.ts";
import { askForJson } from "../models/ask-once.ts";
import { quoteJson } from "../models/quote-for-prompt.ts";
import type { ExtractRequest, SaidMessage } from "../models/requests.ts";
import { redact, secretIn } from "../session/private-data/redact.ts";
import type { Session } from "../session/session.ts";
import { speakerName } from "../session/speaker-name.ts";
import { type DigestPorts, defaultBankOf, type NearMemory } from "./digest-ports.ts";
import { instructions, quoteRequest } from "./extract-prompt.ts";
import { type Conclusion, conclusionSchema } from "./gates/gates.ts";

/** What a model is asked for, and what its answer is checked by; what each field is for stands in the instructions. */
const answerSchema = z.object({
  summary: z.string(),
  sentiment: z.enum(["positive", "neutral", "negative"]),
  intents: z.array(z.string()),
  conclusions: z.array(conclusionSchema),
});

/** What a conversation leaves. */
export interface ExtractAnswer extends Omit<z.infer<typeof answerSchema>, "conclusions"> {
  readonly conclusions: readonly Conclusion[];
  /** Without a model: what was stated and comes to nothing, in the person's words; never what is to be forgotten. */
  readonly leftOut?: readonly Readonly<Record<"text" | "reason", string>>[];
}

/** The answer, the conversation as the model saw it and quotes it, and the known lines by the labels that it names. */
export type Extracted = Awaited<ReturnType<typeof extract>>;

export type ExtractPorts = Pick<DigestPorts, "model" | "settings" | "near" | "outgoing" | "topics">;

/** Of what the person said last: by it the nearest topics are found. */
const maxTopicCharacters = 4_000;
/** Of the context: what topics may take, and what known lines may. */
const share = 1 / 8;
const maxAnswerTokens = 4_000;

/**
 * What is worth keeping of a conversation, by the model; without one, in the person's own words. A long conversation is
 * cut into stretches, into smaller ones with each attempt that failed; private data is taken out for a model elsewhere
 * where that is set so. Throws LociError MODEL_FAILED, and the reason of the signal.
 */
export async function extract(
  ports: ExtractPorts,
  session: Session,
  conversation: readonly SaidMessage[],
  attempts: number,
  signal?: AbortSignal,
) {
  const { model, settings } = ports;
  const isRedacted = settings.privacy.anonymize !== "off" && model?.isCloud === true;
  const outgoing = (text: string): string => (isRedacted ? redact(text) : text);
  const messages = conversation.map((one) => ({ ...one, content: outgoing(one.content) }));
  const said = messages.flatMap(({ role, content }) => (role === "user" ? content : []));
  const near = said.join("\n").slice(-maxTopicCharacters);
  const topics = model === undefined ? [] : await ports.topics(session, near);
  const shown = topics.map(({ topic, title, summary }) => ({
    topic: outgoing(topic),
    title: outgoing(title),
    summary: outgoing(summary),
  }));
  const found = await findKnown(ports, session, said, signal);
  const known = new Map(found.map(({ memory }, i) => [`m${i + 1}`, memory]));
  const lines = found.map(({ memory: { entry, meant = [] }, text }, i) => {
    const { date = "", fields } = entry;
    return { label: `m${i + 1}`, text: outgoing(text), date, key: fields.key ?? "", meant };
  });
  const { contextTokens } = settings.model;
  const most = contextTokens * share;
  const request: ExtractRequest = {
    messages,
    known: within(most, lines),
    topics: within(most, shown),
    banks: settings.banks,
    bankDescriptions: settings.bankDescriptions ?? {},
    defaultBank: defaultBankOf(settings, session.agent),
    ...(session.person === null ? {} : { speaker: speakerName(session.person) }),
  };
  if (model === undefined) {
    const { extractOffline } = await import("../language/extract/extract.ts");
    const answer: ExtractAnswer = extractOffline(request, secretIn(said));
    return { answer, conversation, known };
  }
  const maxTokens = Math.min(maxAnswerTokens, Math.floor(contextTokens / 3));
  const frame = instructions + quoteRequest({ ...request, messages: [] });
  const room = Math.max(300, contextTokens - estimateTokens(frame) - maxTokens);
  const stretch = Math.max(200, room / 2 ** Math.min(attempts, 3));
  const answers: ExtractAnswer[] = [];
  for (const some of chunkConversation(messages, stretch)) {
    const question = {
      instructions,
      quoted: quoteRequest({ ...request, messages: some }),
      schema: answerSchema,
      name: "conclusions",
      maxTokens,
      misfit: `the model gave no usable answer; it is tried again later, or set model.name to another one than ${model.id}`,
      isRepaired: true,
    };
    answers.push(await askForJson(model, question, signal));
  }
  const answer: ExtractAnswer = {
    summary: [...new Set(answers.map(({ summary }) => summary.trim()))].join(" ").trim(),
    sentiment: answers.at(-1)?.sentiment ?? "neutral",
    intents: [...new Set(answers.flatMap(({ intents }) => intents))],
    conclusions: answers.flatMap(({ conclusions }) => conclusions),
  };
  return { answer, conversation: messages, known };
}

/** The first of these that fit into so many tokens. */
export function within<T extends object>(tokens: number, all: readonly T[]): readonly T[] {
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
const maxKnown = 40;

/** Memories near to what the person stated last, each once, the nearest first, with the text that a model is shown. */
async function findKnown(
  { model, near, outgoing }: ExtractPorts,
  session: Session,
  said: readonly string[],
  signal?: AbortSignal,
) {
  const found = new Map<string, { readonly memory: NearMemory; readonly text: string }>();
  const nearTo = near(session);
  const read = said.map((content) => content.slice(0, maxRead));
  const stated = read.filter((content) => statementsIn(content).length > 0);
  for (const content of stated.slice(-maxSearches)) {
    await yieldToEventLoop(); // A search never waits for anything: a signal would not be heard.
    signal?.throwIfAborted();
    const open = (await nearTo(content)).flatMap((memory) => {
      // A model elsewhere is shown no secret ones.
      const text = model?.isCloud === true ? outgoing(session, memory) : memory.entry.text;
      return text === undefined ? [] : { memory, text };
    });
    for (const { memory, text } of open.slice(0, maxNear)) {
      const place = `${memory.file}#${memory.entry.id}`;
      const before = found.get(place)?.memory ?? memory;
      const meant = [...new Set([...(before.meant ?? []), ...(memory.meant ?? [])])];
      found.set(place, { memory: { ...before, meant }, text });
    }
  }
  return [...found.values()].toSorted((a, b) => b.memory.score - a.memory.score).slice(0, maxKnown);
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
export function chunkConversation(messages: readonly SaidMessage[], maxTokens: number) {
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

/** What is too long, in pieces that are not, whatever the script; cut between words where it can be. */
function cutMessage(message: SaidMessage, maxTokens: number): SaidMessage[] {
  const most = Math.floor(Math.max(50, maxTokens - frameTokens));
  if (estimateTokens(message.content) <= most) return [message];
  const pieces = new RegExp(`[^]{1,${most}}(?:\\s|$)|[^]{1,${most}}`, "gu");
  return Array.from(message.content.matchAll(pieces), ([content]) => ({ ...message, content }));
}
