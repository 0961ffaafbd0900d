import type { Database } from "better-sqlite3";
import { LociError } from "../errors.ts";
import type { OfflineEmbedder } from "../language/offline/embedder.ts";
import { type EmbeddingModel, embedQuery } from "../models/embed.ts";
import type { VectorFilter } from "./vector-bits.ts";
import type { Nearby, VectorSearch } from "./vector-search.ts";

/** The words of a chunk, as far as they are embedded. */
export interface EmbeddedWords {
  readonly id: number;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

/** A question as vectors see it: by the model in use, or by the offline one while that does not answer. */
export interface VectorQuestion {
  /** Of the model that answers this question. */
  readonly modelId: string;
  readonly weight: number;
  readonly floor: number;
  /** Why this is not the model in use. */
  readonly degraded?: LociError;
  /** Nearest chunks of the whole index; none while degraded, because the index holds the other model's vectors. */
  nearest(db: Database, k: number, filter?: VectorFilter): Nearby[];
  /** Cosines of candidates found otherwise, as far as they have one. */
  cosines(db: Database, candidates: readonly EmbeddedWords[]): Map<number, number>;
}

export interface VectorQuestionOptions {
  readonly model: EmbeddingModel;
  readonly search: VectorSearch;
  readonly offline: OfflineEmbedder;
  readonly textOf: (words: EmbeddedWords) => string;
  /** Takes one sentence when the model begins to fail. */
  readonly report: (sentence: string) => void;
  /** Milliseconds of a clock. */
  readonly now: () => number;
  /** Milliseconds that a failed model is left alone, so that only one question waits for it. */
  readonly restMs?: number;
}

export type AskVectors = (question: string, signal?: AbortSignal) => Promise<VectorQuestion>;

/** Prepares questions for recall. What it returns never rejects because of the model. */
export function createVectorQuestions(options: VectorQuestionOptions): AskVectors {
  const { model, offline, search, textOf, report, now, restMs = 30_000 } = options;
  let failed: { readonly error: LociError; readonly until: number } | undefined;
  const byModel = (query: Float32Array): VectorQuestion => ({
    ...figuresOf(model),
    nearest: (db, k, filter) => search.search(db, query, k, filter),
    cosines: (db, candidates) => {
      const ids = candidates.map((candidate) => candidate.id);
      return search.cosines(db, ids, query);
    },
  });
  const byOffline = (question: string, degraded: LociError): VectorQuestion => {
    const query = offline.toVector(question);
    const cosine = (words: EmbeddedWords): number => {
      const vector = offline.toVector(textOf(words));
      return query.reduce((sum, x, i) => sum + x * (vector[i] ?? 0), 0);
    };
    return {
      ...figuresOf(offline),
      degraded,
      nearest: () => [],
      cosines: (_db, candidates) => new Map(candidates.map((words) => [words.id, cosine(words)])),
    };
  };
  return async (question, signal) => {
    if (failed !== undefined && now() < failed.until) return byOffline(question, failed.error);
    try {
      const query = await embedQuery(model, question, signal);
      failed = undefined;
      return byModel(query);
    } catch (error) {
      if (!(error instanceof LociError)) throw error;
      if (error.data.reason !== "aborted") {
        if (failed === undefined) {
          report(`${error.message} (recall goes by keywords and offline vectors meanwhile)`);
        }
        failed = { error, until: now() + restMs };
      }
      return byOffline(question, error);
    }
  };
}

function figuresOf({ id, weight, floor }: EmbeddingModel) {
  return { modelId: id, weight, floor };
}
