import { strikeEntry } from "../vault/edit/entry-fields.ts";
import { orNone } from "../vault/or-none.ts";
import { isCurrent } from "../vault/topic/entry.ts";
import type { Entry } from "../vault/topic/topic.ts";
import { companyOf, type Place, placesIn } from "./dedupe.ts";
import { isKeptBack, mayLeave } from "./prune.ts";
import type { StrikeStep } from "./steps.ts";
import { type VaultState, wordsOf } from "./vault-state.ts";

/**
 * Pure: of what fills one slot (`[key:: home_city]`) of one scope, person and bank, what was learned before the day of
 * the newest, which stands for it: two devices that were apart learned both. By the rule of digestions, which saw one
 * of them: what is vital is struck for no key alone. A line that says no day stays.
 */
export function lookForOutdated(state: VaultState): readonly StrikeStep[] {
  if (!state.settings.settle.enabled) return [];
  const keyed = placesIn(state).filter(
    ({ entry }) =>
      (entry.fields.key ?? "") !== "" &&
      entry.task === undefined &&
      isCurrent(entry, state.today) &&
      !isToCome(entry, state),
  );
  const slots = Map.groupBy(keyed, (place) => `${companyOf(place)} ${place.entry.fields.key}`);
  return [...slots.values()]
    .flatMap((rivals) => {
      const newest = rivals.reduce((a, b) => (dayOf(b) > dayOf(a) ? b : a));
      return rivals.flatMap((place) =>
        dayOf(place) < dayOf(newest) && mayBeStruck(state, place) ? { place, newest } : [],
      );
    })
    .sort((a, b) => (dayOf(a.place) < dayOf(b.place) ? -1 : 1))
    .slice(0, maxSettled)
    .flatMap(({ place, newest }) => strike(place, newest));
}

/** So many lines a night, the oldest first: to strike one, its file is read and checked as a whole. */
const maxSettled = 50;

/** A mistyped year would stand for all others. */
const isToCome = ({ date = "" }: Entry, { today }: VaultState): boolean => date > today;

/** Without a day, a line is neither older nor newer. */
const dayOf = ({ entry }: Place): string => entry.date ?? "";

function mayBeStruck(state: VaultState, { file, entry }: Place): boolean {
  const { summarizes, bank = file.topic.frontmatter.bank } = entry.fields;
  const isFirm = summarizes !== undefined || bank?.toLowerCase() === "health";
  const isLearned = file.learned.has(entry) && entry.date !== undefined;
  return isLearned && !isFirm && mayLeave(file, entry) && !isKeptBack(state, entry);
}

function strike({ file, entry }: Place, newer: Place): StrikeStep[] {
  const words = wordsOf(entry, file.lines);
  if (words === undefined) return [];
  const by = newer.entry.id;
  // What cannot be rewritten stays.
  if (orNone(() => strikeEntry(file.bytes, entry.id, by)) === undefined) return [];
  return [{ type: "strike", task: "settle", file: file.path, text: entry.text, words, by }];
}
