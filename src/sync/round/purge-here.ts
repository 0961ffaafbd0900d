import { join, relative } from "node:path";
import { LociError } from "../../errors.ts";
import { blocked } from "../../git/blocked.ts";
import { createDraft, isThere, listFolder, readIfThere, unlinkIfThere } from "../../git/disk.ts";
import { readIndex } from "../../git/index-file/update-index.ts";
import { withRefLock } from "../../git/lock-file.ts";
import { dropObjects } from "../../git/maintenance/drop-objects.ts";
import { eachObject } from "../../git/maintenance/each-object.ts";
import { toReflog } from "../../git/objects/commit.ts";
import { displayPath } from "../../git/path-bytes.ts";
import { readHead } from "../../git/refs/head.ts";
import { checkCommittable } from "../../git/repository/check-committable.ts";
import { dropCapturesWith } from "../../vault/captures.ts";
import { dropLedgersWith } from "../../vault/recent-writes.ts";
import { applyMove } from "../apply/move.ts";
import type { PurgeMarks } from "../purge/purge-marks.ts";
import { HistoryRewriter } from "../purge/rewrite-history.ts";
import { branchOf, type RoundContext } from "./open-round.ts";
import type { RoundRequest } from "./sync-request.ts";

/** Who purges, and when. */
type By = Pick<RoundRequest, "authorOf" | "now" | "signal">;

/**
 * Moves the branch with its files, all refs and reflogs to history without what is marked, and drops the old objects, those
 * that nothing names too. Returns how many commits have another name. Killed at any moment, it can be run again. The caller
 * holds the commit lock and has committed what was written. Rejects with GIT_BLOCKED where the repository is in use in a way
 * that this would break.
 */
export async function purgeHere(context: RoundContext, marks: PurgeMarks, by: By): Promise<number> {
  const { objects, lociDir, repository } = context;
  await checkUnused(repository.gitDir);
  const rewriter = new HistoryRewriter({ objects, marks, signal: by.signal });
  await rewriteNamed(context, rewriter);
  await objects.flush();
  const { oid } = await readHead(repository.gitDir);
  if (oid !== undefined) await moveForward(context, by, await rewriter.tip(oid));
  await dropMarked(context, rewriter);
  // Nor does what waits for editors keep them.
  await context.lock(async () => {
    dropCapturesWith(context, [...rewriter.gone]);
    dropLedgersWith(lociDir, [...rewriter.gone]);
  });
  return rewriter.renamed.length;
}

/** Throws GIT_BLOCKED where a purge would break what the person is at, or not come out as on other devices. */
export async function checkUnused(gitDir: string): Promise<void> {
  await checkCommittable(gitDir);
  if (await isThere(join(gitDir, "gc.pid"))) {
    throw blocked(
      "its history is being packed, which could bring back what is deleted meanwhile",
      "try again when that has finished; where no git runs, delete .git/gc.pid",
    );
  }
  if ((await listFolder(join(gitDir, "worktrees"))).length > 0) {
    throw blocked(
      "its repository has further work trees, whose history would not follow",
      "remove them with `git worktree remove` first",
    );
  }
}

/** Rewrites the branch, and all that refs and reflogs name: a stash lies in a reflog, and what was reset. */
export async function rewriteNamed(
  { objects, repository: { gitDir } }: RoundContext,
  rewriter: HistoryRewriter,
): Promise<void> {
  const { oid } = await readHead(gitDir);
  if (oid !== undefined) await rewriter.tip(oid);
  for (const name of await namingFiles(gitDir)) {
    // What nothing names may name what is gone long since, as a broken fetch leaves it.
    for (const one of namesIn(await readNaming(gitDir, name))) {
      if (await objects.has(one)) await rewriter.tip(one).catch(passOverGap);
    }
  }
}

/** The branch goes to a commit as in a sync: its files follow, and what was edited meanwhile is merged. */
async function moveForward(
  context: RoundContext,
  { authorOf, now, signal }: By,
  to: string,
): Promise<void> {
  const head = await readHead(context.repository.gitDir);
  if (head.oid === undefined || to === head.oid) return;
  const log = toReflog(authorOf(undefined), now(), `sync: purge ${branchOf(head)}`);
  const move = { ref: head.ref, from: head.oid, to, log };
  if ((await applyMove(context, move, signal)) === "moved") throw movedMeanwhile();
}

/** The error where the person's own git moved the branch. */
export const movedMeanwhile = (): LociError =>
  blocked("another git program moved the branch meanwhile", "try again when it has finished");

/** Drops every object that holds what is marked, or names one that does; what named them names what stands for them. */
export async function dropMarked(context: RoundContext, rewriter: HistoryRewriter): Promise<void> {
  const { objects, disk, repository, git } = context;
  const { gitDir } = repository;
  // Other git programs made refs meanwhile, or fetched some: what they lead to is to be there before it is dropped.
  await rewriteNamed(context, rewriter);
  await objects.flush();
  if (rewriter.renamed.includes((await readHead(gitDir)).oid ?? "")) throw movedMeanwhile();
  // What it wrote of things that nothing names could be read nowhere: a tree is made of names.
  rewriter.isDry = true;
  for await (const { oid } of eachObject(objects, (one) => rewriter.nameOf(one) === undefined)) {
    await rewriter.tip(oid).catch(passOverGap);
  }
  const replaced = await rewriter.replaced();
  if (replaced.size === 0) return;
  await checkNotStaged(context, replaced);
  await unlinkIfThere(disk, join(gitDir, "COMMIT_EDITMSG"));
  for (const name of await namingFiles(gitDir)) await renameIn(context, name, replaced);
  await dropObjects({ gitDir, disk, objects, git }, new Set(replaced.keys()));
}

async function checkNotStaged(
  { repository: { gitDir }, objects }: RoundContext,
  replaced: ReadonlyMap<string, string>,
): Promise<void> {
  const { entries } = await readIndex(gitDir, objects, undefined);
  const staged = [...entries.values()].find(({ oid }) => replaced.has(oid));
  if (staged === undefined) return;
  throw blocked(
    `"${displayPath(staged.path)}" is staged with a line that is to be purged`,
    "unstage it with `git reset`, and take the line out of the file",
  );
}

function passOverGap(error: unknown): void {
  if (!(error instanceof LociError && error.code === "GIT_BLOCKED")) throw error;
}

/** Every name of a replaced object in a file of refs or a reflog gives way to the new one. */
async function renameIn(
  context: RoundContext,
  name: string,
  replaced: ReadonlyMap<string, string>,
): Promise<void> {
  const { disk, objects, repository } = context;
  const { gitDir } = repository;
  await withRefLock(context, join(gitDir, name), async () => {
    const before = await readNaming(gitDir, name);
    for (const oid of namesIn(before)) {
      const next = replaced.get(oid);
      if (next !== undefined && !(await objects.has(next))) throw movedMeanwhile();
    }
    const after = before.replace(objectName, (oid) => replaced.get(oid) ?? oid);
    if (after === before) return;
    const draft = await createDraft(disk, gitDir, Buffer.from(after, "latin1"));
    await disk.rename(draft, join(gitDir, name));
  });
}

const objectName = /\b(?!0{40})[0-9a-f]{40}\b/g;

const namesIn = (text: string): ReadonlySet<string> => new Set(text.match(objectName));

const readNaming = async (gitDir: string, name: string): Promise<string> =>
  (await readIfThere(join(gitDir, name), { maxBytes: 2 ** 28 }))?.toString("latin1") ?? "";

/** The files in which git names commits. */
async function namingFiles(gitDir: string): Promise<string[]> {
  const folders = ["refs", "logs"].map((name) => listFolder(join(gitDir, name), true));
  const files = (await Promise.all(folders))
    .flat()
    .filter((one) => one.isFile() && !one.name.endsWith(".lock"))
    .map(({ parentPath, name }) => relative(gitDir, join(parentPath, name)));
  return [...files, "packed-refs", "ORIG_HEAD", "FETCH_HEAD"];
}
