import { z } from "zod";
import type { EmbeddingModel } from "../embed.ts";
import { modelError } from "../servers/failure.ts";
import { askWithin } from "../servers/limit.ts";
import { openServer, type ServerOptions } from "./open-server.ts";

export interface OpenAiEmbedderOptions extends ServerOptions {
  readonly dimensions: number;
  /** Milliseconds, tries included: for one batch of `embed`, for `embedQuery`. */
  readonly timeouts?: { readonly total?: number; readonly query?: number };
}

/** Raised when the same text would be sent in another form. */
const version = 1;

/** Any server that speaks OpenAI's `/v1/embeddings`. Throws LociError BAD_CONFIG for settings that cannot work. */
export function createOpenAiEmbedder(options: OpenAiEmbedderOptions): EmbeddingModel {
  const { dimensions } = options;
  const { total = 20_000, query = 2_500 } = options.timeouts ?? {};
  const server = openServer("embedding model", options);
  const { model } = server;
  const name = plainName(model);
  const [, known, weight, floor, beforeQuery, beforePassage] = knownModel(name) ?? unknownModel;
  // Servers that cannot shorten vectors refuse the field, so it is sent only where it says something.
  const shorter = known === undefined || known === dimensions ? {} : { dimensions };
  const ask = async (input: string[], ms: number, signal?: AbortSignal) => {
    // The package's default encoding, base64, is refused by some servers.
    const body = { model, input, encoding_format: "float" as const, ...shorter };
    const send = async (limit: AbortSignal) => {
      const { embeddings } = await server.client();
      const answer: unknown = await embeddings.create(body, { signal: limit });
      return readVectors(answer, input.length, dimensions);
    };
    return askWithin(server, ms, send, signal).catch((error: unknown) => {
      throw signal?.aborted ? modelError(server, "aborted") : error;
    });
  };
  return {
    id: `${name}@${dimensions}/${version}`,
    dimensions,
    weight,
    floor,
    async embed(texts, signal) {
      const vectors: Float32Array[] = [];
      const inputs = texts.map((text) => toInput(beforePassage, text));
      for (let at = 0; at < inputs.length; at += batch) {
        vectors.push(...(await ask(inputs.slice(at, at + batch), total, signal)));
      }
      return vectors;
    },
    async embedQuery(text, signal) {
      const [vector] = await ask([toInput(beforeQuery, text)], query, signal);
      return vector ?? new Float32Array(dimensions);
    },
  };
}

/** The same name on every server of the model: `BAAI/bge-m3` and `bge-m3:latest` are both `bge-m3`. */
const plainName = (model: string): string =>
  model
    .toLowerCase()
    .replace(/^.*\//, "")
    .replace(/:latest$/, "");

const knownModel = (name: string): KnownModel | undefined =>
  knownModels.find(([start]) => name.startsWith(start));

/** The length of a model's vectors; undefined where it is none that is known. */
export const knownDimensions = (model: string): number | undefined =>
  knownModel(plainName(model))?.[1];

/** Some servers refuse an empty text, and JSON has no lone surrogates. */
const toInput = (prefix: string, text: string): string =>
  `${prefix}${text.trim() === "" ? "-" : text.toWellFormed()}`;

/** Texts in one request: a small device works on them for some seconds. */
const batch = 32;

const answerSchema = z.object({
  data: z.array(z.object({ index: z.number().default(0), embedding: z.array(z.number()) })),
});

/** The vectors of an answer in the order of the texts. Throws SyntaxError where it is none. */
function readVectors(answer: unknown, count: number, dimensions: number): readonly Float32Array[] {
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
    const norm = Math.sqrt(embedding.reduce((sum, x) => sum + x * x, 0));
    if (!(norm > 1e-12 && norm < Number.POSITIVE_INFINITY))
      throw new SyntaxError("it holds a vector that is none");
    return Float32Array.from(embedding, (x) => x / norm);
  });
}

/** Start of the name; length of its vectors where no other is asked for; weight; floor; what its card wants before a question and before a passage. */
type KnownModel = readonly [string, number | undefined, number, number, string, string];

const mxbaiPrefix = "Represent this sentence for searching relevant passages: ";

/**
 * Prefixes and lengths are from the models' cards. Floors and weights are starting points from what is published about
 * each model's range of cosines (unrelated English texts lie near 0.1 on text-embedding-3, near 0.7 on ada-002 and E5),
 * not measured here.
 */
const knownModels: readonly KnownModel[] = [
  ["text-embedding-3-small", 1536, 0.6, 0.25, "", ""],
  ["text-embedding-3-large", 3072, 0.65, 0.25, "", ""],
  ["text-embedding-ada-002", 1536, 0.55, 0.75, "", ""],
  ["nomic-embed-text", 768, 0.55, 0.5, "search_query: ", "search_document: "],
  ["bge-m3", 1024, 0.65, 0.42, "", ""],
  ["all-minilm", 384, 0.5, 0.2, "", ""],
  ["mxbai-embed-large", 1024, 0.6, 0.45, mxbaiPrefix, ""],
  ["multilingual-e5-small", 384, 0.55, 0.77, "query: ", "passage: "],
  ["multilingual-e5-base", 768, 0.55, 0.77, "query: ", "passage: "],
  ["multilingual-e5-large", 1024, 0.55, 0.77, "query: ", "passage: "],
  ["snowflake-arctic-embed2", 1024, 0.6, 0.25, "query: ", ""],
  ["embeddinggemma", 768, 0.6, 0.3, "task: search result | query: ", "title: none | text: "],
];
const unknownModel: KnownModel = ["", undefined, 0.5, 0.3, "", ""];
