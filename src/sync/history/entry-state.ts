import { type EntryMark, markEntry } from "../../vault/edits/entry-mark.ts";
import type { Entry } from "../../vault/topic.ts";
import type { EntryEvent } from "./entry-history.ts";

/** What happened, and what had happened before: several where branches came together. */
export interface Moment {
  /** Of its version; what was before has a greater one. */
  readonly place: number;
  readonly event: EntryEvent | undefined;
  readonly previous: readonly Moment[];
  /** As it was then. */
  readonly last: Entry;
  /** Of its text. */
  readonly textId: string;
}

export interface State {
  readonly path: string;
  readonly marks: Marks;
  readonly live: ReadonlyMap<Entry, Moment>;
  readonly gone: readonly Moment[];
}

export interface Here {
  readonly path: string;
  readonly entries: readonly Entry[];
  readonly place: number;
}

export const nothing: State = { path: "", marks: new Map(), live: new Map(), gone: [] };

export type Marks = ReadonlyMap<EntryMark, Entry>;

export const marksOf = (entries: readonly Entry[]): Marks =>
  new Map(entries.map((entry) => [markEntry(entry), entry]));

/** The state behind a version; its entries in their order. */
export function toState(
  { path, entries }: Here,
  marks: Marks,
  moments: ReadonlyMap<Entry, Moment>,
  gone: readonly Moment[],
): State {
  const live = entries.flatMap((entry) => {
    const moment = moments.get(entry);
    return moment === undefined ? [] : [[entry, moment] as const];
  });
  return { path, marks, live: new Map(live), gone };
}

/** These moments and all before them, as far back as a place. */
export function withPast(moments: Iterable<Moment>, end = Number.POSITIVE_INFINITY): Set<Moment> {
  const all = new Set(moments);
  for (const { previous } of all) for (const one of previous) if (one.place <= end) all.add(one);
  return all;
}

/** An entry that is new, or one that was gone and is back. */
export function arrive(place: number, after: Entry, { textId }: EntryMark, back?: Moment): Moment {
  const type = back === undefined ? "added" : "restored";
  const event = { type, version: place, before: undefined, after } as const;
  return { place, event, previous: back === undefined ? [] : [back], last: after, textId };
}

export function leave(place: number, { live, marks }: State, mark: EntryMark): Moment[] {
  const before = marks.get(mark);
  const known = before && live.get(before);
  if (before === undefined || known === undefined) return [];
  const event = { type: "removed", version: place, before, after: undefined } as const;
  return [{ place, event, previous: [known], last: before, textId: mark.textId }];
}

/** Finds what was gone and is back, by text; of several of one text, the last to go comes back first. */
export function matchReturned(gone: readonly Moment[], come: readonly EntryMark[]) {
  const waiting = new Map<string, Moment[]>(come.map(({ textId }) => [textId, []]));
  if (waiting.size > 0) for (const one of gone) waiting.get(one.textId)?.push(one);
  const taken = new Set<Moment>();
  return {
    of({ textId }: EntryMark): Moment | undefined {
      const back = waiting.get(textId)?.pop();
      if (back !== undefined) taken.add(back);
      return back;
    },
    left: (): readonly Moment[] =>
      taken.size === 0 ? gone : gone.filter((one) => !taken.has(one)),
  };
}
