import type { Database } from "better-sqlite3";
import { LociError } from "../errors.ts";
import type { EmbeddingModel } from "../models/embed.ts";
import type { VectorFilter } from "./vector-bits.ts";
import type { Nearby, VectorSearch } from "./vector-search.ts";

/** A question as the vectors of the model in use see it. */
export interface VectorQuestion {
  readonly weight: number;
  readonly floor: number;
  /** Nearest chunks of the whole index. */
  nearest(db: Database, k: number, filter?: VectorFilter): Nearby[];
  /** Cosines of candidates found otherwise, as far as they have one. */
  cosines(db: Database, candidates: readonly { readonly id: number }[]): Map<number, number>;
}

export interface VectorQuestionOptions {
  readonly model: EmbeddingModel;
  readonly search: VectorSearch;
  /** Takes one sentence when the model begins to fail. */
  readonly report: (sentence: string) => void;
  /** Milliseconds of a clock. */
  readonly now: () => number;
  /** Milliseconds that a failed model is left alone, so that only one question waits for it. */
  readonly restMs?: number;
}

/** Resolves with the reason where the model does not answer. */
export type AskVectors = (
  question: string,
  signal?: AbortSignal,
) => Promise<VectorQuestion | LociError>;

/** Prepares questions for recall. What it returns never rejects because of the model. */
export function createVectorQuestions(options: VectorQuestionOptions): AskVectors {
  const { model, search, report, now, restMs = 30_000 } = options;
  let failed: { readonly error: LociError; readonly until: number } | undefined;
  const byModel = (query: Float32Array): VectorQuestion => ({
    weight: model.weight,
    floor: model.floor,
    nearest: (db, k, filter) => search.search(db, query, k, filter),
    cosines: (db, candidates) => {
      const ids = candidates.map((candidate) => candidate.id);
      return search.cosines(db, ids, query);
    },
  });
  return async (question, signal) => {
    if (failed !== undefined && now() < failed.until) return failed.error;
    try {
      const query = await model.embedQuery(question, signal);
      failed = undefined;
      return byModel(query);
    } catch (error) {
      if (!(error instanceof LociError)) throw error;
      if (error.data.reason !== "aborted") {
        if (failed === undefined) {
          report(`${error.message} (recall goes by keywords meanwhile)`);
        }
        failed = { error, until: now() + restMs };
      }
      return error;
    }
  };
}
