import { LociError } from "../../errors.ts";
import type { EmbeddingModel, EmbedFailure } from "../embed.ts";
import { checkServer } from "../servers/check-server.ts";
import { type Failure, failureToError } from "../servers/model-error.ts";
import { type Retries, retrying } from "../servers/retrying.ts";
import {
  isObject,
  type ModelServer,
  type ServerFailure,
  sortFailure,
} from "../servers/server-failure.ts";
import { short } from "../short.ts";
import { toUnitVector } from "../unit-vector.ts";
import { createOpenAiClient } from "./client.ts";
import { type BatchLimits, embedInBatches } from "./embed-batches.ts";
import { knownModel, plainModelName, unknownModel } from "./known-embedding-models.ts";

/** Raised when the same text would be sent in another form. */
const version = 1;

export interface OpenAiEmbedderOptions {
  /** Up to and with `/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  /** Needed where the model is not in the table of known ones. */
  readonly dimensions?: number;
  /** The key itself; reading it from somewhere is the caller's. Nothing is sent without one. */
  readonly key?: string;
  readonly weight?: number;
  readonly floor?: number;
  readonly batch?: BatchLimits;
  /** Milliseconds: for a connection to stand, for one request of `embed`, for `embedQuery` as a whole. */
  readonly timeouts?: {
    readonly connect?: number;
    readonly total?: number;
    readonly query?: number;
  };
  readonly retries?: Retries;
}

/** Any server that speaks OpenAI's `/v1/embeddings`. Throws LociError BAD_CONFIG for settings that cannot work. */
export function createOpenAiEmbedder(options: OpenAiEmbedderOptions): EmbeddingModel {
  const name = plainModelName(options.model);
  const known = knownModel(name);
  const server = checkServer("embedding", { ...options, model: options.model.trim() });
  const dimensions = checkDimensions(options, known?.dimensions);
  const { connect = 5_000, total = 20_000, query = 2_500 } = options.timeouts ?? {};
  // Servers that cannot shorten vectors refuse the field, so it is sent only where it says something.
  const whole = known === undefined || dimensions === (known.native ?? known.dimensions);
  const request = createEmbeddingRequest({ server, dimensions, connect, shorten: !whole });
  const { queryPrefix = "", passagePrefix = "" } = known ?? {};
  return {
    id: `${name}@${dimensions}/${version}`,
    dimensions,
    weight: options.weight ?? known?.weight ?? unknownModel.weight,
    floor: options.floor ?? known?.floor ?? unknownModel.floor,
    embed(texts, signal) {
      const inputs = texts.map((text) => toInput(passagePrefix, text));
      const limits = options.batch ?? { texts: 128, tokens: 16_000 };
      return embedInBatches(inputs, limits, (batch) =>
        retrying(() => request(batch, total, signal), options.retries ?? patient, signal),
      );
    },
    async embedQuery(text, signal) {
      // One deadline over all tries: a person is waiting.
      const deadline = AbortSignal.timeout(query);
      const inputs = [toInput(queryPrefix, text)];
      const limits = { texts: 1, tokens: 16_000 };
      const [vector] = await embedInBatches(inputs, limits, (batch) =>
        retrying(() => request(batch, deadline, signal), quickRetry, signal),
      );
      if (vector === undefined) throw new TypeError("Cannot embed a question: no vector");
      return vector;
    },
  };
}

const patient: Retries = { times: 4, pause: 500, longest: 20_000 };
/** A kept connection may have died unseen; nothing else is worth a second try while a person waits. */
const quickRetry: Retries = { times: 1, pause: 20, longest: 200 };

/** Some servers refuse an empty text, and JSON has no lone surrogates. */
function toInput(prefix: string, text: string): string {
  return prefix + (text.trim() === "" ? "-" : text.toWellFormed());
}

function checkDimensions(options: OpenAiEmbedderOptions, usual: number | undefined): number {
  const dimensions = options.dimensions ?? usual;
  if (dimensions === undefined) {
    const state = "its number of dimensions is not known; set it as the model's card gives it";
    throw new LociError("BAD_CONFIG", `Cannot use embedding model "${options.model}": ${state}`);
  }
  // 8,192 is what sqlite-vec can hold.
  if (!Number.isInteger(dimensions) || dimensions < 8 || dimensions > 8192) {
    const state = `${dimensions} dimensions are outside 8 to 8192`;
    throw new LociError("BAD_CONFIG", `Cannot use embedding model "${options.model}": ${state}`);
  }
  return dimensions;
}

interface EmbeddingServer {
  readonly server: ModelServer & { readonly model: string };
  readonly dimensions: number;
  /** Milliseconds for a connection to stand. */
  readonly connect: number;
  /** Whether the server must be asked for that many dimensions. */
  readonly shorten: boolean;
}

/** Asks for embeddings and checks the answer. `limit` is milliseconds or a deadline shared by several. Throws LociError EMBEDDING_FAILED. */
function createEmbeddingRequest({ server, dimensions, connect, shorten }: EmbeddingServer) {
  const accept = "application/json";
  const client = createOpenAiClient({ server, connect, maxBytes: 256 * 2 ** 20, accept });
  return async (
    input: readonly string[],
    limit: number | AbortSignal,
    signal?: AbortSignal,
  ): Promise<readonly Float32Array[]> => {
    const deadline = typeof limit === "number" ? AbortSignal.timeout(limit) : limit;
    const both = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
    let answer: unknown;
    try {
      both.throwIfAborted();
      const { embeddings } = await client();
      answer = await embeddings.create(
        {
          model: server.model,
          input: [...input],
          encoding_format: "float", // The package's default, base64, is refused by some servers.
          ...(shorten ? { dimensions } : {}),
        },
        { signal: both, maxRetries: 0 },
      );
    } catch (error) {
      throw toEmbeddingError(server, error, signal, deadline);
    }
    const vectors = readVectors(answer, input.length, dimensions);
    if (typeof vectors !== "string") return vectors;
    throw embeddingError(server, { reason: "answer", state: vectors, passing: false });
  };
}

function toEmbeddingError(
  server: ModelServer,
  error: unknown,
  signal: AbortSignal | undefined,
  deadline: AbortSignal,
): Error {
  const passing = false;
  if (signal?.aborted === true) {
    return embeddingError(server, { reason: "aborted", state: "it was called off", passing });
  }
  if (deadline.aborted) {
    const state = "no answer in time; try again later, send less at once or wait longer";
    return embeddingError(server, { reason: "timeout", state, passing }, error);
  }
  const { kind, state, detail, ...rest } = sortFailure(error, server.key);
  const worded = states[kind]?.(detail) ?? state;
  return embeddingError(server, { reason: reasons[kind], state: worded, ...rest }, error);
}

/** The vectors of an answer in the order of the texts, or what is wrong with it and what to do. */
function readVectors(
  answer: unknown,
  count: number,
  dimensions: number,
): readonly Float32Array[] | string {
  if (!isObject(answer) || !Array.isArray(answer.data)) {
    const start = short(typeof answer === "string" ? answer : (JSON.stringify(answer) ?? ""));
    return `its answer is not a list of embeddings (it starts with: ${start.slice(0, 60)}); check that this is the address of an OpenAI-compatible API, including "/v1"`;
  }
  const items: readonly unknown[] = answer.data;
  if (items.length !== count) {
    return `it gave ${items.length} vectors for ${count} texts; use another server or model`;
  }
  const vectors = new Map<number, Float32Array>();
  for (const [position, item] of items.entries()) {
    const index = indexOf(item, position);
    if (index < 0 || index >= count || vectors.has(index)) {
      return "its vectors are not numbered as the texts are; use another server or model";
    }
    const vector = readVector(isObject(item) ? item.embedding : undefined, dimensions);
    if (typeof vector === "string") return vector;
    vectors.set(index, vector);
  }
  return [...vectors].sort(([a], [b]) => a - b).map(([, vector]) => vector);
}

/** Servers that leave `index` out answer in order. */
function indexOf(item: unknown, position: number): number {
  if (!isObject(item) || item.index === undefined) return position;
  return typeof item.index === "number" && Number.isInteger(item.index) ? item.index : -1;
}

function readVector(numbers: unknown, dimensions: number): Float32Array | string {
  if (!Array.isArray(numbers)) {
    return "its vectors are not lists of numbers; use a server that knows encoding_format float";
  }
  if (numbers.length !== dimensions) {
    return `it gives ${numbers.length} dimensions where ${dimensions} are set; set the dimensions to ${numbers.length}, or name another model`;
  }
  const vector = numbers.every((x) => typeof x === "number") ? toUnitVector(numbers) : undefined;
  return vector ?? "it gave a vector that is zero or not made of numbers; use another model";
}

/** Words a failure as the one error that embedding throws. */
function embeddingError(
  server: ModelServer,
  failure: Failure<EmbedFailure>,
  cause?: unknown,
): LociError {
  return failureToError("EMBEDDING_FAILED", "embed with", server, failure, cause);
}

const reasons: Readonly<Record<ServerFailure["kind"], EmbedFailure>> = {
  answer: "answer",
  busy: "busy",
  connecting: "unreachable",
  connection: "unreachable",
  key: "key",
  model: "model",
  quota: "busy",
  refused: "server",
  request: "server",
  server: "server",
  tooLong: "input",
};

const states: { readonly [kind in ServerFailure["kind"]]?: (detail: string) => string } = {
  request: (detail) => `it refuses the request (${detail}); check model and dimensions`,
  tooLong: (detail) => `a text is too long for it (${detail})`,
};
