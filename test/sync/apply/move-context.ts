import fs from "node:fs";
import { join } from "node:path";
import { deviceClock } from "../../../src/app/vault/device-clock.ts";
import { type Disk, nodeDisk, openDrafts } from "../../../src/git/disk.ts";
import { openObjects } from "../../../src/git/objects/objects.ts";
import { openRepository } from "../../../src/git/repository/repository.ts";
import type { MoveContext } from "../../../src/sync/apply/apply-merge.ts";
import type { Lock } from "../../../src/vault/lock.ts";
import { fromLines, mergeLines, toLines } from "../../../src/vault/merge-lines.ts";

/** As nodeDisk, which has taken its calls from node:fs before a test could exchange them. */
const liveDisk: Disk = {
  ...nodeDisk,
  rename: (from, to) => fs.promises.rename(from, to),
  unlink: (path) => fs.promises.unlink(path),
  rmdir: (path) => fs.promises.rmdir(path),
  symlink: (target, path) => fs.promises.symlink(Buffer.from(target), path),
};

/** One turn after the other, in this process. */
function createLock(): Lock {
  let queue: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = queue.then(work);
    queue = turn.catch(() => {});
    return turn;
  };
}

/** All that a move needs in this repository, with a merge by lines. */
export async function openMoveContext(
  root: string,
  options: { disk?: Disk; lockTimeout?: number } = {},
): Promise<MoveContext> {
  const { disk = liveDisk, lockTimeout = 2_000 } = options;
  const person = { configFiles: [] };
  const repository = await openRepository(root, person);
  await openDrafts(disk, repository.gitDir);
  return {
    ...{ repository, person, disk, mergeLate },
    objects: openObjects(repository.gitDir, disk),
    lockOptions: { lockTimeout, signal: undefined, clock: deviceClock },
    maxFileBytes: 10 * 2 ** 20,
    vault: { root, lociDir: join(root, ".loci"), lock: createLock(), clock: deviceClock },
  };
}

/** Keeps what either side added. */
function mergeLate(
  _path: string,
  base: Uint8Array | null,
  ours: Uint8Array | null,
  theirs: Uint8Array | null,
): Uint8Array | null {
  const none = new Uint8Array();
  if (theirs === null) {
    const had = new Set(toLines(base ?? none));
    const left = toLines(ours ?? none).filter((line) => !had.has(line));
    return left.length === 0 ? null : fromLines([...left, ""]);
  }
  const versions = { current: ours ?? none, base: base ?? none, late: theirs ?? none };
  const { bytes } = mergeLines(versions, () => false);
  return bytes.length === 0 && (ours === null || theirs === null) ? null : bytes;
}
