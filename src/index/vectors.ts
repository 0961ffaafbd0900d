import { rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import Database from "better-sqlite3";
import { LociError, messageOf } from "../errors.ts";
import { useWriteAheadLog } from "../write-ahead.ts";
import { forgetEmbedded } from "./embedded-mark.ts";
import { prepared } from "./prepared.ts";
import { checkVector, toBits, toInt8, toUnit } from "./vector-quantize.ts";

type Connection = Database.Database;

export interface VectorsOptions {
  /** `.loci/vectors.db`: kept when the index is made again, for its vectors cost time or money. Losing it costs no more. */
  readonly file: string;
  /** `EmbeddingModel.id` */
  readonly modelId: string;
  readonly dimensions: number;
  /** Takes one sentence for the person when vectors were lost, or cannot be searched. */
  readonly report: (sentence: string) => void;
  readonly loadExtension?: (db: Connection) => void;
}

/** What of the index is searched: conditions over `c` (chunk) and `f` (file). */
export interface VectorScope {
  readonly where: string;
  readonly params: object;
  /** Whether it leaves anything out. */
  readonly isFiltered: boolean;
}

interface KeyedVector {
  /** `chunk.hash` */
  readonly hash: Buffer;
  readonly vector: Float32Array;
}

/**
 * The vectors of one model, by text: a byte a number, and a bit a number (centred on the model's mean) for the coarse
 * search. They lie in a database of their own that is attached to the index's connection, so that one query knows both.
 */
export interface Vectors {
  /**
   * Lends the vectors to `work`, which all else needs; `none` where they cannot be had. A file that is damaged or was
   * deleted is begun again, which takes a call outside of any transaction. Throws LociError INDEX_FAILED for one that
   * cannot be opened.
   */
  use<T>(db: Connection, none: T, work: () => T): T;
  /** In one transaction. Throws RangeError for a zero vector, a number that is not finite or another length. */
  put(db: Connection, vectors: readonly KeyedVector[]): void;
  /** A unit vector. */
  get(db: Connection, hash: Buffer): Float32Array | undefined;
  /** Ids of the nearest chunks of a scope, by bits once there are enough vectors for a mean. */
  nearest(db: Connection, query: Float32Array, scope: VectorScope): number[];
  /** The cosine of each of these chunks that has a vector. */
  cosines(db: Connection, query: Float32Array, ids: readonly number[]): ReadonlyMap<number, number>;
  /** Drops those of texts that the index does not hold, of any model, and every byte of them. */
  dropUnused(db: Connection): void;
}

/** Raised when the tables change. */
const layout = 2;
const schema = `
CREATE TABLE vectors.model(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
  mean BLOB, mean_of INTEGER NOT NULL DEFAULT 0) STRICT; -- float32, and of how many vectors
CREATE TABLE vectors.vec(id INTEGER PRIMARY KEY, model INTEGER NOT NULL, hash BLOB NOT NULL, q8 BLOB NOT NULL,
  UNIQUE(model, hash)) STRICT;
CREATE TABLE vectors.coarse(model INTEGER NOT NULL, hash BLOB NOT NULL, bits BLOB NOT NULL, -- apart: a search reads them all
  PRIMARY KEY(model, hash)) STRICT, WITHOUT ROWID;
PRAGMA vectors.user_version = ${layout}`;

/** Enough for a recall@5 of .99 in 10,000 chunks. */
const nearestCount = (dimensions: number): number => (dimensions < 384 ? 160 : 64);
/** So many times of them are looked at before a filter. */
const spare = 4;
const firstMean = 256;
const finalMean = 4096;

/** Opens nothing yet: most commands need no vector. */
export function openVectors(options: VectorsOptions): Vectors {
  const { modelId, dimensions } = options;
  const sql = <R>(db: Connection, text: string) => prepared<[object], R>(db, text);
  const modelOf = (db: Connection): Model =>
    sql<Model>(
      db,
      "SELECT id, mean, mean_of AS meanOf FROM vectors.model WHERE name = :modelId",
    ).get({ modelId }) ?? { id: 0, mean: null, meanOf: 0 };
  return {
    use: lender(options),
    put(db, vectors) {
      for (const { vector } of vectors) checkVector(vector, dimensions);
      db.transaction(() => {
        sql(db, "INSERT OR IGNORE INTO vectors.model(name) VALUES (:modelId)").run({ modelId });
        const { id: model, mean } = modelOf(db);
        for (const { hash, vector } of vectors) {
          const q8 = toInt8(vector);
          sql(
            db,
            "INSERT OR REPLACE INTO vectors.vec(model, hash, q8) VALUES (:model, :hash, :q8)",
          ).run({ model, hash, q8 });
          if (mean !== null) putBits(db, { model, hash, bits: toBits(toUnit(q8), toMean(mean)) });
        }
        freezeMean(db, modelOf(db), dimensions);
      }).immediate();
    },
    get(db, hash) {
      const q8 = prepared<[object], Buffer>(
        db,
        "SELECT q8 FROM vectors.vec WHERE model = :model AND hash = :hash",
      )
        .pluck()
        .get({ model: modelOf(db).id, hash });
      return q8 && toUnit(q8);
    },
    nearest(db, query, scope) {
      checkVector(query, dimensions);
      return findNearest(db, { model: modelOf(db), query, scope });
    },
    cosines(db, query, ids) {
      checkVector(query, dimensions);
      const rows = prepared<[object], [number, number]>(
        db,
        `SELECT c.id, 1 - ${exact.distance} FROM json_each(:ids) JOIN chunk c ON c.id = value
         JOIN vectors.vec v ON v.model = :model AND v.hash = c.hash`,
      ).raw();
      const asked = toInt8(query);
      return new Map(rows.all({ asked, model: modelOf(db).id, ids: JSON.stringify(ids) }));
    },
    dropUnused(db) {
      for (const table of ["vec", "coarse"]) {
        db.exec(
          `DELETE FROM vectors.${table} WHERE hash NOT IN (SELECT hash FROM chunk WHERE hash IS NOT NULL)`,
        );
      }
      db.exec("VACUUM vectors; PRAGMA vectors.wal_checkpoint(TRUNCATE)");
    },
  };
}

interface Question {
  readonly model: Model;
  readonly query: Float32Array;
  readonly scope: VectorScope;
}

/** Those nearest of all first, and where a scope leaves most of these out, those of the scope one by one. */
function findNearest(db: Connection, { model, query, scope }: Question): number[] {
  const { id, mean } = model;
  const { where, params, isFiltered } = scope;
  const by = mean === null ? exact : coarse;
  const asked = mean === null ? toInt8(query) : toBits(query, toMean(mean));
  const limit = nearestCount(query.length);
  const ids = (text: string): number[] =>
    prepared<[object], number>(db, text)
      .pluck()
      .all({ ...params, model: id, asked });
  const chunk = `JOIN file f ON f.id = c.file_id WHERE ${where} ORDER BY distance, c.id LIMIT ${limit}`;
  const found = ids(
    `WITH near AS MATERIALIZED (SELECT hash, ${by.distance} AS distance FROM ${by.table} v WHERE model = :model
       ORDER BY distance LIMIT ${spare * limit})
     SELECT c.id FROM near JOIN chunk c ON c.hash = near.hash ${chunk}`,
  );
  if (!isFiltered || found.length >= limit / 2) return found;
  return ids(
    `SELECT c.id, ${by.distance} AS distance FROM chunk c JOIN ${by.table} v ON v.model = :model AND v.hash = c.hash ${chunk}`,
  );
}

const exact = {
  table: "vectors.vec",
  distance: "vec_distance_cosine(vec_int8(v.q8), vec_int8(:asked))",
} as const;
const coarse = {
  table: "vectors.coarse",
  distance: "vec_distance_hamming(vec_bit(v.bits), vec_bit(:asked))",
} as const;

interface Model {
  readonly id: number;
  readonly mean: Buffer | null;
  readonly meanOf: number;
}

const toMean = (bytes: Buffer): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer);

const putBits = (db: Connection, row: { model: number; hash: Buffer; bits: Buffer }): void =>
  void prepared<[object]>(
    db,
    "INSERT OR REPLACE INTO vectors.coarse VALUES (:model, :hash, :bits)",
  ).run(row);

/** The mean of the first 256 vectors, and once more of the first 4,096, when it is as good as it gets: all bits are made by it. */
function freezeMean(db: Connection, { id, meanOf }: Model, dimensions: number): void {
  if (meanOf >= finalMean) return;
  const read = "SELECT hash, q8 FROM vectors.vec WHERE model = ? ORDER BY id LIMIT ?";
  const count = prepared<[number, number], number>(db, `SELECT count(*) FROM (${read})`).pluck();
  const of = count.get(id, finalMean) ?? 0;
  if (of < finalMean && (of < firstMean || meanOf > 0)) return;
  const rows = prepared<[number, number], { hash: Buffer; q8: Buffer }>(db, read);
  const sum = new Float64Array(dimensions);
  for (const { q8 } of rows.all(id, of)) {
    for (const [i, x] of toUnit(q8).entries()) sum[i] = (sum[i] ?? 0) + x;
  }
  const mean = Float32Array.from(sum, (x) => x / of);
  prepared(db, "UPDATE vectors.model SET mean = ?, mean_of = ? WHERE id = ?").run(
    Buffer.from(mean.buffer),
    of,
    id,
  );
  for (const { hash, q8 } of rows.all(id, -1)) {
    putBits(db, { model: id, hash, bits: toBits(toUnit(q8), mean) });
  }
}

/** Attaches the file once a connection, and again when another is in its place. */
function lender({ file, report, loadExtension = loadSqliteVec }: VectorsOptions): Vectors["use"] {
  const inodes = new WeakMap<Connection, number>();
  let cannotLoad = false;
  const load = (db: Connection): void => {
    try {
      if (!inodes.has(db)) loadExtension(db);
    } catch (error) {
      cannotLoad = true;
      report(`sqlite-vec cannot be loaded (${messageOf(error)}): recall goes by keywords alone`);
    }
  };
  const discard = (): void => {
    for (const end of ["-wal", "-shm", ""]) rmSync(file + end, { force: true });
    report(`The embedding cache "${file}" was damaged: its vectors are made again`);
  };
  const attach = (db: Connection): void => {
    const isNew = inodeOf(file) === undefined;
    try {
      attachTo(db, file);
    } catch (error) {
      if (isClosedToUs(error)) throw cannotOpen(file, error);
      if (!isDamage(error)) throw error;
      discard();
      attachTo(db, file);
      forgetEmbedded(db);
    }
    if (isNew) forgetEmbedded(db);
    inodes.set(db, inodeOf(file) ?? 0);
  };
  return (db, none, work) => {
    if (!cannotLoad) load(db);
    const isThere = inodes.has(db) && inodes.get(db) === inodeOf(file);
    if (cannotLoad || (db.inTransaction && !isThere)) return none;
    if (!isThere) attach(db);
    try {
      return work();
    } catch (error) {
      if (!isDamage(error) || isSound(db)) throw error;
      discard();
      return none;
    }
  };
}

/** The package itself is loaded with its first use. */
function loadSqliteVec(db: Connection): void {
  createRequire(import.meta.url)("sqlite-vec").load(db);
}

const isClosedToUs = (error: unknown): boolean =>
  error instanceof Database.SqliteError && /^SQLITE_(CANTOPEN|READONLY|PERM)/.test(error.code);

const cannotOpen = (file: string, cause: unknown): LociError =>
  new LociError(
    "INDEX_FAILED",
    `Cannot open the embedding cache "${file}": ${messageOf(cause)}; check that it may be read and written, or delete it`,
    { cause, data: { file } },
  );

class OtherLayout extends Error {}

function attachTo(db: Connection, file: string): void {
  const isAttached = "SELECT 1 FROM pragma_database_list WHERE name = 'vectors'";
  if (db.prepare(isAttached).get() !== undefined) db.exec("DETACH vectors");
  db.prepare("ATTACH ? AS vectors").run(file);
  useWriteAheadLog(db, "vectors");
  db.pragma("vectors.synchronous = NORMAL");
  const version = (): unknown => db.pragma("vectors.user_version", { simple: true });
  db.transaction(() => {
    if (version() === 0) db.exec(schema);
  }).immediate();
  if (version() !== layout) throw new OtherLayout();
}

function isSound(db: Connection): boolean {
  try {
    const tables = "SELECT count(*) FROM vectors.sqlite_schema WHERE type = 'table'";
    return (
      db.pragma("vectors.quick_check(1)", { simple: true }) === "ok" &&
      db.prepare(tables).pluck().get() === 3
    );
  } catch {
    return false;
  }
}

const inodeOf = (file: string): number | undefined =>
  statSync(file, { throwIfNoEntry: false })?.ino;

const isDamage = (error: unknown): boolean =>
  error instanceof OtherLayout ||
  (error instanceof Database.SqliteError &&
    (/^SQLITE_(CORRUPT|NOTADB|IOERR)/.test(error.code) || /no such/.test(error.message)));
