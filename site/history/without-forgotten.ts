import { type CommitRecord, type EntryEdit, idOf, type PastEntry } from "./commit-record.ts";

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
