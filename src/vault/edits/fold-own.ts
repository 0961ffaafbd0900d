import type { EntryMark } from "./entry-mark.ts";
import { pairMarks } from "./pair-marks.ts";

/** What Loci itself wrote into a file and took out of it, by the ids of the texts. */
export interface OwnTexts {
  readonly added: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
}

/**
 * The entries that a file would have, had Loci alone changed it from `before` on: its content `now` shows which
 * of Loci's own changes are still there. Doing it again changes nothing.
 */
export function foldOwn(
  before: readonly EntryMark[],
  now: readonly EntryMark[],
  { added, removed }: OwnTexts,
): EntryMark[] {
  const { pairs, gone, come } = pairMarks(before, now, { byPlace: false });
  const isOurs = (old: EntryMark, next: EntryMark): boolean =>
    removed.has(old.textId) || added.has(next.textId);
  const keptByOld = new Map(pairs.map(([old, next]) => [old, isOurs(old, next) ? next : old]));
  const oldByNow = new Map(pairs.map(([old, next]) => [next, old]));
  const isCome = new Set(come);
  const comeBehind = new Map<EntryMark | undefined, EntryMark[]>();
  let behind: EntryMark | undefined;
  for (const entry of now) {
    behind = oldByNow.get(entry) ?? behind;
    if (!isCome.has(entry) || !(added.has(entry.textId) || entry.origin === "struck")) continue;
    const others = comeBehind.get(behind);
    if (others === undefined) comeBehind.set(behind, [entry]);
    else others.push(entry);
  }
  const dropped = new Set(gone.filter(({ textId }) => removed.has(textId)));
  const kept = before.flatMap((old) => [
    ...(dropped.has(old) ? [] : [keptByOld.get(old) ?? old]),
    ...(comeBehind.get(old) ?? []),
  ]);
  return [...(comeBehind.get(undefined) ?? []), ...kept];
}
