import { z } from "zod";
import type { EmbeddingModel } from "../embed.ts";
import { modelError, stateOf } from "../servers/failure.ts";
import { askWithin } from "../servers/limit.ts";
import { checkServer, type ServerOptions } from "../servers/server.ts";
import { toUnitVector } from "../unit-vector.ts";
import { clientOf } from "./client.ts";
import { knownModel, plainModelName } from "./known-embedding-models.ts";

/** Raised when the same text would be sent in another form. */
const version = 1;

export interface OpenAiEmbedderOptions extends ServerOptions {
  readonly dimensions: number;
  /** Milliseconds, tries included: for one batch of `embed`, for `embedQuery`. */
  readonly timeouts?: { readonly total?: number; readonly query?: number };
}

/** Any server that speaks OpenAI's `/v1/embeddings`. Throws LociError BAD_CONFIG for settings that cannot work. */
export function createOpenAiEmbedder(options: OpenAiEmbedderOptions): EmbeddingModel {
  const { dimensions } = options;
  const { total = 20_000, query = 2_500 } = options.timeouts ?? {};
  const model = options.model.trim();
  const name = plainModelName(model);
  const known = knownModel(name);
  const server = checkServer("embedding model", options);
  const client = clientOf(server);
  // Servers that cannot shorten vectors refuse the field, so it is sent only where it says something.
  const shorten = known.dimensions !== undefined && known.dimensions !== dimensions;
  const ask = async (input: string[], ms: number, signal?: AbortSignal) => {
    // The package's default encoding, base64, is refused by some servers.
    const body = { model, input, encoding_format: "float" as const };
    const send = async (limit: AbortSignal) => {
      const { embeddings } = await client();
      const sent = shorten ? { ...body, dimensions } : body;
      return readVectors(await embeddings.create(sent, { signal: limit }), input, dimensions);
    };
    return askWithin(server, ms, send, signal).catch((error: unknown) => {
      throw signal?.aborted ? modelError(server, "aborted", stateOf.aborted("")) : error;
    });
  };
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
function toBatches(texts: readonly string[]): readonly string[][] {
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

const answerSchema = z.object({
  data: z.array(z.object({ index: z.number().default(0), embedding: z.array(z.number()) })),
});

/** The vectors of an answer in the order of the texts. Throws SyntaxError where it is none. */
function readVectors(
  answer: unknown,
  { length: count }: readonly string[],
  dimensions: number,
): readonly Float32Array[] {
  const { data = [] } = answerSchema.safeParse(answer).data ?? {};
  if (data.length !== count) throw new SyntaxError(`it holds no ${count} embeddings`);
  // Servers that leave `index` out answer in order.
  const sorted = data.toSorted((a, b) => a.index - b.index);
  return sorted.map(({ embedding }) => {
    const { length } = embedding;
    if (length !== dimensions) {
      const advice = `set the dimensions to ${length}, or name another model`;
      throw new SyntaxError(`it has ${length} dimensions where ${dimensions} are set: ${advice}`);
    }
    const vector = toUnitVector(embedding);
    if (vector === undefined) throw new SyntaxError("it holds a vector that is none");
    return vector;
  });
}
