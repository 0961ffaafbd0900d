import { LociError } from "../../errors.ts";
import type { Objects } from "../objects/objects.ts";
import { emptyTree, folderMode, submoduleMode } from "../objects/tree.ts";
import { paintHistory } from "./paint-history.ts";

/**
 * The objects that `to` has and `from` has not (undefined: all of them), found to be there and to have no hostile names. For what
 * is pushed, and to check what was fetched: a pack's index lists only objects that could be read when it was made.
 */
export async function newObjects(
  objects: Objects,
  from: string | undefined,
  to: string,
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const sides = { left: [to], right: from === undefined ? [] : [from] };
  const limits = { signal, countUpTo: Number.POSITIVE_INFINITY };
  for (const oid of (await paintHistory(objects, sides, limits)).onlyLeft) {
    signal?.throwIfAborted();
    const { tree, parents } = await objects.readCommit(oid);
    const olds = await Promise.all(parents.map((parent) => objects.readCommit(parent)));
    found.add(oid);
    const before = olds.map((old) => old.tree);
    await addTree(objects, tree, before, found);
  }
  return found;
}

/** Checks what a commit holds as `newObjects` does, but nothing of its history: that of a whole vault takes minutes on a board. */
export async function checkTip(objects: Objects, oid: string): Promise<void> {
  await addTree(objects, (await objects.readCommit(oid)).tree, [], new Set());
}

async function addTree(
  objects: Objects,
  tree: string,
  olds: readonly string[],
  found: Set<string>,
): Promise<void> {
  if (tree === emptyTree || olds.includes(tree) || found.has(tree)) return;
  found.add(tree);
  const before = (await Promise.all(olds.map((old) => objects.readTree(old)))).flat();
  const known = new Set(before.map(({ oid }) => oid));
  for (const { name, mode, oid } of await objects.readTree(tree)) {
    if (isDangerousName(name)) throw damaged(`a folder holds the name ${JSON.stringify(name)}`);
    if (known.has(oid) || found.has(oid) || mode === submoduleMode) continue;
    const same = before.filter((old) => old.name === name && old.mode === folderMode);
    if (mode === folderMode) {
      const below = same.map((old) => old.oid);
      await addTree(objects, oid, below, found);
    } else if (!(await objects.has(oid))) throw damaged(`the object ${oid} is missing`);
    found.add(oid);
  }
}

const damaged = (what: string): Error =>
  new LociError("GIT_BLOCKED", `Cannot use what was fetched: it is damaged: ${what}`);

/** Names that would leave the vault or enter its git folder, on whatever file system; as `git fsck` has them. */
export function isDangerousName(name: string): boolean {
  if (name === "" || name === "." || name === ".." || /[/\\\0]/.test(name)) return true;
  if (!/git/i.test(name) && !/[\x80-\xff]/.test(name)) return false;
  const [stem = ""] = Buffer.from(name, "latin1")
    .toString("utf8")
    .replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, "") // HFS+ ignores these.
    .split(":", 1); // NTFS has streams.
  return /^(?:\.git|git~\d+)[ .]*$/i.test(stem);
}
