import { join } from "node:path";
import { z } from "zod";
import { type LociError, messageOf } from "../../errors.ts";
import { readBool } from "../../git/config/git-config.ts";
import { blocked, isMissing } from "../../git/disk.ts";
import { openIgnoreRules } from "../../git/ignore/ignore-rules.ts";
import { type Change, readIndex, whyStaged } from "../../git/index-file/index-file.ts";
import { oidOf } from "../../git/object-format.ts";
import { type CommitText, writeCommit } from "../../git/objects/commit.ts";
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
import { isMarkdown, maxFileBytes } from "../../vault/list-files.ts";
import { readPlain } from "../../vault/read-small-file.ts";
import { splitLines } from "../../vault/split-lines.ts";
import { readTopic } from "../../vault/topic/read-topic.ts";
import { markText } from "../../vault/topic/secret-marks.ts";
import { findMarked } from "../../vault/topic/secrets.ts";
import { decodeText } from "../../vault/vault-text.ts";
import { type Bytes, isSameBytes } from "../../vault/write/heal-save.ts";
import { applyMove } from "../apply/move.ts";
import { lookAt, type MoveContext, maxSyncedBytes } from "../apply/move-context.ts";
import { mergeFile } from "../merge/file/merge-file.ts";
import { faultOfName, faultOfSecretName, isTranscript } from "../merge/trees/path-rules.ts";
import type { Versions } from "./pending.ts";

/** A path that was left to the person, and why; `isIncoming`: it is another device's, and was not taken here. */
export const heldSchema = z.object({
  path: z.string(),
  reason: z.string(),
  isIncoming: z.boolean().exactOptional(),
});
export type HeldBack = Readonly<z.infer<typeof heldSchema>>;

/** The commits that were made. */
export interface CommitResult {
  readonly oids: readonly string[];
  readonly paths: readonly string[];
  readonly heldBack: readonly HeldBack[];
}

/** What a commit starts from: the last one, and what the person staged. */
export type Base = Awaited<ReturnType<typeof openBase<MoveContext>>>;

/** A file to commit. */
export interface Wanted {
  readonly path: string;
  /** What was made of it, to be merged into what was committed since; undefined: as it stands on disk. */
  readonly made?: Versions | undefined;
  /** Whether a line was asked for, and may be committed though it is marked as secret. */
  readonly isAsked?: ((line: string) => boolean) | undefined;
}

/** A file that is not as the last commit has it. */
export interface Inspected extends Change {
  /** Its bytes there, and as they are to be; null: no plain file. */
  readonly had: Bytes;
  readonly has: Bytes;
  /** Why it is left to the person, if it is. */
  readonly reason?: string | undefined;
}

/** Commits files as they are wanted now, as `commitInspected` does. */
export async function commitFiles(
  context: MoveContext,
  text: CommitText,
  files: readonly Wanted[],
): Promise<CommitResult> {
  const base = await openBase(context);
  return commitInspected(base, text, await inspect(base, files));
}

/**
 * Commits inspected files on the branch that is checked out. What the person staged, or what is held back, stays
 * theirs; their files are only read, and every failure leaves the repository as it was or one finished commit further.
 * Rejects with GIT_BLOCKED (whatever a person can fix), an error of the disk, or the signal's reason. The caller holds
 * the vault's commit lock.
 */
export async function commitInspected(
  base: Base,
  text: CommitText,
  files: readonly Inspected[],
): Promise<CommitResult> {
  const { objects, head, parent } = base;
  const heldBack = files.flatMap(({ path, reason }) => (reason ? { path, reason } : []));
  const changes = files.filter(({ reason }) => reason === undefined);
  const paths = changes.map(({ path }) => path);
  if (paths.length === 0) return { oids: [], paths, heldBack };
  const versions = new Map(changes.map(({ path, after }) => [pathToBytes(path), after]));
  const tree = await writeTree(objects, parent?.tree ?? emptyTree, versions);
  const { oid, log } = await writeCommit(objects, tree, parent, text);
  const move = { ref: head.ref, from: head.oid, to: oid, log, writes: false };
  if ((await applyMove(base, move)) === "moved") throw movedMeanwhile();
  return { oids: [oid], paths, heldBack };
}

/** The error where the person's own git moved the branch. */
export const movedMeanwhile = (): LociError =>
  blocked("another git program moved the branch meanwhile", "try again when it has finished");

/** Opens what the next commit starts from; without `head`, throws a blocked error where the person's git is at work. */
export async function openBase<Context extends Pick<MoveContext, "repository" | "objects">>(
  context: Context,
  head?: Head,
) {
  const { repository, objects } = context;
  const at = head ?? (await checkCommittable(repository.gitDir));
  const parent = at.oid === undefined ? undefined : await objects.readCommit(at.oid);
  const index = await readIndex(repository.gitDir, objects, parent?.tree);
  return { ...context, head: at, parent, index };
}

/** The files that are not as the last commit has them; what is to be committed of them is stored. */
export async function inspect(base: Base, files: Iterable<Wanted>): Promise<readonly Inspected[]> {
  const ignoredBy = openIgnoreRules(base.repository, { ofVault: false });
  const found: Inspected[] = [];
  for (const file of files) {
    base.signal?.throwIfAborted();
    const one = isTranscript(file.path) ? undefined : await inspectFile(base, file);
    if (one === undefined) continue;
    const rule = one.before === undefined ? await ignoredBy(file.path) : undefined;
    const ignored = rule && `git ignores it by ${rule}`;
    const reason = one.reason ?? ignored ?? whyHeldBack(base, one, file);
    found.push({ ...one, reason });
    if (one.has && !reason) await base.objects.write("blob", one.has);
  }
  return found;
}

async function inspectFile(base: Base, { path, made }: Wanted): Promise<Inspected | undefined> {
  const { root, repository, objects, parent } = base;
  const before = await versionAt(objects, parent?.tree, path);
  const had = isPlain(before) ? await objects.readOrEmpty(before.oid) : null;
  const link = foldersAbove(path).find((one) => lookAt(join(root, one))?.isSymbolicLink());
  const disk = link === undefined ? readDisk(root, path) : `"${link}" is a symbolic link`;
  if (typeof disk === "string") return { path, before, after: before, had, has: had, reason: disk };
  const has = made
    ? mergeFile({ path, bases: [made.before], ours: had, theirs: made.after }).bytes
    : disk;
  const isRunnable = ((lookAt(join(root, path))?.mode ?? 0) & 0o100) !== 0;
  const isKept = readBool(repository.config, "core.filemode", true);
  const newMode = isRunnable && isKept ? executableMode : ordinaryMode;
  // The mode stays as committed: a chmod is the person's change.
  const mode = isPlain(before) ? before.mode : newMode;
  const after = has ? { mode, oid: oidOf("blob", has) } : undefined;
  // Where the folder has it as committed, all that was done to it is committed, by whomever.
  const isDone = isSame(before, after) || isSameBytes(had, disk);
  return isDone ? undefined : { path, before, after, had, has };
}

/** A file on disk; null: none; a text says why it is left to the person. Not async: a scan reads all. */
export function readDisk(root: string, path: string): Bytes | string {
  try {
    const stat = lookAt(join(root, path));
    if (stat?.isFile() === false) return "it is not a plain file";
    if (stat !== undefined && stat.size > maxSyncedBytes) return tooLarge;
    return stat ? readPlain(join(root, path)).bytes : null;
  } catch (error) {
    return isMissing(error) ? null : `it cannot be read (${messageOf(error)})`;
  }
}

/** Why a file of more than `maxSyncedBytes` is not committed. */
export const tooLarge = "it is larger than 10 MB; name it in .gitignore";

/** Why a change stays on this device, if it does. */
function whyHeldBack(base: Base, change: Inspected, wanted: Wanted): string | undefined {
  const { path, before, after } = change;
  const odd = before === undefined ? faultOfName(path) : undefined;
  return (
    (after && faultOfSecretName(path)) ??
    (odd && `${odd}; rename it`) ??
    whyStaged(base.index, change) ??
    whySecret(base, change, wanted)
  );
}

/** Why a file is held back as a whole: a new line of it holds a key, or is secret by a mark and was not asked for. */
function whySecret(base: Base, change: Inspected, wanted: Wanted): string | undefined {
  const { path, had, has } = change;
  const { made, isAsked = () => false } = wanted;
  if (has === null) return undefined;
  if (base.privateFiles?.has(path))
    return "the settings of this device name it as a file with a key or token; move it out of the vault";
  if (has.includes(0) && !isMarkdown(path)) return undefined;
  // What is secret on disk may be under a mark that the merged file has not.
  const bytes = made?.after ?? has;
  const known = new Set(linesOf(had)).add("");
  const text = isMarkdown(path) && bytes.length <= maxFileBytes ? decodeText(bytes).text : "";
  // Most files have no mark, and need not be parsed.
  const marked = findMarked(readTopic(/sensitivity/i.test(markText(text)) ? text : ""));
  const fresh = [...linesOf(bytes).entries()].filter(([, line]) => !known.has(line));
  const own = fresh.filter(([, line]) => !isAsked(line));
  // One mark can make all of a file secret: its own line says more than the first one.
  const found =
    own.find(([at]) => marked.lines.has(at + 1)) ??
    (marked.isWhole ? own[0] : undefined) ??
    fresh.find(([, line]) => base.looksSecret?.(line));
  if (found === undefined) return undefined;
  return `line ${found[0] + 1} looks like a secret; take it out, or commit the file with your own git`;
}

/** The lines of a file, without what stands about them; none where there is none. */
export const linesOf = (bytes: Bytes | undefined): string[] =>
  bytes ? splitLines(decodeText(bytes).text).map((line) => line.trim()) : [];
