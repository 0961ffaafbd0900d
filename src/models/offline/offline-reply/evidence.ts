import type { QuotedMemory } from "../../task.ts";
import { foldText } from "../offline-stems.ts";
import { isStrict, tells, type Wanted, wantedBy } from "./asked.ts";
import { type AskedKeys, askedKeys } from "./asked-keys.ts";
import { namesAny, ownerOf } from "./names.ts";
import { sharedStems, stemsOf } from "./shared-stems.ts";
import { thingsIn } from "./things-in.ts";

/** What speaks for a line as the answer to a question. */
export interface Evidence {
  /** Comparable among the lines of one question, 0 to about 4. */
  readonly score: number;
  /** Enough to be said as an answer. */
  readonly answers: boolean;
}

/** What is asked, read once for all lines. */
export interface Asked {
  /** What it is about, by stems, without the names in it; its names, folded. */
  readonly stems: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  /** What the rules have a name for: `dentist`; of those who are named, `mother`. */
  readonly things: ReadonlySet<string>;
  readonly kin: ReadonlySet<string>;
  /** Names in the lines, where the question names somebody by name: who is not asked about. */
  readonly others: ReadonlySet<string>;
  readonly slots: AskedKeys;
  readonly wanted: Wanted | undefined;
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
  };
}

/** Weighs each line by what it shares with the question: rare words count more than those that all lines have. Pure. */
export function weigh(asked: Asked, lines: readonly Compared[]): Evidence[] {
  const shared = lines.map((line) => sharedStems(asked.stems, line.stems));
  const weightOf = createWeight(shared);
  const sum = (stems: Iterable<string>): number =>
    [...stems].reduce((all, stem) => all + weightOf(stem), 0);
  const all = sum(asked.stems) || 1;
  const found = lines.map((line, i) => ({
    ...lookAt(asked, line),
    share: sum(shared[i] ?? []) / all,
  }));
  const asksSlot = asked.slots.keys.size > 0;
  const isAnyNamed = found.some(({ isNamed }) => isNamed);
  // Only one line about whom was asked says, for example, when: then that one is meant, whatever its words.
  const fitting = found.filter(({ isNamed, fit }) => isNamed && fit > 0 && !asksSlot);
  return found.map((clues, i) => {
    const isOfOthers = !clues.isNamed && (isAnyNamed || clues.namesOther);
    const isOff =
      isOfOthers || (clues.fit < 0 && asked.wanted !== undefined && isStrict(asked.wanted));
    const isMeant = fitting.length === 1 && fitting[0] === clues;
    const isTold = clues.share > 0 || clues.things > 0 || clues.hasKey || clues.isGiven;
    return { score: scoreOf(clues) - i * perPlace, answers: !isOff && (isTold || isMeant) };
  });
}

/** What a line has of a question. */
interface Clues {
  /** Of the words asked for, by weight: 0 to 1. */
  readonly share: number;
  readonly isNamed: boolean;
  /** It is about somebody else by name. */
  readonly namesOther: boolean;
  /** Named in the rules' tables, in whatever language. */
  readonly things: number;
  readonly hasKey: boolean;
  /** 1 where it tells what kind of thing was wanted, -1 where it does not, 0 where nobody knows. */
  readonly fit: -1 | 0 | 1;
  /** Recall gives it as an answer, whatever its words. */
  readonly isGiven: boolean;
  readonly isNote: boolean;
}

/** Recall's own order decides only among equals. */
const perPlace = 0.02;

const scoreOf = ({ share, isNamed, things, hasKey, fit, isGiven, isNote }: Clues): number =>
  1.2 * share +
  0.5 * Math.min(2, things) +
  Number(hasKey) +
  0.5 * Number(isNamed) +
  0.3 * fit +
  0.5 * Number(isGiven) -
  0.2 * Number(isNote);

/** By how few of the lines have a stem; one that none has weighs most. */
function createWeight(shared: readonly (readonly string[])[]): (stem: string) => number {
  const counts = new Map<string, number>();
  for (const stem of shared.flat()) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return (stem) => Math.log((shared.length + 1.5) / ((counts.get(stem) ?? 0) + 0.5));
}

function lookAt(asked: Asked, { memory, words }: Compared): Omit<Clues, "share"> {
  const {
    wanted,
    names,
    kin,
    slots: { fills, isToldIn },
  } = asked;
  const told = [...thingsIn(words)];
  return {
    isNamed:
      namesAny(`${words} ${ownerOf(memory) ?? ""}`, names) || told.some((one) => kin.has(one)),
    namesOther: namesAny(words, asked.others),
    things: told.filter((one) => asked.things.has(one)).length,
    hasKey: memory.key === undefined ? isToldIn(words) : fills(memory.key),
    fit: wanted === undefined ? 0 : tells(wanted, words) ? 1 : -1,
    isGiven: memory.found !== undefined,
    isNote: memory.isNote === true,
  };
}
