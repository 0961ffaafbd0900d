import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { LociError } from "../../errors.ts";
import type { EmbedResult } from "../../index/embed-queue.ts";
import { type BankCount, countAll, countBanks, type IndexFigures } from "../../index/overview.ts";
import type { Reconciled } from "../../index/reconcile.ts";
import type { IndexDatabase } from "../../index/search.ts";
import type { VaultWatcher } from "../../index/watch-vault.ts";
import type { OpenVault } from "../open-vault.ts";

/** The index of the vault's files, which can always be made again. */
export interface LociIndex {
  /** Makes the index equal to the files. Throws LociError VAULT_VANISHED or UNREADABLE with the index kept.
   * @example const { indexed, removed } = await loci.index.refresh(); */
  refresh(options?: { readonly confirmRemovals?: boolean }): Promise<Reconciled>;
  /** Keeps the index in step until closed; resolves when changes are noticed.
   * @example const watcher = await loci.index.watch(({ indexed }) => console.log(indexed)); */
  watch(onChange: (change: Reconciled) => void): Promise<VaultWatcher>;
  /** Calls back when a `watch` of this process has seen changes, until the returned function is called.
   * @example const stop = loci.index.onChanged(() => console.log("changed")); */
  onChanged(listener: () => void): () => void;
  /** What the index holds, and how much of the disk it takes.
   * @example const { entries } = await loci.index.figures(); */
  figures(): Promise<IndexFigures & { readonly indexBytes: number }>;
  /** How many memories each bank holds, by whose they are.
   * @example const counts = await loci.index.bankCounts(); */
  bankCounts(): Promise<readonly BankCount[]>;
  /** Runs a query on the index as it stands.
   * @example const count = loci.index.read((db) => db.prepare("SELECT count(*) FROM chunk").pluck().get()); */
  read<T>(work: (db: IndexDatabase) => T): T;
  /** Empties the index; the next `refresh` fills it again.
   * @example loci.index.drop(); */
  drop(): void;
  /** Embeds what has no vector yet, however many texts that are; `verify` looks at each vector that is there too.
   * @example const { embedded, left } = await loci.index.embedAll(); */
  embedAll(options?: { readonly verify?: boolean }): Promise<EmbedResult>;
  /** Why the embedding model does not answer, if it does not.
   * @example const why = await loci.index.probeModel(); */
  probeModel(): Promise<LociError | undefined>;
}

export function openIndexDoor(parts: OpenVault): LociIndex {
  const { index, embeddings, freshness, lociDir } = parts;
  return {
    refresh: freshness.refresh,
    watch: async (onChange) => (await import("../watch.ts")).watch(parts, onChange),
    onChanged(listener) {
      parts.background.onChanged.add(listener);
      return () => void parts.background.onChanged.delete(listener);
    },
    async figures() {
      await freshness.ensureFresh();
      return { ...index.run(countAll), indexBytes: sizeOf(lociDir) };
    },
    async bankCounts() {
      await freshness.ensureFresh();
      return index.run(countBanks);
    },
    read: (work) => index.run(work),
    drop: () => index.drop(),
    embedAll: (options = {}) => embeddings.catchUp({ all: true, ...options }),
    probeModel: () => embeddings.probe(),
  };
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
