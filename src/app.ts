import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "better-sqlite3";
import { offlineTurn, type TurnEvent } from "./agent/offline-turn.ts";
import { openCommitter } from "./committer.ts";
import { openDeviceFolder } from "./device-folder.ts";
import { type Memory, type Remembered, remember } from "./digest/remember.ts";
import { LociError } from "./errors.ts";
import { openEmbeddings } from "./embeddings.ts";
import { openIndex } from "./index/open-index.ts";
import { countAll, findTopics, type IndexFigures, listTopics } from "./index/overview.ts";
import { type Reconciled, reconcile } from "./index/reconcile.ts";
import { TERMS_VERSION } from "./index/terms.ts";
import { openVaultLock } from "./index/vault-lock.ts";
import { type VaultWatcher, watchVault } from "./index/watch-vault.ts";
import { localTime, timeAgo } from "./local-time.ts";
import { assignTopic } from "./recall/assign-topic.ts";
import { type Hit, recall } from "./recall/recall.ts";
import { loadSettings } from "./settings-cache.ts";
import { changeFile } from "./vault/change-file.ts";
import { parseTopic } from "./vault/parse-topic.ts";
import { resolveInVault, scopeFolder, toTopicPath } from "./vault/paths.ts";
import { parseRecent, type RecentTopic } from "./vault/recent-index.ts";
import type { Topic } from "./vault/topic.ts";
import type { Settings } from "./config.ts";

export type { Memory, Remembered } from "./digest/remember.ts";
export { diagnose } from "./diagnose.ts";
export { listTopics } from "./index/overview.ts";
export type { Hit } from "./recall/recall.ts";

export interface OpenOptions {
  /** Absolute path of the vault. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Takes one sentence for the person. */
  readonly report: (sentence: string) => void;
  readonly onProgress?: (done: number, total: number) => void;
}
