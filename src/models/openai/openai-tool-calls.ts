import { randomBytes } from "node:crypto";
import type { ToolCall } from "../respond.ts";
import { isObject } from "../server-failure.ts";

/** Puts tool calls together from their fragments. */
export interface ToolCallParts {
  /** Takes `tool_calls` of a delta or of a whole message. */
  take(fragments: unknown): void;
  readonly size: number;
  /** Characters of all names and arguments. */
  readonly characters: number;
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
export function createToolCallParts(): ToolCallParts {
  const parts: Part[] = [];
  return {
    take(fragments) {
      if (!Array.isArray(fragments)) return;
      for (const fragment of fragments) if (isObject(fragment)) takeOne(parts, fragment);
    },
    get size() {
      return parts.length;
    },
    get characters() {
      return parts.reduce(
        (sum, part) => sum + part.name.length + part.arguments.join("").length,
        0,
      );
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
  // Without numbers and identifiers, only a name can tell where the next call begins.
  const isNext = index === undefined && id === "" && name !== "" && last.name !== "";
  return isAnother || isNext ? undefined : last;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
