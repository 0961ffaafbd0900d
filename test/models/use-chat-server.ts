import { afterEach, beforeEach } from "vitest";
import type { LociError } from "../../src/errors.ts";
import { createOpenAiModel, type OpenAiModelOptions } from "../../src/models/openai/model.ts";
import type { Model, ModelRequest } from "../../src/models/respond.ts";
import { type ChatServer, type ChatServerOptions, startChatServer } from "./chat-server.ts";
import { asking, type Collected, collectAnswer } from "./collect-answer.ts";

export interface ChatServerInUse {
  readonly key: string;
  readonly server: ChatServer;
  /** A model of that server that does not try again. */
  model(changes?: Partial<OpenAiModelOptions>): Model;
  /** The answer of such a model. */
  answer(
    request?: Partial<ModelRequest>,
    changes?: Partial<OpenAiModelOptions>,
  ): Promise<Collected>;
  /** The error in place of an answer. */
  failure(changes?: Partial<OpenAiModelOptions>): Promise<LociError>;
  /** Another server, closed after the test. */
  other(options: ChatServerOptions): Promise<ChatServer>;
  /** For a test that closed it. */
  restart(): Promise<void>;
  /** An error's words, without the address. */
  stated(error: LociError | undefined): string;
}

/** A new server for each test of a file, with a key. */
export function useChatServer(): ChatServerInUse {
  const key = "sk-secret-0123456789";
  let server: ChatServer;
  const others: ChatServer[] = [];
  const restart = async (): Promise<void> => {
    server = await startChatServer({ key });
  };
  beforeEach(restart);
  afterEach(async () => {
    await Promise.all([server, ...others.splice(0)].map((each) => each.close()));
  });
  const model = (changes: Partial<OpenAiModelOptions> = {}): Model => {
    // As long as a busy machine needs: a test that waits in vain sets its own.
    const waits = { first: 60_000, stall: 60_000, ...changes.waits };
    const usual = { baseUrl: server.url, model: "test-model", key, retries: 0 };
    return createOpenAiModel({ ...usual, ...changes, waits });
  };
  return {
    key,
    get server() {
      return server;
    },
    model,
    answer: (request, changes) => collectAnswer(model(changes), asking(request), { key }),
    async failure(changes) {
      const { error } = await collectAnswer(model(changes), asking(), { key });
      if (error === undefined) throw new Error("it answered");
      return error;
    },
    async other(options) {
      const opened = await startChatServer(options);
      others.push(opened);
      return opened;
    },
    restart,
    stated: (error) => error?.message.replace(server.url, "URL") ?? "no failure",
  };
}
