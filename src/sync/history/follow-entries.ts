import type { EntryMark } from "../../vault/edits/entry-mark.ts";
import { pairMarks } from "../../vault/edits/pair-marks.ts";
import type { Entry } from "../../vault/topic.ts";
import type { EntryEvent } from "./entry-history.ts";
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
} from "./entry-state.ts";

/** The next version of one line of history. */
export function followEntries(here: Here, parent: State): State {
  const now = marksOf(here.entries);
  const { pairs, gone, come } = pairMarks([...parent.marks.keys()], [...now.keys()], {
    byPlace: true,
  });
  const hasMoved = parent.path !== "" && parent.path !== here.path;
  // A file that was split leaves history elsewhere: entries that went to others, and those that were gone before.
  const left = hasMoved && gone.length > 0 ? [] : parent.gone;
  const moments = new Map<Entry, Moment>();
  for (const pair of pairs) {
    const carried = carry(here, parent, pair, { now, hasMoved });
    if (carried !== undefined) moments.set(...carried);
  }
  const back = matchReturned(left, come);
  for (const is of come) {
    const after = now.get(is);
    if (after !== undefined) moments.set(after, arrive(here.place, after, is, back.of(is)));
  }
  const removed = hasMoved ? [] : gone.flatMap((was) => leave(here.place, parent, was));
  return toState(here, now, moments, [...back.left(), ...removed]);
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
  return [after, { place, event, previous: [known], last: after, textId: is.textId }];
}

const change = (was: EntryMark, is: EntryMark): "struck" | "edited" =>
  is.origin === "struck" && was.origin !== "struck" ? "struck" : "edited";
