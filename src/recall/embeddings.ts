import { existsSync } from "node:fs";
import { join } from "node:path";
import { LociError } from "../errors.ts";
import { type EmbedLoop, startEmbedLoop } from "../index/embed-loop.ts";
import { createEmbedQueue, type EmbedQueue, type EmbedResult } from "../index/embed-queue.ts";
import { embeddedHashes, forgetEmbedded, isEmbedded, markEmbedded } from "../index/embed-rows.ts";
import { detectLanguage, languageOf } from "../index/languages.ts";
import type { IndexDb } from "../index/open-index.ts";
import { embeddedHash, embeddedText } from "../index/rows.ts";
import type { IndexDatabase as Database } from "../index/search.ts";
import { contentTerms, TERMS_VERSION } from "../index/terms.ts";
import { tokenize } from "../index/tokenize.ts";
import { type VectorBits, vectorBits } from "../index/vector-bits.ts";
import { type ModelVectors, openVectorCache, type VectorCache } from "../index/vector-cache.ts";
import { createVectorQuestions, type VectorQuestion } from "../index/vector-question.ts";
import { type VectorSearch, vectorSearch } from "../index/vector-search.ts";
import { createOfflineEmbedder, type OfflineEmbedder } from "../language/offline/embedder.ts";
import { findServer } from "../models/choose/find-server.ts";
import type { EmbeddingModel } from "../models/embed.ts";
import { isCloudAddress } from "../models/servers/is-cloud.ts";
import type { VectorEvidence } from "./candidates.ts";
import { guardEmbedder } from "./guard-embedder.ts";

export interface EmbeddingsOptions {
  readonly root: string;
  readonly lociDir: string;
  readonly settings: EmbeddingSettings;
  readonly env: NodeJS.ProcessEnv;
  readonly index: IndexDb;
  /** Takes one sentence for the person. */
  readonly report: (sentence: string) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Loads what takes private data out of a text; needed for a model that is not on this network. */
  readonly loadRedact: () => Promise<(text: string) => string>;
}

/** The settings that vectors go by. */
interface EmbeddingSettings {
  readonly languages: readonly string[];
  readonly privacy: { readonly anonymize: "off" | "cloud" | "all" };
  readonly embedding: {
    readonly provider: "offline" | "openai";
    readonly baseUrl: string;
    readonly model: string;
    readonly dimensions: number;
    readonly apiKeyFile?: string | undefined;
  };
}

/** The vectors of one vault by the model in use. */
export interface Embeddings {
  readonly modelId: string;
  /** What vectors say about a question: nothing where the embedded model is in use, or the model does not answer. */
  ask(question: string): Promise<(db: Database) => VectorEvidence | undefined>;
  /** Unit vectors of entries of the index, below a title and no heading; undefined where there is none yet. Asks no server. */
  vectorsOf(title: string, texts: readonly string[]): readonly (Float32Array | undefined)[];
  /** Drops the vectors of chunks that left the index; needs a transaction of the caller's. */
  remove(db: Database, chunkIds: readonly number[]): void;
  /** Embeds what has no vector yet. A server is asked only for a few texts, unless `all`. */
  catchUp(options?: { readonly all?: boolean; readonly verify?: boolean }): Promise<EmbedResult>;
  /** Embeds in the background until stopped; for a process that stays. */
  keepUp(): EmbedLoop;
  /** Drops all vectors of texts that the index does not hold, so that no byte of them stays. */
  dropUnused(): void;
  /** Why the model does not answer, if it does not. */
  probe(): Promise<LociError | undefined>;
  close(): void;
}

/** A vector that no text of the vault has asked for in this time is thrown away. */
const unusedDays = 90;
/** As many new texts may a short command send to a server before it answers; more is work for `loci up`. */
const fewTexts = 64;
/** So long is a server that failed left alone by those who wait for their answer (ms): one of them waits, not each. */
const restMs = 30_000;

/** Chooses the embedding model that the settings name. Throws LociError BAD_CONFIG. */
export async function openEmbeddings(options: EmbeddingsOptions): Promise<Embeddings> {
  const { lociDir, settings, index, report } = options;
  const language = settings.languages[0] ?? "en";
  const offline = createOfflineEmbedder({
    tokens: (text) => stemsOf(text, language),
    tokensVersion: TERMS_VERSION,
  });
  const model = await chooseModel(options, offline);
  const file = join(lociDir, "vectors.db");
  let opened: OpenVectors | undefined;
  // Most commands need no vector: the cache is opened when one does.
  const open = (): OpenVectors => {
    opened ??= openVectors(options, model, file);
    return opened;
  };
  const dropUnused = (): void => {
    if (!existsSync(file)) return;
    const used = new Set(index.run(embeddedHashes).map((hash) => hash.toString("hex")));
    open().cache.keepOnly((hash) => used.has(hash.toString("hex")));
  };
  const close = (): void => opened?.cache.close();
  if (model === offline) {
    return {
      ...embeddedModel(offline),
      async catchUp({ verify = false } = {}) {
        if (verify && existsSync(file)) open().cache.prune(unusedDays); // A server's of before.
        return { embedded: 0, left: 0 };
      },
      dropUnused,
      close,
    };
  }
  const ask = createAsk(options, { model, open });
  let failed: { readonly result: EmbedResult; readonly until: number } | undefined;
  return {
    modelId: model.id,
    ask: ask.evidence,
    vectorsOf(title, texts) {
      const vectors = open().cache.of(model.id, model.dimensions);
      return texts.map((text) => {
        const found = vectors.get(embeddedHash(title, "", text));
        return found && Float32Array.from(found.q8, (value) => value * found.scale);
      });
    },
    remove: (db, ids) => {
      const { bits } = open();
      if (bits.ready(db)) bits.remove(db, ids);
    },
    async catchUp({ all = false, verify = false } = {}) {
      const isDone = (db: Database): boolean => isEmbedded(db, model.id) && existsSync(file);
      if (!verify && index.run(isDone)) return { embedded: 0, left: 0 };
      if (!all && failed !== undefined && options.now() < failed.until) return failed.result;
      const { queue, cache } = open();
      const result = await queue.run({ verify, ...(all ? {} : { limit: fewTexts }) });
      failed = result.failure && { result, until: options.now() + restMs };
      if (verify && result.left === 0) cache.prune(unusedDays);
      if (result.left === 0) index.run((db) => markEmbedded(db, model.id));
      return result;
    },
    dropUnused,
    keepUp: () => startEmbedLoop({ queue: open().queue, report }),
    probe: ask.probe,
    close,
  };
}

/** Vectors of the embedded model, made as they are wanted. */
function embeddedModel(
  offline: OfflineEmbedder,
): Omit<Embeddings, "catchUp" | "dropUnused" | "close"> {
  return {
    modelId: offline.id,
    ask: async () => () => undefined, // Hashed words know no more than the words themselves.
    vectorsOf: (_title, texts) => texts.map(offline.toVector),
    remove: () => {},
    keepUp: () => ({ wake: () => {}, close: async () => {} }),
    probe: async () => undefined,
  };
}

interface OpenVectors {
  readonly cache: VectorCache;
  readonly vectors: ModelVectors;
  readonly bits: VectorBits;
  readonly search: VectorSearch;
  readonly queue: EmbedQueue;
}

function openVectors(options: EmbeddingsOptions, model: EmbeddingModel, file: string): OpenVectors {
  const { index, report, now } = options;
  const reportLoss = (sentence: string): void => {
    index.run(forgetEmbedded); // So that the next look embeds again what was lost.
    report(sentence);
  };
  const cache = openVectorCache(file, { report: reportLoss, now });
  const vectors = cache.of(model.id, model.dimensions);
  const bits = vectorBits(vectors, { report });
  const queue = createEmbedQueue({ index, model, vectors, bits, textOf, report });
  return { cache, vectors, bits, search: vectorSearch(vectors, bits), queue };
}

const textOf = (words: {
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}): string => embeddedText(words.title, words.heading, words.text);

interface Models {
  readonly model: EmbeddingModel;
  readonly open: () => OpenVectors;
}

function createAsk({ report, now }: EmbeddingsOptions, { model, open }: Models) {
  const search: VectorSearch = {
    search: (...words) => open().search.search(...words),
    cosines: (...words) => open().search.cosines(...words),
  };
  const ask = createVectorQuestions({ model, search, report, now });
  return {
    evidence: async (text: string) => {
      const question = await ask(text);
      return (db: Database) =>
        question instanceof LociError ? undefined : toEvidence(db, question);
    },
    probe: async () => {
      const answer = await ask("Is anybody there?");
      return answer instanceof LociError ? answer : undefined;
    },
  };
}

/** Nearest chunks that recall looks at beside those that share a word with the question. */
const nearest = 40;

function toEvidence(db: Database, question: VectorQuestion): VectorEvidence {
  return {
    weight: question.weight,
    floor: question.floor,
    nearest: (index) => {
      const among = index.filtered();
      return idsOf(question.nearest(db, nearest, among && { ids: among }));
    },
    cosines: (chunks) => question.cosines(db, chunks),
  };
}

const idsOf = (found: readonly { readonly id: number }[]): number[] => found.map(({ id }) => id);

function stemsOf(text: string, fallback: string): readonly string[] {
  const tokens = tokenize(text, "document");
  return contentTerms(tokens, languageOf(detectLanguage(tokens, fallback)));
}

async function chooseModel(
  options: EmbeddingsOptions,
  offline: OfflineEmbedder,
): Promise<EmbeddingModel> {
  const { embedding } = options.settings;
  if (embedding.provider === "offline") return offline;
  const { createOpenAiEmbedder } = await import("../models/openai/embedder.ts");
  const { baseUrl: url, apiKeyFile, model: name, dimensions } = embedding;
  const { env, root } = options;
  const server = findServer({ section: "embedding", settings: { url, apiKeyFile }, env, root });
  const model = createOpenAiEmbedder({ ...server, model: name, dimensions });
  if (!isCloudAddress(embedding.baseUrl)) return model;
  const redact =
    options.settings.privacy.anonymize !== "off" ? await options.loadRedact() : undefined;
  return guardEmbedder(model, { index: options.index, redact });
}
