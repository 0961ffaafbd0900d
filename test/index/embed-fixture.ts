import { join } from "node:path";
import type { Database } from "better-sqlite3";
import { LociError } from "../../src/errors.ts";
import { createEmbedQueue } from "../../src/index/embed-queue.ts";
import { openVectors } from "../../src/index/vectors.ts";
import {
  createOfflineEmbedder,
  type OfflineEmbedder,
} from "../../src/language/offline/embedder.ts";
import type { EmbeddingModel } from "../../src/models/embed.ts";
import { useFolder } from "./vector-fixture.ts";

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

export const offline: OfflineEmbedder = createOfflineEmbedder({
  tokens: words,
  tokensVersion: "t",
});

/** The offline embedder under another name, with a switch for what it throws. */
export interface FakeModel extends EmbeddingModel {
  /** Texts of each call. */
  readonly calls: (readonly string[])[];
  fail: ((texts: readonly string[]) => string | undefined) | undefined;
}

export function fakeModel(id = "fake"): FakeModel {
  const calls: (readonly string[])[] = [];
  const model: FakeModel = {
    id,
    dimensions: offline.dimensions,
    weight: 0.6,
    floor: 0.3,
    calls,
    fail: undefined,
    async embed(texts, signal) {
      const reason = signal?.aborted === true ? "aborted" : model.fail?.(texts);
      if (reason !== undefined) {
        throw new LociError("EMBEDDING_FAILED", "Cannot embed: it is off", { data: { reason } });
      }
      calls.push(texts);
      return offline.embed(texts);
    },
    async embedQuery(text, signal) {
      const [vector] = await model.embed([text], signal);
      return vector ?? new Float32Array(offline.dimensions);
    },
  };
  return model;
}

const everything = { where: "TRUE", params: {}, isFiltered: false };

/** Everything around one index and one file of vectors, which may be handed on to the next. */
export function useQueue(
  db: Database,
  model: EmbeddingModel,
  file: string = join(useFolder(), "vectors.db"),
) {
  const reports: string[] = [];
  const report = (sentence: string) => void reports.push(sentence);
  const { id: modelId, dimensions } = model;
  const vectors = openVectors({ file, modelId, dimensions, report });
  const index = { run: <T>(work: (db: Database) => T): T => work(db) };
  const queue = createEmbedQueue({ index, model, vectors, report });
  /** Ids of the chunks nearest to a text, nearest first. */
  const nearest = (text: string): number[] =>
    vectors.use(db, [], () => {
      const query = offline.toVector(text);
      const ids = vectors.nearest(db, query, everything);
      const cosines = [...vectors.cosines(db, query, ids)];
      return cosines.sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([chunk]) => chunk);
    });
  return { file, reports, vectors, queue, nearest };
}

export const memories = (count: number, from = 0): { text: string }[] =>
  Array.from({ length: count }, (_, i) => ({
    text: `memory ${(from + i) * 7919} about thing${from + i}`,
  }));

/** The text of chunk `i + 1` of an index made of `memories`. */
export const memory = (i: number): string => memories(1, i)[0]?.text ?? "";
