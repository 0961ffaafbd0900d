import { dirname, join } from "node:path";
import { errnoOf } from "../../errors.ts";
import { blocked } from "../blocked.ts";
import { replaceFile } from "../disk.ts";
import { type RefStore, withRefLock } from "../lock-file.ts";
import { isRefName, readRef } from "./refs.ts";

/** A ref that is not checked out, moved by compare and swap. */
interface RefMove {
  /** Below refs/remotes/ or refs/loci/. */
  readonly ref: string;
  /** What it must be at; undefined: it must not exist. */
  readonly from: string | undefined;
  readonly to: string;
  /** The end of the reflog line, as in a `Move`. */
  readonly log: string;
}

/**
 * Moves a ref under git's own lock; "moved" where it is not at `from`. The caller holds the commit lock. Rejects with
 * GIT_BLOCKED where another ref is in its way, as `a` is in that of `a/b`.
 */
export async function writeRef(store: RefStore, move: RefMove): Promise<"written" | "moved"> {
  const { disk, repository } = store;
  const { gitDir } = repository;
  const { ref, from, to, log } = move;
  if (!/^refs\/(?:remotes|loci)\/./.test(ref) || !isRefName(ref))
    throw new RangeError(`Cannot write the ref ${JSON.stringify(ref)}: git knows no such name`);
  const file = join(gitDir, ref);
  try {
    return await withRefLock(store, file, async () => {
      if ((await readRef(gitDir, ref)) !== from) return "moved";
      const reflog = join(gitDir, "logs", ref); // It keeps earlier tips from `git gc`.
      await disk.mkdir(dirname(reflog));
      await disk.append(reflog, Buffer.from(`${from ?? "0".repeat(40)} ${to} ${log}\n`));
      await replaceFile(disk, gitDir, file, Buffer.from(`${to}\n`));
      return "written";
    });
  } catch (cause) {
    if (!["ENOTDIR", "EEXIST", "EISDIR", "ENOTEMPTY"].includes(errnoOf(cause) ?? "")) throw cause;
    const fix = "run `git remote prune origin`, with the name of your remote";
    throw blocked(`another ref is in the way of ${ref}`, fix, cause);
  }
}

/**
 * Keeps the tip that a branch is about to leave under refs/loci/rescue/, with its last ones in the reflog of that ref,
 * where `git gc` finds them.
 */
export async function keepRescue(
  store: RefStore,
  branch: string,
  tip: string,
  log: string,
): Promise<void> {
  const ref = `refs/loci/rescue/${branch.replace(/^refs\/heads\//, "")}`;
  for (let tries = 0; tries < 5; tries++) {
    const from = await readRef(store.repository.gitDir, ref);
    if (from === tip) return;
    if ((await writeRef(store, { ref, from, to: tip, log })) === "written") return;
  }
}
