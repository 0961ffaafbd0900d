import { stat } from "node:fs/promises";
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
import { writeCommit } from "../../git/objects/commit.ts";
import { displayPath } from "../../git/path-bytes.ts";
import { checkCommittable, type Head, readHead } from "../../git/refs/refs.ts";
import type { WritableVault } from "../../vault/write/change-file.ts";
import { dropVersionsWith } from "../../vault/write/versions.ts";
import { applyMove } from "../apply/move.ts";
import { type HeldBack, movedMeanwhile } from "../commit/commit-files.ts";
import { commitText } from "../commit/commit-text.ts";
import { dropKeptSteps, dropVersions } from "../commit/pending.ts";
import { findLinesToPurge, type Purged } from "../purge/find-lines.ts";
import { marksOf, readPurgeMarks, toMarks, withMarks } from "../purge/purge-marks.ts";
import { createRewriter } from "../purge/rewrite-history.ts";
import type { Round } from "./sync-request.ts";

/** Notes a purge that was agreed to, so that a kill is made good. */
export async function notePurge(gitDir: string, marks: ReadonlySet<string>): Promise<void> {
  await replaceFile(gitDir, await noteFile(gitDir), [...marks].join("\n"));
}

/** A copy of the folder brings no yes along. */
const noteFile = async (gitDir: string): Promise<string> =>
  join(gitDir, "loci", `purging-${(await stat(gitDir)).ino}`);

/**
 * Takes what was forgotten here out of every version, and marks it in a commit. Returns the files of the last commit
 * that still say it. It can be done again. The caller holds the commit lock. Rejects with GIT_BLOCKED where such a file
 * could not be committed, and as `finishPurge` does.
 */
export async function purgeOwn(
  round: Round,
  purged: Purged,
  heldBack: readonly HeldBack[],
): Promise<readonly string[]> {
  const { objects, repository, now, signal } = round;
  const { ref, oid: from } = await checkUnused(repository.gitDir);
  if (from === undefined) return [];
  const { hashes, stillIn } = await findLinesToPurge(objects, from, purged);
  const files = new Set<string>(purged.entries.map(({ file }) => file));
  const kept = heldBack.find(({ path }) => files.has(path) && stillIn.includes(path));
  if (kept) throw blocked(`${kept.path} is not committed: ${kept.reason}`, "put that right");
  if (hashes.length === 0) return stillIn;
  const marks = toMarks(hashes, now());
  const clean = await createRewriter(objects, marks).rewrite(from, signal);
  const ours = await objects.readCommit(clean);
  const tree = await withMarks(objects, ours.tree, [...marks]);
  const { oid, log } = await writeCommit(objects, tree, ours, commitText(round, "mark a purge"));
  await notePurge(repository.gitDir, marks);
  if ((await applyMove(round, { ref, from, to: oid, log, writes: true })) === "moved")
    throw movedMeanwhile();
  await finishPurge(round);
  return stillIn;
}

/**
 * Moves all refs and reflogs to history without what was noted, but for the branch, which has such a history already,
 * and drops the old objects, those that nothing names too. The last commit holds none of it, so no file changes. Killed
 * at any moment, it can be run again; what the branch has no mark of is dropped. The caller holds the commit lock.
 * Rejects with GIT_BLOCKED where the repository is in use in a way that this would break.
 */
export async function finishPurge(round: Round): Promise<void> {
  const { objects, repository, signal } = round;
  const { gitDir } = repository;
  const note = await noteFile(gitDir);
  const noted = await readIfThere(note, { maxBytes: 2 ** 28 });
  const { oid: head } = await readHead(gitDir);
  if (head === undefined || noted === undefined) return;
  const marks = readPurgeMarks(noted).intersection(await marksOf(objects, head));
  if (marks.size === 0) return unlinkIfThere(note);
  await checkUnused(gitDir);
  const spared = await newObjects(objects, undefined, head, signal);
  const { names, gone, rewrite } = createRewriter(objects, marks, spared);
  for await (const { oid } of eachObject(objects, (one) => !names.has(one)))
    await rewrite(oid, signal).catch((error: unknown) => {
      // What nothing names may name what is gone long since, as a broken fetch leaves it.
      if (!(error instanceof LociError && error.code === "GIT_BLOCKED")) throw error;
    });
  const renamed = new Map([...names].filter(([old, name]) => old !== name));
  if (renamed.size > 0) await takePlace(round, renamed);
  await dropTraces(round, [...gone.values()]);
  round.onPurged?.();
  await unlinkIfThere(note);
}

/** Puts rewritten objects in the place of the old ones. */
async function takePlace(round: Round, renamed: ReadonlyMap<string, string>): Promise<void> {
  const { objects, repository, git } = round;
  const { gitDir } = repository;
  await objects.flush();
  const index = await readIndex(gitDir, objects, undefined);
  const staged = [...index.values()].find(({ oid }) => renamed.has(oid));
  if (staged !== undefined)
    throw blocked(
      `"${displayPath(staged.path)}" is staged with a line that is to be purged`,
      "unstage it with `git reset`, and take the line out of the file",
    );
  await unlinkIfThere(join(gitDir, "COMMIT_EDITMSG"));
  for (const file of await namingFiles(gitDir)) await renameIn(round, file, renamed);
  if (renamed.has((await readHead(gitDir)).oid ?? "")) throw movedMeanwhile();
  await repack({ objects, git }, new Set(renamed.keys()));
  objects.refresh();
}

/** Drops what waits beside the files with such words: steps that can be undone, versions for editors. */
export async function dropTraces(vault: WritableVault, texts: readonly string[]): Promise<void> {
  const { lociDir, lock } = vault;
  await lock(async () => {
    await dropVersions(lociDir);
    dropKeptSteps(lociDir);
    dropVersionsWith(vault, texts);
  });
}

/** Throws GIT_BLOCKED where a purge would break what the person is at, or not come out as on other devices. */
export async function checkUnused(gitDir: string): Promise<Head> {
  const head = await checkCommittable(gitDir);
  if ((await listFolder(join(gitDir, "worktrees"))).length === 0) return head;
  throw blocked(
    "its repository has further work trees, whose history would not follow",
    "remove them with `git worktree remove` first",
  );
}

/** Gives rewritten commits their new names in a file, and drops what a reflog quotes from their messages. */
async function renameIn(round: Round, file: string, renamed: ReadonlyMap<string, string>) {
  await withRefLock(round, file, async () => {
    const bytes = await readIfThere(file, { maxBytes: 2 ** 28 });
    const before = bytes?.toString("latin1") ?? "";
    const after = before.replace(/.+/g, (line) => {
      const now = line.replace(objectName, (oid) => renamed.get(oid) ?? oid);
      return now === line ? line : now.replace(quoting, "$1");
    });
    if (after === before) return;
    await replaceFile(round.repository.gitDir, file, Buffer.from(after, "latin1"));
  });
}

const objectName = /\b[0-9a-f]{40}\b/g;
const quoting = /(\t(?!checkout:|reset:|branch:)[^:]*):.*/;

/** The files in which git names commits. */
async function namingFiles(gitDir: string): Promise<string[]> {
  const folders = ["refs", "logs"].map((name) => listFolder(join(gitDir, name), true));
  const found = (await Promise.all(folders)).flat();
  const files = found.filter((one) => one.isFile() && !one.name.endsWith(".lock"));
  const single = ["packed-refs", "ORIG_HEAD", "FETCH_HEAD"].map((name) => join(gitDir, name));
  return [...files.map(({ parentPath, name }) => join(parentPath, name)), ...single];
}
