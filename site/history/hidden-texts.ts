import { type CommitRecord, idOf, type PastEntry } from "./commit-record.ts";

/** An entry of the past, and where it stood. */
interface Stood {
  readonly path: string;
  readonly entry: PastEntry;
}

/**
 * The ids of texts that are hidden in one of the commits, or by what the caller knows, and of what those said in other
 * words before: who hides a line, or forgets it, means its earlier versions too. Pure.
 */
export function hiddenTexts(
  records: Iterable<CommitRecord>,
  isHidden: (text: string, path: string) => boolean,
): ReadonlySet<string> {
  const hidden = new Set<string>();
  const earlier = new Map<string, Set<string>>();
  for (const { path, entry, was } of allEntries(records)) {
    const id = idOf(entry);
    if (entry.isHidden === true || isHidden(entry.text, path)) hidden.add(id);
    if (was === undefined) continue;
    const ids = earlier.get(id) ?? new Set();
    earlier.set(id, ids.add(idOf(was)));
  }
  // A set that grows while it is gone through: the words before those before, and so on.
  for (const id of hidden) for (const one of earlier.get(id) ?? []) hidden.add(one);
  return hidden;
}

/** What an entry said before it was struck. */
export const plainText = (text: string): string =>
  text.replace(/^~~(.*)~~$/s, "$1").replaceAll("\\~", "~");

function* allEntries(
  records: Iterable<CommitRecord>,
): Generator<Stood & { readonly was?: PastEntry | undefined }> {
  for (const { changes } of records) {
    for (const { path, edits } of changes) {
      for (const { before, after } of edits) {
        if (before !== undefined) yield { path, entry: before };
        if (after !== undefined) yield { path, entry: after, was: before };
      }
    }
  }
}
