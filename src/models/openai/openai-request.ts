import type { OpenAI } from "openai";
import { embeddingError, toFailure } from "../embedding-error.ts";
import type { ModelServer } from "../server-failure.ts";
import { readVectors } from "./openai-answer.ts";
import { openOpenAiClient } from "./openai-client.ts";

export interface EmbeddingRequestOptions {
  readonly server: ModelServer & { readonly model: string };
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
      client ??= openOpenAiClient({
        server,
        connect: options.connect,
        maxBytes: 256 * 2 ** 20,
        accept: "application/json",
      });
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

function toEmbeddingError(
  server: ModelServer,
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
  return embeddingError(server, toFailure(error, server), error);
}
