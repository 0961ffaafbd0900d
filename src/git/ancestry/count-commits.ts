import type { Objects } from "../objects/objects.ts";
import { paintHistory } from "./paint-history.ts";

/** How many commits each of two has that the other has not. */
export interface Difference {
  readonly ahead: number;
  readonly behind: number;
}

/** Beyond this the exact number does not matter. */
const maxCounted = 20_000;

/** Walks both histories down to where they meet; that of a shallow clone ends where it was cut off. */
export async function countCommits(
  objects: Objects,
  { ours, theirs }: { readonly ours: string | undefined; readonly theirs: string | undefined },
  signal?: AbortSignal,
): Promise<Difference> {
  const tips = {
    left: ours === undefined ? [] : [ours],
    right: theirs === undefined ? [] : [theirs],
  };
  const painted = await paintHistory(objects, tips, { signal, countUpTo: maxCounted });
  return { ahead: painted.onlyLeft.length, behind: painted.onlyRight.length };
}
