import { isNegative, negationsOf } from "../digest/gates/polarity.ts";
import type { StemText } from "../digest/gates/same-fact.ts";
import { foldedWords, nameForms, namesIn } from "../digest/gates/words.ts";
import { numbersIn } from "../language/text/number-words.ts";
import { stemsBy } from "../memory/stems.ts";

/** A line that a summary is to stand for. */
export interface Original {
  readonly text: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
}

/** Most words of a summary. */
export const maxWords = 100;

/**
 * Why a summary may not stand for these lines; undefined where it may. Both ways: their names, numbers, dates,
 * addresses and negations are in it, and it has none that they have not; it is made of their words; and of each line
 * there is one part that says what that line says, so that nothing is said of the wrong one. In doubt it may not. Pure.
 */
export function whyNoSummary(
  summary: string,
  originals: readonly Original[],
  languages: readonly string[],
): string | undefined {
  const all = originals.map(({ text }) => text).join("\n");
  const plain = originals.reduce((text, { date }) => text.replaceAll(date, " "), summary);
  const stem = stemsBy({ languages: [...languages] });
  const valuesIn = (text: string): ReadonlySet<number> =>
    new Set(languages.flatMap((language) => [...numbersIn(text, language).values]));
  const told = { summary, plain, originals, all, stem, valuesIn };
  return checks.find(({ isBroken }) => isBroken(told))?.reason;
}

interface Told {
  readonly summary: string;
  /** Without the days on which its lines were learned: it may name them. */
  readonly plain: string;
  readonly originals: readonly Original[];
  /** The texts of the originals. */
  readonly all: string;
  readonly stem: StemText;
  /** The numbers of a text, in digits and in words. */
  readonly valuesIn: (text: string) => ReadonlySet<number>;
}

const checks: readonly { readonly reason: string; readonly isBroken: (told: Told) => boolean }[] = [
  { reason: "it is empty or too long", isBroken: isNoLength },
  { reason: "it holds signs of its own", isBroken: hasOwnSigns },
  { reason: "its numbers or dates differ", isBroken: differsInNumbers },
  { reason: "its names differ", isBroken: differsInNames },
  { reason: "it denies other things", isBroken: differsInDenial },
  { reason: "it says something else", isBroken: differsInWords },
  { reason: "it says something of the wrong one", isBroken: mixesUp },
];

function isNoLength({ summary }: Told): boolean {
  const words = summary.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.length === 0 || words.length > maxWords || summary.length > maxWords * 20;
}

/** Markup, marks and tags that no line has; what controls a screen always. */
function hasOwnSigns({ summary, all }: Told): boolean {
  const signs = summary.match(/[[\]<>{}#^`~*_|\\@%=]|::|\/\//g) ?? [];
  return (
    /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u.test(summary) ||
    signs.some((sign) => !all.includes(sign))
  );
}

/** Numbers as they are spelt, and what is neither word nor number: addresses, codes. */
const exactWords = (text: string): ReadonlySet<string> =>
  new Set([
    ...(text.match(/\p{N}+(?:[.,:/-]\p{N}+)*/gu) ?? []),
    ...(text.match(/\S+/g) ?? [])
      .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""))
      .filter((word) => /[@/_:#]|\p{L}\p{N}|\p{N}\p{L}|\p{L}\.\p{L}/u.test(word)),
  ]);

function differsInNumbers({ summary, plain, originals, all, stem, valuesIn }: Told): boolean {
  const own = exactWords(summary);
  const given = exactWords(all);
  const isMissing = [...given, ...daysToName(originals, stem)].some((word) => !own.has(word));
  const isInvented = [...exactWords(plain)].some((word) => !given.has(word));
  const [values, wanted] = [valuesIn(summary), valuesIn(all)];
  return (
    isMissing ||
    isInvented ||
    [...wanted].some((value) => value !== article && !values.has(value)) ||
    [...valuesIn(plain)].some((value) => value !== article && !wanted.has(value))
  );
}

/** "Una" is one, and an article. */
const article = 1;

/** What is told alike of several days happened on each of them. */
function daysToName(originals: readonly Original[], stem: StemText): string[] {
  const alike = Map.groupBy(originals, ({ text }) => stem(text, "").content.join(" "));
  return [...alike.values()].flatMap((group) => {
    const days = new Set(group.map(({ date }) => date));
    return days.size > 1 ? [...days] : [];
  });
}

/** A name begins with a capital letter; so does a sentence, and its first word may be one. */
function mayBeNames(text: string): readonly string[] {
  const sentences = text.split(/(?<=[.!?:;…])\s+|\n/u);
  return sentences.flatMap((sentence) => [
    ...foldedWords(sentence).slice(0, 1),
    ...namesIn(sentence).flatMap(foldedWords),
  ]);
}

function differsInNames({ plain, originals, all, stem }: Told): boolean {
  const stemOf = (word: string): string => stem(word, "").content.join(" ");
  const isThere = (name: string, words: readonly string[]): boolean =>
    stemOf(name) === "" ||
    nameForms(name).some((form) => words.includes(form)) ||
    words.some((word) => stemOf(word) === stemOf(name));
  const [own, given] = [foldedWords(plain), foldedWords(all)];
  return (
    originals.some(({ text }) => mayBeNames(text).some((name) => !isThere(name, own))) ||
    mayBeNames(plain).some((name) => !isThere(name, given))
  );
}

/** The lines of a cluster all deny something, or none does. */
function differsInDenial({ summary, originals }: Told): boolean {
  const counts = originals.map(({ text }) => negationsOf(text).length);
  const own = negationsOf(summary).length;
  const denying = counts.filter((count) => count > 0).length;
  if (own < denying || own > counts.reduce((sum, count) => sum + count, 0)) return true;
  return denying === 0 && originals.some(({ text }) => isNegative(text) !== isNegative(summary));
}

/** The share of the words of a line that must be in the summary. */
const minKept = 0.7;

/** A summary has no word of its own, but for those that join others, and leaves out few. */
function differsInWords({ plain, originals, stem }: Told): boolean {
  const [own = [], ...lines] = stemsOf([plain, ...originals.map(({ text }) => text)], stem);
  const known = new Set(lines.flat());
  return (
    own.some((word) => !known.has(word) && !joining.has(word)) ||
    lines.some((line) => line.filter((word) => own.includes(word)).length < line.length * minKept)
  );
}

/** Read as one text, so that all parts are taken for the same language. */
function stemsOf(parts: readonly string[], stem: StemText): readonly (readonly string[])[] {
  const { all } = stem(parts.join("\n"), "");
  let end = 0;
  return parts.map((part) => {
    const start = end;
    end += stem(part, "").all.length;
    return all.slice(start, end);
  });
}

/** Articles, "and" and "also", and what stands before a day, in the languages that have rules. */
const joining: ReadonlySet<string> = new Set(
  `a an the and or also both as well on of el la los las lo un una y e o u también del de els les i també d l le et ou aussi
  du des os as um uma também der die das den dem ein eine einen und oder auch am il gli ed anche`.split(
    /\s+/,
  ),
);

const clausesOf = (text: string): readonly string[] =>
  text
    .split(
      /[.;:!?,…]+(?=\s|$)|(?<!\p{L})(?:and|but|while|y|e|pero|mientras|i|però|mentre|mas|enquanto|et|mais|tandis que|und|aber|während|ma)(?!\p{L})/giu,
    )
    .filter((clause) => /[\p{L}\p{N}]/u.test(clause));

/** All that makes a line differ from others of its cluster stands together in the summary, in as many clauses as there. */
function mixesUp({ summary, originals, stem }: Told): boolean {
  const clauses = clausesOf(summary);
  const texts = originals.map(({ text }) => text);
  const stems = stemsOf([...texts, ...clauses], stem);
  const [lines, parts] = [stems.slice(0, texts.length), stems.slice(texts.length)];
  return texts.some((text, i) => {
    const own = lines[i]?.filter((word) => !lines.every((line) => line.includes(word))) ?? [];
    const length = Math.max(1, clausesOf(text).length);
    const isSaidAt = (at: number): boolean => {
      const said = parts.slice(at, at + length).flat();
      return own.every((word) => said.includes(word) || joining.has(word));
    };
    return !clauses.some((_, at) => isSaidAt(at));
  });
}
