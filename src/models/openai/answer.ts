import { randomUUID } from "node:crypto";
import type { OpenAI } from "openai";
import type { ModelEvent } from "../respond.ts";

/** Puts an answer together from the chunks of a stream. */
export interface Answer {
  /** Part of it has arrived: words, a tool call, a thought. */
  readonly isBegun: boolean;
  /** The server said that it is complete. */
  readonly isFinished: boolean;
  /** Takes the next chunk and returns the words in it. */
  take(chunk: OpenAI.ChatCompletionChunk): string;
  /** The last events, or what is wrong with the answer. */
  end(): readonly ModelEvent[] | string;
}

interface Call {
  readonly index: number | undefined;
  id: string;
  name: string;
  arguments: string;
}

/** Makes an answer of nothing. Only the first choice counts. */
export function createAnswer(): Answer {
  const calls: Call[] = [];
  let isBegun = false;
  let isRefusal = false;
  let reason = "";
  return {
    get isBegun() {
      return isBegun;
    },
    get isFinished() {
      return reason !== "";
    },
    take({ choices }) {
      const choice = choices?.[0];
      // Weak servers send null, or nothing, for what the types promise; and thoughts beside the words.
      const { content, refusal, tool_calls: fragments, ...rest } = choice?.delta ?? {};
      reason ||= choice?.finish_reason ?? "";
      isRefusal ||= (refusal ?? "") !== "";
      for (const fragment of fragments ?? []) takeFragment(calls, fragment);
      const text = `${content ?? ""}${refusal ?? ""}`;
      isBegun ||= text !== "" || calls.length > 0 || /"reasoning/.test(JSON.stringify(rest));
      return text;
    },
    end() {
      if (reason === "") {
        const what = isBegun ? "its answer breaks off" : "it sent no answer";
        return `${what}; try again later or look at its log`;
      }
      return calls.some(({ name }) => name === "")
        ? "it calls a tool without a name; use another model"
        : toEvents(isRefusal ? "content_filter" : reason, calls);
    },
  };
}

type Fragment = OpenAI.ChatCompletionChunk.Choice.Delta.ToolCall;

/**
 * Servers differ: indexes have gaps, are missing or are 0 for every call; identifiers are missing or repeated; arguments
 * come as text in pieces or as one object.
 */
function takeFragment(calls: Call[], { index, id = "", function: called }: Fragment): void {
  const last = calls.findLast((call) => index === undefined || call.index === index);
  const isOther = id !== "" && last?.id !== "" && id !== last?.id;
  const isNext = index === undefined && id === "" && called?.name !== undefined;
  let call = last;
  if (call === undefined || isOther || isNext) {
    call = { index, id, name: "", arguments: "" };
    calls.push(call);
  }
  call.id ||= id;
  call.name ||= called?.name ?? "";
  const given: unknown = called?.arguments ?? "";
  call.arguments += typeof given === "string" ? given : JSON.stringify(given);
}

function toEvents(finish: string, calls: readonly Call[]): readonly ModelEvent[] {
  const reason = toReason(finish, calls.length > 0);
  const made = calls.map(({ id, name, arguments: words }) => ({
    id: id || `call_${randomUUID()}`,
    name,
    arguments: words.trim() || "{}",
  }));
  // What the limit cut in the middle cannot be called; what was filtered must not be.
  const whole = reason === "length" ? made.filter((call) => isJson(call.arguments)) : made;
  return [
    ...(reason === "filtered" ? [] : whole).map((call) => ({ type: "toolCall", call }) as const),
    { type: "end", reason },
  ];
}

/** Servers have further words for "stop", and some say it after a tool call too. */
function toReason(finish: string, hasCalls: boolean) {
  if (finish === "content_filter") return "filtered";
  if (finish === "length" || finish === "max_tokens") return "length";
  return hasCalls ? "tools" : "stop";
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
