import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { LociError } from "../errors.ts";
import { type EmbedLoop, startEmbedLoop } from "../index/embed-loop.ts";
import { createEmbedQueue, type EmbedResult } from "../index/embed-queue.ts";
import { isEmbedded, markEmbedded } from "../index/embedded-mark.ts";
import { detectLanguage, languageOf } from "../index/languages.ts";
import type { IndexDb } from "../index/open-index.ts";
import { embeddedHash, embeddedText } from "../index/rows.ts";
import { type IndexDatabase as Database, searchIndex } from "../index/search.ts";
import { contentTerms, TERMS_VERSION } from "../index/terms.ts";
import { tokenize } from "../index/tokenize.ts";
import { openVectors, type Vectors } from "../index/vectors.ts";
import { createOfflineEmbedder, type OfflineEmbedder } from "../language/offline/embedder.ts";
import { findServer } from "../models/choose/find-server.ts";
import type { EmbeddingModel } from "../models/embed.ts";
import { isCloudAddress } from "../models/servers/is-cloud.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
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
  /** `EmbeddingModel.floor` */
  readonly floor: number;
  /** What vectors say about a question: nothing where the embedded model is in use, or the model does not answer. */
  ask(question: string): Promise<(db: Database) => VectorEvidence | undefined>;
  /** Unit vectors of entries of the index, below a title and no heading; undefined where there is none yet. Asks no server. */
  vectorsOf(title: string, texts: readonly string[]): readonly (Float32Array | undefined)[];
  /** Entries that a viewer may see which the model puts this near to a text, as if it stood where they do; none without a server. */
  alike(text: string, viewer: Viewer, from: Dedup): Promise<readonly AlikeEntry[]>;
  /** Embeds what has no vector yet. A server is asked only for a few texts, unless `all`. */
  catchUp(options?: { readonly all?: boolean; readonly verify?: boolean }): Promise<EmbedResult>;
  /** Embeds in the background until stopped; for a process that stays. */
  keepUp(): Pick<EmbedLoop, "close">;
  /** The index was looked at, and may have changed: catches up, or has it done where `keepUp` runs. */
  follow(isChanged: boolean): Promise<void>;
  /** Drops all vectors of texts that the index does not hold, so that no byte of them stays. */
  dropUnused(): void;
  /** Why the model does not answer, if it does not. */
  probe(): Promise<LociError | undefined>;
}

type AlikeEntry = Readonly<Record<"file" | "id" | "text", string>>;
type Dedup = { readonly enabled: boolean; readonly embedding: number };

/** As many new texts may a short command send to a server before it answers; more is work for `loci up`. */
const fewTexts = 64;
/** So long is a server that failed left alone by those who wait for their answer (ms): one of them waits, not each. */
const restMs = 30_000;

/** Chooses the embedding model that the settings name. Throws LociError BAD_CONFIG. */
export async function openEmbeddings(options: EmbeddingsOptions): Promise<Embeddings> {
  const { lociDir, settings } = options;
  const language = settings.languages[0] ?? "en";
  const offline = createOfflineEmbedder({
    tokens: (text) => stemsOf(text, language),
    tokensVersion: TERMS_VERSION,
  });
  const model = await chooseModel(options, offline);
  const file = join(lociDir, "vectors.db");
  if (model !== offline) return serverEmbeddings(options, model, file);
  return {
    ...embeddedModel(offline),
    // A server's, of before: in whole, for nothing here says which of its texts are gone.
    dropUnused: () => removeVectors(file),
  };
}

function removeVectors(file: string): void {
  for (const end of ["-wal", "-shm", ""]) rmSync(file + end, { force: true });
}

/** Vectors that a server makes, kept in a file. */
function serverEmbeddings(
  options: EmbeddingsOptions,
  model: EmbeddingModel,
  file: string,
): Embeddings {
  const { index, report, now } = options;
  const vectors = openVectors({ file, modelId: model.id, dimensions: model.dimensions, report });
  const queue = createEmbedQueue({ index, model, vectors, report });
  const ask = createAsk(options, model);
  let failed: { readonly result: EmbedResult; readonly until: number } | undefined;
  let loop: EmbedLoop | undefined;
  const dropUnused = (): void => {
    if (!existsSync(file)) return;
    const drop = (db: Database) => () => {
      vectors.dropUnused(db);
      return true;
    };
    // Where sqlite-vec cannot be loaded, no vector is of use, and none may outlive its text.
    if (!index.run((db) => vectors.use(db, false, drop(db)))) removeVectors(file);
  };
  const catchUp: Embeddings["catchUp"] = async ({ all = false, verify = false } = {}) => {
    const isDone = (db: Database): boolean => isEmbedded(db, model.id) && existsSync(file);
    if (!verify && index.run(isDone)) return { embedded: 0, left: 0 };
    if (!all && failed !== undefined && now() < failed.until) return failed.result;
    const result = await queue.run(all ? {} : { limit: fewTexts });
    failed = result.failure && { result, until: now() + restMs };
    if (verify && result.left === 0) dropUnused();
    if (result.left === 0) index.run((db) => markEmbedded(db, model.id));
    return result;
  };
  return {
    floor: model.floor,
    async ask(question) {
      const query = await ask(question);
      if (query instanceof LociError) return () => undefined;
      return (db) => evidenceOf({ model, vectors, query }, db);
    },
    vectorsOf: (title, texts) =>
      index.run((db) => {
        const none = texts.map(() => undefined);
        const get = (text: string) => vectors.get(db, embeddedHash(title, "", text));
        return vectors.use<(Float32Array | undefined)[]>(db, none, () => texts.map(get));
      }),
    async alike(text, viewer, { enabled, embedding: cosine }) {
      const query = enabled ? await ask(text) : undefined;
      if (!(query instanceof Float32Array)) return [];
      return findAlike({ index, model, vectors, query }, { text, viewer, cosine });
    },
    catchUp,
    async follow(isChanged) {
      if (loop === undefined) await catchUp();
      else if (isChanged) loop.wake();
    },
    dropUnused,
    keepUp() {
      const started = startEmbedLoop({ queue, report });
      loop = started;
      return {
        async close() {
          loop = undefined;
          await started.close();
        },
      };
    },
    async probe() {
      const answer = await ask("Is anybody there?");
      return answer instanceof LociError ? answer : undefined;
    },
  };
}

/** Of what is saved, so many of the nearest entries may be the same. */
const maxAlike = 8;

/** Each compared with the text as if that stood below the same title and heading. */
async function findAlike(
  { index, model, vectors, query }: Asked & Pick<EmbeddingsOptions, "index">,
  { text, viewer, cosine }: { text: string; viewer: Viewer; cosine: number },
): Promise<readonly AlikeEntry[]> {
  const use = <T>(none: T, work: (db: Database) => T): T =>
    index.run((db) => vectors.use(db, none, () => work(db)));
  const near = use([], (db) => {
    const search = searchIndex(db, { filter: { kinds: ["entry"] }, viewer });
    return search.chunks(vectors.nearest(db, query, search.scope).slice(0, maxAlike));
  });
  const texts = near.map(({ title, heading }) => embeddedText(title, heading, text));
  try {
    const own = texts.length === 0 ? [] : await model.embed(texts);
    return use([], (db) =>
      own.flatMap((vector, i) => {
        const { id = 0, uid = "", file = "", text = "" } = near[i] ?? {};
        const isAlike = (vectors.cosines(db, vector, [id]).get(id) ?? 0) >= cosine;
        return isAlike ? [{ file, id: uid, text }] : [];
      }),
    );
  } catch (error) {
    if (error instanceof LociError) return []; // The night looks again.
    throw error;
  }
}

interface Asked {
  readonly model: EmbeddingModel;
  readonly vectors: Vectors;
  readonly query: Float32Array;
}

const noCosines: ReadonlyMap<number, number> = new Map();

/** Attached here, for a search reads within a transaction. */
function evidenceOf({ model, vectors, query }: Asked, db: Database): VectorEvidence | undefined {
  const evidence: VectorEvidence = {
    weight: model.weight,
    floor: model.floor,
    nearest: ({ scope }) => vectors.use(db, [], () => vectors.nearest(db, query, scope)),
    cosines: (chunks) => {
      const ids = chunks.map(({ id }) => id);
      return vectors.use(db, noCosines, () => vectors.cosines(db, query, ids));
    },
  };
  return vectors.use<VectorEvidence | undefined>(db, undefined, () => evidence);
}

/** Vectors of the embedded model, made as they are wanted. */
function embeddedModel(offline: OfflineEmbedder): Omit<Embeddings, "dropUnused"> {
  return {
    floor: offline.floor,
    ask: async () => () => undefined, // Hashed words know no more than the words themselves.
    vectorsOf: (_title, texts) => texts.map(offline.toVector),
    alike: async () => [],
    catchUp: async () => ({ embedded: 0, left: 0 }),
    keepUp: () => ({ close: async () => {} }),
    follow: async () => {},
    probe: async () => undefined,
  };
}

/** Embeds a question, or resolves with the reason why the model does not, which is said when it begins to fail. */
function createAsk({ report, now }: EmbeddingsOptions, model: EmbeddingModel) {
  let failed: { readonly error: LociError; readonly until: number } | undefined;
  return async (question: string): Promise<Float32Array | LociError> => {
    if (failed !== undefined && now() < failed.until) return failed.error;
    try {
      const query = await model.embedQuery(question);
      failed = undefined;
      return query;
    } catch (error) {
      if (!(error instanceof LociError)) throw error;
      if (failed === undefined) report(`${error.message} (recall goes by keywords meanwhile)`);
      failed = { error, until: now() + restMs };
      return error;
    }
  };
}

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
