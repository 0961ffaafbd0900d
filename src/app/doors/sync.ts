import type { LazyConversationServices } from "../../agent/conversation/context.ts";
import { messageOf } from "../../errors.ts";
import type { MaintainReport } from "../../git/maintenance/maintain.ts";
import type { RoundOptions, Syncing } from "../../sync/background/syncing.ts";
import type { SyncReport } from "../../sync/round/sync-request.ts";
import type { SyncState } from "../../sync/sync-state.ts";
import type { OpenVault } from "../open-vault.ts";
import type { PackOptions } from "../syncing/pack-history.ts";

/** The vault's git, here and elsewhere. */
export interface LociSync {
  /** Commits what was written; reports why not, where it cannot.
   * @example await loci.sync.commit(); */
  commit(): Promise<void>;
  /** One round of sync: commits, fetches, merges, pushes. Throws LociError SYNC_FAILED, GIT_BLOCKED or BUSY.
   * @example const report = await loci.sync.round(); */
  round(options?: RoundOptions): Promise<SyncReport>;
  /** Syncs in the background until closed; undefined where that is switched off or the vault has no git repository.
   * @example const syncing = await loci.sync.keep((report) => console.log(report)); */
  keep(onRound: (report: SyncReport) => void): Promise<Syncing | undefined>;
  /** How the vault compares with its remote, without the network. Throws LociError GIT_BLOCKED.
   * @example const state = await loci.sync.state(); */
  state(): Promise<SyncState>;
  /** Every file and every object of git's history in which words stand as they are.
   * @example const places = await loci.sync.findWords("the old lamp"); */
  findWords(words: string): Promise<readonly string[]>;
  /** The remote's URL without secrets; null where there is none.
   * @example const url = await loci.sync.remoteUrl(); */
  remoteUrl(): Promise<string | null>;
  /** Packs git's history where there is much of it since the last time, else undefined; rejects when called off.
   * @example await loci.sync.packHistory(); */
  packHistory(options?: PackOptions): Promise<MaintainReport | undefined>;
}

/** What "loci forget" began to erase, and was killed. */
async function finishPurging(parts: OpenVault, services: LazyConversationServices): Promise<void> {
  const { finishPurging } = await import("../syncing/forget-memories.ts");
  await finishPurging(parts, services);
}

/** Most commands have nothing to do with other devices. */
export const openSync = (parts: OpenVault, services: LazyConversationServices): LociSync => ({
  commit: () => parts.committer.commit(),
  async round(options) {
    await finishPurging(parts, services);
    return (await import("../syncing/sync-round.ts")).syncRound(parts, options);
  },
  async keep(onRound) {
    await finishPurging(parts, services).catch((error) => parts.report(messageOf(error)));
    return (await import("../syncing/keep-syncing.ts")).keepSyncing(parts, onRound);
  },
  state: async () => (await import("../syncing/sync-round.ts")).syncState(parts),
  findWords: async (words) =>
    (await import("../../sync/purge/find-words.ts")).findWords(parts.root, words),
  remoteUrl: async () => (await import("../syncing/remote-url.ts")).remoteUrl(parts),
  packHistory: async (options) =>
    (await import("../syncing/pack-history.ts")).packHistory(parts, options),
});
