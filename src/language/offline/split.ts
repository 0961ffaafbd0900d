import { allWords, calendarNames } from "../languages.ts";
import { type StemmedWord, stemsOf, stemWords } from "../text/stems.ts";

/** A smaller group gets no file of its own, nor does one that is a small share of many entries. */
const fewestEntries = 5;
const smallShare = 0.06;
/** A word in more of the entries than this sets nothing apart; groups that hold less of them say little about the topic. */
const commonShare = 0.6;
const minShare = 0.4;
const maxSubtopics = 6;

/** A topic, and its entries under the labels by which the answer names them. */
export interface SplitRequest {
  readonly title: string;
  readonly entries: readonly Readonly<Record<"label" | "text", string>>[];
}

interface Entry {
  readonly label: string;
  readonly words: readonly StemmedWord[];
  readonly stems: ReadonlySet<string>;
}

interface Group {
  /** The word that all of them began with. */
  readonly seed: string;
  readonly members: Entry[];
}

/**
 * Groups entries around the words that set them apart: a group starts with the entries that share a distinctive word,
 * and takes in those that clearly have more in common with it than with any other. Deterministic. Where no two groups
 * are clear enough there are none: one long file is better than an arbitrary cut.
 */
export function splitOffline({ title, entries }: SplitRequest) {
  const titles = stemsOf(title);
  const all = entries.map(({ label, text }): Entry => {
    const words = stemWords(text).filter(({ stem }) => !titles.has(stem) && isName(stem));
    return { label, words, stems: new Set(words.map(({ stem }) => stem)) };
  });
  const fewest = Math.max(fewestEntries, smallShare * all.length);
  const groups = findGroups(all, fewest);
  for (const entry of all) joinNearest(entry, groups);
  const grouped = groups.reduce((sum, { members }) => sum + members.length, 0);
  if (groups.length < 2 || grouped < minShare * all.length) return { subtopics: [] };
  return { subtopics: groups.map((group) => describe(group, all)) };
}

/** The words that groups start from: each is in many entries that have other words in common, too. */
function findGroups(all: readonly Entry[], fewest: number): readonly Group[] {
  const groups: Group[] = [];
  let left = all;
  while (groups.length < maxSubtopics) {
    const [best] = [...countStems(left)]
      .filter(([, count]) => count >= fewest && count <= commonShare * all.length)
      .map(([seed]) => {
        const members = left.filter(({ stems }) => stems.has(seed));
        const shared = [...countStems(members).values()].filter((count) => count > 1);
        return { seed, members, score: members.length + shared.length };
      })
      .sort((a, b) => b.score - a.score || (a.seed < b.seed ? -1 : 1));
    if (best === undefined) break;
    groups.push({ seed: best.seed, members: best.members });
    left = left.filter((entry) => !best.members.includes(entry));
  }
  return groups;
}

function countStems(entries: readonly Entry[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { stems } of entries) {
    for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  return counts;
}

/** One word in common may be chance. */
const fewestShared = 2;

/** Adds an entry that no seed claimed to the one group that it has the most words in common with. */
function joinNearest(entry: Entry, groups: readonly Group[]): void {
  if (groups.some(({ members }) => members.includes(entry))) return;
  const near = groups
    .map((group) => {
      const theirs = countStems(group.members);
      return { group, shared: [...entry.stems].filter((stem) => theirs.has(stem)).length };
    })
    .sort((a, b) => b.shared - a.shared);
  const [first, second] = near;
  if (first === undefined || first.shared < fewestShared) return;
  if (first.shared > (second?.shared ?? 0)) first.group.members.push(entry);
}

/** A word that can name a file: no number, and no verb or time that goes with anything. */
const isName = (stem: string): boolean =>
  /^\p{L}/u.test(stem) && [...stem].length >= 2 && !vagueStems.has(stem);

/** "Sun", "May", "march" and "Otto" name more than times and numbers. */
const namesToo = /^(?:.{1,3}|march|otto)$/iu;
const times = calendarNames("months", "weekdays", "numbers").filter((word) => !namesToo.test(word));
const vagueStems = stemsOf([...allWords("vague"), ...allWords("timeWords"), ...times].join(" "));

/** Named by its seed as people mostly wrote it; its other distinctive words sum it up. */
function describe({ seed, members }: Group, all: readonly Entry[]) {
  const others = [...countStems(members)]
    .filter(([stem, count]) => stem !== seed && count > 1)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, 3)
    .map(([stem]) => stem);
  return {
    name: spelling(seed, members),
    summary: [seed, ...others].map((stem) => spelling(stem, members)).join(", "),
    entries: all.filter((entry) => members.includes(entry)).map(({ label }) => label),
  };
}

/** The form that most entries use; among equals, the first in the alphabet. */
function spelling(wanted: string, members: readonly Entry[]): string {
  const forms = members.flatMap(({ words }) => words).filter(({ stem }) => stem === wanted);
  const counts = Map.groupBy(forms, ({ word }) => word);
  const [best] = [...counts].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
  return best?.[0] ?? wanted;
}
