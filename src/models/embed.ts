import { LociError } from "../errors.ts";

/**
 * Turns texts into vectors. Contract of both methods: one finite vector of unit length and `dimensions` numbers a text,
 * in the order of the texts; or a rejection with LociError EMBEDDING_FAILED whose `data.reason` is an `EmbedFailure`,
 * and nothing else (an abort by `signal` too). They give up by themselves after a time-out of their own.
 */
export interface EmbeddingModel {
  /** Name, dimensions and version of the preparation: vectors of one id are comparable, whatever computed them. */
  readonly id: string;
  readonly dimensions: number;
  /** Share of the cosine in a hit's score where no setting says otherwise. */
  readonly weight: number;
  /** Cosine below which a passage has nothing to do with the question, by this model's measure. */
  readonly floor: number;
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]>;
  /** For models that prepare a question otherwise than a passage, and do not let a person wait for retries. */
  embedQuery?(text: string, signal?: AbortSignal): Promise<Float32Array>;
}

/** Why nothing came back. `input`: this very text is refused, others may pass; the rest concern the server or the caller. */
export type EmbedFailure =
  | "aborted"
  | "answer"
  | "busy"
  | "input"
  | "key"
  | "model"
  | "server"
  | "timeout"
  | "unreachable";

/** Embeds a question, in the model's own way where it has one. Throws as `EmbeddingModel` does. */
export async function embedQuery(
  model: EmbeddingModel,
  text: string,
  signal?: AbortSignal,
): Promise<Float32Array> {
  if (model.embedQuery !== undefined) return model.embedQuery(text, signal);
  const [vector] = await model.embed([text], signal);
  if (vector === undefined) {
    throw new LociError(
      "EMBEDDING_FAILED",
      `Cannot embed with "${model.id}": no vector came back`,
      {
        data: { reason: "answer" },
      },
    );
  }
  return vector;
}
