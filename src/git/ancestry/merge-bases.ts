import { LociError } from "../../errors.ts";
import type { Objects } from "../objects/objects.ts";
import { isAncestor } from "./is-ancestor.ts";
import { paintHistory } from "./paint-history.ts";

/**
 * All best common ancestors of two commits, sorted by name, as `git merge-base --all`; none for histories that really
 * are unrelated. Throws SYNC_FAILED where a shallow clone does not reach down to a common one.
 */
export async function mergeBases(
  objects: Objects,
  a: string,
  b: string,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  if (a === b) return [a];
  const { common, isCut } = await paintHistory(objects, { left: [a], right: [b] }, { signal });
  if (common.length === 0 && isCut) throw tooShallow();
  return common.length < 2 ? common : best(objects, common, signal);
}

/** Those that no other one descends from. */
async function best(
  objects: Objects,
  common: readonly string[],
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const kept: string[] = [];
  for (const oid of common) {
    const others = common.filter((other) => other !== oid);
    if (!(await isAncestor(objects, oid, others, signal))) kept.push(oid);
  }
  return kept;
}

const tooShallow = (): LociError =>
  new LociError(
    "SYNC_FAILED",
    "Cannot merge with the remote: this clone is shallow and holds no commit that both have in common; run `git fetch --unshallow` in the vault",
    { data: { reason: "unsupported", fix: "run `git fetch --unshallow` in the vault" } },
  );
