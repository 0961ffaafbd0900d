import { type EntryMark, markEntry } from "../../vault/edits/entry-mark.ts";
import { pairMarks } from "../../vault/edits/pair-marks.ts";
import type { Entry } from "../../vault/topic.ts";

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

/** What a commit did to the entries of a topic. */
export interface EntryChange {
  /** The place of the version in the list: newest first. */
  readonly version: number;
  /** As each parent that had the file had them; none where it is new. */
  readonly before: readonly (readonly Entry[])[];
  /** None where it was removed. */
  readonly after: readonly Entry[];
  /** The file had another name before, or was part of another one. */
  readonly hasMoved: boolean;
}

/** What happened last to the entry of a text, and before that. */
interface Moment {
  readonly event: EntryEvent;
  readonly previous: Moment | undefined;
}

/** What went from a topic before so many others is no longer reported. */
const maxGone = 5_000;

/** The entries of a topic, followed through its changes. */
interface Trace {
  /** By the text of the entry as it was then: branches that changed one entry both find what was before. */
  readonly moments: Map<string, Moment>;
  /** By text, the last one to go last. */
  readonly gone: Map<string, Moment>;
  hasMore: boolean;
}

/** Follows the entries of a topic through its changes, which are given oldest first. */
export function traceEntries(most = maxGone): {
  add(change: EntryChange): void;
  /** Those of the newest version, in their order, then those that are gone, the last one to go first. */
  lives(newest: readonly Entry[]): { readonly lives: EntryLife[]; readonly hasMore: boolean };
} {
  const trace: Trace = { moments: new Map(), gone: new Map(), hasMore: false };
  return {
    add(change) {
      addChange(trace, change);
      for (const [oldest] of trace.gone) {
        if (trace.gone.size <= most) break;
        trace.hasMore = true;
        trace.gone.delete(oldest);
      }
    },
    lives: (newest) => ({ lives: livesOf(trace, newest), hasMore: trace.hasMore }),
  };
}

function addChange(trace: Trace, { version, before, after, hasMoved }: EntryChange): void {
  const { moments, gone } = trace;
  const now = marksOf(after);
  const { old, pairs, left, come } = compare(before.map(marksOf), now);
  for (const [was, is] of pairs) {
    const type = changeOf(was, is, hasMoved);
    if (type === undefined) continue;
    const event = { type, version, before: old.get(was), after: now.get(is) };
    const known = moments.get(was.textId);
    // Where it was edited it had not been removed: another branch did that.
    const previous = known?.event.type === "removed" ? known.previous : known;
    moments.set(is.textId, { event, previous });
    gone.delete(was.textId);
  }
  // A file that was split leaves history elsewhere: entries that went to others, and those that were gone before.
  if (hasMoved && left.length > 0) gone.clear();
  for (const mark of come) {
    const type = gone.delete(mark.textId) ? "restored" : "added";
    const event: EntryEvent = { type, version, before: undefined, after: now.get(mark) };
    moments.set(mark.textId, { event, previous: moments.get(mark.textId) });
  }
  if (hasMoved) return;
  for (const mark of left) {
    const event: EntryEvent = { type: "removed", version, before: old.get(mark), after: undefined };
    const moment = { event, previous: moments.get(mark.textId) };
    moments.set(mark.textId, moment);
    gone.delete(mark.textId); // The last to go stands last.
    gone.set(mark.textId, moment);
  }
}

function livesOf({ moments, gone }: Trace, newest: readonly Entry[]): EntryLife[] {
  const there = [...marksOf(newest)].map(([{ textId }, entry]) => {
    gone.delete(textId);
    return { entry, last: entry, past: pastOf(moments.get(textId)) };
  });
  const alive = new Set(there.flatMap(({ past }) => past));
  const ended = [...gone.values()].reverse().flatMap((moment) => {
    const { event, previous } = moment;
    // One branch removed what the other one edited.
    if (event.before === undefined || (previous && alive.has(previous))) return [];
    return [{ entry: undefined, last: event.before, past: pastOf(moment) }];
  });
  return [...there, ...ended].map(({ entry, last, past }) => {
    const events = past.map(({ event }) => event);
    return { entry, last, events: events.sort((a, b) => a.version - b.version) };
  });
}

type Marks = ReadonlyMap<EntryMark, Entry>;

const marksOf = (entries: readonly Entry[]): Marks =>
  new Map(entries.map((entry) => [markEntry(entry), entry]));

/** What one commit changed. Of a merge: what it has that no branch had, and has not although all of them had it. */
function compare(parents: readonly Marks[], now: Marks) {
  const [old = new Map<EntryMark, Entry>(), ...others] = parents;
  const textsOf = (marks: Marks): ReadonlySet<string> =>
    new Set([...marks.keys()].map(({ textId }) => textId));
  const kept = textsOf(now);
  const known = parents.map(textsOf);
  const isNew = ({ textId }: EntryMark): boolean => !known.some((texts) => texts.has(textId));
  const isLost = ({ textId }: EntryMark): boolean =>
    !kept.has(textId) && known.every((texts) => texts.has(textId));
  const isMerge = others.length > 0;
  const { pairs, gone, come } = pairMarks(
    isMerge ? [...old.keys()].filter(isLost) : [...old.keys()],
    isMerge ? [...now.keys()].filter(isNew) : [...now.keys()],
    { byPlace: !isMerge },
  );
  // Of several entries of one text none came or went as long as there is one.
  return { old, pairs, left: gone.filter(isLost), come: come.filter(isNew) };
}

function changeOf(
  was: EntryMark,
  is: EntryMark,
  hasMoved: boolean,
): EntryEvent["type"] | undefined {
  if (was.whole === is.whole) return hasMoved ? "moved" : undefined;
  return is.origin === "struck" && was.origin !== "struck" ? "struck" : "edited";
}

function pastOf(last: Moment | undefined): Moment[] {
  const past: Moment[] = [];
  for (let moment = last; moment !== undefined; moment = moment.previous) past.push(moment);
  return past;
}
