import { join } from "node:path";
import { messageOf } from "../../errors.ts";
import { readBool } from "../../git/config/git-config.ts";
import { readIfThere } from "../../git/disk.ts";
import { openIgnoreRules } from "../../git/ignore/ignore-rules.ts";
import {
  type Change,
  type GitIndex,
  readIndex,
  whyStaged,
} from "../../git/index-file/index-file.ts";
import { oidOf } from "../../git/object-format.ts";
import type { Commit } from "../../git/objects/commit.ts";
import {
  executableMode,
  isPlain,
  isSame,
  ordinaryMode,
  versionAt,
} from "../../git/objects/tree.ts";
import { foldersAbove } from "../../git/path-bytes.ts";
import { checkCommittable, type Head } from "../../git/refs/refs.ts";
import { lookAt, type MoveContext, maxSyncedBytes } from "../apply/move-context.ts";
import { faultOfName, faultOfSecretName, isTranscript } from "../merge/trees/path-rules.ts";
import type { ContentGuard } from "./secret-guard.ts";

/** What a commit starts from: the last one, what the person staged, and the rules that keep files out. */
export interface Base extends MoveContext {
  readonly head: Head;
  readonly parent: Commit | undefined;
  readonly index: GitIndex;
  /** The rule of the person's own, not of the vault, by which git ignores a path, if any. */
  readonly ignoredBy: (path: string) => Promise<string | undefined>;
  readonly guard: ContentGuard | undefined;
}

/** Opens what the next commit starts from. Throws a blocked error where the person's own git is at work. */
export async function openBase(context: MoveContext, guard?: ContentGuard): Promise<Base> {
  const { repository, objects } = context;
  const head = await checkCommittable(repository.gitDir);
  const parent = head.oid === undefined ? undefined : await objects.readCommit(head.oid);
  const index = await readIndex(repository.gitDir, objects, parent?.tree);
  const ignoredBy = openIgnoreRules(repository, { ofVault: false });
  return { ...context, head, parent, index, ignoredBy, guard };
}

/** A file that is not as the last commit has it. */
export interface Inspected extends Change {
  /** Its bytes there, and as they are to be; undefined: no plain file. */
  readonly had: Buffer | undefined;
  readonly has: Buffer | undefined;
  /** Why it is left to the person, if it is. */
  readonly reason?: string | undefined;
}

/** How a file stands against the last commit, on disk or with this content (null: no file); undefined: the same. */
export async function inspect(
  base: Base,
  path: string,
  content?: Uint8Array | null,
): Promise<Inspected | undefined> {
  const { objects, parent } = base;
  if (isTranscript(path)) return undefined;
  const before = await versionAt(objects, parent?.tree, path);
  const had = isPlain(before) ? await objects.readOrEmpty(before.oid) : undefined;
  const found = content === undefined ? await readFile(base, path) : content;
  if (typeof found === "string")
    return { path, before, after: before, had, has: had, reason: found };
  const has = found ? Buffer.from(found) : undefined;
  const after = has && { mode: modeOf(base, path, before), oid: oidOf("blob", has) };
  if (isSame(before, after)) return undefined;
  const kept = await whyKeptOut(base, { path, before, after });
  return { path, before, after, had, has, reason: kept ?? (has && base.guard?.(path, had, has)) };
}

/** The mode stays as committed: a chmod is the person's change. */
function modeOf({ root, repository }: Base, path: string, before: Change["before"]): number {
  if (isPlain(before)) return before.mode;
  const isRunnable = ((lookAt(join(root, path))?.mode ?? 0) & 0o100) !== 0;
  const isKept = readBool(repository.config, "core.filemode", true);
  return isRunnable && isKept ? executableMode : ordinaryMode;
}

/** Why a path stays on this device whatever it holds. */
async function whyKeptOut(base: Base, { path, before, after }: Change) {
  const rule = before === undefined ? await base.ignoredBy(path) : undefined;
  const odd = before === undefined ? faultOfName(path) : undefined;
  return (
    (rule && `git ignores it by ${rule}`) ??
    (after && faultOfSecretName(path)) ??
    (odd && `${odd}; rename it`) ??
    whyStaged(base.index, { path, before })
  );
}

/** Undefined where nothing stands there; a text says why it is left to the person. */
async function readFile({ root }: MoveContext, path: string) {
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

/** The paths that are not as the last commit has them. */
export async function inspectAll(
  base: Base,
  paths: Iterable<string>,
): Promise<readonly Inspected[]> {
  const found: Inspected[] = [];
  for (const path of paths) {
    base.signal?.throwIfAborted();
    const file = await inspect(base, path);
    if (file !== undefined) found.push(file);
  }
  return found;
}
