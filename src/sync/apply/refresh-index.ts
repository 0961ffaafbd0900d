import { join } from "node:path";
import { errnoOf, LociError } from "../../errors.ts";
import { createDraft, openDrafts, unlinkIfThere } from "../../git/disk.ts";
import { stringifyIndex } from "../../git/index-file/index-file.ts";
import { indexLockFile, type Journal, takeIndexLock } from "../../git/index-file/index-lock.ts";
import { readIndex } from "../../git/index-file/read-index.ts";
import { updateIndex } from "../../git/index-file/update-index.ts";
import type { CommitContext } from "../commit/publish-commit.ts";
import { type Learned, withTimes } from "./stamp-index.ts";

/** Writes the times of files into git's index, unless another process uses it: it is a convenience. */
export async function refreshIndex(context: CommitContext, learned: Learned): Promise<void> {
  const { disk, repository, lockOptions } = context;
  const { gitDir } = repository;
  try {
    await openDrafts(disk, gitDir);
    await takeIndexLock(disk, gitDir, nothing, { ...lockOptions, lockTimeout: 0 });
  } catch (error) {
    if (isHindrance(error)) return;
    throw error;
  }
  try {
    await writeTimes(context, learned);
  } catch (error) {
    if (!isHindrance(error)) throw error;
  } finally {
    await unlinkIfThere(disk, indexLockFile(gitDir));
  }
}

const nothing: Journal = {
  ...{ kind: "refresh", ref: "", parent: undefined, commit: "", changes: [], log: "" },
};

const isHindrance = (error: unknown): boolean =>
  errnoOf(error) !== undefined || (error instanceof LociError && error.code === "GIT_BLOCKED");

async function writeTimes(context: CommitContext, learned: Learned): Promise<void> {
  const { disk, repository, objects } = context;
  const { gitDir } = repository;
  const { index, writtenAt } = await readIndex(gitDir, objects, undefined);
  const next = updateIndex(index, [], writtenAt);
  if (next === undefined || index.entries.length === 0) return;
  const draft = await createDraft(disk, gitDir, stringifyIndex(withTimes(next, learned)));
  await disk.rename(draft, join(gitDir, "index"));
}
