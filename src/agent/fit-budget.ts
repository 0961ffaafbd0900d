import type { ModelMessage, Tool } from "../models/respond.ts";
import type { Summary } from "../session/slots.ts";
import { condense } from "./condense.ts";
import { cutThread } from "./cut-thread.ts";
import { type PromptParts, promptLayers } from "./prompt-layers.ts";
import { shrinkParts } from "./shrink-parts.ts";
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
  const whole = [
    system(promptLayers(request.parts)),
    ...request.thread.map(({ message }) => message),
  ];
  if (costOf(whole, request.tools, count) <= contextTokens) {
    return { messages: whole, tools: request.tools, dropped: [], degradations: [] };
  }
  const least = costOf([system(promptLayers(shrinkParts(request.parts, 0, count)))], [], count);
  const ofTools = costOf([], request.tools, count);
  const tools = contextTokens - ofTools - least < contextTokens * minShare ? [] : request.tools;
  const room = contextTokens - costOf([], tools, count);
  const fitted = fitMessages(request, { room, least }, count);
  const { parts, kept, dropped, isCut } = fitted;
  const prompt = promptLayers(parts);
  const degradations = [
    ...(tools.length < request.tools.length ? ["tools left out to save space"] : []),
    ...(dropped.length > 0 ? ["older messages summarized to save space"] : []),
    ...(isCut ? ["long messages cut to save space"] : []),
    ...(prompt.length < promptLayers({ ...request.parts, earlier: parts.earlier }).length
      ? ["context left out to save space"]
      : []),
  ];
  return { messages: [system(prompt), ...kept], tools, dropped, degradations };
}

/** What a request costs, as the budget counts it. */
export function countRequest(
  messages: readonly ModelMessage[],
  tools: readonly Tool[],
  countTokens: (text: string) => number,
): number {
  return costOf(messages, tools, byLine(countTokens, Number.POSITIVE_INFINITY));
}

/** What must be left for messages beside the tools and the shortest system prompt; else the tools are left out. */
const minShare = 0.2;
/** Of the room beside the system prompt and the last messages: most that a summary may take. */
const summaryShare = 1 / 2;
const maxSummaryTokens = 400;
/** What the last messages may take of the room when the system prompt wants it too. */
const lastShare = 0.5;

function fitMessages(
  request: Unfitted,
  { room, least }: { readonly room: number; readonly least: number },
  count: (text: string) => number,
) {
  const { thread } = request;
  const startOfLast = lastMessages(thread);
  const fullPrompt = costOf([system(promptLayers(request.parts))], [], count);
  const roomForLast = Math.min(Math.max(room * lastShare, room - fullPrompt), room - least);
  const last = cutThread(thread.slice(startOfLast), roomForLast, (messages) =>
    costOf(messages, [], count),
  );
  const lastCost = costOf(last.messages, [], count);
  const forSystem = room - lastCost;
  const parts = shrinkParts(request.parts, forSystem - messageOverhead, count);
  const left = forSystem - costOf([system(promptLayers(parts))], [], count);
  const forSummary = Math.min(left * summaryShare, maxSummaryTokens);
  const startOfKept = newestThatFit(thread, startOfLast, left - forSummary, count);
  const dropped = thread.slice(0, startOfKept);
  const kept = thread.slice(startOfKept, startOfLast).map(({ message }) => message);
  const forEarlier = forSystem - costOf(kept, [], count);
  const earlier = condense(dropped, request.summary, forSummary, count);
  const withSummary = shrinkParts({ ...parts, earlier }, forEarlier - messageOverhead, count);
  return { parts: withSummary, kept: [...kept, ...last.messages], dropped, isCut: last.isCut };
}

/** Where the last three messages begin; the person's last request is among them, and no result parts from its call. */
function lastMessages(thread: readonly ThreadMessage[]): number {
  const request = thread.findLastIndex(({ message }) => message.role === "user");
  let start = Math.max(0, thread.length - 3);
  if (request >= 0) start = Math.min(start, request);
  return wholeFrom(thread, start);
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
  count: (text: string) => number,
): number {
  let start = end;
  let left = room;
  while (start > 0) {
    const next = wholeFrom(thread, start - 1);
    const group = thread.slice(next, start).map(({ message }) => message);
    left -= costOf(group, [], count);
    if (left < 0) break;
    start = next;
  }
  return start;
}

const system = (content: string): ModelMessage => ({ role: "system", content });

/** Role, marks and separators of a message. */
const messageOverhead = 5;

function costOf(
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

const maxCharactersPerToken = 10;
