import type { BigIntStats } from "node:fs";
import { join } from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import { errnoOf } from "../../errors.ts";
import { type GitHome, readBool } from "../../git/config/git-config.ts";
import { isFresh, isTooFresh } from "../../git/index-file/file-times.ts";
import {
  entryMode,
  entryOid,
  entryStage,
  type IndexEntry,
  isUnwatched,
} from "../../git/index-file/index-file.ts";
import { readIndex } from "../../git/index-file/read-index.ts";
import { isLink, isSubmodule, type Version } from "../../git/objects/tree.ts";
import { filesOf } from "../../git/objects/tree-files.ts";
import { bytesToPath } from "../../git/path-bytes.ts";
import type { CommitContext } from "../commit/publish-commit.ts";
import { lookAt } from "./lstat-at.ts";
import { refreshIndex } from "./refresh-index.ts";
import { isContent, type Learned } from "./stamp-index.ts";
import { untrackedPaths } from "./untracked-paths.ts";

/** What a scan needs. */
export interface ScanContext extends CommitContext {
  readonly person: GitHome;
}

interface ScanOptions {
  /** Paths that were seen to change; a folder stands for all that is in it. None: the whole vault. */
  readonly hints?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Paths at which the folder differs from a commit's tree (undefined: no commit yet), sorted: changed, deleted, new and
 * not ignored. Rights alone are not change. Files are read only where their times are inconclusive; where that were many,
 * git's index learns the times, so that the next look is quick.
 */
export async function changedPaths(
  context: ScanContext,
  tree: string | undefined,
  { hints, signal }: ScanOptions = {},
): Promise<string[]> {
  const { repository, objects, person } = context;
  const { index, writtenAt } = await readIndex(repository.gitDir, objects, tree);
  const entries = new Map(index.entries.map((entry) => [entry.path, entry]));
  const versions = await filesOf(objects, tree, hints);
  const scan: Scan = { context, writtenAt, entries, learned: new Map() };
  const changed: string[] = [];
  let looked = 0;
  const pause = async (): Promise<void> => {
    if (++looked % 500 !== 0) return;
    signal?.throwIfAborted();
    await breathe();
  };
  for (const [bytes, version] of versions) {
    const path = bytesToPath(bytes);
    if (path !== undefined && (await isChanged(scan, path, version, entries.get(bytes)))) {
      changed.push(path);
    }
    await pause();
  }
  const isTracked = (bytes: string): boolean => versions.has(bytes);
  for await (const { path, bytes } of untrackedPaths({ ...repository, person }, isTracked, hints)) {
    const entry = entries.get(bytes);
    if (entry === undefined || !isSubmodule({ mode: entryMode(entry) })) changed.push(path);
    await pause();
  }
  if (scan.learned.size >= worthWriting) await refreshIndex(context, scan.learned);
  return changed.sort();
}

/** Fewer are read again next time. */
const worthWriting = 32;

interface Scan {
  readonly context: ScanContext;
  readonly writtenAt: bigint;
  readonly entries: ReadonlyMap<string, IndexEntry>;
  /** Files that were read and hold what the index says. */
  readonly learned: Learned;
}

/** What cannot be read counts as changed: the commit then says why it cannot be read. */
async function isChanged(
  scan: Scan,
  path: string,
  version: Version,
  entry: IndexEntry | undefined,
): Promise<boolean> {
  if (isSubmodule(version)) return false;
  if (entry !== undefined && (isUnwatched(entry) || entryStage(entry) > 0)) return false;
  try {
    return !(await holds(scan, path, version, entry));
  } catch (error) {
    if (errnoOf(error) === undefined && !(error instanceof TypeError)) throw error;
    return true;
  }
}

/** Whether the folder holds this version at a path. */
async function holds(
  scan: Scan,
  path: string,
  version: Version,
  entry: IndexEntry | undefined,
): Promise<boolean> {
  const { repository, lockOptions } = scan.context;
  const { root, config } = repository;
  const lookedAt = lockOptions.clock.now();
  const stat = lookAt(join(root, path));
  const isStoredLink = isLink(version) && readBool(config, "core.symlinks", true);
  if (!stat || (isStoredLink ? !stat.isSymbolicLink() : !stat.isFile())) return false;
  if (entry && isSameKind(entry, version) && isFresh(entry, stat, scan.writtenAt)) {
    return entryOid(entry) === version.oid;
  }
  const place = { path, oid: version.oid, isStoredLink };
  if (!(await isContent(scan.context, place))) return false;
  learn(scan, entry, { version, stat, lookedAt });
  return true;
}

const isSameKind = (entry: IndexEntry, { mode }: Version): boolean =>
  (entryMode(entry) & 0o170000) === (mode & 0o170000);

function learn(
  scan: Scan,
  entry: IndexEntry | undefined,
  seen: { version: Version; stat: BigIntStats; lookedAt: number },
): void {
  const { version, stat, lookedAt } = seen;
  if (entry === undefined || entryOid(entry) !== version.oid || isTooFresh(stat, lookedAt)) return;
  scan.learned.set(entry.path, { oid: version.oid, stat });
}
