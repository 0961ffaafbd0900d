import { lstatSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { errnoOf, LociError } from "../../errors.ts";
import { readBool } from "../../git/config/git-config.ts";
import { createDraft, isMissing, unlinkIfThere } from "../../git/disk.ts";
import type { Change } from "../../git/index-file/update-index.ts";
import { executableMode, isLink, isPlain, isSubmodule } from "../../git/objects/tree.ts";
import {
  type ChangeTarget,
  changeFile,
  type Change as FileChange,
  healFile,
} from "../../vault/change-file.ts";
import { maxFileBytes } from "../../vault/list-files.ts";
import { toFilePath } from "../../vault/paths.ts";
import { readSettled } from "../../vault/read-settled.ts";
import { removeFile } from "../../vault/remove-file.ts";
import { holdFolder, newRights } from "../../vault/vault-file.ts";
import type { MoveContext } from "./apply-merge.ts";
import { clearFolder, dropSubmodule, makeSubmodule, pruneFolders } from "./folders.ts";
import { dropLink, writeLink } from "./links.ts";
import { lookAt } from "./lstat-at.ts";

/** How one path is brought from one version to the next. */
export interface PathWriter extends MoveContext {
  /** Nothing was here before: no editor can have old bytes, and new files need no bookkeeping. */
  readonly isFirst: boolean;
}

/**
 * Brings one path to its next version; edits that were saved there meanwhile are merged in, never overwritten. A version
 * that is too large is left out, and nothing is changed: its size.
 */
export async function writePath(
  writer: PathWriter,
  change: Change,
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  const size = await sizeOf(writer, change.after);
  if (size > writer.maxFileBytes) return size;
  await bringPath(writer, change, signal);
  return undefined;
}

const sizeOf = async ({ objects }: PathWriter, version: Change["after"]): Promise<number> =>
  isPlain(version) ? (await objects.read(version.oid)).length : 0;

async function bringPath(
  writer: PathWriter,
  change: Change,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (change.after === undefined) return removePath(writer, change, signal);
  if (isSubmodule(change.after)) return makeSubmodule(writer, change.path);
  if (isLink(change.before) && !isLink(change.after)) await dropLink(writer, change);
  await clearFolder(writer, change.path);
  if (isLink(change.after)) {
    if (isPlain(change.before)) await removePath(writer, change, signal);
    return writeLink(writer, change);
  }
  await writePlain(writer, change, signal);
  await setRights(writer, change);
}

/** Removes a path, and the folders that it leaves empty; what was added to it meanwhile stays. */
async function removePath(
  writer: PathWriter,
  change: Change,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (isPlain(change.before)) await removePlain(writer, change, signal);
  else if (isLink(change.before)) await dropLink(writer, change);
  else if (isSubmodule(change.before)) await dropSubmodule(writer, change.path);
  await pruneFolders(writer, change.path);
}

/** Thrown out of a change when nothing is left of the file. */
class NothingLeft {
  readonly bytes: Uint8Array | null;

  constructor(bytes: Uint8Array | null) {
    this.bytes = bytes;
  }
}

const maxTries = 100;

async function writePlain(
  writer: PathWriter,
  change: Change,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { objects, vault } = writer;
  const base = isPlain(change.before) ? await objects.read(change.before.oid) : null;
  const theirs = change.after === undefined ? null : await objects.read(change.after.oid);
  if (writer.isFirst && theirs !== null) {
    if (await createNew(writer, change, theirs)) return;
  }
  const target: ChangeTarget = { ...vault, path: toFilePath(change.path) };
  const added = newLines(change.path, base, theirs);
  const toNext: FileChange<undefined> = (bytes) => {
    const next = nextBytes(writer, change.path, { base, theirs, bytes });
    if (next === null) throw new NothingLeft(bytes);
    return { bytes: next, added, result: undefined };
  };
  for (let tries = 0; tries < maxTries; tries++) {
    const left = await changeFile(target, toNext, signal).catch(toNothingLeft);
    if (left === undefined || left.bytes === null) return;
    if (await takeAway(target, left.bytes, signal)) return;
  }
  throw keepsChanging(change.path);
}

function toNothingLeft(error: unknown): NothingLeft {
  if (error instanceof NothingLeft) return error;
  throw error;
}

async function removePlain(
  writer: PathWriter,
  change: Change,
  signal: AbortSignal | undefined,
): Promise<void> {
  const base = isPlain(change.before) ? await writer.objects.read(change.before.oid) : null;
  const target: ChangeTarget = { ...writer.vault, path: toFilePath(change.path) };
  const place = join(writer.vault.root, change.path);
  for (let tries = 0; tries < maxTries; tries++) {
    if (!lookAt(place)?.isFile()) return; // gone, or something else of the person's in its place
    const bytes = await readSettled(place, writer.vault.clock);
    if (bytes === null) return;
    const next = nextBytes(writer, change.path, { base, theirs: null, bytes });
    if (next !== null) return writePlain(writer, { ...change, after: undefined }, signal);
    if (await takeAway(target, bytes, signal)) return;
  }
  throw keepsChanging(change.path);
}

/** Removes a file of these bytes; false where it is not that file any more. */
async function takeAway(
  target: ChangeTarget,
  bytes: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if ((await removeFile(target, bytes, signal)) !== "changed") return true;
  await healFile(target, signal); // merges what came too late for an earlier change
  await sleep(5, undefined, { signal });
  return false;
}

interface Versions {
  /** Blobs; null: not there. */
  readonly base: Buffer | null;
  readonly theirs: Buffer | null;
  /** The file as it stands on disk. */
  readonly bytes: Uint8Array | null;
}

/** Pure: the next bytes of the file, null where nothing is to be left of it. */
function nextBytes(writer: PathWriter, path: string, versions: Versions): Uint8Array | null {
  const { base, theirs, bytes } = versions;
  if (bytes === null) return base === null ? theirs : writer.mergeLate(path, base, null, theirs);
  const ours = Buffer.from(bytes);
  if (theirs?.equals(ours)) return bytes;
  if (base?.equals(ours)) return theirs;
  const merged = writer.mergeLate(path, base, ours, theirs);
  return merged !== null && ours.equals(merged) ? bytes : merged;
}

/** Lines that an editor's old buffer must not wipe out; those of other files mean nothing one by one. */
function newLines(path: string, base: Buffer | null, theirs: Buffer | null): string[] {
  if (base === null || theirs === null || !path.endsWith(".md") || theirs.includes(0)) return [];
  if (base.length > maxFileBytes || theirs.length > maxFileBytes) return [];
  const had = new Set(base.toString("utf8").split(/\r?\n/));
  const added = theirs
    .toString("utf8")
    .split(/\r?\n/)
    .filter((line) => !had.has(line));
  return added.length > maxGuarded ? [] : added;
}

/** More edits than come in while the file is open in an editor. */
const maxGuarded = 500;

/** Puts a new file in place; false where the name is taken or the disk wants the longer way. */
async function createNew(
  { disk, repository, vault }: PathWriter,
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
async function setRights({ disk, repository, vault }: PathWriter, change: Change): Promise<void> {
  if (!isPlain(change.after) || !readBool(repository.config, "core.filemode", true)) return;
  const folder = holdFolder({ ...vault, path: toFilePath(change.path) }, { create: false });
  try {
    if (folder === undefined) return;
    const place = join(folder.at, basename(change.path));
    const found = lstatSync(place, { throwIfNoEntry: false });
    if (!found?.isFile()) return;
    const isWanted = change.after.mode === executableMode;
    if (((found.mode & 0o100) !== 0) === isWanted) return;
    const { mode } = found;
    const next = isWanted ? mode | ((mode & 0o444) >> 2) : mode & ~0o111;
    await disk.chmod(place, next & 0o7777);
  } catch (error) {
    if (!isMissing(error)) throw error; // taken away meanwhile
  } finally {
    folder?.close();
  }
}

function keepsChanging(path: string): LociError {
  return new LociError(
    "CHANGED_MEANWHILE",
    `Cannot change the file "${path}": another program keeps writing to it; try again when it is done`,
    { data: { path } },
  );
}
