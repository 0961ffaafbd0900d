import type { OpenAI } from "openai";
import type { ModelServer } from "../servers/server-failure.ts";

export interface OpenAiClientOptions {
  readonly server: ModelServer;
  /** Milliseconds for a connection to stand. */
  readonly connect: number;
  readonly maxBytes: number;
  /** Kinds of answer that are understood. */
  readonly accept: string;
  /** Of what is sent, where it is not JSON. */
  readonly contentType?: string;
}

/** A client that sends nothing the environment holds, made when it is first asked for. Retries are the caller's. */
export function createOpenAiClient(options: OpenAiClientOptions): () => Promise<OpenAI> {
  let opened: Promise<OpenAI> | undefined;
  return () => {
    opened ??= openClient(options);
    return opened;
  };
}

async function openClient(options: OpenAiClientOptions): Promise<OpenAI> {
  const { server, connect, maxBytes, accept } = options;
  // Together 200 ms, so they are loaded only when a server is asked.
  const { OpenAI } = await import("openai");
  const { createHttpFetch } = await import("../servers/http-fetch.ts");
  return new OpenAI({
    baseURL: server.baseUrl,
    // The package wants one and reads headers, organization and project from the environment, where they may be
    // meant for another server: our fetch sends exactly these headers instead.
    apiKey: "unused",
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: "off",
    maxRetries: 0,
    // The caller's signal decides; the package's own limit would end a long wait that was asked for.
    timeout: 2 ** 31 - 1,
    fetch: createHttpFetch({
      connectTimeout: connect,
      maxBytes,
      headers: {
        accept,
        "content-type": options.contentType ?? "application/json",
        ...(server.key === undefined ? {} : { authorization: `Bearer ${server.key}` }),
      },
    }),
  });
}

/** Where OpenAI itself answers. */
export const openAiUrl = "https://api.openai.com/v1";

/** Whether an address is that of OpenAI itself. */
export function isOpenAi(baseUrl: string): boolean {
  return URL.parse(baseUrl)?.origin === new URL(openAiUrl).origin;
}
