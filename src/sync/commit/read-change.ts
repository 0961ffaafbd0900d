import { lstat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type GitConfig, readBool } from "../../git/config/git-config.ts";
import { isMissing, readIfThere } from "../../git/disk.ts";
import type { Change } from "../../git/index-file/update-index.ts";
import { oidOf } from "../../git/object-format.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { executableMode, isPlain, ordinaryMode, type Version } from "../../git/objects/tree.ts";
import { entryAt, toVersion } from "../../git/objects/tree-files.ts";
import { pathToBytes } from "../../git/path-bytes.ts";
import type { Repository } from "../../git/repository/repository.ts";
import { faultOfName, faultOfSecretName, isTranscript } from "./path-rules.ts";

/** A path as one commit sees it: a change, nothing to do, or the person's to deal with. */
export type Reading =
  | { readonly type: "change"; readonly change: Change }
  | { readonly type: "same" }
  | { readonly type: "held back"; readonly reason: string };

/** What reading a path against the last commit needs. */
export interface Reader {
  readonly repository: Repository;
  readonly objects: Objects;
  readonly rootTree: string | undefined;
  /** The filter by which git changes a file before it stores it, if any. */
  readonly filterOf: (path: string) => Promise<string | undefined>;
  /** The rule by which git ignores a path, if it does. */
  readonly ignoredBy: (path: string) => Promise<string | undefined>;
  /** Why the person's index keeps a path from us; undefined where it does not. */
  readonly holdBack: (path: string, before: Version | undefined) => string | undefined;
  readonly guard?: ContentGuard | undefined;
  /** A larger file is left to the person. */
  readonly maxFileBytes: number;
}

/** Why a new content of a file is not to be committed; undefined where it may. */
export type ContentGuard = (
  path: string,
  before: Buffer | undefined,
  after: Buffer,
) => string | undefined;

/** Reads a path from the disk, stores its content as a blob and compares it with the last commit. */
export async function readChange(reader: Reader, path: string): Promise<Reading> {
  const committed = await readCommitted(reader, path);
  if ("reason" in committed) return { type: "held back", reason: committed.reason };
  const before = committed.version;
  const found = await readFileAt(reader, path);
  if ("reason" in found) return { type: "held back", reason: found.reason };
  const stored = found.bytes && (await toStored(reader, path, before, found));
  if (stored && "reason" in stored) return { type: "held back", reason: stored.reason };
  const after = stored?.version;
  if (after?.oid === before?.oid && after?.mode === before?.mode) return { type: "same" };
  if (isTranscript(path)) return { type: "same" };
  const reason = await whyKept(reader, path, { before, after });
  if (reason !== undefined) return { type: "held back", reason };
  const fault = stored && (await checkContent(reader, path, before, stored.content));
  if (fault !== undefined) return { type: "held back", reason: fault };
  if (stored) await reader.objects.write("blob", stored.content);
  return { type: "change", change: { path, before, after } };
}

/** What the last commit holds at a path; a reason where a folder or a file stands in the way. */
async function readCommitted(
  { objects, rootTree }: Reader,
  path: string,
): Promise<{ readonly version: Version | undefined } | { readonly reason: string }> {
  const found = await entryAt(objects, rootTree, path);
  const version = found && toVersion(found.entry);
  if (found === undefined || (version && found.path === pathToBytes(path))) return { version };
  return { reason: `the last commit has a ${version ? "file" : "folder"} in its place` };
}

/** Why a path stays on this device whatever it holds. */
async function whyKept(
  { ignoredBy, holdBack }: Reader,
  path: string,
  { before, after }: Pick<Change, "before" | "after">,
): Promise<string | undefined> {
  const rule = before === undefined ? await ignoredBy(path) : undefined;
  if (rule !== undefined) return `git ignores it by ${rule}`;
  const secret = after === undefined ? undefined : faultOfSecretName(path);
  if (secret !== undefined) return secret;
  const odd = before === undefined ? faultOfName(path) : undefined;
  return odd === undefined ? holdBack(path, before) : `${odd}; rename it`;
}

async function checkContent(
  { guard, objects }: Reader,
  path: string,
  before: Version | undefined,
  after: Buffer,
): Promise<string | undefined> {
  return guard?.(path, before && (await objects.read(before.oid)), after);
}

interface OnDisk {
  readonly bytes: Buffer | undefined;
  readonly isExecutable: boolean;
}

/** What stands on disk now; no bytes where nothing does. */
async function readFileAt(
  { repository, maxFileBytes }: Reader,
  path: string,
): Promise<OnDisk | { readonly reason: string }> {
  const file = join(repository.root, path);
  try {
    for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
      const above = await lstat(join(repository.root, folder));
      if (above.isSymbolicLink()) return { reason: `"${folder}" is a symbolic link` };
    }
    const stat = await lstat(file);
    if (!stat.isFile()) return { reason: "it is not a plain file" };
    if (stat.size > maxFileBytes) return { reason: tooLarge(maxFileBytes) };
    const bytes = await readIfThere(file, { maxBytes: maxFileBytes });
    return { bytes, isExecutable: (stat.mode & 0o100) !== 0 };
  } catch (error) {
    if (isMissing(error)) return { bytes: undefined, isExecutable: false };
    return { reason: `it cannot be read (${error instanceof Error ? error.message : error})` };
  }
}

/** Why a file that is larger than allowed is held back. */
const tooLarge = (maxFileBytes: number): string =>
  `it is larger than ${Math.round((maxFileBytes / 2 ** 20) * 10) / 10} MB; name it in .gitignore`;

interface Stored {
  readonly version: Version;
  readonly content: Buffer;
}

/** A file as it stands. The mode stays as committed: a chmod is the person's change. */
async function toStored(
  reader: Reader,
  path: string,
  before: Version | undefined,
  found: OnDisk,
): Promise<Stored | { readonly reason: string }> {
  const filter = await reader.filterOf(path);
  if (filter !== undefined) return { reason: `git runs the filter "${filter}" on it` };
  const content = found.bytes ?? Buffer.alloc(0);
  const mode = isPlain(before) ? before.mode : newMode(found, reader.repository.config);
  return { version: { mode, oid: oidOf("blob", content) }, content };
}

function newMode(found: OnDisk, config: GitConfig): number {
  const trusts = readBool(config, "core.filemode", true);
  return trusts && found.isExecutable ? executableMode : ordinaryMode;
}
