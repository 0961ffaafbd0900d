import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../../errors.ts";
import { readBool } from "../../git/config/git-config.ts";
import { readIfThere } from "../../git/disk.ts";
import { openFilterRules, openIgnoreRules } from "../../git/ignore/ignore-rules.ts";
import type { GitIndex } from "../../git/index-file/index-file.ts";
import { type Change, readIndex, whyStaged } from "../../git/index-file/update-index.ts";
import { oidOf } from "../../git/object-format.ts";
import type { Commit } from "../../git/objects/commit.ts";
import {
  entryAt,
  executableMode,
  folderMode,
  isPlain,
  isSame,
  ordinaryMode,
} from "../../git/objects/tree.ts";
import { foldersAbove } from "../../git/path-bytes.ts";
import type { Head } from "../../git/refs/head.ts";
import { checkCommittable } from "../../git/repository/check-committable.ts";
import { isMarkdown } from "../../vault/list-files.ts";
import { lookAt, type MoveContext } from "../apply/move-context.ts";
import { faultOfName, faultOfSecretName, isTranscript } from "../merge/trees/path-rules.ts";

/** What a commit starts from: the last one, what the person staged, and the rules that keep files out. */
export interface Base {
  readonly context: MoveContext;
  readonly head: Head;
  readonly parent: Commit | undefined;
  readonly readIndex: () => Promise<GitIndex>;
  /** The filter by which git changes a file before it stores it, if any. */
  readonly filterOf: (path: string) => Promise<string | undefined>;
  /** The rule of the person's own, not of the vault, by which git ignores a path, if any. */
  readonly ignoredBy: (path: string) => Promise<string | undefined>;
}

/** Opens what the next commit starts from. Throws a blocked error where the person's own git is at work. */
export async function openBase(context: MoveContext): Promise<Base> {
  const { repository, objects, person } = context;
  const head = await checkCommittable(repository.gitDir);
  const parent = head.oid === undefined ? undefined : await objects.readCommit(head.oid);
  let index: Promise<GitIndex> | undefined;
  return {
    context,
    head,
    parent,
    readIndex() {
      index ??= readIndex(repository.gitDir, objects, parent?.tree);
      return index;
    },
    filterOf: openFilterRules({ ...repository, person }),
    ignoredBy: openIgnoreRules({ ...repository, person }, { ofVault: false }),
  };
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
  const { objects, repository } = base.context;
  const found = await entryAt(objects, base.parent?.tree, path);
  const kind = found?.entry.mode === folderMode ? "folder" : "file";
  const before = found?.isThere === true ? found.entry : undefined;
  const had = isPlain(before) ? await objects.read(before.oid) : undefined;
  const unchanged = { path, before, after: before, had, has: had };
  if (isTranscript(path)) return undefined;
  if (found && before === undefined)
    return { ...unchanged, reason: `the last commit has a ${kind} in its place` };
  const file = content === undefined ? await readFile(base.context, path) : toFile(content);
  if (typeof file === "string") return { ...unchanged, reason: file };
  const isExecutable = file?.isExecutable && readBool(repository.config, "core.filemode", true);
  // The mode stays as committed: a chmod is the person's change.
  const mode = isPlain(before) ? before.mode : isExecutable ? executableMode : ordinaryMode;
  const after = file && { mode, oid: oidOf("blob", file.bytes) };
  if (isSame(before, after)) return undefined;
  const reason = await whyKeptOut(base, { path, before, after });
  return { path, before, after, had, has: file?.bytes, reason };
}

/** Why a path stays on this device whatever it holds. */
async function whyKeptOut(base: Base, change: Change): Promise<string | undefined> {
  const { path, before, after } = change;
  const filter = after && (await base.filterOf(path));
  // What LFS would store elsewhere is stored here: it hides nothing.
  if (filter !== undefined && filter !== "lfs") return `git runs the filter "${filter}" on it`;
  const rule = before === undefined ? await base.ignoredBy(path) : undefined;
  const odd = before === undefined ? faultOfName(path) : undefined;
  return (
    (rule && `git ignores it by ${rule}`) ??
    (after && faultOfSecretName(path)) ??
    (odd && `${odd}; rename it`) ??
    whyStaged(await base.readIndex(), change)
  );
}

interface FileBytes {
  readonly bytes: Buffer;
  readonly isExecutable: boolean;
}

const toFile = (content: Uint8Array | null): FileBytes | undefined =>
  content === null ? undefined : { bytes: Buffer.from(content), isExecutable: false };

/** Undefined where nothing stands there; a text says why it is left to the person. */
async function readFile(
  { repository: { root }, maxFileBytes }: MoveContext,
  path: string,
): Promise<FileBytes | string | undefined> {
  try {
    const link = foldersAbove(path).find((above) => lookAt(join(root, above))?.isSymbolicLink());
    if (link !== undefined) return `"${link}" is a symbolic link`;
    const stat = lookAt(join(root, path));
    if (stat?.isFile() === false) return "it is not a plain file";
    if (stat !== undefined && stat.size > maxFileBytes) return tooLarge(maxFileBytes);
    const bytes = await readIfThere(join(root, path), { maxBytes: maxFileBytes });
    return bytes && { bytes, isExecutable: ((stat?.mode ?? 0) & 0o100) !== 0 };
  } catch (error) {
    return `it cannot be read (${messageOf(error)})`;
  }
}

/** Why a file that is larger than allowed is held back. */
const tooLarge = (maxFileBytes: number): string =>
  `it is larger than ${Math.round((maxFileBytes / 2 ** 20) * 10) / 10} MB; name it in .gitignore`;

/** How long (ms) a file must have been left alone to be believed: some editors unlink, then create; a copy writes for a while. */
export interface Patience {
  readonly changed: number;
  readonly gone: number;
  readonly shrunk: number;
}

/** What Loci wrote itself is whole. */
export const ownPatience: Patience = { changed: 0, gone: 300, shrunk: 300 };

/** The paths that are not as the last commit has them; looks once more where some may be half saved. */
export async function inspectAll(
  base: Base,
  paths: Iterable<string>,
  patience: Patience,
): Promise<readonly Inspected[]> {
  const { signal } = base.context;
  const look = async (): Promise<readonly Inspected[]> => {
    const found: Inspected[] = [];
    for (const path of paths) {
      signal?.throwIfAborted();
      const file = await inspect(base, path);
      if (file !== undefined) found.push(file);
    }
    return found;
  };
  const waitMs = (file: Inspected): number => waitFor(base.context, file, patience);
  const found = await look();
  const longest = found.reduce((most, file) => Math.max(most, waitMs(file)), 0);
  if (longest === 0) return found;
  await sleep(longest + timerSlackMs, undefined, { signal });
  const reason = "somebody is writing to it; the next sync takes it";
  return (await look()).map((file) => (waitMs(file) > 0 ? { ...file, reason } : file));
}

/** A timer may end a little early by the clock that files are dated by. */
const timerSlackMs = 10;
/** A time ahead of the clock says nothing. */
const clockSlackMs = 5_000;

function waitFor({ root, clock }: MoveContext, file: Inspected, patience: Patience): number {
  const { path, had, has, reason } = file;
  if (reason !== undefined) return 0;
  const entries = countEntries(path, had);
  const lost = entries - countEntries(path, has);
  const isShrunk = has?.length === 0 ? had?.length !== 0 : lost >= 10 && lost * 2 > entries;
  const quietMs = isShrunk ? patience.shrunk : patience.changed;
  // Since it was last written, or its folder where it is gone.
  let at = path;
  while (at !== "." && lookAt(join(root, at)) === undefined) at = dirname(at);
  const age = clock.now() - (lookAt(join(root, at))?.mtimeMs ?? 0);
  return age < -clockSlackMs ? 0 : (has === undefined ? patience.gone : quietMs) - age;
}

const countEntries = (path: string, bytes: Buffer | undefined): number =>
  (isMarkdown(path) && bytes?.toString("utf8").match(/^(?:[-*+]|\d+[.)])[ \t]+\S/gm)?.length) || 0;

/** Why a new content of a file is not to be committed; undefined where it may. */
export type ContentGuard = (
  path: string,
  before: Buffer | undefined,
  after: Buffer,
) => string | undefined;

/** Leaves to the person what a guard holds back. */
export const guarded = (
  files: readonly Inspected[],
  guard: ContentGuard | undefined,
): readonly Inspected[] =>
  files.map((file) => {
    const { path, had, has, reason } = file;
    return { ...file, reason: reason ?? (has && guard?.(path, had, has)) };
  });
