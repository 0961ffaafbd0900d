import { isSuperseded, normalText } from "../topic/entry.ts";
import type { Entry } from "../topic/topic.ts";

/**
 * Pairs the entries of two versions of a file: the same by id or text, and where `byPlace` says so one that went and
 * one that came in its place, a struck one first; what was learned in a conversation takes no other line's place.
 * `gone` are those of the first version that are not in the second, and `come` the other way round.
 */
export function pairEntries(
  old: readonly Entry[],
  now: readonly Entry[],
  { byPlace }: { readonly byPlace: boolean },
) {
  const pairs: (readonly [Entry, Entry])[] = [];
  const numbers = new Map<Entry, number>();
  const isLeft = (entry: Entry): boolean => !numbers.has(entry);
  /** Pairs those of equal key that have no partner yet, in their order. */
  const matchBy = (keyOf: (entry: Entry) => string): void => {
    const waiting = Map.groupBy(old.filter(isLeft).reverse(), keyOf);
    for (const entry of now.filter(isLeft)) {
      const other = waiting.get(keyOf(entry))?.pop();
      if (other === undefined) continue;
      numbers.set(other, pairs.length).set(entry, pairs.length);
      pairs.push([other, entry]);
    }
  };
  matchBy(({ id }) => id);
  matchBy(({ text }) => normalText(text));
  if (byPlace) {
    const places = new Map([...placesIn(old, numbers), ...placesIn(now, numbers)]);
    const isOpen = new Set(now.filter((entry) => !isSuperseded(entry)));
    matchBy((entry) => (isOpen.has(entry) ? "open" : `${places.get(entry)}`));
    matchBy((entry) => `${places.get(entry)} ${entry.fields.source !== undefined}`);
  }
  return { pairs, gone: old.filter(isLeft), come: now.filter(isLeft) };
}

/** An entry's place: behind which of the paired ones it stands. */
function placesIn(entries: readonly Entry[], numbers: ReadonlyMap<Entry, number>) {
  let behind = -1;
  return entries.map((entry) => {
    behind = numbers.get(entry) ?? behind;
    return [entry, behind] as const;
  });
}

/** Equal for entries of the same text, date and fields, but for where they were learned. */
export const wholeOf = ({ text, date = "", fields }: Entry): string =>
  JSON.stringify([normalText(text), date, { ...fields, source: undefined }]);
