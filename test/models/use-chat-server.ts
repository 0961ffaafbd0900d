import { afterEach, beforeEach } from "vitest";
import { createOpenAiModel, type OpenAiModelOptions } from "../../src/models/openai/model.ts";
import type { Model } from "../../src/models/respond.ts";
import { type ChatServer, type ChatServerOptions, startChatServer } from "./chat-server.ts";

export interface ChatServerInUse {
  readonly key: string;
  readonly server: ChatServer;
  /** A model of that server that does not pause long between tries. */
  model(changes?: Partial<OpenAiModelOptions>): Model;
  /** Another server, closed after the test. */
  other(options: ChatServerOptions): Promise<ChatServer>;
  /** For a test that closed it. */
  restart(): Promise<void>;
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
  return {
    key,
    get server() {
      return server;
    },
    model(changes = {}) {
      const retries = { times: 2, pause: 5, longest: 300 };
      // As long as a busy machine needs: a test that waits in vain sets its own.
      const patient = { connect: 60_000, first: 60_000, stall: 60_000, probe: 60_000 };
      const timeouts = { ...patient, ...changes.timeouts };
      const usual = { baseUrl: server.url, model: "test-model", key, retries };
      return createOpenAiModel({ ...usual, ...changes, timeouts });
    },
    async other(options) {
      const opened = await startChatServer(options);
      others.push(opened);
      return opened;
    },
    restart,
  };
}
