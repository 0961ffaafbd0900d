import { pairEntries, wholeOf } from "../../vault/log/pair-entries.ts";
import { isSuperseded, normalText } from "../../vault/topic/entry.ts";
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

/** An entry, if it is there still, as it was last seen, and what happened to it, newest first. */
export type EntryLife = ReturnType<EntryTrace["lives"]>[number];

/** What a commit did to the entries of a topic. */
interface EntryChange {
  readonly version: number;
  readonly before: readonly Entry[];
  readonly after: readonly Entry[];
  /** The file had another name before, or was part of another one. */
  readonly hasMoved: boolean;
}

type Past = readonly EntryEvent[];

/** Follows the entries of a topic through its changes, which come oldest first, those of several branches mixed. */
export class EntryTrace {
  /** By the text of the entry as it was then: branches that changed one entry both find what was before. */
  private readonly pasts = new Map<string, Past>();
  /** By text, the last one to go last. */
  private readonly gone = new Map<string, Past>();

  add({ version, before: old, after: now, hasMoved }: EntryChange): void {
    const { pairs, gone, come } = pairEntries(old, now, { byPlace: true });
    for (const [before, after] of pairs) {
      const type = changeOf(before, after, hasMoved);
      if (type === undefined) continue;
      const past = this.pastOf(before);
      // Where it was edited it had not been removed: another branch did that.
      const previous = past[0]?.type === "removed" ? past.slice(1) : past;
      this.pasts.set(keyOf(after), [{ type, version, before, after }, ...previous]);
      this.gone.delete(keyOf(before));
    }
    // A file that was split leaves history elsewhere: entries that went to others, and those that were gone before.
    if (hasMoved && gone.length > 0) this.gone.clear();
    // Of several entries of one text none came or went as long as there is one.
    const [had, has] = [new Set(old.map(keyOf)), new Set(now.map(keyOf))];
    for (const after of come.filter((entry) => !had.has(keyOf(entry)))) {
      const type = this.gone.delete(keyOf(after)) ? "restored" : "added";
      const event: EntryEvent = { type, version, before: undefined, after };
      this.pasts.set(keyOf(after), [event, ...this.pastOf(after)]);
    }
    for (const before of hasMoved ? [] : gone.filter((entry) => !has.has(keyOf(entry)))) {
      const event: EntryEvent = { type: "removed", version, before, after: undefined };
      const past = [event, ...this.pastOf(before)];
      this.pasts.set(keyOf(before), past);
      this.gone.delete(keyOf(before)); // The last to go stands last.
      this.gone.set(keyOf(before), past);
    }
  }

  /** Those of the newest version, in their order, then those that are gone, the last one to go first. */
  lives(newest: readonly Entry[]) {
    for (const entry of newest) this.gone.delete(keyOf(entry));
    const there = newest.map((entry) => ({ entry, last: entry, events: this.pastOf(entry) }));
    const alive = new Set(there.flatMap(({ events }) => events));
    const ended = [...this.gone.values()].reverse().flatMap((events) => {
      const [last, previous] = events;
      // One branch removed what the other one edited.
      if (last?.before === undefined || (previous && alive.has(previous))) return [];
      return [{ entry: undefined, last: last.before, events }];
    });
    return [...there, ...ended];
  }

  private pastOf(entry: Entry): Past {
    return this.pasts.get(keyOf(entry)) ?? [];
  }
}

/** Entries of one text are one in history. */
const keyOf = ({ text }: Entry): string => normalText(text);

function changeOf(was: Entry, is: Entry, hasMoved: boolean) {
  if (wholeOf(was) === wholeOf(is)) return hasMoved ? "moved" : undefined;
  return isSuperseded(is) && !isSuperseded(was) ? "struck" : "edited";
}
