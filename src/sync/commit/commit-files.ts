import { join } from "node:path";
import { messageOf } from "../../errors.ts";
import { readBool } from "../../git/config/git-config.ts";
import { blocked, readIfThere } from "../../git/disk.ts";
import { openIgnoreRules } from "../../git/ignore/ignore-rules.ts";
import { type Change, type GitIndex, readIndex } from "../../git/index-file/index-file.ts";
import { oidOf } from "../../git/object-format.ts";
import { type Commit, type CommitText, writeCommit } from "../../git/objects/commit.ts";
import {
  emptyTree,
  executableMode,
  isPlain,
  isSame,
  ordinaryMode,
  versionAt,
  writeTree,
} from "../../git/objects/tree.ts";
import { foldersAbove, pathToBytes } from "../../git/path-bytes.ts";
import { checkCommittable, type Head } from "../../git/refs/refs.ts";
import type { Lock } from "../../vault/lock.ts";
import { isSameBytes } from "../../vault/write/heal-save.ts";
import { applyMove, recoverMove } from "../apply/move.ts";
import { lookAt, type MoveContext, maxSyncedBytes } from "../apply/move-context.ts";
import { isTranscript } from "../merge/trees/path-rules.ts";
import { type Secrets, whyHeldBack } from "./why-held-back.ts";

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

/** What a commit starts from: the last one, what the person staged, and their own rules that keep files out. */
export interface Base extends MoveContext, Secrets {
  readonly head: Head;
  readonly parent: Commit | undefined;
  readonly index: GitIndex;
  readonly ignoredBy: (path: string) => Promise<string | undefined>;
}

/** A file to commit. */
export interface Wanted extends Omit<Parameters<typeof whyHeldBack>[2], "had" | "has"> {
  readonly path: string;
  /** What it is to be (null: no file); undefined: as it stands on disk. */
  readonly content?: Uint8Array | null | undefined;
}

/** A file that is not as the last commit has it. */
interface Inspected extends Change {
  /** Its bytes there, and as they are to be; undefined: no plain file. */
  readonly had: Buffer | undefined;
  readonly has: Buffer | undefined;
  /** Why it is left to the person, if it is. */
  readonly reason?: string | undefined;
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
  collect: (base: Base) => Promise<{ text: CommitText; files: readonly Inspected[] }>,
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

/** Opens what the next commit starts from. Throws a blocked error where the person's own git is at work. */
export async function openBase(context: MoveContext & Secrets): Promise<Base> {
  const { repository, objects } = context;
  const head = await checkCommittable(repository.gitDir);
  const parent = head.oid === undefined ? undefined : await objects.readCommit(head.oid);
  const index = await readIndex(repository.gitDir, objects, parent?.tree);
  const ignoredBy = openIgnoreRules(repository, { ofVault: false });
  return { ...context, head, parent, index, ignoredBy };
}

/** The files that are not as the last commit has them; what is to be committed of them is stored. */
export async function inspect(base: Base, files: Iterable<Wanted>): Promise<readonly Inspected[]> {
  const found: Inspected[] = [];
  for (const file of files) {
    base.signal?.throwIfAborted();
    const one = isTranscript(file.path) ? undefined : await inspectFile(base, file);
    if (one !== undefined) found.push(one);
    if (one?.has && !one.reason) await base.objects.write("blob", one.has);
  }
  return found;
}

async function inspectFile(base: Base, wanted: Wanted): Promise<Inspected | undefined> {
  const { root, repository, objects, parent } = base;
  const { path, content } = wanted;
  const before = await versionAt(objects, parent?.tree, path);
  const had = isPlain(before) ? await objects.readOrEmpty(before.oid) : undefined;
  const disk = await readFile(base, path);
  if (typeof disk === "string") return { path, before, after: before, had, has: had, reason: disk };
  const bytes = content === undefined ? disk : content;
  const has = bytes ? Buffer.from(bytes) : undefined;
  const isRunnable = ((lookAt(join(root, path))?.mode ?? 0) & 0o100) !== 0;
  const isKept = readBool(repository.config, "core.filemode", true);
  const newMode = isRunnable && isKept ? executableMode : ordinaryMode;
  // The mode stays as committed: a chmod is the person's change.
  const mode = isPlain(before) ? before.mode : newMode;
  const after = has && { mode, oid: oidOf("blob", has) };
  // Where the folder has it as committed, all that was done to it is committed, by whomever.
  if (isSame(before, after) || isSameBytes(had ?? null, disk ?? null)) return undefined;
  const reason = await whyHeldBack(base, { path, before, after }, { ...wanted, had, has });
  return { path, before, after, had, has, reason };
}

/** Undefined where nothing stands there; a text says why it is left to the person. */
async function readFile({ root }: MoveContext, path: string): Promise<Buffer | string | undefined> {
  try {
    const link = foldersAbove(path).find((above) => lookAt(join(root, above))?.isSymbolicLink());
    if (link !== undefined) return `"${link}" is a symbolic link`;
    const stat = lookAt(join(root, path));
    if (stat?.isFile() === false) return "it is not a plain file";
    if (stat !== undefined && stat.size > maxSyncedBytes)
      return "it is larger than 10 MB; name it in .gitignore";
    return await readIfThere(join(root, path), { maxBytes: maxSyncedBytes });
  } catch (error) {
    return `it cannot be read (${messageOf(error)})`;
  }
}
