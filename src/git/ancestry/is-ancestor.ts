import type { Objects } from "../objects/objects.ts";
import { paintHistory } from "./paint-history.ts";

/** Whether the history of a commit, or of any of several, holds this one; each is its own ancestor. */
export async function isAncestor(
  objects: Objects,
  ancestor: string,
  of: string | readonly string[],
  signal?: AbortSignal,
): Promise<boolean> {
  const tips = typeof of === "string" ? [of] : of;
  if (tips.includes(ancestor)) return true;
  const sides = { left: [ancestor], right: tips };
  return (await paintHistory(objects, sides, { signal })).common.includes(ancestor);
}
