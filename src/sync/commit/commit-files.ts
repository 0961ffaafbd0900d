import { blocked } from "../../git/disk.ts";
import { type CommitText, writeCommit } from "../../git/objects/commit.ts";
import { emptyTree, writeTree } from "../../git/objects/tree.ts";
import { pathToBytes } from "../../git/path-bytes.ts";
import type { Lock } from "../../vault/lock.ts";
import { applyMove, recoverMove } from "../apply/move.ts";
import type { MoveContext } from "../apply/move-context.ts";
import { type Base, type Inspected, openBase, type Secrets } from "./inspect.ts";

/** A path that was left to the person, and why. */
export interface HeldBack {
  readonly path: string;
  readonly reason: string;
  /** It is another device's, and was not taken here. */
  readonly isIncoming?: boolean;
}

/** The commits that were made. */
export interface CommitResult {
  readonly oids: readonly string[];
  readonly paths: readonly string[];
  readonly heldBack: readonly HeldBack[];
}

/** What is to be one commit, but for files that are left to the person. */
export interface Collected {
  readonly text: CommitText;
  readonly files: readonly Inspected[];
}

/** Works under the commit lock, once what a killed process left is finished. */
export const underLock = <T>(
  vault: MoveContext & { readonly commitLock: Lock },
  work: () => Promise<T>,
): Promise<T> =>
  vault.commitLock(async () => {
    await recoverMove(vault);
    return work();
  }, vault.signal);

const maxAttempts = 30;

/**
 * Commits what is collected against the last commit, on the branch that is checked out; collects anew where another
 * program moved it meanwhile. What the person staged, or what is held back, stays theirs; their files are only read,
 * and every failure leaves the repository as it was or one finished commit further. The caller holds the vault's commit
 * lock. Rejects with GIT_BLOCKED (whatever a person can fix), an error of the disk, or the signal's reason.
 */
export async function commitFiles(
  context: MoveContext & Secrets,
  collect: (base: Base) => Promise<Collected>,
): Promise<CommitResult> {
  const { objects, signal } = context;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    signal?.throwIfAborted();
    const base = await openBase(context);
    const { text, files } = await collect(base);
    const heldBack = files.flatMap(({ path, reason }) => (reason ? { path, reason } : []));
    const changes = files.filter(({ reason }) => reason === undefined);
    const paths = changes.map(({ path }) => path);
    if (paths.length === 0) return { oids: [], paths, heldBack };
    const { head, parent } = base;
    const versions = new Map(changes.map(({ path, after }) => [pathToBytes(path), after]));
    const tree = await writeTree(objects, parent?.tree ?? emptyTree, versions);
    const { oid, log } = await writeCommit(objects, tree, parent, text);
    const move = { ref: head.ref, from: head.oid, to: oid, log, writes: false };
    if ((await applyMove(context, move)) === "applied") return { oids: [oid], paths, heldBack };
  }
  throw blocked(
    `another git program moved the branch ${maxAttempts} times meanwhile`,
    "try again when it has finished",
  );
}
