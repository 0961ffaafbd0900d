import type { Database } from "better-sqlite3";
import { type CacheFile, openCacheFile } from "./vector-cache-file.ts";
import { checkVector, type Int8Vector, toInt8 } from "./vector-quantize.ts";

export interface VectorCacheOptions {
  /** Takes one sentence for the person when vectors were lost. */
  readonly report: (sentence: string) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Vectors by text and model, kept when the index is rebuilt, because making them again costs time or money. Losing it
 * costs no more than that. Several processes may use one file. Every method may throw LociError INDEX_FAILED or BUSY.
 */
export interface VectorCache {
  /** The vectors of one model (`EmbeddingModel.id`). */
  of(modelId: string, dimensions: number): ModelVectors;
  /** Removes vectors, of any model, that no `put` or `touch` has named for that many days; says how many. */
  prune(days: number): number;
  /** Removes all other vectors, of any model, and every byte of them. */
  keepOnly(isKept: (hash: Buffer) => boolean): void;
  close(): void;
}

/** Opens `.loci/vectors.db`; a damaged one is moved aside, and a new one begun. */
export function openVectorCache(file: string, options: VectorCacheOptions): VectorCache {
  const cache = openCacheFile(file, options.report);
  const today = (): number => Math.floor(options.now() / 86_400_000);
  return {
    of: (modelId, dimensions) => modelVectors(cache, { modelId, dimensions, today }),
    prune: (days) => prune(cache, today() - days),
    keepOnly: (isKept) => keepOnly(cache, isKept),
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

function keepOnly(cache: CacheFile, isKept: (hash: Buffer) => boolean): void {
  cache.write((db) => {
    const rows = db.prepare<[], { id: number; hash: Buffer }>("SELECT id, hash FROM vec").all();
    const drop = db.prepare<[number]>("DELETE FROM vec WHERE id = ?");
    for (const { id, hash } of rows) if (!isKept(hash)) drop.run(id);
  });
  cache.read((db) => {
    db.exec("VACUUM");
    db.pragma("wal_checkpoint(TRUNCATE)");
  });
}

/** The cached vectors of one model. */
export interface ModelVectors {
  readonly modelId: string;
  readonly dimensions: number;
  has(hash: Buffer): boolean;
  /** A vector whose bytes do not fit their check sum is as good as absent. */
  get(hash: Buffer): Int8Vector | undefined;
  /** In one transaction. Throws RangeError for a zero vector, a number that is not finite or another length. */
  put(vectors: readonly KeyedVector[]): void;
  /** Says that these are still needed. Writes once a week for each. */
  touch(hashes: readonly Buffer[]): void;
  /** Every intact vector. */
  each(visit: (hash: Buffer, vector: Int8Vector) => void): void;
  /** How many there are, counted up to `limit`. */
  count(limit: number): number;
  /** The mean of the first vectors once it was frozen: the bits of `chunk_vec` are relative to it. */
  mean(): FrozenMean | undefined;
  /** Freezes the mean once there are 256 vectors, and once more at 4,096, when it is as good as it gets. */
  freezeMean(): void;
}

export interface FrozenMean {
  readonly numbers: Float32Array;
  /** Another one for another mean, and for a cache that was begun again. */
  readonly version: string;
}

interface KeyedVector {
  /** 16 bytes of the embedded text's digest. */
  readonly hash: Buffer;
  readonly vector: Float32Array;
}

interface ModelOptions {
  readonly modelId: string;
  readonly dimensions: number;
  /** Days since the epoch. */
  readonly today: () => number;
}

/** Loaded with its first use, for most commands need no vector. */
const crc32 = (bytes: Buffer, before = 0): number =>
  process.getBuiltinModule("node:zlib").crc32(bytes, before);

const firstMean = 256;
const finalMean = 4096;

/** Reads and writes the rows of one model in the cache's file. */
function modelVectors(cache: CacheFile, options: ModelOptions): ModelVectors {
  const { modelId, dimensions, today } = options;
  const byDatabase = new WeakMap<Database, Statements>();
  const on = (db: Database): Statements => {
    const known = byDatabase.get(db) ?? prepareAll(db, options);
    byDatabase.set(db, known);
    return known;
  };
  const get = (hash: Buffer): Int8Vector | undefined =>
    cache.read((db) => {
      const sql = on(db);
      const row = sql.get.get(sql.model(), hash);
      return row === undefined ? undefined : intact({ hash, ...row }, dimensions);
    });
  return {
    modelId,
    dimensions,
    get,
    has: (hash) => get(hash) !== undefined,
    put(vectors) {
      for (const { vector } of vectors) checkVector(vector, dimensions);
      cache.write((db) => {
        const sql = on(db);
        const model = sql.makeModel();
        for (const { hash, vector } of vectors) {
          const { q8, scale } = toInt8(vector);
          const bytes = Buffer.from(q8.buffer);
          sql.put.run(hash, model, scale, bytes, checkSum(hash, scale, bytes), today());
        }
      });
    },
    touch(hashes) {
      const day = today();
      const stale = cache.read((db) => {
        const sql = on(db);
        const model = sql.model();
        return hashes.filter((hash) => (sql.used.get(model, hash)?.used ?? day) <= day - 7);
      });
      if (stale.length === 0) return;
      cache.write((db) => {
        const sql = on(db);
        for (const hash of stale) sql.touch.run(day, sql.model(), hash);
      });
    },
    each: (visit) => cache.read((db) => eachOf(on(db), dimensions, visit)),
    count: (limit) => cache.read((db) => on(db).count.get(on(db).model(), limit)?.count ?? 0),
    mean: () => cache.read((db) => toMean(on(db).mean.get(modelId), dimensions)),
    freezeMean: () => freezeMean(cache, on, options),
  };
}

type Statements = ReturnType<typeof prepareAll>;

interface VecRow {
  readonly hash: Buffer;
  readonly scale: number;
  readonly q8: Buffer;
  readonly crc: number;
}

interface MeanRow {
  readonly mean: Buffer | null;
  readonly of: number;
  readonly salt: number;
}

function prepareAll(db: Database, { modelId, dimensions }: ModelOptions) {
  const findModel = db.prepare<[string], { id: number }>("SELECT id FROM model WHERE name = ?");
  let known: number | undefined;
  const model = (): number => {
    known ??= findModel.get(modelId)?.id;
    return known ?? 0; // 0 is not a key: finds nothing.
  };
  const insertModel = db.prepare(
    "INSERT INTO model(name, dim, salt) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
  );
  return {
    model,
    makeModel(): number {
      if (model() === 0)
        insertModel.run(
          modelId,
          dimensions,
          process.getBuiltinModule("node:crypto").randomInt(2 ** 32),
        );
      return model();
    },
    get: db.prepare<[number, Buffer], Omit<VecRow, "hash">>(
      "SELECT scale, q8, crc FROM vec WHERE model = ? AND hash = ?",
    ),
    used: db.prepare<[number, Buffer], { used: number }>(
      "SELECT used FROM vec WHERE model = ? AND hash = ?",
    ),
    put: db.prepare(
      `INSERT INTO vec(hash, model, scale, q8, crc, used) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT(model, hash)
         DO UPDATE SET scale = excluded.scale, q8 = excluded.q8, crc = excluded.crc, used = excluded.used`,
    ),
    touch: db.prepare("UPDATE vec SET used = ? WHERE model = ? AND hash = ?"),
    // In the order of the table, so that pages are read one after the other.
    all: db.prepare<[number], VecRow>(
      "SELECT hash, scale, q8, crc FROM vec NOT INDEXED WHERE model = ? ORDER BY id",
    ),
    count: db.prepare<[number, number], { count: number }>(
      "SELECT count(*) AS count FROM (SELECT 1 FROM vec WHERE model = ? LIMIT ?)",
    ),
    mean: db.prepare<[string], MeanRow>(
      "SELECT mean, mean_of AS of, salt FROM model WHERE name = ?",
    ),
    setMean: db.prepare("UPDATE model SET mean = ?, mean_of = ? WHERE name = ? AND mean_of < ?"),
  };
}

function eachOf(
  sql: Statements,
  dimensions: number,
  visit: (hash: Buffer, vector: Int8Vector) => void,
): void {
  for (const row of sql.all.iterate(sql.model())) {
    const vector = intact(row, dimensions);
    if (vector !== undefined) visit(row.hash, vector);
  }
}

function intact(row: VecRow, dimensions: number): Int8Vector | undefined {
  const { hash, scale, q8, crc } = row;
  if (q8.length !== dimensions || checkSum(hash, scale, q8) !== crc) return undefined;
  return { q8: new Int8Array(q8.buffer, q8.byteOffset, q8.length), scale };
}

/** Over all three, so that a vector under another's hash shows as well. */
function checkSum(hash: Buffer, scale: number, q8: Buffer): number {
  const head = Buffer.allocUnsafe(hash.length + 8);
  head.set(hash);
  head.writeDoubleLE(scale, hash.length);
  return crc32(q8, crc32(head));
}

function freezeMean(
  cache: CacheFile,
  on: (db: Database) => Statements,
  { modelId, dimensions }: ModelOptions,
): void {
  const wanted = cache.read((db) => {
    const sql = on(db);
    const of = sql.mean.get(modelId)?.of ?? 0;
    if (of >= finalMean) return 0;
    const there = sql.count.get(sql.model(), finalMean)?.count ?? 0;
    return there >= finalMean || (there >= firstMean && of === 0) ? there : 0;
  });
  if (wanted === 0) return;
  cache.write((db) => {
    const mean = new Float64Array(dimensions);
    let of = 0;
    // All rows, for an iteration that is broken off costs memory; this happens twice in the life of a model.
    eachOf(on(db), dimensions, (_hash, { q8, scale }) => {
      if (of >= finalMean) return;
      of++;
      for (let i = 0; i < mean.length; i++) mean[i] = (mean[i] ?? 0) + (q8[i] ?? 0) * scale;
    });
    const floats = Float32Array.from(mean, (sum) => sum / of);
    on(db).setMean.run(Buffer.from(floats.buffer), of, modelId, of);
  });
}

function toMean(row: MeanRow | undefined, dimensions: number): FrozenMean | undefined {
  if (!row?.mean || row.mean.length !== dimensions * 4) return undefined;
  const numbers = new Float32Array(dimensions);
  for (let i = 0; i < dimensions; i++) numbers[i] = row.mean.readFloatLE(i * 4);
  if (!numbers.every(Number.isFinite)) return undefined;
  return { numbers, version: `${row.salt.toString(16)}.${crc32(row.mean).toString(16)}` };
}
