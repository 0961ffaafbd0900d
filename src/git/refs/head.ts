import { join } from "node:path";
import { blocked } from "../blocked.ts";
import { isThere, openDrafts, readIfThere, replaceFile } from "../disk.ts";
import { type RefStore, withRefLock } from "../lock-file.ts";
import { branchRef, isOid, isRefName, readRef } from "./refs.ts";

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
  if (oid === undefined && (await hasPast(gitDir, ref))) {
    const fix = `write the last commit that .git/logs/${ref} names into it, or restore it from another copy of the vault`;
    throw blocked(`the file .git/${ref} is missing or damaged`, fix);
  }
  return { ref, oid };
}

/** Whether a branch without a commit lost its file, by a power cut perhaps: a root commit would orphan its history. */
const hasPast = async (gitDir: string, ref: string): Promise<boolean> =>
  (await isThere(join(gitDir, ref))) || (await isThere(join(gitDir, "logs", ref)));

/** Puts HEAD on a branch that has no commit yet. */
export async function setUnbornHead(
  gitDir: string,
  branch: string,
  store: RefStore,
): Promise<void> {
  const file = join(gitDir, "HEAD");
  const content = Buffer.from(`ref: ${branchRef(branch)}\n`);
  await openDrafts(store.disk, gitDir);
  if ((await readIfThere(file))?.equals(content)) return;
  await withRefLock(store, file, () => replaceFile(store.disk, gitDir, file, content));
}
