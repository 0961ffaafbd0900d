import { rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import Database from "better-sqlite3";
import { messageOf } from "../errors.ts";
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
   * deleted is begun again, which takes a call outside of any transaction.
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
const layout = 3;
const schema = `
CREATE TABLE vectors.model(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, mean BLOB) STRICT; -- float32
CREATE TABLE vectors.vec(id INTEGER PRIMARY KEY, model INTEGER NOT NULL, hash BLOB NOT NULL, q8 BLOB NOT NULL,
  UNIQUE(model, hash)) STRICT;
CREATE TABLE vectors.coarse(model INTEGER NOT NULL, hash BLOB NOT NULL, bits BLOB NOT NULL, -- apart: a search reads them all
  PRIMARY KEY(model, hash)) STRICT, WITHOUT ROWID;
PRAGMA vectors.user_version = ${layout}`;

/** Enough for a recall@5 of .99 in 10,000 chunks. */
const nearestCount = (dimensions: number): number => (dimensions < 384 ? 160 : 64);
/** So many times of them are looked at before a filter. */
const spare = 4;
/** From so many on there is a mean, which stays as it is; fewer are compared number by number, which takes 5 ms. */
const meanCount = 2048;

/** Opens nothing yet: most commands need no vector. */
export function openVectors(options: VectorsOptions): Vectors {
  const { modelId, dimensions } = options;
  const modelOf = (db: Connection): Model =>
    prepared<[string], Model>(db, "SELECT id, mean FROM vectors.model WHERE name = ?").get(
      modelId,
    ) ?? { id: 0, mean: null };
  return {
    use: lender(options),
    put(db, vectors) {
      for (const { vector } of vectors) checkVector(vector, dimensions);
      db.transaction(() => {
        prepared(db, "INSERT OR IGNORE INTO vectors.model(name) VALUES (?)").run(modelId);
        const { id: model, mean } = modelOf(db);
        const insert = prepared(
          db,
          "INSERT OR REPLACE INTO vectors.vec(model, hash, q8) VALUES (?, ?, ?)",
        );
        const q8s = vectors.map(({ hash, vector }) => ({ hash, q8: toInt8(vector) }));
        for (const { hash, q8 } of q8s) insert.run(model, hash, q8);
        if (mean === null) freezeMean(db, model, dimensions);
        else putBits(db, model, toMean(mean), q8s);
      }).immediate();
    },
    get(db, hash) {
      const q8 = prepared<[number, Buffer], Buffer>(
        db,
        "SELECT q8 FROM vectors.vec WHERE model = ? AND hash = ?",
      )
        .pluck()
        .get(modelOf(db).id, hash);
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
}

interface StoredVector {
  readonly hash: Buffer;
  readonly q8: Buffer;
}

const toMean = (bytes: Buffer): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer);

function putBits(
  db: Connection,
  model: number,
  mean: Float32Array,
  vectors: readonly StoredVector[],
): void {
  const insert = prepared(db, "INSERT OR REPLACE INTO vectors.coarse VALUES (?, ?, ?)");
  for (const { hash, q8 } of vectors) insert.run(model, hash, toBits(toUnit(q8), mean));
}

/** The mean of the first vectors, once there are enough: all bits are made by it. */
function freezeMean(db: Connection, model: number, dimensions: number): void {
  const count = prepared<[number], number>(db, "SELECT count(*) FROM vectors.vec WHERE model = ?");
  const of = count.pluck().get(model) ?? 0;
  if (of < meanCount) return;
  const vectors = prepared<[number], StoredVector>(
    db,
    "SELECT hash, q8 FROM vectors.vec WHERE model = ?",
  ).all(model);
  const sum = new Float64Array(dimensions);
  for (const { q8 } of vectors) {
    for (const [i, x] of toUnit(q8).entries()) sum[i] = (sum[i] ?? 0) + x;
  }
  const mean = Float32Array.from(sum, (x) => x / of);
  const bytes = Buffer.from(mean.buffer);
  prepared(db, "UPDATE vectors.model SET mean = ? WHERE id = ?").run(bytes, model);
  putBits(db, model, mean, vectors);
}

/** Attaches the file once a connection, and again when another is in its place. */
function lender({ file, report, loadExtension = loadSqliteVec }: VectorsOptions): Vectors["use"] {
  const inodes = new WeakMap<Connection, number>();
  let isTold = false;
  const discard = (): void => {
    for (const end of ["-wal", "-shm", ""]) rmSync(file + end, { force: true });
    report(`The embedding cache "${file}" was damaged: its vectors are made again`);
  };
  const attach = (db: Connection, isAgain = false): boolean => {
    try {
      if (!inodes.has(db)) loadExtension(db);
      const isNew = inodeOf(file) === undefined;
      attachTo(db, file);
      if (isNew) forgetEmbedded(db);
      inodes.set(db, inodeOf(file) ?? 0);
      return true;
    } catch (error) {
      if (isDamage(error) && !isAgain) {
        discard();
        return attach(db, true);
      }
      const why = `The vectors in "${file}" cannot be searched (${messageOf(error)})`;
      if (!isTold) report(`${why}: recall goes by keywords alone`);
      isTold = true;
      return false;
    }
  };
  return (db, none, work) => {
    const isThere = inodes.has(db) && inodes.get(db) === inodeOf(file);
    if (!isThere && (db.inTransaction || !attach(db))) return none;
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

/** Whether what is damaged is the index that they are attached to. */
function isSound(db: Connection): boolean {
  try {
    db.exec("SELECT 1 FROM vectors.model, vectors.vec, vectors.coarse LIMIT 0");
    return db.pragma("vectors.quick_check(1)", { simple: true }) === "ok";
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
