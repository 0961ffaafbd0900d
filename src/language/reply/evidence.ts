import type { QuotedMemory } from "../../models/task.ts";
import { likeliestKindOf } from "../kind/kind.ts";
import { foldText } from "../text/letters.ts";
import { weights } from "./answer-weights.ts";
import { isStrict, states, type Wanted, wantedBy } from "./asked.ts";
import { type AskedKeys, askedKeys } from "./asked-keys.ts";
import { isKeptByOther, namesAny, ownerOf } from "./names.ts";
import { sharedStems, stemsOf } from "./shared-stems.ts";
import { thingsIn } from "./things-in.ts";

/** What is asked, read once for all lines. */
export interface Asked {
  /** What it is about, by stems, without the names in it; its names, folded. */
  readonly stems: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  /** What the rules have a name for: `dentist`; of those who are named, `mother`. */
  readonly things: ReadonlySet<string>;
  readonly kin: ReadonlySet<string>;
  /** Names in the lines that are not asked about, where the question has a name. */
  readonly others: ReadonlySet<string>;
  readonly slots: AskedKeys;
  readonly wanted: Wanted | undefined;
  /** What it is likely about. */
  readonly kind: string | null;
}

/** A line as it is compared with a question. */
export interface Compared {
  readonly memory: QuotedMemory;
  readonly words: string;
  readonly stems: ReadonlySet<string>;
}

/** Reads what a question asks; `of` is its text without the words that only ask for a list. */
export function readAsked(
  { of, text, language }: { readonly of: string; readonly text: string; readonly language: string },
  names: ReadonlySet<string>,
  known: ReadonlySet<string>,
): Asked {
  const hasProper = [...names].some((name) => thingsIn(name, language).size === 0);
  const nameStems = new Set([...names].flatMap((name) => [...stemsOf(name)]));
  return {
    stems: new Set([...stemsOf(of)].filter((stem) => !nameStems.has(stem))),
    names,
    things: thingsIn(
      foldText(of).replace(/\p{L}+/gu, (word) => (names.has(word) ? " " : word)),
      language,
    ),
    kin: thingsIn([...names].join(" , "), language),
    others: new Set(hasProper ? [...known].filter((name) => !names.has(name)) : []),
    slots: askedKeys(text, language),
    wanted: wantedBy(foldText(text.slice(0, 1_000))),
    kind: likeliestKindOf(of),
  };
}

/**
 * How likely each line is the answer, in log-odds against none of them answering, by what was learned from households and
 * the questions to them (scripts/train/train-answers.ts). Pure.
 */
export function weigh(asked: Asked, lines: readonly Compared[]): number[] {
  return cluesOf(asked, lines).map((clues) =>
    Object.entries(weights).reduce(
      (sum, [name, weight]) => sum + weight * (clues[name as Clue] ?? 0),
      0,
    ),
  );
}

/** Features of a line that may make it the answer. */
export const clueNames = [
  "always",
  // Recall puts it first; the first but one; how well it fits, and how much better than the others.
  ...(["first", "second", "score", "scoreLead", "unscored"] as const),
  // Of the words asked for, by weight, and how that compares with the others; how many it has, in its own words, and lacks.
  ...(["share", "shareLead", "shared", "own", "missing", "wordless"] as const),
  ...(["named", "namedAlone", "unnamed", "ofOther", "things", "key", "keyed"] as const),
  // Whether it states what was wanted, and alone does so of the lines about the person asked about.
  ...(["fits", "misfits", "fitsStrictly", "misfitsStrictly", "fitsAlone", "namedFits"] as const),
  ...(["sameKind", "otherKind", "given", "note"] as const),
] as const;

export type Clue = (typeof clueNames)[number];
export type Clues = Readonly<Record<Clue, number>>;

/** The clues of each line: rare words count more than those that all lines have. */
export function cluesOf(asked: Asked, lines: readonly Compared[]): Clues[] {
  const shared = lines.map((line) => sharedStems(asked.stems, line.stems));
  const weightOf = createWeight(shared);
  const sum = (stems: Iterable<string>): number =>
    [...stems].reduce((all, stem) => all + weightOf(stem), 0);
  const all = sum(asked.stems) || 1;
  const looks = lines.map((line, i) => ({
    ...lookAt(asked, line),
    share: sum(shared[i] ?? []) / all,
    own: sharedStems(asked.stems, stemsOf(line.words)).length,
  }));
  const isAnyNamed = looks.some(({ isNamed }) => isNamed);
  const fitting = looks.filter(({ isNamed, fit }) => (isNamed || !isAnyNamed) && fit > 0);
  const strict = asked.wanted !== undefined && isStrict(asked.wanted);
  return looks.map((look, i) => {
    const others = looks.filter((other) => other !== look);
    const best = (of: (one: (typeof looks)[number]) => number): number =>
      Math.max(0, ...others.map(of));
    return {
      always: 1,
      first: Number(i === 0),
      second: Number(i === 1),
      score: look.score,
      unscored: Number(lines[i]?.memory.score === undefined),
      scoreLead: look.score - best(({ score }) => score),
      share: look.share,
      shareLead: look.share - best(({ share }) => share),
      shared: Math.min(3, shared[i]?.length ?? 0),
      own: Math.min(3, look.own),
      missing: Math.min(4, asked.stems.size - (shared[i]?.length ?? 0)),
      wordless: Number(look.share === 0 && look.things === 0),
      named: Number(look.isNamed),
      namedAlone: Number(look.isNamed && !others.some(({ isNamed }) => isNamed)),
      unnamed: Number(isAnyNamed && !look.isNamed),
      ofOther: Number(look.namesOther && !look.isNamed),
      things: Math.min(2, look.things),
      key: Number(look.isStated),
      keyed: Number(look.isKeyed),
      fits: Number(look.fit > 0),
      misfits: Number(look.fit < 0),
      fitsStrictly: Number(strict && look.fit > 0),
      misfitsStrictly: Number(strict && look.fit < 0),
      fitsAlone: Number(fitting.length === 1 && fitting[0] === look),
      namedFits: Number(look.isNamed && look.fit > 0),
      sameKind: Number(look.kind !== null && look.kind === asked.kind),
      otherKind: Number(
        !look.isStated && look.kind !== null && asked.kind !== null && look.kind !== asked.kind,
      ),
      given: Number(look.isGiven),
      note: Number(look.isNote),
    };
  });
}

/** By how few of the lines have a stem; one that none has weighs most. */
function createWeight(shared: readonly (readonly string[])[]): (stem: string) => number {
  const counts = new Map<string, number>();
  for (const stem of shared.flat()) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return (stem) => Math.log((shared.length + 1.5) / ((counts.get(stem) ?? 0) + 0.5));
}

const fitOf = (isFit: boolean | undefined): number => (isFit === undefined ? 0 : isFit ? 1 : -1);

function lookAt(asked: Asked, { memory, words }: Compared) {
  const { wanted, names, kin, slots } = asked;
  const named = [...thingsIn(words)];
  return {
    isNamed:
      namesAny(`${words} ${ownerOf(memory) ?? ""}`, names) || named.some((one) => kin.has(one)),
    namesOther: namesAny(words, asked.others) || isKeptByOther(memory, names),
    things: named.filter((one) => asked.things.has(one)).length,
    isStated: memory.key === undefined && slots.isStatedIn(words),
    isKeyed: memory.key !== undefined && slots.fills(memory.key),
    fit: wanted === undefined ? 0 : fitOf(states(wanted, words)),
    kind: likeliestKindOf(words),
    score: memory.score ?? 0,
    isGiven: memory.found !== undefined,
    isNote: memory.isNote === true,
  };
}
