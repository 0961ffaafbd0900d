import { join } from "node:path";
import { entryMode, entryOid, leftOutSize } from "../../git/index-file/index-file.ts";
import { readIndex } from "../../git/index-file/read-index.ts";
import type { Version } from "../../git/objects/tree.ts";
import { type Author, toReflog } from "../../git/objects/write-commit.ts";
import { bytesToPath } from "../../git/path-bytes.ts";
import { readHead } from "../../git/refs/head.ts";
import { applyMove } from "../apply/apply-merge.ts";
import { lookAt } from "../apply/lstat-at.ts";
import type { HeldBack } from "../commit/commit-paths.ts";
import type { CommitContext } from "../commit/publish-commit.ts";
import type { RoundContext } from "./open-round.ts";

/** A file of the last commit that was too large to be brought into the folder. */
interface LeftOut {
  readonly path: string;
  readonly size: number;
  readonly version: Version;
}

/** What other devices have and this one did not take, for the person. */
export async function listLeftOut(
  context: CommitContext,
  maxFileBytes: number,
): Promise<readonly HeldBack[]> {
  const found = await readLeftOut(context);
  return found.map(({ path, size }) => ({
    path,
    reason: reasonOf(size, maxFileBytes),
    isIncoming: true,
  }));
}

function reasonOf(size: number, maxBytes: number): string {
  const has = `another device's version has ${toMegabytes(size)} MB`;
  if (size <= maxBytes)
    return `${has}, and another file stands in its place here: give that one another name`;
  return `${has}, more than ${toMegabytes(maxBytes)} MB: it stays out of this folder, and all else is synced; make it smaller or delete it there`;
}

const toMegabytes = (bytes: number): number => Math.round((bytes / 2 ** 20) * 10) / 10;

/** Takes what the settings allow by now, where nothing stands in its place. The caller holds the commit lock. */
export async function takeLeftOut(
  context: RoundContext,
  { author, now, signal }: { author: Author; now: Date; signal: AbortSignal | undefined },
): Promise<void> {
  const { repository, maxFileBytes } = context;
  const head = await readHead(repository.gitDir);
  const found = await readLeftOut(context);
  const free = found.filter(
    ({ path, size }) => size <= maxFileBytes && lookAt(join(repository.root, path)) === undefined,
  );
  if (head.oid === undefined || free.length === 0) return;
  const changes = free.map(({ path, version }) => ({ path, before: undefined, after: version }));
  const log = toReflog(author, now, "sync: take files that were too large");
  await applyMove(context, { ref: head.ref, from: head.oid, to: head.oid, changes, log }, signal);
}

async function readLeftOut({ repository, objects }: CommitContext): Promise<LeftOut[]> {
  const { index } = await readIndex(repository.gitDir, objects, undefined);
  return index.entries.flatMap((entry) => {
    const size = leftOutSize(entry);
    const path = size === undefined ? undefined : bytesToPath(entry.path);
    if (size === undefined || path === undefined) return [];
    return [{ path, size, version: { mode: entryMode(entry), oid: entryOid(entry) } }];
  });
}
