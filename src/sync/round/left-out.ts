import { join } from "node:path";
import {
  entryMode,
  entryOid,
  type IndexEntry,
  isUnwatched,
} from "../../git/index-file/index-file.ts";
import { readIndex } from "../../git/index-file/update-index.ts";
import { type Author, toReflog } from "../../git/objects/commit.ts";
import { isPlain, linkMode, type Version } from "../../git/objects/tree.ts";
import { bytesToPath } from "../../git/path-bytes.ts";
import { readHead } from "../../git/refs/head.ts";
import { applyMove } from "../apply/move.ts";
import { isInVault, lookAt, type MoveContext } from "../apply/move-context.ts";
import type { HeldBack } from "../commit/commit-paths.ts";

/** A file of the last commit that is not in the folder; every merge and commit carries it as it is. */
interface LeftOut {
  readonly path: string;
  readonly version: Version;
  /** In bytes; undefined for what is no plain file. */
  readonly size: number | undefined;
  readonly isPlaceFree: boolean;
}

/** What other devices have and this one did not take, for the person. */
export async function listLeftOut(context: MoveContext): Promise<readonly HeldBack[]> {
  const found = await readLeftOut(context);
  return found.map((file) => ({
    path: file.path,
    reason: reasonOf(file, context.maxFileBytes),
    isIncoming: true,
  }));
}

function reasonOf({ size, version }: LeftOut, maxBytes: number): string {
  if (size === undefined) {
    const kind = version.mode === linkMode ? "a symbolic link" : "another repository (a submodule)";
    return `another device's version is ${kind}: it stays out of this folder, and all else is synced; check it out with your own git`;
  }
  const has = `another device's version has ${toMegabytes(size)} MB`;
  if (size <= maxBytes)
    return `${has}, and something else stands in its place here: give that another name`;
  return `${has}, more than ${toMegabytes(maxBytes)} MB: it stays out of this folder, and all else is synced; make it smaller or delete it there`;
}

const toMegabytes = (bytes: number): number => Math.round((bytes / 2 ** 20) * 10) / 10;

/** Takes what the settings allow by now, where its place is free. The caller holds the commit lock. */
export async function takeLeftOut(
  context: MoveContext,
  { author, now, signal }: { author: Author; now: Date; signal: AbortSignal | undefined },
): Promise<void> {
  const head = await readHead(context.repository.gitDir);
  const found = await readLeftOut(context);
  const free = found.filter(
    ({ size, isPlaceFree }) => size !== undefined && size <= context.maxFileBytes && isPlaceFree,
  );
  if (head.oid === undefined || free.length === 0) return;
  const changes = free.map(({ path, version }) => ({ path, before: undefined, after: version }));
  const log = toReflog(author, now, "sync: take files that were left out");
  await applyMove(context, { ref: head.ref, from: head.oid, to: head.oid, changes, log }, signal);
}

async function readLeftOut(context: MoveContext): Promise<readonly LeftOut[]> {
  const { objects } = context;
  const { gitDir } = context.repository;
  const { oid } = await readHead(gitDir);
  if (oid === undefined) return [];
  const { entries } = await readIndex(gitDir, objects, (await objects.readCommit(oid)).tree);
  const found: LeftOut[] = [];
  for (const entry of entries.values()) {
    const file = await findLeftOut(context, entry);
    if (file !== undefined) found.push(file);
  }
  return found;
}

/** A file that the person told git not to look at stands in the folder, and one that they just deleted is small. */
async function findLeftOut(
  { repository: { root }, objects, maxFileBytes }: MoveContext,
  entry: IndexEntry,
): Promise<LeftOut | undefined> {
  const path = bytesToPath(entry.path);
  if (path === undefined) return undefined;
  const version = { mode: entryMode(entry), oid: entryOid(entry) };
  const stat = isInVault(root, path) ? lookAt(join(root, path)) : null;
  const isHere = stat?.isFile() || !isPlain(version);
  if (isHere && !isUnwatched(entry)) return undefined;
  const size = isPlain(version) ? (await objects.read(version.oid)).length : undefined;
  const isSmall = size !== undefined && size <= maxFileBytes;
  if (isSmall && (stat?.isFile() || !isUnwatched(entry))) return undefined;
  return { path, version, size, isPlaceFree: stat === undefined };
}
