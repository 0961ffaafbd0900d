import { quoteJson } from "../models/quote-for-prompt.ts";
import type { ModelMessage, Tool } from "../models/respond.ts";
import type { Summary } from "../session/slots.ts";
import { cutThread } from "./cut-thread.ts";
import { type EarlierLine, type PromptParts, promptLayers } from "./prompt-layers.ts";
import { largest, shrinkParts } from "./shrink-parts.ts";
import type { ThreadMessage } from "./thread.ts";

export interface Unfitted {
  /** `earlier` is filled here. */
  readonly parts: PromptParts;
  readonly thread: readonly ThreadMessage[];
  readonly tools: readonly Tool[];
  /** Of the thread's older messages, where a model has made one. */
  readonly summary: Summary | undefined;
}

export interface Fitted {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly Tool[];
  /** Messages that only a summary stands for. */
  readonly dropped: readonly ThreadMessage[];
  /** What had to be left out, in words. */
  readonly degradations: readonly string[];
}

/** Where tools and the shortest prompt leave less than this share for messages, the tools are left out. */
const minShare = 0.2;
/** What the last messages may take of the room when the system prompt wants it too. */
const lastShare = 0.5;
/** Most of the room that is left which stands for older messages. */
const earlierShare = 0.5;
const maxEarlierTokens = 400;

/**
 * A request of at most so many tokens. System prompt and last three messages stay; the newest messages before them stay
 * while there is room, the older ones become a summary. Beyond that the prompt's layers shrink in their order, long
 * messages are cut with a mark, and where not even that is enough the tools are left out. Pure.
 */
export function fitBudget(
  request: Unfitted,
  contextTokens: number,
  countTokens: (text: string) => number,
): Fitted {
  const count = byLine(countTokens, contextTokens);
  const cost = (...messages: readonly ModelMessage[]): number => requestTokens(messages, [], count);
  const { thread } = request;
  const full = system(request.parts);
  const whole = [full, ...thread.map(({ message }) => message)];
  if (requestTokens(whole, request.tools, count) <= contextTokens)
    return { messages: whole, tools: request.tools, dropped: [], degradations: [] };

  const shrink = (parts: PromptParts, room: number): PromptParts =>
    shrinkParts(parts, (shrunk) => cost(system(shrunk)) <= room);
  const least = cost(system(shrink(request.parts, 0)));
  const ofTools = requestTokens([], request.tools, count);
  const hasTools = contextTokens - ofTools - least >= contextTokens * minShare;
  const room = contextTokens - (hasTools ? ofTools : 0);

  const startOfLast = lastMessages(thread);
  const roomForLast = Math.min(Math.max(room * lastShare, room - cost(full)), room - least);
  const last = cutThread(thread.slice(startOfLast), (messages) => cost(...messages) <= roomForLast);
  const beside = room - cost(...last.messages);
  const parts = shrink(request.parts, beside);
  const left = beside - cost(system(parts));
  const forEarlier = Math.min(left * earlierShare, maxEarlierTokens);
  const startOfKept = newestThatFit(thread, startOfLast, left - forEarlier, cost);
  const dropped = thread.slice(0, startOfKept);
  const kept = thread.slice(startOfKept, startOfLast).map(({ message }) => message);
  const lines = linesOf(dropped, request.summary);
  const weigh = (few: readonly EarlierLine[]): number => count(few.map(quoteJson).join("\n"));
  const earlier = newestLines(lines, (few) => weigh(few) <= forEarlier);
  const prompt = system(shrink({ ...parts, earlier }, beside - cost(...kept)));

  const isShort = prompt.content.length < system({ ...request.parts, earlier }).content.length;
  const degradations = [
    ...(hasTools || request.tools.length === 0 ? [] : ["tools left out to save space"]),
    ...(dropped.length > 0 ? ["older messages summarized to save space"] : []),
    ...(last.isCut ? ["long messages cut to save space"] : []),
    ...(isShort ? ["context left out to save space"] : []),
  ];
  const messages = [prompt, ...kept, ...last.messages];
  return { messages, tools: hasTools ? request.tools : [], dropped, degradations };
}

const maxLineCharacters = 160;

/** What stands for messages that are left out: the summary as far as one reaches, then the start of what was said since. */
export function linesOf(
  dropped: readonly ThreadMessage[],
  summary: Summary | undefined,
): readonly EarlierLine[] {
  const [first] = dropped;
  const reaches = first !== undefined && summary !== undefined && summary.upTo >= first.id;
  const head: EarlierLine[] = reaches ? [{ who: "summary", said: summary.text }] : [];
  const rest = dropped.flatMap(({ id, message: { role, content } }): EarlierLine[] => {
    const words = content.replace(/\s+/g, " ").trim();
    if ((role !== "user" && role !== "assistant") || words === "") return [];
    if (reaches && id <= summary.upTo) return [];
    const isLong = words.length > maxLineCharacters;
    return [{ who: role, said: isLong ? `${words.slice(0, maxLineCharacters)}…` : words }];
  });
  return [...head, ...rest];
}

/** For want of room the assistant's words go first, then the oldest, the summary last. */
function newestLines(
  lines: readonly EarlierLine[],
  fits: (lines: readonly EarlierLine[]) => boolean,
): readonly EarlierLine[] {
  if (fits(lines)) return lines;
  const head = lines.filter(({ who }) => who === "summary");
  const asked = lines.filter(({ who }) => who === "user");
  const newest = (count: number) => [...head, ...asked.slice(asked.length - count)];
  const most = largest((count) => fits(newest(count)), asked.length);
  return fits(newest(most)) ? newest(most) : [];
}

/** Where the last three messages begin; the person's last request is among them, and no result parts from its call. */
function lastMessages(thread: readonly ThreadMessage[]): number {
  const request = thread.findLastIndex(({ message }) => message.role === "user");
  const start = Math.max(0, thread.length - 3);
  return wholeFrom(thread, request < 0 ? start : Math.min(start, request));
}

function wholeFrom(thread: readonly ThreadMessage[], start: number): number {
  let first = start;
  while (first > 0 && thread[first]?.message.role === "tool") first--;
  return first;
}

/** Where the newest messages before `end` begin that fit together, calls with their results. */
function newestThatFit(
  thread: readonly ThreadMessage[],
  end: number,
  room: number,
  cost: (...messages: readonly ModelMessage[]) => number,
): number {
  let start = end;
  let left = room;
  while (start > 0) {
    const next = wholeFrom(thread, start - 1);
    left -= cost(...thread.slice(next, start).map(({ message }) => message));
    if (left < 0) break;
    start = next;
  }
  return start;
}

const system = (parts: PromptParts) => ({ role: "system", content: promptLayers(parts) }) as const;

/** Role, marks and separators of a message. */
const messageOverhead = 5;

/** What a request costs, as the budget counts it. */
export function requestTokens(
  messages: readonly ModelMessage[],
  tools: readonly Tool[],
  count: (text: string) => number,
): number {
  const ofMessages = messages.map((message) => {
    const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
    const ofCalls = calls.map((call) => count(call.name) + count(call.arguments) + messageOverhead);
    return count(message.content) + messageOverhead + sum(ofCalls);
  });
  const ofTools = tools.map((tool) => count(JSON.stringify(tool)) + messageOverhead);
  return sum(ofMessages) + sum(ofTools);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

const maxCharactersPerToken = 10;

/**
 * Counts line by line and each line once: the same prompt is weighed many times, with a few lines more or less. A text
 * that cannot fit in any case is not counted out.
 */
function byLine(
  countTokens: (text: string) => number,
  contextTokens: number,
): (text: string) => number {
  const known = new Map<string, number>();
  const countLine = (line: string): number => {
    const tokens = known.get(line) ?? countTokens(line);
    known.set(line, tokens);
    return tokens;
  };
  return (text) => {
    if (text.length > contextTokens * maxCharactersPerToken) return text.length;
    return sum(text.split("\n").map((line) => countLine(line) + 1));
  };
}
