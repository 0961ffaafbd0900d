import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { type FolderGuard, guardFolders } from "../index/folder-guard.ts";
import { type ReconcileOptions, reconcile } from "../index/reconcile.ts";
import type { Embeddings } from "../recall/embeddings.ts";
import type { WritableVault } from "../vault/write/change-file.ts";

/** What is kept fresh. */
interface FreshVault extends ReconcileOptions, WritableVault {
  readonly clock: WritableVault["clock"];
  readonly embeddings: Pick<Embeddings, "follow">;
  readonly report: (sentence: string) => void;
}

/** A process that has looked at all files so often will do so again: from then on it watches their folders. */
const looksBeforeGuard = 2;

/** Keeps the index of one vault equal to its files, so that no answer is stale. */
export type Freshness = ReturnType<typeof openFreshness>;

export function openFreshness(vault: FreshVault) {
  const { root, lociDir, index, clock, now, embeddings } = vault;
  let lookedAt = 0;
  let looks = 0;
  let guard: FolderGuard | undefined;
  /** Of the index that was equal to the files when the guard began to watch. */
  let guarded = 0;
  let wrote = false;
  /** Makes the index equal to the files. Throws LociError VAULT_VANISHED or UNREADABLE with the index kept. */
  const refresh = async (options: Pick<ReconcileOptions, "confirmRemovals"> = {}) => {
    lookedAt = now();
    wrote = false;
    if (wroteLately(lociDir)) await mend(vault);
    if (++looks >= looksBeforeGuard) guard ??= guardFolders(root, clock);
    const endLook = await guard?.beginLook();
    const done = await reconcile({ ...vault, ...options });
    for (const { path, reason } of done.unreadable) {
      const known = "what is known of it is as old as its last reading";
      vault.report(`Cannot read "${path}": ${reason}; ${known}`);
    }
    if (done.unreadable.length === 0) {
      endLook?.(done);
      guarded = index.generation();
    }
    await embeddings.follow(done.indexed.length > 0);
    return done;
  };
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<unknown> | undefined;
  /** Many who ask at once have the work done once: whoever comes while it runs shares the next run. */
  const sharedLook = (): Promise<unknown> => {
    const look = () => {
      next = undefined;
      return refresh();
    };
    next ??= last = last.then(look, look); // A failure is told to its own callers.
    return next;
  };
  let turns: Promise<void> = Promise.resolve();
  return {
    refresh,
    /** Refreshes, unless nothing has happened in the vault's folders since the last time. */
    async ensureFresh(): Promise<void> {
      const isQuiet = !wrote && (await guard?.isQuiet()) === true;
      if (isQuiet && guarded === index.generation()) lookedAt = now();
      else await sharedLook();
      // Questions that come at once would keep timers and connections waiting for all of them: one goes on a turn.
      turns = turns.then(() => setImmediate());
      await turns;
    },
    /** Loci itself wrote something: the next `ensureFresh` refreshes. */
    noteWrite(): void {
      wrote = true;
    },
    /** When the files were last compared with the index (ms since the epoch). */
    lookedAt: (): number => lookedAt,
    close: (): void => guard?.close(),
  };
}

/** Only then can an editor or a crash have left something to mend. */
function wroteLately(lociDir: string): boolean {
  const folder = join(lociDir, "writes");
  return existsSync(folder) && readdirSync(folder).length > 0;
}

/** Puts right what editors and crashes left in files that Loci lately wrote, and reports what it cannot. */
async function mend(vault: FreshVault): Promise<void> {
  const { respectCheckouts } = await import("../sync/round/respect-checkouts.ts");
  const { healVault } = await import("../vault/write/change-file.ts");
  const { mergeSave } = await import("../sync/merge/file/merge-file.ts");
  await respectCheckouts(vault);
  for (const failure of await healVault({ ...vault, merge: mergeSave })) vault.report(failure);
}
