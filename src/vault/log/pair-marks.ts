import { isSuperseded, textId } from "../topic/entry.ts";
import type { Entry } from "../topic/topic.ts";

/** Identifies an entry, without its words: a line that is taken out should be gone from everywhere. */
export interface EntryMark {
  /** Entry.id */
  readonly id: string;
  readonly textId: string;
  /** Hash of its text, date and fields, but for where it was learned. */
  readonly whole: string;
  /** It is struck for a newer one. */
  readonly isStruck: boolean;
  /** It was learned in a conversation. */
  readonly isLearned: boolean;
}

/** The mark of an entry. */
export function markEntry(entry: Pick<Entry, "id" | "text" | "date" | "fields">): EntryMark {
  const { id, text, date, fields } = entry;
  const whole = textId(JSON.stringify([text, date ?? "", { ...fields, source: undefined }]));
  const isLearned = fields.source !== undefined;
  return { id, textId: textId(text), whole, isStruck: isSuperseded(entry), isLearned };
}

/** Which entries of two versions of a file are one. */
interface Pairing {
  readonly pairs: readonly (readonly [EntryMark, EntryMark])[];
  /** Those of the first version that are not in the second, and the other way round. */
  readonly gone: readonly EntryMark[];
  readonly come: readonly EntryMark[];
}

/**
 * Pairs the entries of two versions of a file: the same by id or text, and where `byPlace` says so one that went and
 * one that came in its place, a struck one first; what was learned in a conversation takes no other line's place.
 */
export function pairMarks(
  old: readonly EntryMark[],
  now: readonly EntryMark[],
  { byPlace }: { readonly byPlace: boolean },
): Pairing {
  const pairs: (readonly [EntryMark, EntryMark])[] = [];
  const numbers = new Map<EntryMark, number>();
  /** Pairs those of equal key that have no partner yet, in their order. */
  const matchBy = (keyOf: (entry: EntryMark) => string | undefined): void => {
    const keyOfLeft = (entry: EntryMark) => (numbers.has(entry) ? undefined : keyOf(entry));
    const waiting = Map.groupBy(old.toReversed(), keyOfLeft);
    for (const entry of now) {
      const key = keyOfLeft(entry);
      const other = key === undefined ? undefined : waiting.get(key)?.pop();
      if (other === undefined) continue;
      numbers.set(other, pairs.length).set(entry, pairs.length);
      pairs.push([other, entry]);
    }
  };
  matchBy(({ id }) => id);
  matchBy(({ textId }) => textId);
  if (byPlace) {
    const places = placesIn([old, now], numbers);
    const open = new Set(now.filter(({ isStruck }) => !isStruck));
    matchBy((entry) => (open.has(entry) ? undefined : places.get(entry)));
    matchBy((entry) => `${places.get(entry)} ${entry.isLearned}`);
  }
  const isLeft = (entry: EntryMark): boolean => !numbers.has(entry);
  return { pairs, gone: old.filter(isLeft), come: now.filter(isLeft) };
}

/** An entry's place: behind which of the paired ones it stands. */
function placesIn(
  versions: readonly (readonly EntryMark[])[],
  numbers: ReadonlyMap<EntryMark, number>,
): ReadonlyMap<EntryMark, string> {
  const places = new Map<EntryMark, string>();
  for (const entries of versions) {
    let behind = -1;
    for (const entry of entries) {
      behind = numbers.get(entry) ?? behind;
      places.set(entry, String(behind));
    }
  }
  return places;
}
