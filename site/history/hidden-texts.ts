import { type CommitRecord, type EntryEdit, idOf, type PastEntry } from "./commit-record.ts";

/**
 * The ids of texts that are hidden in one of the commits, or by what the caller knows, and of what those said in other
 * words before: who hides a line, or forgets it, means its earlier versions too. Pure.
 */
export function hiddenTexts(
  records: Iterable<CommitRecord>,
  isHidden: (text: string) => boolean,
): ReadonlySet<string> {
  const hidden = new Set<string>();
  const earlier = new Map<string, Set<string>>();
  for (const { entry, was } of allEntries(records)) {
    const id = idOf(entry);
    if (entry.isHidden === true || isHidden(entry.text)) hidden.add(id);
    if (was === undefined) continue;
    const ids = earlier.get(id) ?? new Set();
    earlier.set(id, ids.add(idOf(was)));
  }
  // A set that grows while it is gone through: the words before those before, and so on.
  for (const id of hidden) for (const one of earlier.get(id) ?? []) hidden.add(one);
  return hidden;
}

function* allEntries(
  records: Iterable<CommitRecord>,
): Generator<{ readonly entry: PastEntry; readonly was?: PastEntry | undefined }> {
  for (const { changes } of records) {
    for (const { before, after } of changes.flatMap(({ edits }) => edits)) {
      if (before !== undefined) yield { entry: before };
      if (after !== undefined) yield { entry: after, was: before };
    }
  }
}

/** The commits without words that were forgotten; ids stay, so that older commits' words are known by them. Pure. */
export function withoutForgotten(
  records: ReadonlyMap<string, CommitRecord>,
  forgotten: ReadonlySet<string>,
): { readonly records: ReadonlyMap<string, CommitRecord>; readonly hasChanged: boolean } {
  let hasChanged = false;
  const blank = (entry: PastEntry): PastEntry => {
    if (entry.isHidden === true || !forgotten.has(idOf(entry))) return entry;
    hasChanged = true;
    return { ...entry, text: "", isHidden: true };
  };
  const blankEdit = ({ before, after }: EntryEdit): EntryEdit => ({
    ...(before && { before: blank(before) }),
    ...(after && { after: blank(after) }),
  });
  const blanked = [...records].map(([oid, record]): [string, CommitRecord] => [
    oid,
    {
      ...record,
      changes: record.changes.map((change) => ({ ...change, edits: change.edits.map(blankEdit) })),
    },
  ]);
  return { records: forgotten.size === 0 ? records : new Map(blanked), hasChanged };
}
