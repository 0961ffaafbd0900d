import type { Database } from "better-sqlite3";
import { LociError } from "../errors.ts";
import type { EmbeddingModel } from "../models/embed.ts";
import { prepared } from "./prepared.ts";
import { embeddedText } from "./rows.ts";
import type { Vectors } from "./vectors.ts";

export interface EmbedQueueOptions {
  /** The index (`IndexDb`), or whatever else lends its database for a moment. */
  readonly index: { run<T>(work: (db: Database) => T): T };
  readonly model: EmbeddingModel;
  readonly vectors: Vectors;
  /** Takes one sentence for the person: when the model begins to fail, and for a text that it refuses. */
  readonly report: (sentence: string) => void;
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
  /**
   * Sends at most `limit` texts to the model. One run at a time. Rejects for what is wrong with the index or the cache;
   * a model that fails is in the result.
   */
  run(options?: { readonly signal?: AbortSignal; readonly limit?: number }): Promise<EmbedResult>;
}

/** Texts a turn: too few to delay others in the process, enough for a server to work on. */
const pageSize = 128;

/**
 * The queue is the difference between chunks and vectors, so there is nothing to keep that could be lost. Texts are
 * embedded outside of transactions.
 */
export function createEmbedQueue(options: EmbedQueueOptions): EmbedQueue {
  const { index, model, vectors, report } = options;
  /** Hashes of texts that the model will not have. */
  const refused = new Set<string>();
  let isFailing = false;
  const attached = <T>(none: T, work: (db: Database) => T): T =>
    index.run((db) => vectors.use(db, none, () => work(db)));
  /** One by one where the model refuses one of them, which is left out from then on. */
  const embed = async (rows: readonly EmbedRow[], signal?: AbortSignal): Promise<number> => {
    if (rows.length === 0) return 0;
    try {
      const texts = rows.map(({ title, heading, text }) => embeddedText(title, heading, text));
      const found = await model.embed(texts, signal);
      const keyed = found.flatMap((vector, i) => (rows[i] ? [{ hash: rows[i].hash, vector }] : []));
      attached(undefined, (db) => vectors.put(db, keyed));
      return rows.length;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      let embedded = 0;
      if (rows.length > 1) for (const row of rows) embedded += await embed([row], signal);
      else refuse(rows[0], error);
      return embedded;
    }
  };
  const refuse = (row: EmbedRow | undefined, { message }: LociError): void => {
    refused.add(row?.hash.toString("hex") ?? "");
    report(`${message} (only its words find it now: "${row?.text.slice(0, 60)}")`);
  };
  /** When the model begins to fail, not each time it still does. */
  const tell = (failure: LociError | undefined, left: number): void => {
    const fails = failure !== undefined && failure.data.reason !== "aborted";
    const waiting = `${left} texts wait for their vectors; keywords answer meanwhile`;
    if (fails && !isFailing) report(`${failure.message} (${waiting})`);
    isFailing = fails;
  };
  return {
    async run({ signal, limit = Number.POSITIVE_INFINITY } = {}) {
      let [after, embedded] = [0, 0];
      let failure: LociError | undefined;
      while (signal?.aborted !== true && failure === undefined && embedded < limit) {
        const rows = attached([], (db) => missingRows(db, model.id, after));
        after = rows.at(-1)?.id ?? 0;
        if (after === 0) break;
        const byHash = new Map(rows.map((row) => [row.hash.toString("hex"), row]));
        const wanted = [...byHash].flatMap(([hash, row]) => (refused.has(hash) ? [] : row));
        try {
          embedded += await embed(wanted.slice(0, limit - embedded), signal);
        } catch (error) {
          if (!isModelFailure(error)) throw error;
          failure = error;
        }
        await new Promise(setImmediate);
      }
      const left = attached(0, (db) => countMissing(db, model.id));
      tell(failure, left);
      return { embedded, left, ...(failure !== undefined && { failure }) };
    },
  };
}

interface EmbedRow {
  readonly id: number;
  readonly hash: Buffer;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

const missing = `FROM chunk c JOIN file f ON f.id = c.file_id WHERE c.hash IS NOT NULL AND NOT EXISTS
  (SELECT 1 FROM vectors.vec v JOIN vectors.model m ON m.id = v.model WHERE m.name = :modelId AND v.hash = c.hash)`;

/** The next chunks without a vector after an id. */
const missingRows = (db: Database, modelId: string, after: number): EmbedRow[] =>
  prepared<[object], EmbedRow>(
    db,
    `SELECT c.id, c.hash, f.title, c.heading, c.text ${missing} AND c.id > :after ORDER BY c.id LIMIT ${pageSize}`,
  ).all({ modelId, after });

const countMissing = (db: Database, modelId: string): number =>
  prepared<[object], number>(db, `SELECT count(*) ${missing}`).pluck().get({ modelId }) ?? 0;

const isModelFailure = (error: unknown): error is LociError =>
  error instanceof LociError && error.code === "EMBEDDING_FAILED";

const isRefusal = (error: unknown): error is LociError =>
  isModelFailure(error) && error.data.reason === "tooLong";
