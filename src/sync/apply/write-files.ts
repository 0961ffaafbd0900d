import { lstatSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { errnoOf } from "../../errors.ts";
import { readBool } from "../../git/config/git-config.ts";
import { createDraft, unlinkIfThere } from "../../git/disk.ts";
import { openFilterRules } from "../../git/ignore/ignore-rules.ts";
import { isUnwatched } from "../../git/index-file/index-file.ts";
import type { Change, GitIndex } from "../../git/index-file/update-index.ts";
import { executableMode, filesOf, isPlain } from "../../git/objects/tree.ts";
import { bytesToPath, pathToBytes } from "../../git/path-bytes.ts";
import { changeFile } from "../../vault/change-file.ts";
import { pathKey, toFilePath } from "../../vault/paths.ts";
import { holdFolder, newRights } from "../../vault/vault-file.ts";
import { type Aside, mergeLate, newLines, putAside, type Versions } from "./merge-late.ts";
import { foldersAbove, isInVault, lookAt, type MoveContext } from "./move-context.ts";

/** What is written: the files of a move. */
interface Writing {
  /** Undefined: nothing was here before. */
  readonly from?: string | undefined;
  readonly to: string;
  readonly changes: readonly Change[];
}

/**
 * Brings the files of a vault to their next versions; an edit that was saved there meanwhile is merged in, never
 * overwritten. Returns the paths that stay as they are in the folder: links, submodules, files above the limit and
 * where something else of the person's stands in the place, or a file that they told git not to look at.
 */
export async function writeFiles(
  context: MoveContext,
  writing: Writing,
  index: GitIndex,
  signal: AbortSignal | undefined,
): Promise<ReadonlySet<string>> {
  const absent = new Set<string>();
  const filterOf = openFilterRules({ ...context.repository, person: context.person });
  const writer: Writer = { ...context, index, filterOf, isFirst: writing.from === undefined };
  const ordered = await inOrder(context, writing);
  const width = writer.isFirst ? concurrency : 1;
  for (let at = 0; at < ordered.length; at += width) {
    signal?.throwIfAborted();
    const tries = ordered.slice(at, at + width).map(async (change) => {
      if (!(await writeOne(writer, change, signal))) absent.add(change.path);
    });
    for (const one of await Promise.allSettled(tries)) {
      if (one.status === "rejected") throw one.reason;
    }
  }
  return absent;
}

/** New files in an empty folder do not mind each other, and a disk flushes several in the time of one. */
const concurrency = 16;

interface Writer extends MoveContext {
  readonly index: GitIndex;
  readonly filterOf: ReturnType<typeof openFilterRules>;
  readonly isFirst: boolean;
}

/**
 * What grows is written before what shrinks, and removed files go last: a kill in between may double an entry that moved
 * from file to file, and loses none. What stands in the way of a file or folder to come goes first of all.
 */
async function inOrder(context: MoveContext, writing: Writing): Promise<readonly Change[]> {
  const { objects } = context;
  if (writing.from === undefined) return writing.changes;
  const writes = writing.changes.filter(({ after }) => after !== undefined);
  const removals = await withoutTwins(
    context,
    writing,
    writing.changes.filter(({ after }) => after === undefined),
  );
  const coming = new Set(writes.map(({ path }) => path));
  const folders = new Set(writes.flatMap(({ path }) => foldersAbove(path)));
  const isInTheWay = ({ path }: Change): boolean =>
    folders.has(path) || foldersAbove(path).some((folder) => coming.has(folder));
  const sizeOf = async (version: Change["before"]): Promise<number> =>
    isPlain(version) ? (await objects.read(version.oid)).length : 0;
  const growths = new Map<Change, number>();
  for (const change of writes) {
    growths.set(change, (await sizeOf(change.after)) - (await sizeOf(change.before)));
  }
  const growthOf = (change: Change): number => growths.get(change) ?? 0;
  return [
    ...removals.filter(isInTheWay),
    ...writes.sort((a, b) => growthOf(b) - growthOf(a)),
    ...removals.filter((change) => !isInTheWay(change)),
  ];
}

/** On a disk that ignores case, a removed name and one that stays may be the same file. */
async function withoutTwins(
  { objects, repository }: MoveContext,
  { to }: Writing,
  removals: readonly Change[],
): Promise<readonly Change[]> {
  if (removals.length === 0 || !readBool(repository.config, "core.ignorecase", false))
    return removals;
  const paths = [...(await filesOf(objects, (await objects.readCommit(to)).tree)).keys()];
  const kept = new Set(paths.map((path) => pathKey(bytesToPath(path) ?? "")));
  return removals.filter(({ path }) => !kept.has(pathKey(path)));
}

/** Brings one path to its next version; false where it stays out of the folder. */
async function writeOne(
  writer: Writer,
  change: Change,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { objects } = writer;
  const { path, before, after } = change;
  const isFree = isFreeFor(writer, path) && !(await isTheirs(writer, change));
  if (after === undefined) {
    if (!isFree) return true; // Something of the person's, which stays.
    await bringFile(writer, { path, base: await contentOf(writer, before), theirs: null }, signal);
    await pruneFolders(writer, dirname(path));
    return true;
  }
  if (!isFree || !isPlain(after) || ![undefined, "lfs"].includes(await writer.filterOf(path)))
    return false;
  const theirs = await objects.read(after.oid);
  if (theirs.length > writer.maxFileBytes) return false;
  if (writer.isFirst && (await createNew(writer, change, theirs))) return true;
  await bringFile(writer, { path, base: await contentOf(writer, before), theirs }, signal);
  await setRights(writer, change);
  return true;
}

/** Whether a person told git not to look at a file; one that was too large for us before is none of those. */
async function isTheirs(writer: Writer, { path, before }: Change): Promise<boolean> {
  const entry = writer.index.entries.get(pathToBytes(path));
  if (entry === undefined || !isUnwatched(entry)) return false;
  const base = await contentOf(writer, before);
  const isSmall = base !== null && base.length <= writer.maxFileBytes;
  return isSmall && lookAt(join(writer.repository.root, path))?.isFile() === true;
}

const contentOf = async (
  { objects }: MoveContext,
  version: Change["before"],
): Promise<Buffer | null> => (isPlain(version) ? objects.read(version.oid) : null);

/** Whether a plain file may stand at a path: nothing is ever written through a link, nor over what is no file. */
function isFreeFor({ repository: { root } }: MoveContext, path: string): boolean {
  if (!isInVault(root, path)) return false;
  const place = join(root, path);
  if (lookAt(place)?.isDirectory()) return holdsNothing(place);
  return lookAt(place)?.isFile() !== false;
}

const holdsNothing = (folder: string): boolean =>
  readdirSync(folder, { withFileTypes: true }).every(
    (entry) => entry.isDirectory() && holdsNothing(join(folder, entry.name)),
  );

async function bringFile(
  context: MoveContext,
  versions: Versions,
  signal: AbortSignal | undefined,
): Promise<void> {
  await clearFolders(context, versions.path);
  let aside: Aside | undefined;
  const change = (now: Uint8Array | null) => {
    const next = mergeLate(versions, now);
    aside = next.aside;
    return { bytes: next.bytes, added: newLines(versions), result: undefined };
  };
  await changeFile({ ...context.vault, path: toFilePath(versions.path) }, change, signal);
  if (aside !== undefined) await putAside(context, aside);
}

/** Puts a new file in place; false where the name is taken or the disk wants the longer way. */
async function createNew(
  { disk, repository, vault }: MoveContext,
  { path, after }: Change,
  bytes: Buffer,
): Promise<boolean> {
  const file = { ...vault, path: toFilePath(path) };
  const usual = after?.mode === executableMode ? 0o777 : 0o666;
  const folder = holdFolder(file, { create: true });
  if (folder === undefined) return false;
  let draft: string | undefined;
  try {
    const place = join(folder.at, basename(path));
    if (lstatSync(place, { throwIfNoEntry: false }) !== undefined) return false;
    draft = await createDraft(disk, repository.gitDir, bytes, newRights(file.path)?.file ?? usual);
    await disk.link(draft, place);
    return folder.isInPlace();
  } catch (error) {
    if (["EEXIST", "EXDEV"].includes(errnoOf(error) ?? "")) return false;
    throw error;
  } finally {
    folder.close();
    if (draft !== undefined) await unlinkIfThere(disk, draft);
  }
}

/** Git keeps one bit of the rights: whether the owner may run it. */
async function setRights({ disk, repository }: MoveContext, { path, after }: Change) {
  const place = join(repository.root, path);
  const found = lookAt(place);
  if (!found?.isFile() || !readBool(repository.config, "core.filemode", true)) return;
  const isWanted = after?.mode === executableMode;
  if (((found.mode & 0o100) !== 0) === isWanted) return;
  const { mode } = found;
  await disk.chmod(place, (isWanted ? mode | ((mode & 0o444) >> 2) : mode & ~0o111) & 0o7777);
}

/** Where a file is to be, folders without any file in them give way. */
async function clearFolders(context: MoveContext, path: string): Promise<void> {
  const place = join(context.vault.root, path);
  if (!lookAt(place)?.isDirectory()) return;
  for (const name of readdirSync(place)) await clearFolders(context, `${path}/${name}`);
  await removeEmpty(context, path);
}

/** Removes the folders above a removed path that are empty now, as git does. */
async function pruneFolders(context: MoveContext, folder: string): Promise<void> {
  for (let at = folder; at !== "."; at = dirname(at)) {
    if (!(await removeEmpty(context, at))) return;
  }
}

/** False where it is not empty, or may not go. */
async function removeEmpty({ disk, vault }: MoveContext, folder: string): Promise<boolean> {
  const above = holdFolder({ ...vault, path: toFilePath(folder) }, { create: false });
  if (above === undefined) return true;
  try {
    await disk.rmdir(join(above.at, basename(folder)));
    return true;
  } catch (error) {
    const code = errnoOf(error) ?? "";
    if (code === "ENOENT") return true;
    if (["ENOTEMPTY", "EEXIST", "ENOTDIR", "EBUSY", "EACCES", "EPERM"].includes(code)) return false;
    throw error;
  } finally {
    above.close();
  }
}
