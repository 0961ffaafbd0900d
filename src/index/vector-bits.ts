import { createRequire } from "node:module";
import type { Database } from "better-sqlite3";
import { messageOf } from "../errors.ts";
import type { FrozenMean, ModelVectors } from "./vector-cache.ts";
import { toBits } from "./vector-quantize.ts";

/** What a search is restricted to. */
export interface VectorFilter {
  readonly ids?: readonly number[];
}

export interface ChunkKey {
  readonly id: number;
  readonly hash: Buffer;
}

/**
 * The coarse half of vector search: one bit a number in sqlite-vec's table `chunk_vec`, made for one model and mean.
 * `chunk_vector` says which chunk is in it with which text. Both are made again when model or mean is another.
 */
export interface VectorBits {
  /** Whether the table of this database belongs to the model and its mean of now. Reads only. */
  ready(db: Database): boolean;
  /** Makes the tables if they are not ready; false while that cannot be. Says whether they are ready. Writes. */
  prepare(db: Database): boolean;
  /** Adds or replaces rows whose vectors are cached; needs `ready` and a transaction of the caller's. */
  add(db: Database, rows: readonly ChunkKey[]): void;
  remove(db: Database, ids: readonly number[]): void;
  /** Ids of the nearest by bits, nearest first; needs `ready`. */
  nearest(db: Database, query: Float32Array, k: number, filter: VectorFilter): number[];
}

export interface VectorBitsOptions {
  /** Hears it once when sqlite-vec cannot be loaded; then nothing is ever ready. */
  readonly report: (sentence: string) => void;
  readonly loadExtension?: (db: Database) => void;
}

/** The bits of one model's vectors; works on any database of the index that it is lent. */
export function vectorBits(vectors: ModelVectors, options: VectorBitsOptions): VectorBits {
  const loadInto = extensionLoader(options);
  const byDatabase = new WeakMap<Database, Statements>();
  let mean: FrozenMean | undefined;
  const fingerprint = (): string => `${vectors.modelId} ${mean?.version ?? "none"}`;
  const matches = (db: Database): boolean => {
    const stored = storedFingerprint(db);
    if (stored === undefined) return false;
    if (fingerprint() !== stored) mean = vectors.mean();
    return fingerprint() === stored;
  };
  const on = (db: Database): Statements => {
    const known = byDatabase.get(db) ?? prepareAll(db);
    byDatabase.set(db, known);
    return known;
  };
  const bitsOf = (numbers: ArrayLike<number>, scale: number): Buffer => {
    if (mean === undefined) throw new TypeError("Cannot make bits: no mean is frozen yet");
    return toBits(numbers, scale, mean.numbers);
  };
  return {
    ready: (db) => matches(db) && loadInto(db),
    prepare(db) {
      mean = vectors.mean();
      if (mean === undefined || !loadInto(db)) return false;
      if (!matches(db)) {
        byDatabase.delete(db);
        makeTables(db, vectors.dimensions, fingerprint());
      }
      return true;
    },
    add(db, rows) {
      const sql = on(db);
      for (const { id, hash } of rows) {
        const vector = vectors.get(hash);
        if (vector === undefined) continue;
        sql.removeBits.run(BigInt(id)); // sqlite-vec knows no REPLACE, and takes no JavaScript number as an id.
        sql.addBits.run(BigInt(id), bitsOf(vector.q8, vector.scale));
        sql.addMark.run(id, hash);
      }
    },
    remove(db, ids) {
      const sql = on(db);
      for (const id of ids) {
        sql.removeBits.run(BigInt(id));
        sql.removeMark.run(id);
      }
    },
    nearest(db, query, k, { ids }) {
      const sql = on(db);
      const bits = bitsOf(query, 1);
      if (ids !== undefined)
        return sql.among.all(bits, k, JSON.stringify(ids)).map((row) => row.id);
      return sql.nearest.all(bits, k).map((row) => row.id);
    },
  };
}

/** The package itself is loaded with its first use, for most commands need no vector. */
function loadSqliteVec(db: Database): void {
  createRequire(import.meta.url)("sqlite-vec").load(db);
}

/** Loads sqlite-vec into a connection when it is first needed there. */
function extensionLoader({
  report,
  loadExtension = loadSqliteVec,
}: VectorBitsOptions): (db: Database) => boolean {
  const loaded = new WeakSet<Database>();
  let failed = false;
  return (db) => {
    if (failed || loaded.has(db)) return !failed;
    try {
      loadExtension(db);
      loaded.add(db);
    } catch (error) {
      failed = true;
      const state = messageOf(error);
      report(
        `sqlite-vec cannot be loaded (${state}): vectors are searched one by one, which is slower`,
      );
    }
    return !failed;
  };
}

const metaKey = "vectors";

function storedFingerprint(db: Database): string | undefined {
  const sql = "SELECT value FROM meta WHERE key = ?";
  return db.prepare<[string], { value: string }>(sql).get(metaKey)?.value;
}

function makeTables(db: Database, dimensions: number, fingerprint: string): void {
  const padded = Math.ceil(dimensions / 8) * 8;
  db.transaction(() => {
    if (storedFingerprint(db) === fingerprint) return; // Another process was quicker.
    db.exec(`DROP TABLE IF EXISTS chunk_vec; DROP TABLE IF EXISTS chunk_vector;
      CREATE VIRTUAL TABLE chunk_vec USING vec0(id INTEGER PRIMARY KEY, bits BIT[${padded}], chunk_size=1024);
      CREATE TABLE chunk_vector(chunk_id INTEGER PRIMARY KEY, hash BLOB NOT NULL) STRICT;`);
    db.prepare("INSERT OR REPLACE INTO meta VALUES (?, ?)").run(metaKey, fingerprint);
  }).immediate();
}

type Statements = ReturnType<typeof prepareAll>;

function prepareAll(db: Database) {
  const match = "SELECT id FROM chunk_vec WHERE bits MATCH vec_bit(?) AND k = ?";
  return {
    removeBits: db.prepare("DELETE FROM chunk_vec WHERE id = ?"),
    addBits: db.prepare("INSERT INTO chunk_vec(id, bits) VALUES (?, vec_bit(?))"),
    removeMark: db.prepare("DELETE FROM chunk_vector WHERE chunk_id = ?"),
    addMark: db.prepare("INSERT OR REPLACE INTO chunk_vector VALUES (?, ?)"),
    nearest: db.prepare<[Buffer, number], { id: number }>(match),
    // sqlite-vec applies this before it counts to k; what it cannot push down it would apply after.
    among: db.prepare<[Buffer, number, string], { id: number }>(
      `${match} AND id IN (SELECT value FROM json_each(?))`,
    ),
  };
}
