import { withBefore, withoutBefore } from "../language/text/before-part.ts";
import { numbersIn } from "../language/text/number-words.ts";
import { formatEntry, readImportance } from "../vault/entry.ts";
import type { Entry } from "../vault/topic.ts";
import type { Passed } from "./gates/gates.ts";
import type { StemText } from "./gates/same-fact.ts";
import { foldedWords, isForm, namesIn } from "./gates/support.ts";

/**
 * What takes the place of an entry, made to say no less: numbers and names that it drops without a word about them, and
 * most of its words where it has no key, follow as what was before. It keeps the entry's key, and is as important and
 * as secret. Pure.
 */
export function completeUpdate(passed: Passed, { text, fields }: Entry, stem: StemText): Passed {
  const { conclusion, language } = passed;
  const older = withoutBefore(text);
  const { key = "", sensitivity } = fields;
  const isWhole = saysNoLess(passed, older, {
    stem,
    isSameSlot: key !== "" && key === conclusion.key,
  });
  const whole = isWhole ? conclusion.text : withBefore(conclusion.text, older, language);
  return {
    ...passed,
    conclusion: {
      ...conclusion,
      text: isWritable(whole) ? whole : conclusion.text, // The struck line has it still.
      key: conclusion.key || key,
      importance: Math.max(conclusion.importance, readImportance(fields.importance) ?? 0),
      sensitivity: sensitivity === "secret" ? sensitivity : conclusion.sensitivity,
    },
  };
}

interface Slot {
  readonly stem: StemText;
  /** The value of a slot may change: `Lives in Reus`, `Moved to Lisbon`. */
  readonly isSameSlot: boolean;
}

function saysNoLess(passed: Passed, older: string, { stem, isSameSlot }: Slot): boolean {
  const { conclusion, sources, language } = passed;
  const said = [conclusion.text, ...sources.map(({ content }) => content)].join("\n");
  const lost = (of: Facts): readonly string[] =>
    of(older, language).filter(isMissing(of(said, language)));
  const gained = (of: Facts): readonly string[] =>
    of(conclusion.text, language).filter(isMissing(of(older, language)));
  // One number for another is what changed; one that goes and none that comes is what would be forgotten.
  if ([numbersOf, namesOf].some((of) => lost(of).length > gained(of).length)) return false;
  if (isSameSlot) return true;
  const contentOf = (text: string): readonly string[] => [...new Set(stem(text, language).content)];
  const [was, now] = [contentOf(older), contentOf(conclusion.text)];
  const gone = wordsMissing(was, contentOf(said));
  const come = wordsMissing(now, was);
  const kept = was.length - gone.length;
  return gone.length === 0 || (gone.length <= come.length && kept >= come.length); // The same with other words in it.
}

const wordsMissing = (words: readonly string[], there: readonly string[]): readonly string[] =>
  words.filter((word) => !there.some((other) => isForm(word, other)));

type Facts = (text: string, language: string) => readonly string[];

const isMissing =
  (there: readonly string[]) =>
  (fact: string): boolean =>
    !there.includes(fact);

/** Numbers, times and dates in digits as they are written, and the values of those in words. */
const numbersOf: Facts = (text, language) => {
  const digits = text.match(/\p{N}+(?:[.,:h/-]\p{N}+)*/gu) ?? [];
  const inWords = [...numbersIn(text, language).values].filter((value) => value > 1).map(String);
  return [...new Set([...digits, ...inWords])];
};

const namesOf: Facts = (text) => [...new Set(namesIn(text).flatMap(foldedWords))];

/** False for what no line of Markdown can hold. */
export function isWritable(text: string): boolean {
  try {
    return formatEntry({ text, date: "2000-01-01" }) !== "";
  } catch {
    return false;
  }
}
