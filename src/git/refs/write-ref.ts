import { dirname, join } from "node:path";
import { createDraft, readIfThere } from "../disk.ts";
import { clearRefPath } from "./clear-ref-path.ts";
import { type RefStore, withRefLock } from "./ref-lock.ts";
import { isRefName, noFile, readRef } from "./refs.ts";

/** A ref that is not checked out, moved by compare and swap. */
export interface RefMove {
  /** Below refs/remotes/ or refs/loci/. */
  readonly ref: string;
  /** What it must be at; undefined: it must not exist. */
  readonly from: string | undefined;
  readonly to: string;
  /** The end of the reflog line, as in a `Move`. */
  readonly log: string;
  /** How many lines its reflog keeps, where it is to be short. */
  readonly maxLogged?: number;
}

/**
 * Moves a ref under git's own lock; "moved" where it is not at `from`. Refs in whose place it stands (a remote that
 * had `a` and now has `a/b`) are out of date and go. The caller holds the commit lock.
 */
export async function writeRef(store: RefStore, move: RefMove): Promise<"written" | "moved"> {
  const { disk, repository } = store;
  const { gitDir } = repository;
  checkName(move.ref);
  await clearRefPath(store, move.ref);
  const file = join(gitDir, move.ref);
  const outcome = await withRefLock(store, file, async () => {
    if ((await readRef(gitDir, move.ref)) !== move.from) return "moved";
    await logRef(store, move);
    await disk.rename(await createDraft(disk, gitDir, Buffer.from(`${move.to}\n`)), file);
    return "written";
  });
  await disk.flushFolder(dirname(file));
  return outcome;
}

function checkName(ref: string): void {
  if (/^refs\/(?:remotes|loci)\/./.test(ref) && isRefName(ref)) return;
  throw new RangeError(`Cannot write the ref ${JSON.stringify(ref)}: git knows no such name`);
}

const maxLogBytes = 64 * 2 ** 20;

/** The reflog keeps earlier tips from `git gc`; a short one is rewritten, its oldest lines left out. */
async function logRef({ disk, repository }: RefStore, move: RefMove): Promise<void> {
  const file = join(repository.gitDir, "logs", move.ref);
  const before =
    (await readIfThere(file, { maxBytes: maxLogBytes }).catch(noFile))?.toString("latin1") ?? "";
  const lines = before.split("\n").filter((line) => line !== "");
  lines.push(
    `${move.from ?? "0".repeat(40)} ${move.to} ${Buffer.from(move.log).toString("latin1")}`,
  );
  const kept = lines.slice(-(move.maxLogged ?? 500));
  await disk.mkdir(dirname(file));
  const draft = await createDraft(
    disk,
    repository.gitDir,
    Buffer.from(`${kept.join("\n")}\n`, "latin1"),
  );
  await disk.rename(draft, file);
}

/** So many earlier tips are kept. */
const maxTips = 20;

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
    if ((await writeRef(store, { ref, from, to: tip, log, maxLogged: maxTips })) === "written")
      return;
  }
}
