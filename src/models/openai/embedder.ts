import type { EmbeddingModel } from "../embed.ts";
import { isObject, modelError, stateOf } from "../servers/failure.ts";
import { checkServer, type ModelServer } from "../servers/server.ts";
import { askWithin } from "../servers/wait-limit.ts";
import { short } from "../short.ts";
import { toUnitVector } from "../unit-vector.ts";
import { createOpenAiClient } from "./client.ts";
import { knownModel, plainModelName } from "./known-embedding-models.ts";

/** Raised when the same text would be sent in another form. */
const version = 1;

export interface OpenAiEmbedderOptions {
  /** Up to and with `/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly dimensions: number;
  readonly key?: string | undefined;
  /** Milliseconds, tries included: for one batch of `embed`, for `embedQuery`. */
  readonly timeouts?: { readonly total?: number; readonly query?: number };
}

/** Any server that speaks OpenAI's `/v1/embeddings`. Throws LociError BAD_CONFIG for settings that cannot work. */
export function createOpenAiEmbedder(options: OpenAiEmbedderOptions): EmbeddingModel {
  const { total = 20_000, query = 2_500 } = options.timeouts ?? {};
  const name = plainModelName(options.model);
  const known = knownModel(name);
  const { dimensions, ...given } = options;
  const server = { ...checkServer("embedding", given), what: "embedding model" };
  // Servers that cannot shorten vectors refuse the field, so it is sent only where it says something.
  const shorten = known.dimensions !== undefined && known.dimensions !== dimensions;
  const ask = createAsk(server, dimensions, shorten);
  return {
    id: `${name}@${dimensions}/${version}`,
    dimensions,
    weight: known.weight,
    floor: known.floor,
    async embed(texts, signal) {
      const vectors: Float32Array[] = [];
      for (const batch of toBatches(texts.map((text) => toInput(known.passagePrefix, text)))) {
        vectors.push(...(await ask(batch, total, signal)));
      }
      return vectors;
    },
    async embedQuery(text, signal) {
      const [vector] = await ask([toInput(known.queryPrefix, text)], query, signal);
      return vector ?? new Float32Array(dimensions);
    },
  };
}

/** Some servers refuse an empty text, and JSON has no lone surrogates. */
const toInput = (prefix: string, text: string): string =>
  `${prefix}${text.trim() === "" ? "-" : text.toWellFormed()}`;

/** Most texts, and most bytes (about three a token), in one request. */
const most = { texts: 128, bytes: 48_000 };

/** Cuts a list into batches; a longer text goes alone. */
function toBatches(texts: readonly string[]): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let bytes = 0;
  for (const text of texts) {
    const last = batches.at(-1);
    bytes += Buffer.byteLength(text);
    if (last !== undefined && last.length < most.texts && bytes <= most.bytes) last.push(text);
    else {
      batches.push([text]);
      bytes = Buffer.byteLength(text);
    }
  }
  return batches;
}

/** Asks for embeddings, within so many milliseconds. Rejects with LociError EMBEDDING_FAILED. */
function createAsk(server: ModelServer, dimensions: number, shorten: boolean) {
  const client = createOpenAiClient(server);
  return async (
    input: readonly string[],
    ms: number,
    signal?: AbortSignal,
  ): Promise<readonly Float32Array[]> => {
    const send = async (limit: AbortSignal): Promise<unknown> =>
      (await client()).embeddings.create(
        {
          model: server.model ?? "",
          input: [...input],
          encoding_format: "float", // The package's default, base64, is refused by some servers.
          ...(shorten ? { dimensions } : {}),
        },
        { signal: limit },
      );
    try {
      const answer = await askWithin({ server: () => server, ms }, send, signal);
      const vectors = readVectors(answer, input.length, dimensions);
      if (typeof vectors === "string") throw modelError(server, "answer", vectors);
      return vectors;
    } catch (error) {
      throw signal?.aborted ? modelError(server, "aborted", stateOf.aborted("")) : error;
    }
  };
}

/** The vectors of an answer in the order of the texts, or what is wrong with it and what to do. */
function readVectors(
  answer: unknown,
  count: number,
  dimensions: number,
): readonly Float32Array[] | string {
  if (!isObject(answer) || !Array.isArray(answer.data)) {
    const start = short(JSON.stringify(answer) ?? "").slice(0, 60);
    return `its answer is not a list of embeddings (it starts with: ${start}); check that this is the address of an OpenAI-compatible API, including "/v1"`;
  }
  const { length } = answer.data;
  if (length !== count) {
    return `it gave ${length} vectors for ${count} texts; use another server or model`;
  }
  const vectors: Float32Array[] = [];
  for (const [position, item] of answer.data.entries()) {
    const { index = position, embedding } = Object(item); // Servers that leave `index` out answer in order.
    const vector = readVector(embedding, dimensions);
    if (typeof vector === "string") return vector;
    vectors[index] = vector;
  }
  return Object.keys(vectors).join() === [...answer.data.keys()].join()
    ? vectors
    : "its vectors are not numbered as the texts are; use another server or model";
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
