import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { errnoOf } from "../../errors.ts";
import { blocked, disk, type RefStore, readIfThere, replaceFile, withRefLock } from "../disk.ts";

/** The branch that HEAD is on, and its newest commit; none on a branch without commits. */
export interface Head {
  readonly ref: string;
  readonly oid: string | undefined;
}

/** Reads where HEAD stands; a detached HEAD and a damaged ref are refused, never committed upon. */
export async function readHead(gitDir: string): Promise<Head> {
  const text = (await readIfThere(join(gitDir, "HEAD")))?.toString("utf8").trim() ?? "";
  const ref = /^ref:\s*(refs\/heads\/\S+)$/.exec(text)?.[1];
  if (ref === undefined || !isRefName(ref))
    throw blocked(
      "HEAD is detached: no branch is checked out (.git/HEAD)",
      "run `git switch main`; where git cannot, write `ref: refs/heads/main` into that file",
    );
  const oid = await readRef(gitDir, ref);
  // By a power cut perhaps: a root commit would orphan its history.
  const hasPast = existsSync(join(gitDir, ref)) || existsSync(join(gitDir, "logs", ref));
  if (oid !== undefined || !hasPast) return { ref, oid };
  const fix = `write the last commit that .git/logs/${ref} names into it`;
  throw blocked(`the file .git/${ref} is missing or damaged`, fix);
}

/** What git leaves in its folder while a command waits for the person. */
const unfinished = [
  ["MERGE_HEAD", "merge"],
  ["rebase-merge", "rebase"],
  ["rebase-apply", "rebase or am"],
  ["CHERRY_PICK_HEAD", "cherry-pick"],
  ["REVERT_HEAD", "revert"],
  ["sequencer/todo", "cherry-pick or revert"],
  ["BISECT_LOG", "bisect"],
] as const;

/** Where HEAD stands. Refuses while the person is in the middle of something that a commit would disturb. */
export async function checkCommittable(gitDir: string): Promise<Head> {
  for (const [trace, command] of unfinished)
    if (existsSync(join(gitDir, trace)))
      throw blocked(
        `a git ${command} is in progress`,
        `finish your git ${command} or drop it, as \`git status\` says`,
      );
  return readHead(gitDir);
}

/** Puts HEAD on a branch that has no commit yet. */
export async function setUnbornHead(branch: string, store: RefStore): Promise<void> {
  const { gitDir } = store.repository;
  const file = join(gitDir, "HEAD");
  await withRefLock(store, file, () => replaceFile(gitDir, file, `ref: ${branchRef(branch)}\n`));
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

/** The commit that a ref names, loose or packed; one that is damaged counts as none. */
export async function readRef(gitDir: string, ref: string): Promise<string | undefined> {
  const text = await readIfThere(join(gitDir, ref), { maxBytes: 4_096 }).catch((error: unknown) => {
    if (!(error instanceof TypeError)) throw error;
    // A folder may stand there, of other refs.
    return errnoOf(error) === "EISDIR" ? undefined : Buffer.alloc(0);
  });
  if (text !== undefined) return /^[0-9a-f]{40}(?=\s*$)/.exec(text.toString("latin1"))?.[0];
  const packed = await readIfThere(join(gitDir, "packed-refs"), { maxBytes: 2 ** 26 });
  const lines = packed?.toString("utf8").matchAll(/^([0-9a-f]{40}) (\S+)\s*$/gm) ?? [];
  return [...lines].find(([, , name]) => name === ref)?.[1];
}

/** Git's own rules for names of refs; one that breaks them could leave the folder of refs. */
export const isRefName = (name: string): boolean =>
  /^refs(?:\/(?!\.)[^\p{Cc} ~^:?*[\\/]+(?<!\.lock))+$/u.test(name) &&
  !/^.{512}|\.\.|@\{|\.$/.test(name);

/** Where the tip that a branch leaves is kept, earlier ones in the reflog; in one file, for `a` may have been `a/b`. */
export const rescueRef = (ref: string): string =>
  `refs/loci/rescue/${branchName(ref)?.replaceAll("/", "%2F")}`;

/** Moves a ref that is not checked out, under git's own lock. `log`: its reflog line. Needs the commit lock. */
export async function writeRef(
  store: RefStore,
  { ref, to, log }: Readonly<Record<"ref" | "to" | "log", string>>,
): Promise<void> {
  const { gitDir } = store.repository;
  if (!/^refs\/(?:remotes|loci\/rescue)\//.test(ref) || !isRefName(ref))
    throw new RangeError(`Cannot write the ref ${JSON.stringify(ref)}: git knows no such name`);
  if ((await readRef(gitDir, ref)) === to) return;
  const file = join(gitDir, ref);
  await withRefLock(store, file, async () => {
    const from = await readRef(gitDir, ref);
    const reflog = join(gitDir, "logs", ref); // It keeps earlier tips from `git gc`.
    await disk.mkdir(dirname(reflog));
    await disk.append(reflog, Buffer.from(`${from ?? "0".repeat(40)} ${to} ${log}\n`));
    await replaceFile(gitDir, file, `${to}\n`);
  });
}
