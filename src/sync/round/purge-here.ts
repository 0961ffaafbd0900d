import { join } from "node:path";
import { LociError } from "../../errors.ts";
import { newObjects } from "../../git/ancestry/ancestry.ts";
import {
  blocked,
  listFolder,
  readIfThere,
  replaceFile,
  unlinkIfThere,
  withRefLock,
} from "../../git/disk.ts";
import { readIndex } from "../../git/index-file/index-file.ts";
import { eachObject, repack } from "../../git/maintenance/repack.ts";
import { Objects } from "../../git/objects/objects.ts";
import { displayPath } from "../../git/path-bytes.ts";
import { checkCommittable, readHead } from "../../git/refs/refs.ts";
import { dropVersionsWith } from "../../vault/write/versions.ts";
import { dropKeptSteps, dropVersions } from "../commit/pending.ts";
import { hashesOf, type PurgeMarks } from "../purge/purge-marks.ts";
import { createRewriter } from "../purge/rewrite-history.ts";
import type { Round } from "./sync-request.ts";

/**
 * Moves all refs and reflogs to history without what is marked, but for what the branch holds where that is spared, and
 * drops the old objects, those that nothing names too. The last commit holds none of it, so no file changes. Killed at
 * any moment, it can be run again. The caller holds the commit lock. Rejects with GIT_BLOCKED where the repository is in
 * use in a way that this would break.
 */
export async function purgeHere(
  round: Round,
  marks: PurgeMarks,
  sparesBranch: boolean,
): Promise<void> {
  const { lociDir, repository, git, signal } = round;
  const { gitDir } = repository;
  await checkUnused(gitDir);
  const objects = new Objects(gitDir);
  const { oid: head = "" } = await readHead(gitDir);
  const spared = sparesBranch ? await newObjects(objects, undefined, head, signal) : [];
  const { names, gone, rewrite } = createRewriter(objects, hashesOf(marks), spared);
  const rewritten = () => new Map([...names].filter(([old, name]) => old !== name));
  const tryRewrite = (oid: string): Promise<unknown> =>
    rewrite(oid, signal).catch((error: unknown) => {
      // What nothing names may name what is gone long since, as a broken fetch leaves it.
      if (!(error instanceof LociError && error.code === "GIT_BLOCKED")) throw error;
    });
  // A stash lies in a reflog, and what was reset.
  const named = await Promise.all((await namingFiles(gitDir)).map(readText));
  for (const oid of new Set(named.join("\n").match(objectName))) await tryRewrite(oid);
  await objects.flush();
  const renamed = rewritten();
  // Nothing names the objects that are left: no copy of those without the lines is stored.
  for await (const { oid } of eachObject(objects, (one) => !names.has(one))) await tryRewrite(oid);
  const dropped = new Set(rewritten().keys());
  const nameNow = (oid: string): string => {
    // It was named meanwhile, as by a stash.
    if (dropped.has(oid) && !renamed.has(oid)) throw movedMeanwhile();
    return renamed.get(oid) ?? oid;
  };
  if (dropped.size > 0) {
    await checkUnstaged(round, dropped);
    await unlinkIfThere(join(gitDir, "COMMIT_EDITMSG"));
    for (const file of await namingFiles(gitDir)) await renameIn(round, file, nameNow);
    if ((await readHead(gitDir)).oid !== nameNow(head)) throw movedMeanwhile();
    await repack({ objects, git }, dropped);
    round.objects.refresh();
  }
  await round.lock(async () => {
    dropVersionsWith(round, [...gone.values()]);
    await dropVersions(lociDir);
    dropKeptSteps(lociDir);
  });
  round.onPurged?.();
}

/** Throws GIT_BLOCKED where a purge would break what the person is at, or not come out as on other devices. */
export async function checkUnused(gitDir: string): Promise<void> {
  await checkCommittable(gitDir);
  if ((await listFolder(join(gitDir, "worktrees"))).length === 0) return;
  throw blocked(
    "its repository has further work trees, whose history would not follow",
    "remove them with `git worktree remove` first",
  );
}

/** The error where the person's own git moved the branch. */
export const movedMeanwhile = (): LociError =>
  blocked("another git program moved the branch meanwhile", "try again when it has finished");

async function checkUnstaged(
  { objects, repository }: Round,
  dropped: ReadonlySet<string>,
): Promise<void> {
  const index = await readIndex(repository.gitDir, objects, undefined);
  const staged = [...index.values()].find(({ oid }) => dropped.has(oid));
  if (staged === undefined) return;
  throw blocked(
    `"${displayPath(staged.path)}" is staged with a line that is to be purged`,
    "unstage it with `git reset`, and take the line out of the file",
  );
}

/** Gives rewritten commits their new names in a file, and drops what a reflog quotes from their messages. */
async function renameIn(
  round: Round,
  file: string,
  nameNow: (oid: string) => string,
): Promise<void> {
  await withRefLock(round, file, async () => {
    const before = await readText(file);
    const after = before.replace(/.+/g, (line) => {
      const now = line.replace(objectName, nameNow);
      return now === line ? line : now.replace(quoting, "$1");
    });
    if (after === before) return;
    await replaceFile(round.repository.gitDir, file, Buffer.from(after, "latin1"));
  });
}

const objectName = /\b[0-9a-f]{40}\b/g;
const quoting = /(\t(?!checkout:|reset:|branch:)[^:]*):.*/;

const readText = async (file: string): Promise<string> =>
  (await readIfThere(file, { maxBytes: 2 ** 28 }))?.toString("latin1") ?? "";

/** The files in which git names commits. */
async function namingFiles(gitDir: string): Promise<string[]> {
  const folders = ["refs", "logs"].map((name) => listFolder(join(gitDir, name), true));
  const files = (await Promise.all(folders))
    .flat()
    .filter((one) => one.isFile() && !one.name.endsWith(".lock"))
    .map(({ parentPath, name }) => join(parentPath, name));
  return [
    ...files,
    ...["packed-refs", "ORIG_HEAD", "FETCH_HEAD"].map((name) => join(gitDir, name)),
  ];
}
