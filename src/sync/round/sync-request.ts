import { branchName, type Head } from "../../git/refs/refs.ts";
import type { RemoteSettings } from "../../git/remote/remote.ts";
import type { SystemGit } from "../../git/system-git.ts";
import type { Lock } from "../../vault/lock.ts";
import type { EditedFile } from "../../vault/log/describe-edits.ts";
import type { MoveContext } from "../apply/move-context.ts";
import type { HeldBack } from "../commit/commit-files.ts";
import type { CommitRequest } from "../commit/commit-steps.ts";
import type { Purged } from "../purge/find-lines.ts";

/** How a round is run. */
export interface RoundOptions {
  /**
   * What the person said yes to: that most files are gone, here or there; a purge of another device (false: no), also
   * where the remote's history is to be replaced for it; its history replaced by one without what was purged here.
   */
  readonly accept?: Partial<Record<"deletions" | "purge" | "replace", boolean>> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The URL of the remote: at once where git's settings name none, else once this round ends well. */
  readonly remote?: string | undefined;
  /** Commits, and leaves the remote alone. */
  readonly local?: boolean | undefined;
  /** What is to be taken out of every version in git's history here, and marked, so that others follow. */
  readonly purge?: Purged | undefined;
  /** Leaves alone a remote that no round on this device has asked yet: `.git/config` may have come with the vault. */
  readonly onlyKnownRemote?: boolean | undefined;
  /** How long to wait for a round that is under way elsewhere (ms). */
  readonly waitMs?: number | undefined;
}

/** One round: commit, fetch, merge, push. */
export interface SyncRequest extends CommitRequest, Omit<RoundOptions, "waitMs"> {
  /** A third lock of the vault, held for the whole round: one round at a time. It rejects with BUSY. */
  readonly syncLock: Lock;
  readonly env: NodeJS.ProcessEnv;
  /** `remote`: its name in git's own settings of this clone, "origin" as a rule. */
  readonly settings: RemoteSettings & { readonly remote: string };
  /**
   * Logs edits by hand that are about to be committed, the last of them made at `at` (ms since the epoch), and marks
   * what was forgotten and is written again; returns the paths of the files it wrote. The same edits may come again,
   * with others. Never rejects.
   */
  logEdits?(
    files: readonly EditedFile[],
    at: number,
    readCommitted: (path: string) => Promise<Uint8Array | undefined>,
  ): Promise<readonly string[]>;
  /** What was purged left the files and the history: what is derived of them may hold its words still. */
  readonly onPurged?: (() => void) | undefined;
}

/** One round: what was asked for, the opened vault, the system's git where there is one, and what came of it. */
export type Round = SyncRequest &
  MoveContext & {
    readonly git: SystemGit | undefined;
    readonly done: Record<"pulled" | "pushed", number> & Record<"merged" | "keptBoth", Set<string>>;
  };

/** The short name of the branch that is checked out. */
export const branchOf = (head: Head): string => branchName(head.ref) ?? head.ref;

/** What came of a round. `committed`, `pulled` and `pushed` count commits. */
export interface SyncReport {
  readonly committed: number;
  readonly pulled: number;
  readonly pushed: number;
  /** Paths that both sides had changed. */
  readonly merged: readonly string[];
  /** Both sides changed one line: both are kept. Sentences for the person. */
  readonly keptBoth: readonly string[];
  readonly conflicts: readonly never[];
  readonly heldBack: readonly HeldBack[];
  readonly head: string | null;
  /** Without secrets; null where the vault has no remote: then it only committed. */
  readonly remote: string | null;
  readonly branch: string;
  /** The files that still hold what was to be purged. */
  readonly stillIn?: readonly string[] | undefined;
}
