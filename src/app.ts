import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "better-sqlite3";
import { offlineTurn, type TurnEvent } from "./agent/offline-turn.ts";
import { answer, noSuchTopic, type RecallAnswer, type RecallRequest } from "./app/answer.ts";
import { lookAtFiles, refresh, watch } from "./app/keep-fresh.ts";
import { timeAgo } from "./app/local-time.ts";
import { type OpenOptions, openParts, type Parts } from "./app/parts.ts";
import type { Memory, Remembered } from "./digest/remember.ts";
import { LociError } from "./errors.ts";
import type { EmbedResult } from "./index/embed-queue.ts";
import {
  countAll,
  findTopics,
  type IndexFigures,
  listTopics,
  type TopicSummary,
} from "./index/overview.ts";
import type { Reconciled } from "./index/reconcile.ts";
import type { VaultWatcher } from "./index/watch-vault.ts";
import type { Hit } from "./recall/recall.ts";
import type { Settings } from "./settings.ts";
import { parseTopic } from "./vault/parse-topic.ts";
import { recentIndexPath, resolveInVault, toTopicPath } from "./vault/paths.ts";
import { newestFirst, parseRecent, type RecentTopic } from "./vault/recent-index.ts";
import type { Topic } from "./vault/topic.ts";

/** An open vault: everything the command line, the server and other programs do with it. */
export interface Loci {
  readonly root: string;
  readonly lociDir: string;
  readonly settings: Settings;
  /** Makes the index equal to the files. Throws LociError VAULT_VANISHED or UNREADABLE with the index kept. */
  refresh(options?: { readonly confirmRemovals?: boolean }): Promise<Reconciled>;
  /** Looks at the files, then answers. Safe on any text; nothing relevant is an empty list. */
  recall(query: string, request?: RecallRequest): Promise<RecallAnswer>;
  /** Resolves when the memories are on disk; `commit` puts them into git. */
  remember(memories: readonly Memory[]): Promise<readonly Remembered[]>;
  /** One line of a conversation, answered without a model. */
  turn(line: string): AsyncIterable<TurnEvent<Hit>>;
  /** One topic by name, alias, title or file. Throws LociError NOT_FOUND. */
  show(name: string): Promise<{ readonly topic: Topic; readonly text: string }>;
  topics(): Promise<readonly TopicSummary[]>;
  recent(): Promise<readonly (RecentTopic & { readonly ago: string })[]>;
  stats(): Promise<IndexFigures & Readonly<Record<string, unknown>>>;
  /** Runs a query on the index as it stands. */
  read<T>(work: (db: Database) => T): T;
  /** Empties the index; the next `refresh` fills it again. */
  dropIndex(): void;
  /** Embeds what has no vector yet, however many texts that are; `verify` looks at each vector that is there too. */
  embedAll(options?: { readonly verify?: boolean }): Promise<EmbedResult>;
  /** Commits what was written; tells the person why not, where it cannot. */
  commit(): Promise<void>;
  /** Why the embedding model does not answer, if it does not. */
  probeModel(): Promise<LociError | undefined>;
  /** Keeps the index in step until closed; resolves when changes are noticed. */
  watch(onChange: (change: Reconciled) => void): Promise<VaultWatcher>;
  close(): Promise<void>;
}

/** Opens a vault. Nothing is read of its topics yet. Throws LociError BAD_CONFIG or WRITE_FAILED. */
export async function openLoci(options: OpenOptions): Promise<Loci> {
  const parts = await openParts(options);
  const { root, lociDir, settings, index, committer, closeLock, embeddings } = parts;
  return {
    root,
    lociDir,
    settings,
    refresh: (extra) => refresh(parts, extra),
    recall: (query, request) => answer(parts, query, request),
    remember: async (memories) => (await import("./app/save.ts")).save(parts, memories),
    turn: (line) => turn(parts, line),
    show: (name) => show(parts, name),
    async topics() {
      await lookAtFiles(parts);
      return index.run(listTopics);
    },
    recent: () => recent(parts),
    async stats() {
      await lookAtFiles(parts);
      return { ...index.run(countAll), model: embeddings.modelId, indexBytes: sizeOf(lociDir) };
    },
    read: (work) => index.run(work),
    dropIndex: () => index.drop(),
    embedAll: (embedOptions = {}) => embeddings.catchUp({ all: true, ...embedOptions }),
    commit: () => committer.commit(),
    probeModel: () => embeddings.probe(),
    watch: (onChange) => watch(parts, onChange),
    async close() {
      await committer.close();
      embeddings.close();
      closeLock();
      index.close();
    },
  };
}

function turn(parts: Parts, line: string): AsyncIterable<TurnEvent<Hit>> {
  return offlineTurn(line, {
    recall: async (query) => (await answer(parts, query)).hits,
    async remember(text) {
      const { save } = await import("./app/save.ts");
      const [saved] = await save(parts, [{ text, scope: { kind: "global" } }]);
      if (saved === undefined) throw new LociError("BAD_INPUT", "Cannot remember nothing");
      parts.committer.commitSoon();
      return saved;
    },
  });
}

async function show(parts: Parts, name: string) {
  const { root, index } = parts;
  await lookAtFiles(parts);
  const [found] = index.run((db) => findTopics(db, name));
  if (found === undefined) throw noSuchTopic(name, index.run(listTopics));
  const path = toTopicPath(found.file);
  const bytes = readFileSync(resolveInVault(root, path));
  return { topic: parseTopic(path, bytes), text: new TextDecoder().decode(bytes) };
}

/** The recent-topics index, with what people wrote by hand since: their dates are in the files. */
async function recent(parts: Parts): Promise<(RecentTopic & { readonly ago: string })[]> {
  const { root, index, time } = parts;
  await lookAtFiles(parts);
  const file = resolveInVault(root, recentIndexPath({ kind: "global" }));
  const listed = parseRecent(existsSync(file) ? readFileSync(file, "utf8") : "");
  const dated = index
    .run(listTopics)
    .filter(({ kind, scope, updated }) => kind === "topic" && scope === "" && updated !== "")
    .map(({ topic, title, summary, updated }) => ({
      time: `${updated}T00:00:00`,
      topic,
      summary: summary || title,
    }));
  return newestFirst([...listed, ...dated]).map((topic) => ({
    ...topic,
    ago: timeAgo(topic.time, time()),
  }));
}

/** Bytes of the search index and the vectors on disk. */
function sizeOf(lociDir: string): number {
  return readdirSync(lociDir)
    .filter((name) => /^(?:index-|vectors)/.test(name))
    .reduce(
      (sum, name) => sum + (statSync(join(lociDir, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
}
