import type { Disk } from "../disk.ts";
import type { Objects } from "../objects/objects.ts";
import type { Repository } from "../repository/repository.ts";
import type { SystemGit } from "../system-git.ts";

/** What the other side has: branch → newest commit, by short names such as `main`. */
export interface RemoteRefs {
  /** The branch that a clone checks out; none where the remote does not say. */
  readonly head: string | undefined;
  readonly branches: ReadonlyMap<string, string>;
}

/** A branch of the remote, from where it was seen last (undefined: nowhere) to where it shall stand. */
export interface RemoteMove {
  readonly branch: string;
  readonly from: string | undefined;
  readonly to: string;
}

/**
 * The copy of the vault elsewhere. Each call may throw SYNC_FAILED, whose message is one sentence without secrets, with
 * `reason` and `fix` in its data, or the error of this disk; a signal ends it with the signal's reason.
 */
export interface Remote {
  /** Without user, password or token. */
  readonly url: string;
  refs(signal?: AbortSignal): Promise<RemoteRefs>;
  /**
   * Brings a branch into the store, whole and checked, and gives its tip; refs are never written here. `known`: commits
   * that are complete here, and that the remote may have.
   */
  fetch(branch: string, known: readonly string[], signal?: AbortSignal): Promise<string>;
  /** Sends what is missing, and moves the branch to any commit. "raced": it is no longer at `from`. */
  push(move: RemoteMove, signal?: AbortSignal): Promise<"pushed" | "raced">;
}

/** What the person set. */
export interface RemoteSettings {
  /** The longest silence (ms). */
  readonly timeoutMs: number;
  /** A file of further certificates (PEM) to trust for https. */
  readonly ca?: string | undefined;
  /** A private key for ssh, instead of those in ~/.ssh. */
  readonly sshKey?: string | undefined;
  /** Gives the token for https, where there is one; it is for the remote's own host only. */
  readonly readToken?: () => string | undefined;
}

export interface RemoteOptions {
  readonly url: string;
  readonly repository: Repository;
  readonly objects: Objects;
  readonly disk: Disk;
  /** The system's git, where there is one. */
  readonly git: SystemGit | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly settings: RemoteSettings;
}
