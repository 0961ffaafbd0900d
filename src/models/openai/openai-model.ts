import { checkServer } from "../check-server.ts";
import { isCloudAddress } from "../is-cloud.ts";
import type { Model, ModelEvent } from "../respond.ts";
import type { Retries } from "../retrying.ts";
import { short } from "../server-failure.ts";
import { createConnection } from "./openai-connection.ts";
import { probeOver } from "./openai-probe.ts";
import { respondOver } from "./openai-respond.ts";

export interface OpenAiModelOptions {
  /** Up to and with `/v1`. */
  readonly baseUrl: string;
  /** Without one, the only chat model that the server has is asked. */
  readonly model?: string | undefined;
  /** The key itself; reading it from somewhere is the caller's. */
  readonly key?: string | undefined;
  /** Milliseconds. */
  readonly timeouts?: {
    /** For a connection to stand. */
    readonly connect?: number;
    /** For the first word of the answer, of each try. */
    readonly first?: number;
    /** Of silence in the middle of the answer. */
    readonly stall?: number;
    /** For all of it, tries included. */
    readonly total?: number;
    /** For `probe`. */
    readonly probe?: number;
  };
  /** Only until the first word is there. */
  readonly retries?: Retries;
  /** What the address says, by default. */
  readonly isCloud?: boolean;
}

/** Any server that speaks OpenAI's `/v1/chat/completions`. Throws LociError BAD_CONFIG for settings that cannot work. */
export function createOpenAiModel(options: OpenAiModelOptions): Model {
  const server = checkServer("model", { ...options, model: options.model?.trim() });
  const { connect = 5_000, first = 60_000, stall = 20_000 } = options.timeouts ?? {};
  const { total = 600_000, probe = 4_000 } = options.timeouts ?? {};
  const limits = { total, retries: options.retries ?? patient };
  const connection = createConnection(server, { connect, first, stall });
  return {
    get id() {
      return `${short(connection.name() ?? "the model")} at ${new URL(server.baseUrl).host}`;
    },
    kind: "server",
    isCloud: options.isCloud ?? isCloudAddress(server.baseUrl),
    respond: (request, signal) =>
      stoppable((stop) => {
        const both = signal === undefined ? stop : AbortSignal.any([stop, signal]);
        return respondOver(connection, limits, request, both);
      }),
    probe: (signal) => probeOver(connection, probe, signal),
  };
}

const patient: Retries = { times: 2, pause: 500, longest: 60_000 };

/** Whoever stops reading calls the request off, also while it waits for the next word. */
function stoppable(
  start: (stop: AbortSignal) => AsyncGenerator<ModelEvent>,
): AsyncIterable<ModelEvent> {
  return {
    [Symbol.asyncIterator]() {
      const stop = new AbortController();
      const events = start(stop.signal);
      return {
        next: () => events.next(),
        return: () => {
          stop.abort();
          return events.return(undefined);
        },
      };
    },
  };
}
