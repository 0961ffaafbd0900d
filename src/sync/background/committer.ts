import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DeviceClock } from "../../device-clock.ts";
import { LociError, messageOf } from "../../errors.ts";
import type { Lock } from "../../vault/lock.ts";
import type { PendingRecord } from "../commit/pending.ts";

export interface CommitterOptions {
  readonly root: string;
  readonly lociDir: string;
  readonly env: NodeJS.ProcessEnv;
  readonly settings: {
    readonly device: string;
    readonly commit: { readonly enabled: boolean };
  };
  /** Quiet time before a commit, in milliseconds; a second, but for tests. */
  readonly commitMs?: number | undefined;
  /** The vault's writer lock. */
  readonly lock: Lock;
  readonly clock: DeviceClock;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Takes one sentence for the person. */
  readonly report: (sentence: string) => void;
  /** Opens the lock under which one process commits at a time. */
  readonly openCommitLock: () => { readonly lock: Lock; close(): void };
  /** Loads the test whether a line holds a key or a token. */
  readonly loadSecretTest: () => Promise<(line: string) => boolean>;
}

/** Puts what Loci wrote into the vault's git, in batches. The packages it needs are loaded only then. */
export interface Committer {
  /** Commits are switched on, and there is a repository. */
  readonly isActive: boolean;
  /** Notes what is about to be written; call it under the writer lock. */
  note(records: readonly PendingRecord[]): Promise<void>;
  /** Commits all that was noted, by any process. What cannot be committed now is reported once and retried later. */
  commit(): Promise<void>;
  /** Commits once nothing was written for a quiet second, and within ten of them, or when those ahead are done. */
  commitSoon(): void;
  /** Pending commits wait for the holder of this lock, in any process, which commits its own changes as one. */
  yieldTo(lock: Lock): void;
  close(): Promise<void>;
}

/** Without a pause in writing, commit after so many quiet times. */
const maxQuiet = 10;

/** A committer for one vault; it does nothing where the vault is not a git repository or commits are switched off. */
export function openCommitter(options: CommitterOptions): Committer {
  const { root, lociDir, settings, clock, report, commitMs = 1_000 } = options;
  const active = settings.commit.enabled && existsSync(join(root, ".git"));
  const reported = new Set<string>();
  const reportOnce = (sentence: string): void => {
    if (!reported.has(sentence)) report(sentence);
    reported.add(sentence);
  };
  let timer: NodeJS.Timeout | undefined;
  let firstAsked: number | undefined;
  let ahead: Lock | undefined;
  const closing = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const commit = (): Promise<void> => {
    clearTimeout(timer);
    firstAsked = undefined;
    const turn = running.then(async () => {
      if (active && existsSync(join(lociDir, "pending"))) await commitNow(options, reportOnce);
    });
    running = turn.catch(() => {}); // The caller has the error; the next commit must not.
    return turn;
  };
  const commitLater = async (): Promise<void> => {
    firstAsked = undefined;
    await ahead?.(async () => {}, closing.signal).catch(() => {}); // It times out.
    if (!closing.signal.aborted) await commit();
  };
  return {
    isActive: active,
    async note(records) {
      if (!active) return;
      const { notePending } = await import("../commit/pending.ts");
      const { readHead } = await import("../../git/refs/head.ts");
      const isWritten = records.some(({ versions }) => versions !== undefined);
      // One that is detached or damaged is said by the commit.
      const head = isWritten && (await readHead(join(root, ".git")).catch(() => undefined));
      const { oid } = head || {};
      for (const record of records) await notePending(lociDir, { ...record, head: oid });
    },
    commit,
    commitSoon() {
      firstAsked ??= clock.elapsed();
      clearTimeout(timer);
      const left = Math.max(0, firstAsked + maxQuiet * commitMs - clock.elapsed());
      const failed = (error: unknown) => report(`Cannot commit: ${messageOf(error)}`);
      timer = setTimeout(() => commitLater().catch(failed), Math.min(commitMs, left));
    },
    yieldTo(lock) {
      ahead = lock;
    },
    async close() {
      closing.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

async function commitNow(
  options: CommitterOptions,
  reportOnce: (sentence: string) => void,
): Promise<void> {
  const { root, lociDir, env, settings, lock, clock, now, report } = options;
  const { commitPending } = await import("../commit/commit-pending.ts");
  const { createEditGuard, createSecretGuard } = await import("../round/secret-guard.ts");
  const { readCommitIdentity } = await import("../commit/commit-identity.ts");
  const identity = await readCommitIdentity(root, env, settings.device);
  const isSecret = await options.loadSecretTest();
  const commitLock = options.openCommitLock();
  try {
    const result = await commitPending({
      ...identity,
      root,
      lociDir,
      lock,
      commitLock: commitLock.lock,
      clock,
      now: new Date(now()),
      // The person may have written into the same file; what is once in a history is in every clone.
      guard: createSecretGuard(isSecret),
      editGuard: createEditGuard({ looksSecret: isSecret }),
    });
    for (const { path, reason } of [...result.heldBack, ...result.editsHeldBack]) {
      reportOnce(`Saved, but not committed yet: ${path}: ${reason}`);
    }
  } catch (error) {
    if (!(error instanceof LociError && error.code === "GIT_BLOCKED")) throw error;
    report(`Saved, but not committed yet: ${messageOf(error)}`);
  } finally {
    commitLock.close();
  }
}
