import { dirname, join } from "node:path";
import { errnoOf } from "../../errors.ts";
import { blocked } from "../blocked.ts";
import { readIfThere, replaceFile } from "../disk.ts";
import { type RefStore, withRefLock } from "../lock-file.ts";

const heads = "refs/heads/";

/** The full name of a branch. */
export const branchRef = (branch: string): string => heads + branch;

/** The short name of a branch by its full one; undefined for any other ref. */
export const branchName = (ref: string): string | undefined =>
  ref.startsWith(heads) ? ref.slice(heads.length) : undefined;

/** Where git keeps what was last seen of a remote's branch. */
export const trackingRef = (remote: string, branch: string): string =>
  `refs/remotes/${remote}/${branch}`;

/** Whether a text is the name of an object. */
export const isOid = (text: string): boolean => /^[0-9a-f]{40}$/.test(text);

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
  leaving: Pick<RefMove, "ref" | "log"> & { readonly from?: string | undefined },
): Promise<void> {
  // One file a branch: `notes` may have been `notes/old` once.
  const ref = `refs/loci/rescue/${branchName(leaving.ref)?.replaceAll("/", "%2F")}`;
  const from = await readRef(store.repository.gitDir, ref);
  const { from: to, log } = leaving;
  if (to !== undefined && from !== to) await writeRef(store, { ref, from, to, log });
}
