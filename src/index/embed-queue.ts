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

interface EmbedRun {
  readonly signal?: AbortSignal;
  /** Most texts to send to the model in this run. */
  readonly limit?: number;
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

/** Texts a turn: too few to delay others in the process, enough for a server to work on. */
const pageSize = 128;

/**
 * The queue is the difference between chunks and vectors, so there is nothing to keep that could be lost. Texts are
 * embedded outside of transactions.
 */
export function createEmbedQueue(options: EmbedQueueOptions): EmbedQueue {
  const { index, model, vectors } = options;
  const embed = embedder(options);
  const reportOnce = failureReporter(options.report);
  const attached = <T>(none: T, work: (db: Database) => T): T =>
    index.run((db) => vectors.use(db, none, () => work(db)));
  return {
    async run({ signal, limit = Number.POSITIVE_INFINITY } = {}) {
      let [after, embedded] = [0, 0];
      let failure: LociError | undefined;
      while (signal?.aborted !== true && failure === undefined && embedded < limit) {
        const most = Math.min(pageSize, limit - embedded);
        const rows = attached([], (db) => missingRows(db, model.id, { after, most }));
        const last = rows.at(-1);
        if (last === undefined) break;
        after = last.id;
        try {
          embedded += await embed(rows, signal);
        } catch (error) {
          if (!isModelFailure(error)) throw error;
          failure = error;
        }
        await new Promise(setImmediate);
      }
      const left = attached(0, (db) => countMissing(db, model.id));
      reportOnce(failure, left);
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

/** The next chunks without a vector after an id, one a text. */
function missingRows(
  db: Database,
  modelId: string,
  { after, most }: { readonly after: number; readonly most: number },
): readonly EmbedRow[] {
  const rows = prepared<[object], EmbedRow>(
    db,
    `SELECT c.id, c.hash, f.title, c.heading, c.text ${missing} AND c.id > :after ORDER BY c.id LIMIT ${pageSize}`,
  ).all({ modelId, after });
  return [...new Map(rows.map((row) => [row.hash.toString("hex"), row])).values()].slice(0, most);
}

const countMissing = (db: Database, modelId: string): number =>
  prepared<[object], number>(db, `SELECT count(*) ${missing}`).pluck().get({ modelId }) ?? 0;

/** Embeds texts, and says how many; one that the model refuses is left out, once and for all. */
function embedder({ index, model, vectors, report }: EmbedQueueOptions) {
  const refused = new Set<string>();
  const embed = async (rows: readonly EmbedRow[], signal?: AbortSignal): Promise<number> => {
    try {
      const texts = rows.map(({ title, heading, text }) => embeddedText(title, heading, text));
      const found = await model.embed(texts, signal);
      const keyed = rows.flatMap(({ hash }, i) => {
        const vector = found[i];
        return vector === undefined ? [] : [{ hash, vector }];
      });
      index.run((db) => vectors.use(db, undefined, () => vectors.put(db, keyed)));
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
  return async (rows: readonly EmbedRow[], signal?: AbortSignal): Promise<number> => {
    const wanted = rows.filter(({ hash }) => !refused.has(hash.toString("hex")));
    return wanted.length === 0 ? 0 : embed(wanted, signal);
  };
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
