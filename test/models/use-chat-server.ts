import { afterEach, beforeEach, expect } from "vitest";
import type { LociError } from "../../src/errors.ts";
import { createOpenAiModel, type OpenAiModelOptions } from "../../src/models/openai/model.ts";
import type { Model, ModelEvent, ModelRequest } from "../../src/models/respond.ts";
import { type ChatServer, type ChatServerOptions, startChatServer } from "./chat-server.ts";
import { failureOf } from "./failure-of.ts";

const key = "sk-secret-0123456789";
type Changes = Partial<OpenAiModelOptions>;

/** A new server for each test of a file, with a key. */
export function useChatServer() {
  let server: ChatServer;
  const others: ChatServer[] = [];
  const restart = async (): Promise<void> => {
    server = await startChatServer({ key });
  };
  beforeEach(restart);
  afterEach(async () => {
    await Promise.all([server, ...others.splice(0)].map((each) => each.close()));
  });
  /** A model of that server. */
  const model = (changes: Changes = {}): Model => {
    // As long as a busy machine needs: a test that waits in vain sets its own.
    const waits = { first: 60_000, stall: 60_000, ...changes.waits };
    const usual = { baseUrl: server.url, model: "test-model", key };
    return createOpenAiModel({ ...usual, ...changes, waits });
  };
  return {
    get server() {
      return server;
    },
    key,
    model,
    /** The answer of such a model. */
    answer: (request?: Partial<ModelRequest>, changes?: Changes) =>
      collectAnswer(model(changes), asking(request)),
    /** The error in place of an answer. */
    async failure(changes?: Changes): Promise<LociError> {
      const { error } = await collectAnswer(model(changes), asking());
      if (error === undefined) throw new Error("it answered");
      return error;
    },
    /** Another server, closed after the test. */
    async other(options: ChatServerOptions): Promise<ChatServer> {
      const opened = await startChatServer(options);
      others.push(opened);
      return opened;
    },
    /** For a test that closed it. */
    restart,
    /** An error's words, without the address. */
    stated: (error?: LociError) => error?.message.replace(server.url, "URL") ?? "no failure",
  };
}

/** Reads an answer to its end and checks the contract: exactly one end or failure, and that as the last event. */
export async function collectAnswer(model: Model, request: ModelRequest, signal?: AbortSignal) {
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
  const system = { role: "system", content: "You are brief." } as const;
  return { messages: [system, { role: "user", content: "Hello?" }], ...parts };
}
