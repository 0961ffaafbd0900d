import { dirname, join } from "node:path";
import { errnoOf } from "../../errors.ts";
import { blocked, isThere, openDrafts, readIfThere, replaceFile } from "../disk.ts";
import { type RefStore, withRefLock } from "../lock-file.ts";

/** The branch that HEAD is on, and its newest commit; none on a branch without commits. */
export interface Head {
  readonly ref: string;
  readonly oid: string | undefined;
}

/** Reads where HEAD stands; a detached HEAD and a damaged ref are refused, never committed upon. */
export async function readHead(gitDir: string): Promise<Head> {
  const text = (await readIfThere(join(gitDir, "HEAD")))?.toString("utf8").trim() ?? "";
  if (isOid(text)) {
    const fix = "run `git switch` with the name of your branch, `main` as a rule";
    throw blocked("HEAD is detached: no branch is checked out", fix);
  }
  const ref = /^ref:\s*(refs\/heads\/\S+)$/.exec(text)?.[1];
  if (ref === undefined || !isRefName(ref))
    throw blocked("the file .git/HEAD is empty or damaged", "write `ref: refs/heads/main` into it");
  const oid = await readRef(gitDir, ref);
  // By a power cut perhaps: a root commit would orphan its history.
  const hasPast = (await isThere(join(gitDir, ref))) || (await isThere(join(gitDir, "logs", ref)));
  if (oid === undefined && hasPast) {
    const fix = `write the last commit that .git/logs/${ref} names into it, or restore it from another copy of the vault`;
    throw blocked(`the file .git/${ref} is missing or damaged`, fix);
  }
  return { ref, oid };
}

/** What git leaves in its folder while a command waits for the person. */
const unfinished = [
  ["MERGE_HEAD", "merge"],
  ["rebase-merge", "rebase"],
  ["rebase-apply/applying", "am"],
  ["rebase-apply", "rebase"],
  ["CHERRY_PICK_HEAD", "cherry-pick"],
  ["REVERT_HEAD", "revert"],
  ["sequencer/todo", "cherry-pick"],
] as const;

/** Where HEAD stands. Refuses while the person is in the middle of something that a commit would disturb. */
export async function checkCommittable(gitDir: string): Promise<Head> {
  const isLeft = (trace: string): Promise<boolean> => isThere(join(gitDir, trace));
  if (await isLeft("shallow")) {
    const fix = "complete it with `git fetch --unshallow`";
    throw blocked("its history is cut off (a shallow clone)", fix);
  }
  if (await isLeft("BISECT_LOG"))
    throw blocked("a git bisect is in progress", "end it with `git bisect reset`");
  for (const [trace, command] of unfinished) {
    if (!(await isLeft(trace))) continue;
    const fix = `finish it with \`git ${command} --continue\`; \`git ${command} --abort\` drops it, and with it what was written meanwhile into its files`;
    throw blocked(`a git ${command} is in progress`, fix);
  }
  return readHead(gitDir);
}

/** Puts HEAD on a branch that has no commit yet. */
export async function setUnbornHead(
  gitDir: string,
  branch: string,
  store: RefStore,
): Promise<void> {
  const file = join(gitDir, "HEAD");
  await openDrafts(store.disk, gitDir);
  await withRefLock(store, file, () =>
    replaceFile(store.disk, gitDir, file, Buffer.from(`ref: ${branchRef(branch)}\n`)),
  );
}

const heads = "refs/heads/";

/** The full name of a branch. */
export const branchRef = (branch: string): string => heads + branch;

/** The short name of a branch by its full one; undefined for any other ref. */
export const branchName = (ref: string): string | undefined =>
  ref.startsWith(heads) ? ref.slice(heads.length) : undefined;

/** Where git keeps what was last seen of a remote's branch. */
export const trackingRef = (remote: string, branch: string): string =>
  `refs/remotes/${remote}/${branch}`;

const isOid = (text: string): boolean => /^[0-9a-f]{40}$/.test(text);

/** The commit that a ref names, loose or packed; one that is damaged counts as none. */
export async function readRef(gitDir: string, ref: string): Promise<string | undefined> {
  const text = await readLoose(join(gitDir, ref));
  if (text !== undefined) return isOid(text) ? text : undefined;
  const packed = await readIfThere(join(gitDir, "packed-refs"), { maxBytes: 2 ** 26 });
  const lines = packed?.toString("utf8").matchAll(/^([0-9a-f]{40}) (\S+)\s*$/gm) ?? [];
  return [...lines].find(([, , name]) => name === ref)?.[1];
}

/** Undefined where there is no file; a folder may stand there, of other refs. */
async function readLoose(file: string): Promise<string | undefined> {
  try {
    return (await readIfThere(file, { maxBytes: 4_096 }))?.toString("latin1").trim();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return errnoOf(error) === "EISDIR" ? undefined : "";
  }
}

/** Git's own rules for names of refs; one that breaks them could leave the folder of refs. */
export function isRefName(name: string): boolean {
  return (
    name.startsWith("refs/") &&
    name.length < 512 &&
    !/[\p{Cc} ~^:?*[\\]|\.\.|@\{|\.$/u.test(name) &&
    name.split("/").every((part) => part !== "" && !part.startsWith(".") && !part.endsWith(".lock"))
  );
}

/** A ref that is not checked out, moved by compare and swap. */
interface RefMove {
  /** Below refs/remotes/ or refs/loci/rescue/. */
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
  const { ref, from, to, log } = move;
  const { gitDir } = store.repository;
  if (!/^refs\/(?:remotes|loci\/rescue)\//.test(ref) || !isRefName(ref))
    throw new RangeError(`Cannot write the ref ${JSON.stringify(ref)}: git knows no such name`);
  const file = join(gitDir, ref);
  try {
    return await withRefLock(store, file, async () => {
      if ((await readRef(gitDir, ref)) !== from) return "moved";
      const reflog = join(gitDir, "logs", ref); // It keeps earlier tips from `git gc`.
      await store.disk.mkdir(dirname(reflog));
      await store.disk.append(reflog, Buffer.from(`${from ?? "0".repeat(40)} ${to} ${log}\n`));
      await replaceFile(store.disk, gitDir, file, Buffer.from(`${to}\n`));
      return "written";
    });
  } catch (cause) {
    if (!["ENOTDIR", "EEXIST", "EISDIR", "ENOTEMPTY"].includes(errnoOf(cause) ?? "")) throw cause;
    const fix = "run `git remote prune origin`, with the name of your remote";
    throw blocked(`another ref is in the way of ${ref}`, fix, cause);
  }
}

/** Keeps the tip that a branch is about to leave under refs/loci/rescue/, its earlier ones in the reflog of that ref. */
export async function keepRescue(
  store: RefStore,
  { ref, from: to, log }: Pick<RefMove, "ref" | "log"> & { readonly from?: string | undefined },
): Promise<void> {
  // One file a branch: `notes` may have been `notes/old` once.
  const rescue = `refs/loci/rescue/${branchName(ref)?.replaceAll("/", "%2F")}`;
  const from = await readRef(store.repository.gitDir, rescue);
  if (to !== undefined && from !== to) await writeRef(store, { ref: rescue, from, to, log });
}
