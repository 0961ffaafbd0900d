import { join } from "node:path";
import { blocked } from "../blocked.ts";
import { openDrafts, readIfThere, replaceFile } from "../disk.ts";
import { type RefStore, withRefLock } from "../lock-file.ts";
import { shellWord } from "../shell-word.ts";
import { branchRef, isOid, readLooseRef, readPackedRefs } from "./refs.ts";

/** The branch that HEAD is on, and its newest commit; none on a branch without commits. */
export interface Head {
  readonly ref: string;
  readonly oid: string | undefined;
}

/** Reads where HEAD stands; a detached HEAD and a damaged ref are refused, never committed upon. */
export async function readHead(gitDir: string): Promise<Head> {
  const text = (await readIfThere(join(gitDir, "HEAD")))?.toString("utf8").trim() ?? "";
  if (isOid(text)) {
    throw blocked(
      "HEAD is detached: no branch is checked out",
      "run `git switch` with the name of your branch, `main` as a rule",
    );
  }
  const ref = /^ref:\s*(refs\/heads\/\S+)$/.exec(text)?.[1];
  if (ref === undefined || ref.split("/").includes("..")) {
    throw blocked(
      "the file .git/HEAD is empty or damaged",
      "run `git symbolic-ref HEAD refs/heads/main`",
    );
  }
  return { ref, oid: await readTip(gitDir, ref) };
}

/** The commit a branch points to, or undefined for a branch that has none yet. */
async function readTip(gitDir: string, ref: string): Promise<string | undefined> {
  const text = await readLooseRef(gitDir, ref).catch(async (cause: unknown) => {
    throw await broken(gitDir, ref, "cannot be read", cause);
  });
  if (text === undefined) {
    const packed = (await readPackedRefs(gitDir)).get(ref);
    // A branch with a past but no commit lost its file; a root commit would orphan its history.
    if (packed === undefined && (await lastInLog(gitDir, ref)) !== undefined)
      throw await broken(gitDir, ref, "has vanished");
    return packed;
  }
  if (isOid(text)) return text;
  if (text.startsWith("ref:"))
    throw blocked(`${ref} is a link to another branch`, "run `git switch` to a plain branch");
  throw await broken(gitDir, ref, "is empty or damaged");
}

async function broken(gitDir: string, ref: string, state: string, cause?: unknown): Promise<Error> {
  const last = await lastInLog(gitDir, ref);
  const fix =
    last === undefined
      ? `restore .git/${ref} from another copy of the vault`
      : `run \`rm -f ${shellWord(`.git/${ref}`)} && git update-ref ${shellWord(ref)} ${last}\` (its last known commit)`;
  return blocked(`the file .git/${ref} ${state}`, fix, cause);
}

/** The commit that the last line of the reflog moved the branch to. */
async function lastInLog(gitDir: string, ref: string): Promise<string | undefined> {
  const tail = { maxBytes: 4_096, only: "end" } as const;
  const log = (await readIfThere(join(gitDir, "logs", ref), tail))?.toString("latin1") ?? "";
  const oid = /(?:^|\n)[0-9a-f]{40} ([0-9a-f]{40}) .*\n*$/.exec(log)?.[1];
  return oid === undefined || /^0+$/.test(oid) ? undefined : oid;
}

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
