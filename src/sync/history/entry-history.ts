import { type EntryMark, markEntry } from "../../vault/edits/entry-mark.ts";
import { pairMarks } from "../../vault/edits/pair-marks.ts";
import type { Entry } from "../../vault/topic.ts";

/** The entries of a topic as one commit left them. */
export interface TopicVersion {
  readonly path: string;
  /** None where the commit removed the file; undefined where it cannot be read: it is taken for what was before. */
  readonly entries: readonly Entry[] | undefined;
  /** Places of the versions right before, in a list that has them further back: newest first. */
  readonly before: readonly number[];
}

/** One thing that happened to an entry. */
export interface EntryEvent {
  /** `struck`: another entry stands for it; `moved`: its file got another name, or was split. */
  readonly type: "added" | "edited" | "struck" | "moved" | "removed" | "restored";
  /** The version that it happened in; its place in the list. */
  readonly version: number;
  readonly before: Entry | undefined;
  readonly after: Entry | undefined;
}

/** An entry, and what happened to it, newest first. */
export interface EntryLife {
  /** As the newest version has it; undefined where it is gone. */
  readonly entry: Entry | undefined;
  /** As it was last seen. */
  readonly last: Entry;
  readonly events: readonly EntryEvent[];
}

/**
 * The life of each entry of a topic, told from its versions, newest first: those that are there in their order, then
 * those that are gone, the last one to go first. Branches that were merged are told together.
 */
export function entryHistory(versions: readonly TopicVersion[]): EntryLife[] {
  const states: State[] = [];
  for (let at = versions.length - 1; at >= 0; at--) {
    const version = versions[at];
    if (version === undefined) continue;
    const parents = version.before.flatMap((place) => states[place] ?? []);
    const [parent] = parents;
    const { path, entries } = version;
    if (entries === undefined) {
      states[at] = parent ?? nothing;
      continue;
    }
    const here = { path, entries, place: at };
    states[at] = parents.length > 1 ? merge(here, parents) : follow(here, parent ?? nothing);
  }
  const [tip = nothing] = states;
  const there = [...tip.live].map(([entry, moment]) => toLife(entry, moment));
  const gone = tip.gone.map((moment) => toLife(undefined, moment));
  return [...there, ...gone.toSorted((a, b) => newest(a) - newest(b))];
}

/** What happened, and what had happened before: several where branches came together. */
interface Moment {
  readonly event: EntryEvent | undefined;
  readonly previous: readonly Moment[];
  /** As it was then. */
  readonly last: Entry;
}

interface State {
  readonly path: string;
  readonly marks: Marks;
  readonly live: ReadonlyMap<Entry, Moment>;
  readonly gone: readonly Moment[];
}

interface Here {
  readonly path: string;
  readonly entries: readonly Entry[];
  readonly place: number;
}

const nothing: State = { path: "", marks: new Map(), live: new Map(), gone: [] };

const newest = ({ events }: EntryLife): number => events[0]?.version ?? 0;

function toLife(entry: Entry | undefined, moment: Moment): EntryLife {
  const all = withPast([moment]);
  const events = [...all].flatMap(({ event }) => event ?? []);
  return { entry, last: moment.last, events: events.sort((a, b) => a.version - b.version) };
}

/** These moments and all before them. */
function withPast(moments: Iterable<Moment>): Set<Moment> {
  const all = new Set(moments);
  for (const { previous } of all) for (const one of previous) all.add(one);
  return all;
}

/** The next version of one line of history. */
function follow(here: Here, parent: State): State {
  const now = marksOf(here.entries);
  const { pairs, gone, come } = pairMarks([...parent.marks.keys()], [...now.keys()], {
    byPlace: true,
  });
  const hasMoved = parent.path !== "" && parent.path !== here.path;
  // A file that was split leaves what is told elsewhere: entries that went to others, and those that were gone before.
  const left = hasMoved && gone.length > 0 ? [] : [...parent.gone];
  const moments = new Map<Entry, Moment>();
  for (const pair of pairs) {
    const carried = carry(here, parent, pair, { now, hasMoved });
    if (carried !== undefined) moments.set(...carried);
  }
  for (const is of come) {
    const after = now.get(is);
    if (after !== undefined) moments.set(after, arrive(here.place, after, is, left));
  }
  const removed = hasMoved ? [] : gone.flatMap((was) => leave(here.place, parent, was));
  return toState(here, now, moments, [...left, ...removed]);
}

/** An entry that is there still, as it was or changed. */
function carry(
  { place }: Here,
  parent: State,
  [was, is]: readonly [EntryMark, EntryMark],
  { now, hasMoved }: { readonly now: Marks; readonly hasMoved: boolean },
): [Entry, Moment] | undefined {
  const [before, after] = [parent.marks.get(was), now.get(is)];
  const known = before && parent.live.get(before);
  if (after === undefined || known === undefined) return undefined;
  const type = was.whole !== is.whole ? change(was, is) : hasMoved ? "moved" : undefined;
  if (type === undefined) return [after, known];
  const event: EntryEvent = { type, version: place, before, after };
  return [after, { event, previous: [known], last: after }];
}

type Marks = ReadonlyMap<EntryMark, Entry>;

const marksOf = (entries: readonly Entry[]): Marks =>
  new Map(entries.map((entry) => [markEntry(entry), entry]));

/** The state behind a version; its entries in their order. */
function toState(
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

const change = (was: EntryMark, is: EntryMark): "struck" | "edited" =>
  is.origin === "struck" && was.origin !== "struck" ? "struck" : "edited";

/** An entry that is new, or one that was gone and is back; that one leaves `gone`. */
function arrive(place: number, after: Entry, mark: EntryMark, gone: Moment[]): Moment {
  const at = gone.findLastIndex(({ last }) => markEntry(last).textId === mark.textId);
  const [back] = at < 0 ? [] : gone.splice(at, 1);
  const type = back === undefined ? "added" : "restored";
  const event = { type, version: place, before: undefined, after } as const;
  return { event, previous: back === undefined ? [] : [back], last: after };
}

function leave(place: number, { live, marks }: State, mark: EntryMark): Moment[] {
  const before = marks.get(mark);
  const known = before && live.get(before);
  if (before === undefined || known === undefined) return [];
  const event = { type: "removed", version: place, before, after: undefined } as const;
  return [{ event, previous: [known], last: before }];
}

/** Branches that come together: what one of them had is no news. */
function merge(here: Here, parents: readonly State[]): State {
  const { entries, place } = here;
  const now = marksOf(entries);
  const { found, missing } = findIn(parents, now);
  const left = [...new Set(parents.flatMap((parent) => parent.gone))];
  const moments = new Map<Entry, Moment>();
  for (const [mark, entry] of now) {
    const known = found.get(mark);
    moments.set(entry, known ? join(place, entry, known) : arrive(place, entry, mark, left));
  }
  const livePast = withPast(moments.values());
  const told = withPast([...moments.values(), ...left]);
  const removed = missing
    .filter(({ moment }) => !told.has(moment))
    .flatMap(({ mark, state }) => leave(place, state, mark));
  const stillGone = left.filter(({ previous }) => !previous.some((one) => livePast.has(one)));
  return toState(here, now, moments, [...stillGone, ...uniqueByPast(removed)]);
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
function join(place: number, after: Entry, known: readonly Known[]): Moment {
  const same = known.filter(({ isSame }) => isSame);
  const moments = [...new Set((same.length > 0 ? same : known).map(({ moment }) => moment))];
  const ends = moments.filter(
    (moment) => !moments.some((other) => other !== moment && withPast([other]).has(moment)),
  );
  if (same.length === 0) {
    const event = { type: "edited", version: place, before: known[0]?.moment.last, after } as const;
    return { event, previous: ends, last: after };
  }
  const [only] = ends;
  if (ends.length === 1 && only !== undefined) return only;
  return { event: undefined, previous: ends, last: after };
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
