import type { EntryMark } from "../../vault/edits/entry-mark.ts";
import { pairMarks } from "../../vault/edits/pair-marks.ts";
import type { Entry } from "../../vault/topic.ts";
import {
  arrive,
  type Here,
  leave,
  type Marks,
  type Moment,
  marksOf,
  matchReturned,
  type State,
  toState,
  withPast,
} from "./entry-state.ts";

/** Branches that come together: what one of them had is no news. */
export function mergeEntries(here: Here, parents: readonly State[]): State {
  const { entries, place } = here;
  const now = marksOf(entries);
  const { found, missing } = findIn(parents, now);
  const back = matchReturned(
    [...new Set(parents.flatMap(({ gone }) => gone))],
    [...now.keys()].filter((mark) => !found.has(mark)),
  );
  const moments = new Map<Entry, Moment>();
  for (const [mark, entry] of now) {
    const known = found.get(mark);
    const moment = known
      ? join(place, { entry, textId: mark.textId }, known)
      : arrive(place, entry, mark, back.of(mark));
    moments.set(entry, moment);
  }
  const left = back.left();
  // What all branches have was recorded before they diverged: only the rest can say what became of an entry.
  const isNews = newsOf(parents);
  const newsLeft = left.filter(isNews);
  const newsLive = [...moments.values()].filter(isNews);
  const sought = [
    ...missing.map(({ moment }) => moment),
    ...newsLeft.flatMap((one) => one.previous),
  ];
  const end = sought.reduce((oldest, moment) => Math.max(oldest, moment.place), 0);
  const livePast = withPast(newsLive, end);
  const known = withPast([...newsLive, ...newsLeft], end);
  const removed = missing
    .filter(({ moment }) => !known.has(moment))
    .flatMap(({ mark, state }) => leave(place, state, mark));
  const again = new Set(
    newsLeft.filter(({ previous }) => previous.some((one) => livePast.has(one))),
  );
  const stillGone = again.size === 0 ? left : left.filter((one) => !again.has(one));
  return toState(here, now, moments, [...stillGone, ...uniqueByPast(removed)]);
}

/** Selects what not all branches have. */
function newsOf(parents: readonly State[]): (moment: Moment) => boolean {
  const known = parents.map(({ live, gone }) => new Set([...live.values(), ...gone]));
  return (moment) => !known.every((moments) => moments.has(moment));
}

/** Which entries of the branches a merged version has, and which it has not. */
function findIn(parents: readonly State[], now: Marks) {
  const found = new Map<EntryMark, Known[]>();
  const missing: { readonly mark: EntryMark; readonly moment: Moment; readonly state: State }[] =
    [];
  for (const state of parents) {
    const momentOf = (mark: EntryMark): Moment | undefined => {
      const entry = state.marks.get(mark);
      return entry && state.live.get(entry);
    };
    const { pairs, gone } = pairMarks([...state.marks.keys()], [...now.keys()], {
      byPlace: false,
    });
    for (const [was, is] of pairs) {
      const moment = momentOf(was);
      if (moment === undefined) continue;
      found.set(is, [...(found.get(is) ?? []), { moment, isSame: was.whole === is.whole }]);
    }
    for (const mark of gone) {
      const moment = momentOf(mark);
      if (moment !== undefined) missing.push({ mark, moment, state });
    }
  }
  return { found, missing };
}

interface Known {
  readonly moment: Moment;
  /** The merged version has it as it was there. */
  readonly isSame: boolean;
}

/** One entry of several branches. */
function join(
  place: number,
  { entry: after, textId }: { readonly entry: Entry; readonly textId: string },
  known: readonly Known[],
): Moment {
  const same = known.filter(({ isSame }) => isSame);
  const moments = [...new Set((same.length > 0 ? same : known).map(({ moment }) => moment))];
  const isBefore = (moment: Moment, other: Moment): boolean =>
    other !== moment && withPast([other], moment.place).has(moment);
  const ends = moments.filter((moment) => !moments.some((other) => isBefore(moment, other)));
  const merged = { place, previous: ends, last: after, textId };
  if (same.length === 0) {
    const before = known[0]?.moment.last;
    return { ...merged, event: { type: "edited", version: place, before, after } };
  }
  const [only] = ends;
  return ends.length === 1 && only !== undefined ? only : { ...merged, event: undefined };
}

/** What both branches had and the merge has not went once. */
function uniqueByPast(removed: readonly Moment[]): Moment[] {
  const seen = new Set<Moment>();
  return removed.filter(({ previous: [known] }) => {
    if (known === undefined || seen.has(known)) return false;
    seen.add(known);
    return true;
  });
}
