import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { LociError } from "../../errors.ts";
import { blocked } from "../../git/blocked.ts";
import { createDraft, isThere, listFolder, readIfThere, unlinkIfThere } from "../../git/disk.ts";
import { readIndex } from "../../git/index-file/update-index.ts";
import { dropObjects, isGitPacking } from "../../git/maintenance/drop-objects.ts";
import { eachObject } from "../../git/maintenance/each-object.ts";
import { type ObjectType, oidOf } from "../../git/object-format.ts";
import type { ObjectReader } from "../../git/objects/objects.ts";
import { folderMode, parseTree } from "../../git/objects/tree.ts";
import { type Author, toReflog } from "../../git/objects/write-commit.ts";
import { readHead } from "../../git/refs/head.ts";
import { withRefLock } from "../../git/refs/ref-lock.ts";
import { readRefs, readShallow } from "../../git/refs/refs.ts";
import { checkNothingInProgress } from "../../git/repository/in-progress.ts";
import { dropCapturesWith } from "../../vault/captures.ts";
import { dropLedgersWith } from "../../vault/recent-writes.ts";
import { applyMove } from "../apply/move.ts";
import { mergeTrees } from "../merge/merge-trees.ts";
import type { PurgeMarks } from "../purge/purge-marks.ts";
import { HistoryRewriter } from "../purge/rewrite-history.ts";
import { branchOf } from "./choose-branch.ts";
import type { RoundContext } from "./open-round.ts";

interface Purging {
  readonly marks: PurgeMarks;
  readonly author: Author;
  readonly now: Date;
  readonly signal?: AbortSignal | undefined;
}

interface Rewriting extends Pick<Purging, "marks" | "signal"> {
  /** Hears of each object that it writes, and whether it was not there before. */
  readonly onWrite?: (oid: string, isNew: boolean) => void;
}

/**
 * Writes history again without what is marked, for all refs and what reflogs name, and moves nothing yet. Rejects with
 * GIT_BLOCKED where the repository is in use in a way that this would break.
 */
export async function rewriteHistory(
  context: RoundContext,
  { marks, signal, onWrite }: Rewriting,
): Promise<HistoryRewriter> {
  await checkUnused(context.repository.gitDir);
  const { objects } = context;
  const write = async (type: ObjectType, content: Buffer): Promise<string> => {
    const isNew = !(await objects.has(oidOf(type, content)));
    const oid = await objects.write(type, content);
    onWrite?.(oid, isNew);
    return oid;
  };
  const rewriter = new HistoryRewriter({ read: objects.read, write, marks, signal });
  await rewriteNamed(context, rewriter);
  return rewriter;
}

async function rewriteNamed(
  { objects, repository: { gitDir } }: RoundContext,
  rewriter: HistoryRewriter,
): Promise<void> {
  const { refs } = await readRefs(gitDir);
  const head = await readHead(gitDir);
  for (const oid of new Set([...refs.values(), ...(head.oid === undefined ? [] : [head.oid])])) {
    // A ref of nothing, as a broken fetch leaves it, keeps nothing.
    if (oid === head.oid || (await objects.has(oid))) await rewriter.tip(oid);
  }
  // A stash lies in a reflog, and what was reset.
  for (const oid of await loggedIn(gitDir)) await rewriter.tip(oid).catch(passOverGap);
  await objects.flush();
}

/**
 * Moves the branch with its files, all refs and reflogs to history as it was rewritten, and drops the old objects, those
 * that nothing names too. Returns how many commits have another name. Killed at any moment, it can be run again. The caller
 * holds the commit lock and has committed what was written. Rejects with GIT_BLOCKED.
 */
export async function moveToRewritten(
  context: RoundContext,
  purging: Purging,
  rewriter: HistoryRewriter,
): Promise<number> {
  await moveHead(context, purging, rewriter.renamed);
  await drop(context, rewriter);
  await dropKept(context, [...rewriter.gone]);
  let commits = 0;
  for (const oid of rewriter.renamed.values()) if (await isCommit(context, oid)) commits++;
  return commits;
}

/** Nor does what waits for editors keep them. */
async function dropKept({ vault }: RoundContext, lines: readonly string[]): Promise<void> {
  await vault.lock(async () => {
    dropCapturesWith(vault, lines);
    dropLedgersWith(vault.lociDir, lines);
  });
}

/** Drops all that holds what is marked, where the branch does not; other refs move to what they are without it. */
export async function dropMarked(
  context: RoundContext,
  { marks, signal }: Pick<Purging, "marks" | "signal">,
): Promise<void> {
  const { read, write } = context.objects;
  await drop(context, new HistoryRewriter({ read, write, marks, signal }));
}

/** Drops every object that holds what is marked, or names one that does; what named them names what stands for them. */
async function drop(context: RoundContext, rewriter: HistoryRewriter): Promise<void> {
  const { objects, disk, repository } = context;
  const { gitDir } = repository;
  // Other git programs made refs meanwhile, or fetched some: what they lead to is to be there before it is dropped.
  await rewriteNamed(context, rewriter);
  if (rewriter.renamed.has((await readHead(gitDir)).oid ?? "")) throw movedMeanwhile();
  const replaced = await findReplaced(context, rewriter);
  if (replaced.size === 0) return;
  await checkNotStaged(context, replaced);
  await renameInRefs(context, replaced);
  const { git } = context;
  await dropObjects({ gitDir, disk, objects, git }, new Set(replaced.keys()));
}

const isCommit = async ({ objects }: RoundContext, oid: string): Promise<boolean> =>
  (await objects.read(oid)).toString("latin1", 0, 45).startsWith("tree ");

/** Throws GIT_BLOCKED where a purge would break what the person is at, or not come out as on other devices. */
export async function checkUnused(gitDir: string): Promise<void> {
  await checkNothingInProgress(gitDir);
  if (await isGitPacking(gitDir)) {
    throw blocked(
      "its history is being packed, which could bring back what is deleted meanwhile",
      "try again when that has finished; where no git runs, delete .git/gc.pid",
    );
  }
  if ((await readShallow(gitDir)).size > 0) {
    throw blocked(
      "its repository is a shallow clone, whose history would part from that of other devices",
      "fetch the rest with `git fetch --unshallow` first",
    );
  }
  if ((await listFolder(join(gitDir, "worktrees"))).length > 0) {
    throw blocked(
      "its repository has further work trees, whose history would not follow",
      "remove them with `git worktree remove` first",
    );
  }
}

/** The branch goes to its new commit as in a sync: its files follow, and what was edited meanwhile is merged. */
async function moveHead(
  context: RoundContext,
  { author, now, signal }: Purging,
  replaced: ReadonlyMap<string, string>,
): Promise<void> {
  const { objects, repository } = context;
  const head = await readHead(repository.gitDir);
  const to = head.oid === undefined ? undefined : replaced.get(head.oid);
  if (head.oid === undefined || to === undefined) return;
  const [ours, theirs] = [await objects.readCommit(head.oid), await objects.readCommit(to)];
  const trees = { bases: [ours.tree], ours: ours.tree, theirs: theirs.tree };
  const { changes } = await mergeTrees(objects, trees, signal);
  const log = toReflog(author, now, `sync: purge ${branchOf(head)}`);
  const move = { ref: head.ref, from: head.oid, to, changes, log };
  if ((await applyMove(context, move, signal)) === "moved") throw movedMeanwhile();
}

const movedMeanwhile = (): LociError =>
  blocked("another git program moved the branch meanwhile", "try again when it has finished");

/** Every name of a replaced commit gives way to the new one: in refs, loose and packed, in reflogs and in `shallow`. */
async function renameInRefs(
  context: RoundContext,
  replaced: ReadonlyMap<string, string>,
): Promise<void> {
  const { disk, objects, repository } = context;
  const { gitDir } = repository;
  for (const name of ["ORIG_HEAD", "FETCH_HEAD", "COMMIT_EDITMSG"])
    await unlinkIfThere(disk, join(gitDir, name));
  const files = [...filesBelow(gitDir, "refs"), ...filesBelow(gitDir, "logs")];
  for (const name of [...files, "packed-refs", "shallow"]) {
    const file = join(gitDir, name);
    await withRefLock(context, file, async () => {
      const before = (await readIfThere(file, { maxBytes: 2 ** 28 }))?.toString("latin1");
      for (const oid of namedIn(before)) {
        const next = replaced.get(oid);
        if (next !== undefined && !(await objects.has(next))) throw movedMeanwhile();
      }
      const after = before?.replace(objectNames, (oid) => replaced.get(oid) ?? oid);
      if (after === undefined || after === before) return;
      await disk.rename(await createDraft(disk, gitDir, Buffer.from(after, "latin1")), file);
    });
  }
}

const objectNames = /\b[0-9a-f]{40}\b/g;

const namedIn = (text: string | undefined): ReadonlySet<string> =>
  new Set(text?.match(objectNames));

/** The commits that reflogs name. */
async function loggedIn(gitDir: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const name of filesBelow(gitDir, "logs")) {
    const text = (await readIfThere(join(gitDir, name), { maxBytes: 2 ** 28 }))?.toString("latin1");
    for (const oid of namedIn(text)) found.add(oid);
  }
  found.delete("0".repeat(40));
  return found;
}

function filesBelow(gitDir: string, folder: string): string[] {
  try {
    return readdirSync(join(gitDir, folder), { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile() && !one.name.endsWith(".lock"))
      .map(({ parentPath, name }) => relative(gitDir, join(parentPath, name)));
  } catch {
    return []; // No ref has a log yet.
  }
}

/** All objects that hold what is marked, or name one that does, whether anything names them or not. */
async function findReplaced(
  { objects }: RoundContext,
  rewriter: HistoryRewriter,
): Promise<ReadonlyMap<string, string>> {
  // What it wrote of things that nothing names could be read nowhere: a tree is made of names.
  rewriter.stopWriting();
  for await (const { oid, type } of eachObject(objects, (oid) => !rewriter.knows(oid))) {
    const named = type === "tag" ? rewriter.tip(oid) : rewriter[type](oid);
    await named.catch(passOverGap);
  }
  const replaced = new Map([...rewriter.renamed, ...rewriter.replaced]);
  for (const tree of rewriter.keptTrees) await spare(objects, tree, replaced);
  return replaced;
}

/** Takes a tree, and what is below it, out of what is replaced. */
async function spare(
  objects: ObjectReader,
  oid: string,
  replaced: Map<string, string>,
): Promise<void> {
  // What names nothing that is replaced is none of it itself.
  if (!replaced.delete(oid)) return;
  for (const { mode, oid: below } of parseTree(await objects.read(oid))) {
    if (mode === folderMode) await spare(objects, below, replaced);
    else replaced.delete(below);
  }
}

/** What nothing names may name what is gone long since; the blobs of it that are left are looked at one by one. */
function passOverGap(error: unknown): void {
  if (!(error instanceof LociError && error.code === "GIT_BLOCKED")) throw error;
}

async function checkNotStaged(
  { repository, objects }: RoundContext,
  dropped: ReadonlyMap<string, string>,
): Promise<void> {
  if (!(await isThere(join(repository.gitDir, "index")))) return;
  const { entries } = await readIndex(repository.gitDir, objects, undefined);
  const staged = [...entries.values()].find(({ fixed }) =>
    dropped.has(fixed.toString("hex", 40, 60)),
  );
  if (staged === undefined) return;
  throw blocked(
    `"${Buffer.from(staged.path, "latin1").toString("utf8")}" is staged with a line that is to be purged`,
    "unstage it with `git reset`, and take the line out of the file",
  );
}
