import { randomBytes } from "node:crypto";
import type { ModelEvent, ToolCall } from "../respond.ts";
import { isObject } from "../servers/server-failure.ts";

type End = Extract<ModelEvent, { type: "end" }>;

/** Puts an answer together from the chunks of a stream, or from one whole answer. */
export interface Assembly {
  /** Part of the answer has arrived: words, a tool call, a thought. */
  readonly isBegun: boolean;
  /** The server said that the answer is complete. */
  readonly isFinished: boolean;
  /** The stream is done ("[DONE]"). */
  readonly isClosed: boolean;
  /** Takes the next chunk and returns the words in it. */
  take(chunk: Readonly<Record<string, unknown>>): string;
  /** Marks the stream as done. */
  finish(): void;
  /** The last events, or what is wrong with the answer. */
  end(): readonly ModelEvent[] | string;
}

/** Makes an assembly of nothing. Only the first choice counts. */
export function createAssembly(): Assembly {
  const tools = createToolCallParts();
  let state = { isBegun: false, isFinished: false, hasChoice: false, isRefusal: false };
  let hasText = false;
  let isClosed = false;
  let reason = "";
  return {
    get isBegun() {
      return state.isBegun;
    },
    get isFinished() {
      return state.isFinished;
    },
    get isClosed() {
      return isClosed;
    },
    take(chunk) {
      const choice = firstChoice(chunk.choices);
      if (choice === undefined) return "";
      const { text, refusal, calls, hasThought } = readChoice(choice, hasText);
      tools.take(calls);
      hasText ||= text !== "" || refusal !== "";
      reason ||= typeof choice.finish_reason === "string" ? choice.finish_reason : "";
      const isBegun = text !== "" || refusal !== "" || hasThought || tools.size > 0;
      state = {
        hasChoice: true,
        isBegun: state.isBegun || isBegun || reason !== "",
        isFinished: state.isFinished || reason !== "",
        isRefusal: state.isRefusal || refusal !== "",
      };
      return text + refusal;
    },
    finish() {
      state.isFinished = true;
      isClosed = true;
    },
    end() {
      if (!state.hasChoice) return "it sent no answer; try again later or look at its log";
      const calls = tools.calls();
      if (calls === undefined) return "it calls a tool without a name; use another model";
      return toEvents(state.isRefusal ? "content_filter" : reason, calls);
    },
  };
}

function toEvents(finish: string, calls: readonly ToolCall[]): readonly ModelEvent[] {
  const reason = toReason(finish, calls.length > 0);
  // What the limit cut in the middle cannot be called; what was filtered must not be.
  const whole = reason === "length" ? calls.filter((call) => isJson(call.arguments)) : calls;
  return [
    ...(reason === "filtered" ? [] : whole).map((call) => ({ type: "toolCall", call }) as const),
    { type: "end", reason },
  ];
}

/** Servers have further words for "stop", and some say it after a tool call too. */
function toReason(finish: string, hasCalls: boolean): End["reason"] {
  if (finish === "content_filter") return "filtered";
  if (finish === "length" || finish === "max_tokens") return "length";
  return hasCalls ? "tools" : "stop";
}

function firstChoice(choices: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!Array.isArray(choices)) return undefined;
  return choices.find((choice) => isObject(choice) && (choice.index ?? 0) === 0);
}

/** A choice's delta; or its whole message, which some servers send in place of deltas and some once more after them. */
function readChoice(choice: Readonly<Record<string, unknown>>, hasText: boolean) {
  const isWhole = !isObject(choice.delta) && isObject(choice.message);
  const part = isObject(choice.delta) ? choice.delta : choice.message;
  if (!isObject(part)) return { text: "", refusal: "", calls: undefined, hasThought: false };
  const thought = part.reasoning_content ?? part.reasoning ?? "";
  return {
    text: isWhole && hasText ? "" : toText(part.content),
    refusal: isWhole && hasText ? "" : toText(part.refusal),
    calls: part.tool_calls,
    hasThought: thought !== "",
  };
}

/** Content is text, null, or a list of parts. */
function toText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part) => (isObject(part) && part.type === "text" ? toText(part.text) : ""))
    .join("");
}

/** Whether a text is JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Puts tool calls together from their fragments. */
interface ToolCallParts {
  /** Takes `tool_calls` of a delta or of a whole message. */
  take(fragments: unknown): void;
  readonly size: number;
  /** The calls in the order they began; undefined where one has no name. */
  calls(): readonly ToolCall[] | undefined;
}

interface Part {
  /** The server's own number of the call, where it gives one. */
  readonly index: number | undefined;
  id: string;
  name: string;
  readonly arguments: string[];
}

/**
 * Makes an empty list. Servers differ: indexes have gaps, are missing or are 0 for every call; identifiers are missing
 * or repeated; arguments come as text in pieces or as one object.
 */
function createToolCallParts(): ToolCallParts {
  const parts: Part[] = [];
  return {
    take(fragments) {
      if (!Array.isArray(fragments)) return;
      for (const fragment of fragments) if (isObject(fragment)) takeOne(parts, fragment);
    },
    get size() {
      return parts.length;
    },
    calls() {
      const calls = parts.map((part) => ({
        id: part.id === "" ? `call_${randomBytes(9).toString("base64url")}` : part.id,
        name: part.name,
        arguments: part.arguments.join("").trim() === "" ? "{}" : part.arguments.join(""),
      }));
      return calls.every((call) => call.name !== "") ? calls : undefined;
    },
  };
}

function takeOne(parts: Part[], fragment: Readonly<Record<string, unknown>>): void {
  const index = typeof fragment.index === "number" ? fragment.index : undefined;
  const id = textOf(fragment.id);
  const called = isObject(fragment.function) ? fragment.function : {};
  const name = textOf(called.name);
  const part = find(parts, index, id, name) ?? { index, id, name, arguments: [] };
  if (!parts.includes(part)) parts.push(part);
  if (part.id === "") part.id = id;
  if (part.name === "") part.name = name;
  const given = called.arguments;
  if (typeof given === "string") part.arguments.push(given);
  else if (isObject(given)) part.arguments.push(JSON.stringify(given));
}

function find(
  parts: readonly Part[],
  index: number | undefined,
  id: string,
  name: string,
): Part | undefined {
  const last = index === undefined ? parts.at(-1) : parts.findLast((part) => part.index === index);
  if (last === undefined) return undefined;
  const isAnother = id !== "" && last.id !== "" && id !== last.id;
  // Without numbers and identifiers, only a name shows where the next call begins.
  const isNext = index === undefined && id === "" && name !== "" && last.name !== "";
  return isAnother || isNext ? undefined : last;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
