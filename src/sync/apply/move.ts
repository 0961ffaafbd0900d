import { dirname, join } from "node:path";
import { z } from "zod";
import { LociError } from "../../errors.ts";
import {
  disk,
  isOurLock,
  readIfThere,
  replaceFile,
  unlinkIfThere,
  withRefLock,
} from "../../git/disk.ts";
import { readIndex, stringifyIndex, updateIndex } from "../../git/index-file/index-file.ts";
import { emptyTree } from "../../git/objects/tree.ts";
import { checkCommittable, isRefName, readHead, rescueRef, writeRef } from "../../git/refs/refs.ts";
import { listChanges } from "../merge/merge-trees.ts";
import type { MoveContext } from "./move-context.ts";
import { writeFiles } from "./write-files.ts";

const oid = z.string().regex(/^[0-9a-f]{40}$/);

/** A move of the checked-out branch to a commit that is stored, as its marker has it. */
const moveSchema = z.object({
  ref: z.string().refine((ref) => /^refs\/heads\/./.test(ref) && isRefName(ref)),
  from: oid.optional(),
  to: oid,
  /** The end of the reflog line: `Name <mail> seconds zone\tsync: …` (no `merge…` or `pull…`: respect-checkouts.ts). */
  log: z.string().regex(/^.*$/),
  /** Its files are to be written, too. */
  writes: z.boolean(),
});
export type Move = Readonly<z.infer<typeof moveSchema>>;

/**
 * Brings the files (without `writes` they stand in the folder as the commit has them), then git's index, then the
 * branch from one commit to the next. "moved": the branch was not, or is no longer, at `from`; at worst the files are
 * ahead of it. A file that was saved meanwhile is merged. Rejects with GIT_BLOCKED before anything moves where the
 * person staged one of the files; what a disk that fails left is finished by `recoverMove`. The caller holds the commit
 * lock, not the writer lock, and has called `recoverMove`.
 */
export async function applyMove(context: MoveContext, move: Move): Promise<"applied" | "moved"> {
  const { objects, repository } = context;
  const { gitDir } = repository;
  const { ref, from, to, log, writes } = move;
  await objects.flush();
  if (!isAt(await checkCommittable(gitDir), move)) return "moved";
  const before = from === undefined ? emptyTree : (await objects.readCommit(from)).tree;
  const { tree } = await objects.readCommit(to);
  const changes = await listChanges(objects, before, tree);
  const index = await readIndex(gitDir, objects, before);
  updateIndex(index, changes); // Refuses what is staged otherwise.
  await replaceFile(gitDir, markerFile(gitDir), JSON.stringify(move));
  if (writes && from !== undefined) await writeRef(context, { ref: rescueRef(ref), to: from, log });
  const absent = writes ? await writeFiles(context, { changes, index, tree }) : new Set<string>();
  const [indexFile, refFile] = [join(gitDir, "index"), join(gitDir, ref)];
  /** Compare and swap, index first: who then sees the old branch sees our change staged, never undone. */
  const swap = async (): Promise<boolean> => {
    if (!isAt(await checkCommittable(gitDir), move)) return false;
    const now = await readIndex(gitDir, objects, before);
    const next = updateIndex(now, changes, absent);
    // A new branch is logged when it is there: a log without it would say that its file has vanished.
    if (from !== undefined) await appendReflogs(context, move);
    const old = (await readIfThere(indexFile)) ?? stringifyIndex(now);
    try {
      await replaceFile(gitDir, indexFile, stringifyIndex(next));
      await replaceFile(gitDir, refFile, `${to}\n`);
    } catch (error) {
      // Else the branch is there, and was only not flushed.
      if (isAt(await readHead(gitDir), move)) await replaceFile(gitDir, indexFile, old);
      throw error;
    }
    if (from === undefined) await appendReflogs(context, move);
    return true;
  };
  const locked = withRefLock(context, indexFile, () => withRefLock(context, refFile, swap));
  const isDone = await locked.catch(async (error: unknown) => {
    // A commit that another git program kept from its locks is made anew, of what stands there then.
    if (!writes && error instanceof LociError) await unlinkIfThere(markerFile(gitDir));
    throw error;
  });
  await unlinkIfThere(markerFile(gitDir));
  return isDone ? "applied" : "moved";
}

/**
 * Removes the locks that a killed process left, and finishes its commit or move, or that of a failed one; or drops it
 * where the branch went on: then the next merge brings in what is missing. Rejects as `applyMove` does. The caller
 * holds the commit lock.
 */
export async function recoverMove(context: MoveContext): Promise<void> {
  const { repository, objects } = context;
  const move = await readMarker(context);
  for (const name of ["config", ...(move === undefined ? [] : ["index", move.ref])]) {
    const lock = `${join(repository.gitDir, name)}.lock`;
    if (await isOurLock(lock)) await unlinkIfThere(lock);
  }
  // A power cut may have taken the commit: it comes again with the next fetch.
  if (move !== undefined && (await objects.size(move.to)) > 0) await applyMove(context, move);
  await unlinkIfThere(markerFile(repository.gitDir));
}

/** Names the move that is under way. It goes when the move is done: one that is found is run again. */
const markerFile = (gitDir: string): string => join(gitDir, "loci", "moving.json");

/** Whether a move was interrupted, so that files may be ahead of the branch. */
export const isMoving = async (gitDir: string): Promise<boolean> =>
  (await readIfThere(markerFile(gitDir))) !== undefined;

/** Undo goes by HEAD's, whatever git's settings say of reflogs. */
async function appendReflogs({ repository }: MoveContext, move: Move): Promise<void> {
  const line = `${move.from ?? "0".repeat(40)} ${move.to} ${move.log}\n`;
  for (const ref of [move.ref, "HEAD"]) {
    const file = join(repository.gitDir, "logs", ref);
    const before = await readIfThere(file);
    await disk.mkdir(dirname(file));
    const isTorn = before !== undefined && before.length > 0 && before.at(-1) !== 0x0a;
    await disk.append(file, Buffer.from((isTorn ? "\n" : "") + line));
  }
}

const isAt = (head: { ref: string; oid: string | undefined }, { ref, from }: Move): boolean =>
  head.ref === ref && head.oid === from;

/** One that a power cut has cut short counts as none: its files are only ahead. */
async function readMarker({ repository }: MoveContext): Promise<Move | undefined> {
  const bytes = await readIfThere(markerFile(repository.gitDir), { maxBytes: 65_536 });
  try {
    return bytes && moveSchema.parse(JSON.parse(bytes.toString("utf8")));
  } catch {
    return undefined;
  }
}
