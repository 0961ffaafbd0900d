import { LociError } from "../../errors.ts";
import { checkServer } from "../check-server.ts";
import type { EmbeddingModel } from "../embed.ts";
import { type BatchLimits, embedInBatches } from "../embed-batches.ts";
import { knownModel, plainModelName, unknownModel } from "../known-embedding-models.ts";
import { type Retries, retrying } from "../retrying.ts";
import { createEmbeddingRequest } from "./openai-request.ts";

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
  const { connect = 5_000, total = 60_000, query = 2_500 } = options.timeouts ?? {};
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
        retrying(() => request(batch, deadline, signal), hasty, signal),
      );
      if (vector === undefined) throw new TypeError("Cannot embed a question: no vector");
      return vector;
    },
  };
}

const patient: Retries = { times: 4, pause: 500, longest: 20_000 };
/** A kept connection may have died unseen; nothing else is worth a second try while a person waits. */
const hasty: Retries = { times: 1, pause: 20, longest: 200 };

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
