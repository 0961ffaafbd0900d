import type { SplitAnswer, SplitTask } from "../../models/task.ts";
import { allWords, calendarNames } from "../languages.ts";
import { type StemmedWord, stemWords } from "../text/stems.ts";

/** A smaller group gets no file of its own, nor does one that is a small share of many entries. */
const fewestEntries = 5;
const smallShare = 0.06;
/** Groups that hold a smaller share of all entries say little about the topic. */
const minShare = 0.4;
const maxSubtopics = 6;
/** A word that is in more of the entries is not distinctive. */
const commonShare = 0.6;

/**
 * Groups entries around the words that set them apart: a group starts with the entries that share a distinctive word, and
 * takes in those that are clearly nearest to it. Deterministic. Where no two groups are clear enough there are none:
 * one long file is better than an arbitrary cut.
 */
export function splitOffline(task: SplitTask): SplitAnswer {
  const titles = new Set(stemWords(task.title).map(({ stem }) => stem));
  const documents = toDocuments(task.entries, titles);
  const groups = findGroups(documents);
  const grouped = groups.reduce((sum, { members }) => sum + members.length, 0);
  if (groups.length < 2 || grouped < minShare * documents.length) return { subtopics: [] };
  return { subtopics: groups.map((group) => describe(group, documents)) };
}

interface Document {
  readonly label: string;
  readonly words: readonly StemmedWord[];
  /** Of unit length. */
  readonly weights: ReadonlyMap<string, number>;
}

/** How many entries a seed's group may begin with (one more may join it), and which seeds led nowhere. */
interface Limits {
  readonly refused: ReadonlySet<string>;
  readonly fewest: number;
  readonly most: number;
}

/** A topic in which so many groups come to nothing has no clear ones. */
const maxRefused = 20;

interface Group {
  readonly seed: string;
  readonly members: readonly Document[];
}

function toDocuments(entries: SplitTask["entries"], titles: ReadonlySet<string>): Document[] {
  const read = entries.map(({ label, text }) => ({
    label,
    words: stemWords(text).filter(({ stem }) => !titles.has(stem) && !/^\d/.test(stem)),
  }));
  const counts = countDocuments(read);
  return read.map(({ label, words }) => {
    const stems = [...new Set(words.map(({ stem }) => stem))];
    const distinctive = stems.filter((stem) => {
      const count = counts.get(stem) ?? 0;
      return count >= 2 && count <= commonShare * read.length;
    });
    const weights = distinctive.map(
      (stem) => [stem, Math.log(read.length / (counts.get(stem) ?? 1))] as const,
    );
    return { label, words, weights: toUnit(new Map(weights)) };
  });
}

function countDocuments(documents: readonly { readonly words: readonly StemmedWord[] }[]) {
  const counts = new Map<string, number>();
  for (const { words } of documents) {
    for (const stem of new Set(words.map((word) => word.stem))) {
      counts.set(stem, (counts.get(stem) ?? 0) + 1);
    }
  }
  return counts;
}

function toUnit(weights: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const norm = Math.hypot(...weights.values());
  return new Map([...weights].map(([stem, weight]) => [stem, norm === 0 ? 0 : weight / norm]));
}

/** The entries of a seed whose group stays too small are free for others. */
function findGroups(documents: readonly Document[]): readonly Group[] {
  const fewest = Math.max(fewestEntries, smallShare * documents.length);
  const refused = new Set<string>();
  while (refused.size < maxRefused) {
    const limits = { refused, fewest: fewest - 1, most: commonShare * documents.length };
    const groups = gather(documents, findSeeds(documents, limits));
    const small = groups.find(({ members }) => members.length < fewest);
    if (small === undefined) return groups;
    refused.add(small.seed);
  }
  return [];
}

/** The words that groups start from: each is in many entries that are alike in other ways too. */
function findSeeds(documents: readonly Document[], limits: Limits): Group[] {
  const groups: Group[] = [];
  let left = [...documents];
  while (groups.length < maxSubtopics) {
    const best = bestSeed(left, limits);
    if (best === undefined) break;
    groups.push(best);
    left = left.filter((document) => !best.members.includes(document));
  }
  return groups;
}

/** Entries that share a word must be this much alike in other ways (mean of all pairs), or be many. */
const minLikeness = 0.02;
const manyEntries = 5;

function bestSeed(left: readonly Document[], { refused, fewest, most }: Limits): Group | undefined {
  const seeds = [...groupByStem(left)].flatMap(([seed, members]) => {
    if (members.length < fewest || members.length > most) return [];
    if (refused.has(seed) || !isName(seed)) return [];
    const likeness = meanLikeness(members, seed);
    if (likeness < minLikeness && members.length < manyEntries) return [];
    return [{ seed, members, score: members.length * (0.25 + likeness) }];
  });
  return seeds.sort((a, b) => b.score - a.score || (a.seed < b.seed ? -1 : 1))[0];
}

function groupByStem(documents: readonly Document[]): Map<string, Document[]> {
  const byStem = new Map<string, Document[]>();
  for (const document of documents) {
    for (const stem of document.weights.keys()) {
      const members = byStem.get(stem);
      if (members === undefined) byStem.set(stem, [document]);
      else members.push(document);
    }
  }
  return byStem;
}

/** A word that can name a file: no verb or time that goes with anything. */
const isName = (stem: string): boolean =>
  /^\p{L}/u.test(stem) && [...stem].length >= 2 && !vagueStems.has(stem);

/** "Sun", "May", "march" and "Otto" name more than times and numbers. */
const times = calendarNames("months", "weekdays").filter(
  (name) => name.length > 3 && name.toLowerCase() !== "march",
);
const numbers = calendarNames("numbers").filter((name) => name !== "otto");
const vagueStems: ReadonlySet<string> = new Set(
  [...allWords("vague"), ...times, ...numbers].flatMap((word) =>
    stemWords(word).map(({ stem }) => stem),
  ),
);

/** Mean of the products of all pairs, by the sum of the vectors. */
function meanLikeness(members: readonly Document[], without: string): number {
  const sum = sumOf(members);
  let whole = 0;
  let own = 0;
  for (const [stem, weight] of sum) if (stem !== without) whole += weight * weight;
  for (const { weights } of members) {
    for (const [stem, weight] of weights) if (stem !== without) own += weight * weight;
  }
  const pairs = members.length * (members.length - 1);
  return pairs === 0 ? 0 : (whole - own) / pairs;
}

function sumOf(members: readonly Document[]): Map<string, number> {
  const sum = new Map<string, number>();
  for (const { weights } of members) {
    for (const [stem, weight] of weights) sum.set(stem, (sum.get(stem) ?? 0) + weight);
  }
  return sum;
}

/** Nearness to a group's middle from which an entry joins, and how much nearer than to any other. */
const nearEnough = 0.2;
const lead = 1.5;

/** Lets the entries that no seed claimed join the group that they are clearly nearest to. */
function gather(documents: readonly Document[], seeds: readonly Group[]): readonly Group[] {
  const taken = new Set(seeds.flatMap(({ members }) => members));
  const middles = seeds.map(({ members }) => toUnit(sumOf(members)));
  const joining = documents.flatMap((document) => {
    const at = taken.has(document) ? undefined : nearest(document, middles);
    return at === undefined ? [] : [{ document, at }];
  });
  return seeds.map(({ seed, members }, i) => ({
    seed,
    members: [...members, ...joining.filter(({ at }) => at === i).map((one) => one.document)],
  }));
}

function nearest(
  { weights }: Document,
  middles: readonly ReadonlyMap<string, number>[],
): number | undefined {
  const scores = middles.map((middle) => {
    const shared = [...weights].filter(([stem]) => middle.has(stem));
    if (shared.length < 2) return 0; // One word in common is a chance.
    return shared.reduce((sum, [stem, weight]) => sum + weight * (middle.get(stem) ?? 0), 0);
  });
  const best = Math.max(...scores);
  const at = scores.indexOf(best);
  const next = Math.max(0, ...scores.filter((_, i) => i !== at));
  return best >= nearEnough && best >= lead * next ? at : undefined;
}

/** Named by its seed as people mostly wrote it; its other distinctive words sum it up. */
function describe({ seed, members }: Group, all: readonly Document[]): SplitAnswer["subtopics"][0] {
  const order = new Map(all.map(({ label }, i) => [label, i]));
  const entries = members
    .map(({ label }) => label)
    .sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  const stems = [...sumOf(members)]
    .filter(([stem]) => stem !== seed && isName(stem))
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, 3)
    .map(([stem]) => stem);
  return {
    name: spelling(seed, members),
    summary: [seed, ...stems].map((stem) => spelling(stem, members)).join(", "),
    entries,
  };
}

/** The form that most entries use; among equals, the first in the alphabet. */
function spelling(stem: string, members: readonly Document[]): string {
  const counts = new Map<string, number>();
  for (const { words } of members) {
    for (const word of words) {
      if (word.stem === stem) counts.set(word.word, (counts.get(word.word) ?? 0) + 1);
    }
  }
  const [best] = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return best?.[0] ?? stem;
}
