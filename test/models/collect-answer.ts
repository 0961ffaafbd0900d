import { expect } from "vitest";
import type { LociError } from "../../src/errors.ts";
import type { Model, ModelEvent, ModelRequest, ToolCall } from "../../src/models/respond.ts";
import { failureOf } from "./failure-of.ts";

export interface Collected {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** How it ended. */
  readonly end: Extract<ModelEvent, { type: "end" }> | undefined;
  readonly error: LociError | undefined;
}

/** Reads an answer to its end and checks the contract: exactly one end or failure, and that as the last event. */
export async function collectAnswer(
  model: Model,
  request: ModelRequest,
  { key = "sk-never", signal }: { key?: string; signal?: AbortSignal } = {},
): Promise<Collected> {
  const events: ModelEvent[] = [];
  for await (const event of model.respond(request, signal)) events.push(event);
  const isLast = (event: ModelEvent): boolean => event.type === "end" || event.type === "failure";
  expect(events.filter(isLast)).toEqual(events.slice(-1));
  const last = events.at(-1);
  const error = last?.type === "failure" ? last.error : undefined;
  if (error !== undefined) await failureOf(Promise.reject(error), key);
  return {
    text: events.map((event) => (event.type === "text" ? event.text : "")).join(""),
    calls: events.flatMap((event) => (event.type === "toolCall" ? [event.call] : [])),
    end: last?.type === "end" ? last : undefined,
    error,
  };
}

/** A request with these parts; the rest is of no importance. */
export function asking(parts: Partial<ModelRequest> = {}): ModelRequest {
  return {
    messages: [
      { role: "system", content: "You are brief." },
      { role: "user", content: "Hello?" },
    ],
    ...parts,
  };
}
