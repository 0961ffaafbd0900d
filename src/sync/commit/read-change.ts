import { lstat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { messageOf } from "../../errors.ts";
import { readBool } from "../../git/config/git-config.ts";
import { isMissing, readIfThere } from "../../git/disk.ts";
import { type Change, type GitIndex, whyStaged } from "../../git/index-file/update-index.ts";
import { oidOf } from "../../git/object-format.ts";
import type { Objects } from "../../git/objects/objects.ts";
import {
  entryAt,
  executableMode,
  folderMode,
  isPlain,
  ordinaryMode,
  type Version,
} from "../../git/objects/tree.ts";
import { pathToBytes } from "../../git/path-bytes.ts";
import type { MoveContext } from "../apply/move-context.ts";
import { faultOfName, faultOfSecretName, isTranscript } from "../merge/trees/path-rules.ts";

/** A path as one commit sees it: a change, nothing to do, or the person's to deal with. */
export type Reading =
  | { readonly type: "change"; readonly change: Change }
  | { readonly type: "same" }
  | { readonly type: "held back"; readonly reason: string };

/** What reading a path against the last commit needs. */
export interface Reader {
  readonly context: MoveContext;
  readonly rootTree: string | undefined;
  /** What the person staged. */
  readonly index: GitIndex;
  /** The filter by which git changes a file before it stores it, if any. */
  readonly filterOf: (path: string) => Promise<string | undefined>;
  /** The rule of the person's own, not of the vault, by which git ignores a path, if any. */
  readonly ignoredBy: (path: string) => Promise<string | undefined>;
  readonly guard?: ContentGuard | undefined;
  readonly contentOf?: ContentOf | undefined;
}

/** What is committed of a path (null: no file), beside what the last commit holds; undefined: what stands on disk. */
export type ContentOf = (
  path: string,
  committed: Buffer | null,
  objects: Objects,
) => Promise<Uint8Array | null | undefined>;

/** Why a new content of a file is not to be committed; undefined where it may. */
export type ContentGuard = (
  path: string,
  before: Buffer | undefined,
  after: Buffer,
) => string | undefined;

/** Reads a path from the disk, stores its content as a blob and compares it with the last commit. */
export async function readChange(reader: Reader, path: string): Promise<Reading> {
  try {
    const change = await toChange(reader, path);
    return change === undefined ? { type: "same" } : { type: "change", change };
  } catch (error) {
    if (error instanceof HeldBackReason) return { type: "held back", reason: error.message };
    throw error;
  }
}

/** Thrown where a path is left to the person: the message says why. */
class HeldBackReason extends Error {}

/** Undefined where nothing changed. */
async function toChange(reader: Reader, path: string): Promise<Change | undefined> {
  const { objects } = reader.context;
  const before = await readCommitted(reader, path);
  const had = isPlain(before) ? await objects.read(before.oid) : null;
  const content = await reader.contentOf?.(path, had, objects);
  const found =
    content === undefined
      ? await readFileAt(reader.context, path)
      : (content && { bytes: Buffer.from(content), isExecutable: false }) || undefined;
  const after = found && (await toVersion(reader, path, before, found));
  const isSame = after?.oid === before?.oid && after?.mode === before?.mode;
  if (isSame || isTranscript(path)) return undefined;
  await checkPath(reader, { path, before, after });
  if (found !== undefined) {
    const fault = reader.guard?.(path, had ?? undefined, found.bytes);
    if (fault !== undefined) throw new HeldBackReason(fault);
    await objects.write("blob", found.bytes);
  }
  return { path, before, after };
}

/** What the last commit holds at a path. */
async function readCommitted(
  { context: { objects }, rootTree }: Reader,
  path: string,
): Promise<Version | undefined> {
  const found = await entryAt(objects, rootTree, path);
  const kind = found?.entry.mode === folderMode ? "folder" : "file";
  if (found === undefined || (kind === "file" && found.path === pathToBytes(path)))
    return found?.entry;
  throw new HeldBackReason(`the last commit has a ${kind} in its place`);
}

/** A file as it stands. The mode stays as committed: a chmod is the person's change. */
async function toVersion(
  { context: { repository }, filterOf }: Reader,
  path: string,
  before: Version | undefined,
  { bytes, isExecutable }: OnDisk,
): Promise<Version> {
  const filter = await filterOf(path);
  // What LFS would store elsewhere is stored here: it hides nothing.
  if (filter !== undefined && filter !== "lfs")
    throw new HeldBackReason(`git runs the filter "${filter}" on it`);
  const trusts = readBool(repository.config, "core.filemode", true);
  const usual = trusts && isExecutable ? executableMode : ordinaryMode;
  return { mode: isPlain(before) ? before.mode : usual, oid: oidOf("blob", bytes) };
}

/** Refuses a path that stays on this device whatever it holds. */
async function checkPath(
  { ignoredBy, index }: Reader,
  { path, before, after }: Change,
): Promise<void> {
  const rule = before === undefined ? await ignoredBy(path) : undefined;
  const odd = before === undefined ? faultOfName(path) : undefined;
  const reason =
    (rule && `git ignores it by ${rule}`) ??
    (after && faultOfSecretName(path)) ??
    (odd && `${odd}; rename it`) ??
    whyStaged(index, { path, before });
  if (reason !== undefined) throw new HeldBackReason(reason);
}

interface OnDisk {
  readonly bytes: Buffer;
  readonly isExecutable: boolean;
}

/** Undefined where nothing stands there. */
async function readFileAt(
  { repository: { root }, maxFileBytes }: MoveContext,
  path: string,
): Promise<OnDisk | undefined> {
  try {
    for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
      const above = await lstat(join(root, folder));
      if (above.isSymbolicLink()) throw new HeldBackReason(`"${folder}" is a symbolic link`);
    }
    const stat = await lstat(join(root, path));
    if (!stat.isFile()) throw new HeldBackReason("it is not a plain file");
    if (stat.size > maxFileBytes) throw new HeldBackReason(tooLarge(maxFileBytes));
    const bytes = await readIfThere(join(root, path), { maxBytes: maxFileBytes });
    return bytes && { bytes, isExecutable: (stat.mode & 0o100) !== 0 };
  } catch (error) {
    if (isMissing(error)) return undefined;
    if (error instanceof HeldBackReason) throw error;
    throw new HeldBackReason(`it cannot be read (${messageOf(error)})`);
  }
}

/** Why a file that is larger than allowed is held back. */
const tooLarge = (maxFileBytes: number): string =>
  `it is larger than ${Math.round((maxFileBytes / 2 ** 20) * 10) / 10} MB; name it in .gitignore`;
