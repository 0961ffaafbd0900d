import type { OpenAI } from "openai";
import { type EmbeddingServer, embeddingError, toFailure } from "./embedding-error.ts";
import { readVectors } from "./openai-answer.ts";

export interface EmbeddingRequestOptions {
  readonly server: EmbeddingServer;
  readonly dimensions: number;
  /** Milliseconds for a connection to stand. */
  readonly connect: number;
  /** Whether the server must be asked for that many dimensions. */
  readonly shorten: boolean;
}

/** One request. `limit` is milliseconds or a deadline shared by several. Throws LociError EMBEDDING_FAILED. */
export type EmbeddingRequest = (
  input: readonly string[],
  limit: number | AbortSignal,
  signal?: AbortSignal,
) => Promise<readonly Float32Array[]>;

/** Asks an OpenAI-compatible server for embeddings and checks its answer; the package is loaded with the first request. */
export function createEmbeddingRequest(options: EmbeddingRequestOptions): EmbeddingRequest {
  const { server, dimensions } = options;
  let client: Promise<OpenAI> | undefined;
  return async (input, limit, signal) => {
    const deadline = typeof limit === "number" ? AbortSignal.timeout(limit) : limit;
    const both = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
    let answer: unknown;
    try {
      both.throwIfAborted();
      client ??= openClient(options);
      const { embeddings } = await client;
      answer = await embeddings.create(
        {
          model: server.model,
          input: [...input],
          encoding_format: "float", // The package's default, base64, is refused by some servers.
          ...(options.shorten ? { dimensions } : {}),
        },
        { signal: both, maxRetries: 0 },
      );
    } catch (error) {
      throw toEmbeddingError(server, error, signal, deadline);
    }
    const vectors = readVectors(answer, input.length, dimensions);
    if (typeof vectors === "string") {
      throw embeddingError(server, { reason: "answer", state: vectors, passing: false });
    }
    return vectors;
  };
}

async function openClient({ server, connect }: EmbeddingRequestOptions): Promise<OpenAI> {
  // Together 200 ms, which nobody should wait for who never asks a server.
  const { OpenAI } = await import("openai");
  const { createHttpFetch } = await import("./http-fetch.ts");
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
    fetch: createHttpFetch({
      connectTimeout: connect,
      maxBytes: 256 * 2 ** 20,
      headers: {
        accept: "application/json",
        "content-type": "application/json",
        ...(server.key === undefined ? {} : { authorization: `Bearer ${server.key}` }),
      },
    }),
  });
}

function toEmbeddingError(
  server: EmbeddingServer,
  error: unknown,
  signal: AbortSignal | undefined,
  deadline: AbortSignal,
): Error {
  if (signal?.aborted === true) {
    return embeddingError(server, {
      reason: "aborted",
      state: "it was called off",
      passing: false,
    });
  }
  if (deadline.aborted) {
    const state = "no answer in time; try again later, send less at once or wait longer";
    return embeddingError(server, { reason: "timeout", state, passing: false }, error);
  }
  return embeddingError(server, toFailure(error, server.key !== undefined), error);
}
