import { existsSync } from "node:fs";
import { join } from "node:path";
import { LociError, messageOf } from "../../errors.ts";
import { diskBlocked } from "../../git/disk.ts";
import { readHead } from "../../git/refs/refs.ts";
import type { Lock } from "../../vault/lock.ts";
import type { WritableVault } from "../../vault/write/change-file.ts";
import type { PendingRecord } from "../commit/pending.ts";

export interface CommitterOptions extends WritableVault {
  readonly env: NodeJS.ProcessEnv;
  readonly settings: {
    readonly device: string;
    readonly commit: { readonly enabled: boolean };
  };
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Takes one sentence for the person. */
  readonly report: (sentence: string) => void;
  /** One process commits at a time. */
  readonly commitLock: Lock;
  /** Loads the test whether a line holds a key or a token. */
  readonly loadSecretTest: () => Promise<(line: string) => boolean>;
}

/** Puts what Loci wrote into the vault's git, a commit for each step. The packages it needs are loaded only then. */
export type Committer = ReturnType<typeof openCommitter>;

/** A committer for one vault; it does nothing where the vault is not a git repository or commits are switched off. */
export function openCommitter(options: CommitterOptions) {
  const { root, lociDir, settings, report } = options;
  const isActive = settings.commit.enabled && existsSync(join(root, ".git"));
  const reported = new Set<string>();
  const reportOnce = (sentence: string): void => {
    if (!reported.has(sentence)) report(sentence);
    reported.add(sentence);
  };
  const closing = new AbortController();
  let ahead: Lock | undefined;
  let running: Promise<void> = Promise.resolve();
  /** Commits all that was noted, by any process. What cannot be committed now is reported and retried later. */
  const commit = (): Promise<void> => {
    const turn = running.then(async () => {
      if (isActive && existsSync(join(lociDir, "pending"))) await commitNow(options, reportOnce);
    });
    running = turn.catch(() => {}); // The caller has the error; the next commit must not.
    return turn;
  };
  const commitBehind = async (lock: Lock): Promise<void> => {
    await lock(async () => {}, closing.signal).catch(() => {}); // It times out.
    if (!closing.signal.aborted) await commit();
  };
  return {
    isActive,
    /** Notes what is about to be written; call it under the writer lock. */
    async note(records: readonly PendingRecord[]): Promise<void> {
      if (!isActive) return;
      const { notePending } = await import("../commit/pending.ts");
      // One that is detached or damaged is said by the commit.
      const head = (await readHead(join(root, ".git")).catch(() => undefined))?.oid;
      for (const { versions, ...record } of records)
        await notePending(lociDir, { ...record, versions: versions && { ...versions, head } });
    },
    commit,
    /** Begins to commit, at the end of a step; or when those ahead are done. */
    commitSoon(): void {
      const turn = ahead === undefined ? commit() : commitBehind(ahead);
      turn.catch((error: unknown) => report(`Cannot commit: ${messageOf(error)}`));
    },
    /** Pending commits wait for the holder of this lock, in any process, which commits its own changes as one. */
    yieldTo(lock: Lock): void {
      ahead = lock;
    },
    async close(): Promise<void> {
      closing.abort();
      await running;
    },
  };
}

async function commitNow(options: CommitterOptions, reportOnce: (sentence: string) => void) {
  const { root, env, settings, now } = options;
  const { commitPending } = await import("../commit/commit-steps.ts");
  const { readCommitIdentity } = await import("../commit/commit-text.ts");
  try {
    const { heldBack } = await commitPending({
      ...options,
      ...(await readCommitIdentity(root, env, settings.device)),
      now: () => new Date(now()),
      looksSecret: await options.loadSecretTest(),
    });
    for (const { path, reason } of heldBack)
      reportOnce(`Saved, but not committed yet: ${path}: ${reason}`);
  } catch (error) {
    const failed = error instanceof LociError ? error : diskBlocked(error);
    if (failed === undefined) throw error;
    options.report(`Saved, but not committed yet: ${failed.message}`);
  }
}
