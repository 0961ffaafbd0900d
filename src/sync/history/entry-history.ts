import { type EntryMark, markEntry, pairMarks } from "../../vault/log/pair-marks.ts";
import type { Entry } from "../../vault/topic/topic.ts";

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
interface EntryChange {
  /** The place of the version in the list: newest first. */
  readonly version: number;
  /** As each parent that had the file had them; none where it is new. */
  readonly before: readonly (readonly Entry[])[];
  /** None where it was removed. */
  readonly after: readonly Entry[];
  /** The file had another name before, or was part of another one. */
  readonly hasMoved: boolean;
}

/** What happened last to an entry, and before that. */
interface Moment extends EntryEvent {
  readonly previous: Moment | undefined;
}

/** Follows the entries of a topic through its changes, which are given oldest first. */
export class EntryTrace {
  /** By the text of the entry as it was then: branches that changed one entry both find what was before. */
  private readonly moments = new Map<string, Moment>();
  /** By text, the last one to go last. */
  private readonly gone = new Map<string, Moment>();

  add({ version, before: parents, after: entries, hasMoved }: EntryChange): void {
    const now = marksOf(entries);
    const { old, pairs, left, come } = compare(parents.map(marksOf), now);
    for (const [was, is] of pairs) {
      const type = changeOf(was, is, hasMoved);
      if (type === undefined) continue;
      const last = this.moments.get(was.textId);
      // Where it was edited it had not been removed: another branch did that.
      const previous = last?.type === "removed" ? last.previous : last;
      const [before, after] = [old.get(was), now.get(is)];
      this.moments.set(is.textId, { type, version, before, after, previous });
      this.gone.delete(was.textId);
    }
    // A file that was split leaves history elsewhere: entries that went to others, and those that were gone before.
    if (hasMoved && left.length > 0) this.gone.clear();
    for (const mark of come) {
      const type = this.gone.delete(mark.textId) ? "restored" : "added";
      this.note(mark, { type, version, before: undefined, after: now.get(mark) });
    }
    for (const mark of hasMoved ? [] : left) {
      this.gone.delete(mark.textId); // The last to go stands last.
      const event = { type: "removed", version, before: old.get(mark), after: undefined } as const;
      this.gone.set(mark.textId, this.note(mark, event));
    }
  }

  /** Those of the newest version, in their order, then those that are gone, the last one to go first. */
  lives(newest: readonly Entry[]): EntryLife[] {
    const there = [...marksOf(newest)].map(([{ textId }, entry]) => {
      this.gone.delete(textId);
      return { entry, last: entry, events: pastOf(this.moments.get(textId)) };
    });
    const alive = new Set(there.flatMap(({ events }) => events));
    const ended = [...this.gone.values()].reverse().flatMap((moment) => {
      const { before: last, previous } = moment;
      // One branch removed what the other one edited.
      if (last === undefined || (previous && alive.has(previous))) return [];
      return [{ entry: undefined, last, events: pastOf(moment) }];
    });
    const lives = [...there, ...ended];
    for (const { events } of lives) events.sort((a, b) => a.version - b.version);
    return lives;
  }

  private note({ textId }: EntryMark, event: EntryEvent): Moment {
    const moment = { ...event, previous: this.moments.get(textId) };
    this.moments.set(textId, moment);
    return moment;
  }
}

type Marks = ReadonlyMap<EntryMark, Entry>;

const marksOf = (entries: readonly Entry[]): Marks =>
  new Map(entries.map((entry) => [markEntry(entry), entry]));

/** What one commit changed. Of a merge: what it has that no branch had, and has not although all of them had it. */
function compare(parents: readonly Marks[], now: Marks) {
  const [old = new Map<EntryMark, Entry>(), ...others] = parents;
  const byPlace = others.length === 0;
  const textsOf = (marks: Marks) => new Set([...marks.keys()].map(({ textId }) => textId));
  const kept = textsOf(now);
  const known = parents.map(textsOf);
  const isNew = ({ textId }: EntryMark): boolean => !known.some((texts) => texts.has(textId));
  const isLost = ({ textId }: EntryMark): boolean =>
    !kept.has(textId) && known.every((texts) => texts.has(textId));
  const { pairs, gone, come } = pairMarks(
    [...old.keys()].filter((mark) => byPlace || isLost(mark)),
    [...now.keys()].filter((mark) => byPlace || isNew(mark)),
    { byPlace },
  );
  // Of several entries of one text none came or went as long as there is one.
  return { old, pairs, left: gone.filter(isLost), come: come.filter(isNew) };
}

function changeOf(was: EntryMark, is: EntryMark, hasMoved: boolean) {
  if (was.whole === is.whole) return hasMoved ? "moved" : undefined;
  return is.isStruck && !was.isStruck ? "struck" : "edited";
}

function pastOf(last: Moment | undefined): Moment[] {
  const past: Moment[] = [];
  for (let moment = last; moment !== undefined; moment = moment.previous) past.push(moment);
  return past;
}
