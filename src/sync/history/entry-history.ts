import type { Entry } from "../../vault/topic.ts";
import { type Moment, nothing, type State, withPast } from "./entry-state.ts";
import { followEntries } from "./follow-entries.ts";
import { mergeEntries } from "./merge-entries.ts";

/** A version of a topic: one commit left it so. */
export interface VersionLink {
  readonly path: string;
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

/** The lives of the entries of a topic, as they come to be known. */
export interface EntryTrace {
  /**
   * Takes the entries that a version has, the oldest version first: none where the commit removed the file; undefined
   * where it cannot be read, it is then taken for what was before.
   */
  add(place: number, entries: readonly Entry[] | undefined): void;
  /** Those that are there, in their order, then those that are gone, the last one to go first. */
  lives(): { readonly lives: EntryLife[]; readonly hasMore: boolean };
}

/** What went from a topic before so many others is no longer reported: each version would have to be compared with it. */
const maxGone = 5_000;

/**
 * Reconstructs the life of each entry of a topic from its versions, given newest first. Merged branches are followed
 * together. Keeps of a version only what the next ones need.
 */
export function traceEntries(
  versions: readonly VersionLink[],
  most: { readonly gone: number } = { gone: maxGone },
): EntryTrace {
  const states = new Map<number, State>();
  const uses = new Map<number, number>();
  for (const place of versions.flatMap(({ before }) => before)) {
    uses.set(place, (uses.get(place) ?? 0) + 1);
  }
  let hasMore = false;
  const take = (place: number): State[] => {
    const left = (uses.get(place) ?? 0) - 1;
    uses.set(place, left);
    const state = states.get(place);
    if (left <= 0) states.delete(place);
    return state === undefined ? [] : [state];
  };
  const limit = (state: State): State => {
    if (state.gone.length <= most.gone) return state;
    hasMore = true;
    return { ...state, gone: state.gone.slice(-most.gone) };
  };
  return {
    add(place, entries) {
      const { path, before } = versions[place] ?? { path: "", before: [] };
      const parents = before.flatMap(take);
      const [parent = nothing] = parents;
      if (entries === undefined) {
        states.set(place, parent);
        return;
      }
      const here = { path, entries, place };
      states.set(
        place,
        limit(parents.length > 1 ? mergeEntries(here, parents) : followEntries(here, parent)),
      );
    },
    lives() {
      const tip = states.get(0) ?? nothing;
      const there = [...tip.live].map(([entry, moment]) => toLife(entry, moment));
      const gone = tip.gone.map((moment) => toLife(undefined, moment));
      return {
        lives: [...there, ...gone.toSorted((a, b) => newest(a) - newest(b))],
        hasMore,
      };
    },
  };
}

function toLife(entry: Entry | undefined, moment: Moment): EntryLife {
  const all = withPast([moment]);
  const events = [...all].flatMap(({ event }) => event ?? []);
  return { entry, last: moment.last, events: events.sort((a, b) => a.version - b.version) };
}

const newest = ({ events }: EntryLife): number => events[0]?.version ?? 0;
