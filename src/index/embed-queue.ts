import type { Database } from "better-sqlite3";
import { LociError } from "../errors.ts";
import type { EmbeddingModel } from "../models/embed.ts";
import {
  countRows,
  type EmbedRow,
  nextRows,
  strayIds,
  unsettledAmong,
  type Which,
} from "./embed-rows.ts";
import type { VectorBits } from "./vector-bits.ts";
import type { ModelVectors } from "./vector-cache.ts";

export interface EmbedQueueOptions {
  /** The index (`IndexDb`), or whatever else lends its database for a moment. */
  readonly index: { run<T>(work: (db: Database) => T): T };
  readonly model: EmbeddingModel;
  readonly vectors: ModelVectors;
  readonly bits: VectorBits;
  /** What is embedded for a chunk; `chunk.hash` must be the digest of exactly this. */
  readonly textOf: (row: EmbedRow) => string;
  /** Takes one sentence for the person: when the model begins to fail, and for a text that it refuses. */
  readonly report: (sentence: string) => void;
}

export interface EmbedRun {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
  /** Most texts to send to the model in this run; what is cached gets its bits all the same. */
  readonly limit?: number;
  /** Checks every chunk for a vector that the cache lost, and marks all vectors as used (before a `prune`). */
  readonly verify?: boolean;
}

export interface EmbedResult {
  /** Texts that the model embedded in this run. */
  readonly embedded: number;
  /** Chunks that are still without a vector. */
  readonly left: number;
  /** Why some are left, where the model failed. */
  readonly failure?: LociError;
}

/** Gives every chunk of the index the vector of its text. What is done stays done, whenever a run ends. */
export interface EmbedQueue {
  /** One run at a time. Rejects for what is wrong with the index or the cache; a model that fails is in the result. */
  run(run?: EmbedRun): Promise<EmbedResult>;
}

/** Chunks a turn: too few to delay others in the process, enough for a server to work on. */
const pageSize = 128;

/**
 * The queue is the difference between chunks and vectors, so there is nothing to keep that could be lost. Texts are
 * embedded outside of transactions; vectors go to the cache first, then the bits to the index.
 */
export function createEmbedQueue(options: EmbedQueueOptions): EmbedQueue {
  const { index, vectors } = options;
  const embedMissing = missingEmbedder(options);
  const reportOnce = failureReporter(options.report);
  return {
    async run({ signal, onProgress, limit = Number.POSITIVE_INFINITY, verify = false } = {}) {
      const which = (db: Database): Which => (verify ? "all" : withoutVector(options, db));
      const total = index.run((db) => countRows(db, which(db)));
      let failure: LociError | undefined;
      let [after, done, embedded, left] = [0, 0, 0, 0];
      while (signal?.aborted !== true) {
        const rows = index.run((db) => nextRows(db, which(db), after, pageSize));
        const last = rows.at(-1);
        if (last === undefined) break;
        after = last.id;
        const page = await embedMissing(rows, failure === undefined ? limit - embedded : 0, signal);
        failure ??= page.failure;
        embedded += page.embedded;
        left += page.left;
        settle(options, rows);
        if (verify) vectors.touch(rows.map((row) => row.hash));
        done += rows.length;
        onProgress?.({ done, total });
        await new Promise(setImmediate);
      }
      settleRest(options);
      // Those that an abort kept from their turn.
      left += index.run((db) => countRows(db, which(db), after));
      reportOnce(failure, left);
      return { embedded, left, ...(failure === undefined ? {} : { failure }) };
    },
  };
}

/**
 * Without bits nothing in the index shows which chunks have a vector: the cache is asked for each. To be found out with
 * each use, for between two turns another process may have put a new index in the place of this one.
 */
function withoutVector({ bits }: EmbedQueueOptions, db: Database): Which {
  return bits.prepare(db) ? "unsettled" : "all";
}

interface Page {
  readonly embedded: number;
  readonly left: number;
  readonly failure?: LociError;
}

type EmbedMissing = (
  rows: readonly EmbedRow[],
  limit: number,
  signal: AbortSignal | undefined,
) => Promise<Page>;

/** Embeds the texts of a page that have no vector, equal ones once, up to a limit; the others it counts. */
function missingEmbedder({ model, vectors, textOf, report }: EmbedQueueOptions): EmbedMissing {
  const refused = new Set<string>();
  const embed = async (rows: readonly EmbedRow[], signal?: AbortSignal): Promise<number> => {
    try {
      const found = await model.embed(rows.map(textOf), signal);
      vectors.put(rows.flatMap(({ hash }, i) => toKeyed(hash, found[i])));
      return rows.length;
    } catch (error) {
      const [row] = rows;
      if (!isModelFailure(error) || error.data.reason !== "tooLong" || row === undefined)
        throw error;
      if (rows.length === 1) {
        refused.add(row.hash.toString("hex"));
        report(`${error.message} (only its words find it now: "${row.text.slice(0, 60)}")`);
        return 0;
      }
      let embedded = 0;
      for (const one of rows) embedded += await embed([one], signal);
      return embedded;
    }
  };
  return async (rows, limit, signal) => {
    const byHash = new Map(rows.map((row) => [row.hash.toString("hex"), row]));
    const absent = [...byHash].filter(([, row]) => !vectors.has(row.hash));
    const wanted = absent.filter(([hex]) => !refused.has(hex)).map(([, row]) => row);
    const missing = wanted.slice(0, limit);
    if (missing.length === 0) return { embedded: 0, left: absent.length };
    try {
      const embedded = await embed(missing, signal);
      vectors.freezeMean();
      return { embedded, left: absent.length - embedded };
    } catch (error) {
      if (!isModelFailure(error)) throw error;
      return { embedded: 0, left: absent.length, failure: error };
    }
  };
}

function toKeyed(hash: Buffer, vector: Float32Array | undefined) {
  return vector === undefined ? [] : [{ hash, vector }];
}

/** Puts the bits of these chunks into the index, as far as they have vectors and a mean to be relative to. */
function settle({ index, bits }: EmbedQueueOptions, rows: readonly EmbedRow[]): void {
  const ids = rows.map((row) => row.id);
  index.run((db) => {
    if (!bits.prepare(db) || unsettledAmong(db, ids).length === 0) return;
    // Asked again inside: while the model worked, the chunks may have changed.
    db.transaction(() => bits.add(db, unsettledAmong(db, ids))).immediate();
  });
}

/** A mean frozen on the way began the bits again; and chunks that are gone leave theirs behind. */
function settleRest(options: EmbedQueueOptions): void {
  const { index, bits } = options;
  const restAfter = (after: number): readonly EmbedRow[] =>
    index.run((db) => (bits.prepare(db) ? nextRows(db, "unsettled", after, pageSize) : []));
  let rows = restAfter(0);
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    settle(options, rows);
    rows = restAfter(last.id);
  }
  index.run((db) => {
    if (!bits.prepare(db) || strayIds(db).length === 0) return;
    db.transaction(() => bits.remove(db, strayIds(db))).immediate();
  });
}

function isModelFailure(error: unknown): error is LociError {
  return error instanceof LociError && error.code === "EMBEDDING_FAILED";
}

/** Says it when the model begins to fail, not each time it still does. */
function failureReporter(report: (sentence: string) => void) {
  let failing = false;
  return (failure: LociError | undefined, left: number): void => {
    const fails = failure !== undefined && failure.data.reason !== "aborted";
    if (fails && !failing) {
      report(
        `${failure.message} (${left} texts wait for their vectors; keywords answer meanwhile)`,
      );
    }
    failing = fails;
  };
}
