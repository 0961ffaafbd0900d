import type { Database, Statement } from "better-sqlite3";
import type { VectorBits, VectorFilter } from "./vector-bits.ts";
import type { ModelVectors } from "./vector-cache.ts";
import { checkVector, cosineOf } from "./vector-quantize.ts";

export interface Nearby {
  readonly id: number;
  readonly cosine: number;
}

/**
 * Nearest chunks by one model's vectors: sign bits find candidates, a byte a number puts them in order. Where there are
 * no bits (few vectors, a model just changed, no sqlite-vec) the cached vectors are looked at one by one.
 * Queries are unit vectors; RangeError for one that is zero, not finite or of another length.
 */
export interface VectorSearch {
  /** The `k` nearest, nearest first. */
  search(db: Database, query: Float32Array, k: number, filter?: VectorFilter): Nearby[];
  /** The cosine of each chunk that has a vector. */
  cosines(db: Database, ids: readonly number[], query: Float32Array): Map<number, number>;
}

/** Candidates taken by bits: enough for a recall@5 of .99 in 10,000, no more, for sqlite-vec's cost grows with it. */
const coarseFor = (dimensions: number): number => (dimensions < 384 ? 160 : 64);
/** Looking at each of so few vectors is quicker than asking the bits for the best. */
const fewIds = 128;

/** Searches the vectors that `vectors` holds and `bits` points at. */
export function vectorSearch(vectors: ModelVectors, bits: VectorBits): VectorSearch {
  const hashOf = hashLookup();
  // 4,096 is the most that sqlite-vec returns.
  const coarse = (k: number): number =>
    Math.min(4096, Math.max(coarseFor(vectors.dimensions), 2 * k));
  const cosines = (db: Database, ids: readonly number[], query: Float32Array) => {
    checkVector(query, vectors.dimensions);
    const lookUp = hashOf(db);
    const found = new Map<number, number>();
    for (const id of ids) {
      const hash = lookUp.get(id)?.hash;
      const vector = hash === undefined ? undefined : vectors.get(hash);
      if (vector !== undefined) found.set(id, cosineOf(query, vector));
    }
    return found;
  };
  return {
    cosines,
    search(db, query, k, filter = {}) {
      const { ids } = filter;
      if (ids !== undefined && ids.length <= fewIds) {
        return nearestFirst(cosines(db, ids, query)).slice(0, k);
      }
      if (!bits.ready(db)) return scan(db, vectors, query, k, filter);
      const candidates = bits.nearest(db, query, coarse(k), filter);
      return nearestFirst(cosines(db, candidates, query)).slice(0, k);
    },
  };
}

type HashLookup = Statement<[number], { hash: Buffer }>;

function hashLookup(): (db: Database) => HashLookup {
  const byDatabase = new WeakMap<Database, HashLookup>();
  return (db) => {
    const known =
      byDatabase.get(db) ??
      db.prepare<[number], { hash: Buffer }>("SELECT hash FROM chunk WHERE id = ?");
    byDatabase.set(db, known);
    return known;
  };
}

/** Walks the vectors, not the chunks: after a change of model few chunks have one. */
function scan(
  db: Database,
  vectors: ModelVectors,
  query: Float32Array,
  k: number,
  { ids }: VectorFilter,
): Nearby[] {
  checkVector(query, vectors.dimensions);
  const scored: { hash: Buffer; cosine: number }[] = [];
  vectors.each((hash, vector) => scored.push({ hash, cosine: cosineOf(query, vector) }));
  scored.sort((a, b) => b.cosine - a.cosine);
  const chunks = db
    .prepare<[], { hash: string; id: number }>(
      "SELECT hex(hash) AS hash, id FROM chunk ORDER BY id",
    )
    .all();
  const byHash = Map.groupBy(chunks, (chunk) => chunk.hash);
  const wanted = ids === undefined ? undefined : new Set(ids);
  const found = new Map<number, number>();
  for (const { hash, cosine } of scored) {
    for (const chunk of byHash.get(hash.toString("hex").toUpperCase()) ?? []) {
      if (wanted?.has(chunk.id) !== false) found.set(chunk.id, cosine);
    }
    if (found.size >= k) break;
  }
  return nearestFirst(found).slice(0, k);
}

function nearestFirst(cosines: ReadonlyMap<number, number>): Nearby[] {
  return [...cosines]
    .map(([id, cosine]) => ({ id, cosine }))
    .sort((a, b) => b.cosine - a.cosine || a.id - b.id);
}
