import type { EntryMark } from "./entry-mark.ts";

/** Which entries of two versions of a file are one. */
export interface Pairing {
  readonly pairs: readonly (readonly [EntryMark, EntryMark])[];
  /** Those of the first version that are not in the second, and the other way round. */
  readonly gone: readonly EntryMark[];
  readonly come: readonly EntryMark[];
}

/**
 * Pairs the entries of two versions of a file: the same by id or text, and where `byPlace` says so one that went and
 * one that came in its place.
 */
export function pairMarks(
  old: readonly EntryMark[],
  now: readonly EntryMark[],
  { byPlace }: { readonly byPlace: boolean },
): Pairing {
  const pairs = new Pairs();
  pairs.matchBy(old, now, ({ id }) => id);
  pairs.matchBy(old, now, ({ textId }) => textId);
  if (byPlace) matchByPlace(pairs, old, now);
  const isLeft = (entry: EntryMark): boolean => !pairs.has(entry);
  return { pairs: pairs.list, gone: old.filter(isLeft), come: now.filter(isLeft) };
}

/** What was struck takes the place of what it was; a digested line that of a digested one only. */
function matchByPlace(pairs: Pairs, old: readonly EntryMark[], now: readonly EntryMark[]): void {
  const placeOf = placeIn(old, now, pairs.numbers());
  const others = new Set(now.filter(({ origin }) => origin !== "struck"));
  pairs.matchBy(old, now, (entry) => (others.has(entry) ? undefined : placeOf(entry)));
  pairs.matchBy(old, now, (entry) => `${placeOf(entry)} ${entry.origin === "digested"}`);
}

class Pairs {
  readonly list: (readonly [EntryMark, EntryMark])[] = [];
  private readonly numberByEntry = new Map<EntryMark, number>();

  has(entry: EntryMark): boolean {
    return this.numberByEntry.has(entry);
  }

  numbers(): ReadonlyMap<EntryMark, number> {
    return new Map(this.numberByEntry);
  }

  /** Pairs those of equal key that have no partner yet, in their order. */
  matchBy(
    old: readonly EntryMark[],
    now: readonly EntryMark[],
    keyOf: (entry: EntryMark) => string | undefined,
  ): void {
    const keyOfLeft = (entry: EntryMark): string | undefined =>
      this.has(entry) ? undefined : keyOf(entry);
    const waiting = Map.groupBy(old.toReversed(), keyOfLeft);
    for (const entry of now) {
      const key = keyOfLeft(entry);
      const other = key === undefined ? undefined : waiting.get(key)?.pop();
      if (other === undefined) continue;
      this.numberByEntry.set(other, this.list.length).set(entry, this.list.length);
      this.list.push([other, entry]);
    }
  }
}

/** An entry's place: behind which of the paired ones it stands. */
function placeIn(
  old: readonly EntryMark[],
  now: readonly EntryMark[],
  numbers: ReadonlyMap<EntryMark, number>,
): (entry: EntryMark) => string | undefined {
  const places = new Map<EntryMark, string>();
  for (const entries of [old, now]) {
    let behind = -1;
    for (const entry of entries) {
      behind = numbers.get(entry) ?? behind;
      places.set(entry, String(behind));
    }
  }
  return (entry) => places.get(entry);
}
