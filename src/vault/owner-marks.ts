import { markText } from "./mark-text.ts";
import { personKey } from "./viewer.ts";

/**
 * Whose own lines are in which `[person:: ana]` stands, in square or round brackets, wherever it stands, also where an
 * editor wrapped it; '' where they name nobody. What names several people is their own together: nobody of them sees it alone.
 */
export function markedOwner(lines: readonly string[]): string {
  const text = markText(lines.join("\n"));
  if (!text.includes("::")) return "";
  const named = Array.from(text.matchAll(personField), ([, value = ""]) =>
    personKey(value.replace(/\n[\s>]*/g, " ").replace(/^\s*\[\[|\]\]\s*$/g, "")),
  );
  return joinOwners(named);
}

/** The owner of what lies in something of one owner and is marked for another. */
export const joinOwners = (owners: readonly string[]): string =>
  [...new Set(owners.filter((owner) => owner !== ""))].join(", ");

const personField =
  /(?<!\\)[[(]\s{0,9}person\s{0,9}::([\s>]{0,9}\[\[[^\]]{0,200}\]\]|[^\])]{0,200})[\])]/giu;
