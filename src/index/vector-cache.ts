import { type CacheFile, openCacheFile } from "./vector-cache-file.ts";
import { type ModelVectors, modelVectors } from "./vector-cache-model.ts";

export interface VectorCacheOptions {
  /** Takes one sentence for the person when vectors were lost. */
  readonly report: (sentence: string) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Vectors by text and model, kept when the index is rebuilt, because making them anew costs time or money. Losing it
 * costs no more than that. Several processes may use one file. Every method may throw LociError INDEX_FAILED or BUSY.
 */
export interface VectorCache {
  /** The vectors of one model (`EmbeddingModel.id`). */
  of(modelId: string, dimensions: number): ModelVectors;
  /** Removes vectors, of any model, that no `put` or `touch` has named for that many days; says how many. */
  prune(days: number): number;
  close(): void;
}

/** Opens `.loci/vectors.db`; a damaged one is moved aside, and a new one begun. */
export function openVectorCache(file: string, options: VectorCacheOptions): VectorCache {
  const cache = openCacheFile(file, options.report);
  const today = (): number => Math.floor(options.now() / 86_400_000);
  return {
    of: (modelId, dimensions) => modelVectors(cache, { modelId, dimensions, today }),
    prune: (days) => prune(cache, today() - days),
    close: () => cache.close(),
  };
}

function prune(cache: CacheFile, before: number): number {
  const changes = cache.write(
    (db) => db.prepare("DELETE FROM vec WHERE used < ?").run(before).changes,
  );
  if (changes > 0) cache.read((db) => db.pragma("incremental_vacuum"));
  return changes;
}
