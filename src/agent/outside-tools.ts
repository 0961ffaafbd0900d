import { cleanQuoted } from "../models/quote-for-prompt.ts";
import type { Tool, ToolCall } from "../models/respond.ts";

/** Tools of other programs and servers: what the person allowed on this device and the agent asks for. Neither rejects. */
export interface OutsideTools {
  /**
   * Those that an agent is offered, by names with `__` in them. A server that does not answer has none, which is reported.
   * The caller waits no longer than it likes; connecting goes on.
   */
  readonly offered: (agent: string) => Promise<readonly Tool[]>;
  /** What a tool gave, or a sentence on why not. Aborts with `signal`. */
  readonly call: (agent: string, call: ToolCall, signal: AbortSignal) => Promise<OutsideResult>;
}

export type OutsideResult = { readonly text: string } | { readonly error: string };

/** Ours have no such name. */
export const isOutside = (name: string): boolean => name.includes("__");

/** Most characters of a result. */
const longest = 8_000;

/** A result of bounded length, without what is invisible. */
export function boundResult(
  result: OutsideResult,
  most: number,
): OutsideResult & { readonly leftOut?: number } {
  if ("error" in result) return result;
  const text = cleanQuoted(result.text);
  const room = Math.min(longest, most);
  if (text.length <= room) return { text };
  return { text: `${text.slice(0, room)}…`, leftOut: text.length - room };
}
