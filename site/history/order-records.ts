import type { CommitRecord } from "./commit-record.ts";

/** The commits that lead to a head: none before all that follow it, else the newest first. Pure. */
export function orderRecords(
  records: ReadonlyMap<string, CommitRecord>,
  head: string | undefined,
): CommitRecord[] {
  const first = head === undefined ? undefined : records.get(head);
  if (first === undefined) return [];
  const waiting = countChildren(records, first);
  const ready = [first];
  const ordered: CommitRecord[] = [];
  for (let next = takeNewest(ready); next !== undefined; next = takeNewest(ready)) {
    ordered.push(next);
    for (const oid of new Set(next.parents)) {
      const parent = records.get(oid);
      const left = (waiting.get(oid) ?? 0) - 1;
      waiting.set(oid, left);
      if (left === 0 && parent !== undefined) ready.push(parent);
    }
  }
  return ordered;
}

/** Of those that lead to the head only. */
function countChildren(
  records: ReadonlyMap<string, CommitRecord>,
  first: CommitRecord,
): Map<string, number> {
  const children = new Map<string, number>();
  const reached = new Set([first]);
  for (const record of reached) {
    for (const oid of new Set(record.parents)) {
      children.set(oid, (children.get(oid) ?? 0) + 1);
      const parent = records.get(oid);
      if (parent !== undefined) reached.add(parent);
    }
  }
  return children;
}

function takeNewest(ready: CommitRecord[]): CommitRecord | undefined {
  let newest = 0;
  ready.forEach((record, at) => {
    if (record.committedAt > (ready[newest]?.committedAt ?? 0)) newest = at;
  });
  return ready.splice(newest, 1)[0];
}
