import { join } from "node:path";
import { LociError } from "../../errors.ts";
import { newObjects } from "../../git/ancestry/ancestry.ts";
import {
  blocked,
  createDraft,
  disk,
  listFolder,
  readIfThere,
  unlinkIfThere,
} from "../../git/disk.ts";
import { readIndex } from "../../git/index-file/index-file.ts";
import { withRefLock } from "../../git/lock-file.ts";
import { eachObject, repack } from "../../git/maintenance/repack.ts";
import { displayPath } from "../../git/path-bytes.ts";
import { checkCommittable, readHead } from "../../git/refs/refs.ts";
import { dropVersionsWith } from "../../vault/write/versions.ts";
import { dropKeptSteps } from "../commit/kept-steps.ts";
import { dropVersions } from "../commit/pending.ts";
import { noteUnfinished, type PurgeMarks } from "../purge/purge-marks.ts";
import { HistoryRewriter } from "../purge/rewrite-history.ts";
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
  const { objects, lociDir, repository, signal } = round;
  const { gitDir } = repository;
  await checkUnused(gitDir);
  const { oid: head = "" } = await readHead(gitDir);
  const spared = sparesBranch ? await newObjects(objects, undefined, head, signal) : [];
  const rewriter = new HistoryRewriter(objects, marks, spared);
  const rewrite = async (oid: string): Promise<void> => {
    await rewriter.rewrite(oid, signal).catch((error: unknown) => {
      // What nothing names may name what is gone long since, as a broken fetch leaves it.
      if (!(error instanceof LociError && error.code === "GIT_BLOCKED")) throw error;
    });
  };
  // A stash lies in a reflog, and what was reset.
  const named = await Promise.all((await namingFiles(gitDir)).map(readNaming));
  for (const oid of new Set(named.join("\n").match(objectName))) await rewrite(oid);
  await objects.flush();
  // Nothing names the objects that are left, so nobody would find a rewritten copy: they are only dropped.
  rewriter.isDry = true;
  for await (const { oid } of eachObject(objects, (one) => !rewriter.names.has(one)))
    await rewrite(oid);
  const replaced = new Map([...rewriter.names].filter(([old, name]) => old !== name));

  if (replaced.size > 0) await dropReplaced(round, head, replaced);
  await round.lock(async () => {
    dropVersionsWith(round, [...rewriter.gone.values()]);
    await dropVersions(lociDir);
  });
  dropKeptSteps(lociDir);
  await noteUnfinished(gitDir, marks, undefined);
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

/** Lets what names an object that has another name now name that, and drops the object. */
async function dropReplaced(
  round: Round,
  head: string,
  replaced: ReadonlyMap<string, string>,
): Promise<void> {
  const { objects, repository, git } = round;
  const { gitDir } = repository;
  const index = await readIndex(gitDir, objects, undefined);
  const staged = [...index.values()].find(({ oid }) => replaced.has(oid));
  if (staged !== undefined) {
    throw blocked(
      `"${displayPath(staged.path)}" is staged with a line that is to be purged`,
      "unstage it with `git reset`, and take the line out of the file",
    );
  }
  await unlinkIfThere(join(gitDir, "COMMIT_EDITMSG"));
  for (const file of await namingFiles(gitDir)) await renameIn(round, file, replaced);
  if ((await readHead(gitDir)).oid !== (replaced.get(head) ?? head)) throw movedMeanwhile();
  await repack({ objects, git }, new Set(replaced.keys()));
}

/** Gives rewritten commits their new names in a file, and drops what a reflog quotes from their messages. */
async function renameIn(
  round: Round,
  file: string,
  replaced: ReadonlyMap<string, string>,
): Promise<void> {
  const { objects, repository } = round;
  await withRefLock(round, file, async () => {
    const before = await readNaming(file);
    const after = before.replace(/.+/g, (line) => {
      const renamed = line.replace(objectName, (oid) => replaced.get(oid) ?? oid);
      return renamed === line ? line : renamed.replace(quoting, "$1");
    });
    if (after === before) return;
    // What was named while the history was rewritten must be there too.
    for (const oid of new Set(after.match(objectName)))
      if (!before.includes(oid) && !(await objects.has(oid))) throw movedMeanwhile();
    const draft = await createDraft(repository.gitDir, Buffer.from(after, "latin1"));
    await disk.rename(draft, file);
  });
}

const quoting = /(\t(?!checkout:|reset:|branch:)[^:]*):.*/;
const objectName = /\b[0-9a-f]{40}\b/g;

const readNaming = async (file: string): Promise<string> =>
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
