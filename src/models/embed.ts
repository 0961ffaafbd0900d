/**
 * Turns texts into vectors. Contract of both methods: one finite vector of unit length and `dimensions` numbers a text,
 * in the order of the texts; or a rejection with LociError EMBEDDING_FAILED whose `data.reason` is a `ModelFailure`,
 * and nothing else (an abort by `signal` too). They give up by themselves after a time-out of their own.
 */
export interface EmbeddingModel {
  /** Name, dimensions and version of the preparation: vectors of one id are comparable, whatever computed them. */
  readonly id: string;
  readonly dimensions: number;
  /** Share of the cosine in a hit's score. */
  readonly weight: number;
  /** Cosine below which a passage has nothing to do with the question, by this model's measure. */
  readonly floor: number;
  /** Passages. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]>;
  /** A question, for which a person waits. */
  embedQuery(text: string, signal?: AbortSignal): Promise<Float32Array>;
}
