import { negationsOf } from "../digest/gates/compare.ts";
import { stemText } from "../index/stem-text.ts";

/** A line that a summary is to stand for. */
export interface Original {
  readonly text: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
}

/** Most words of a summary. */
export const maxWords = 100;

/**
 * True for a summary that may stand for these lines: it is made of their words and has all of them, numbers as they are
 * spelt, as many denials, and what makes a line differ from the others in one place. In doubt it may not. Pure.
 */
export function mayStandFor(
  summary: string,
  originals: readonly Original[],
  [usual = "en"]: readonly string[],
): boolean {
  const texts = originals.map(({ text }) => text);
  // The days on which its lines were learned may be named.
  const plain = originals.reduce((text, { date }) => text.replaceAll(date, " "), summary);
  const clauses = clausesOf(plain);
  const stems = stemsOf([...texts, ...clauses], usual);
  const [lines, parts] = [stems.slice(0, texts.length), stems.slice(texts.length)];
  const own = parts.flat();
  const isJoining = (word: string): boolean => joining.has(word);
  const isOfAll = (word: string): boolean => lines.every((line) => line.includes(word));
  const isOneOf = (line: readonly string[], i: number): boolean => {
    const differing = line.filter((word) => !isOfAll(word) && !isJoining(word));
    const length = Math.max(1, clausesOf(texts[i] ?? "").length);
    return parts.some((_, at) => {
      const said = parts.slice(at, at + length).flat();
      return differing.every((word) => said.includes(word));
    });
  };
  const days = daysToName(originals, (text) => stemText(text, "", usual).content.join(" "));
  const [exact, given] = [exactWords(plain), exactWords(texts.join("\n"))];
  return (
    !isNoLength(summary) &&
    !hasOwnSigns(summary, texts.join("\n")) &&
    days.every((day) => summary.includes(day)) &&
    exact.symmetricDifference(given).size === 0 &&
    !deniesOtherwise(summary, texts) &&
    own.every((word) => isJoining(word) || lines.flat().includes(word)) &&
    lines.flat().every((word) => !isOfAll(word) || isJoining(word) || own.includes(word)) &&
    lines.every(isOneOf)
  );
}

function isNoLength(summary: string): boolean {
  const words = summary.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.length === 0 || words.length > maxWords || summary.length > maxWords * 20;
}

/** Markup, marks and tags that no line has; what controls a screen always. */
function hasOwnSigns(summary: string, all: string): boolean {
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

/** What is told alike of several days happened on each of them. */
function daysToName(originals: readonly Original[], wordsOf: (text: string) => string): string[] {
  const alike = Map.groupBy(originals, ({ text }) => wordsOf(text));
  return [...alike.values()].flatMap((group) => {
    const days = new Set(group.map(({ date }) => date));
    return days.size > 1 ? [...days] : [];
  });
}

/** The lines of a cluster all deny something, or none does. */
function deniesOtherwise(summary: string, texts: readonly string[]): boolean {
  const counts = texts.map((text) => negationsOf(text).length);
  const own = negationsOf(summary).length;
  const denying = counts.filter((count) => count > 0).length;
  return own < denying || own > counts.reduce((sum, count) => sum + count, 0);
}

/** Read as one text, so that all parts are taken for the same language. */
function stemsOf(parts: readonly string[], usual: string): readonly (readonly string[])[] {
  const { all } = stemText(parts.join("\n"), "", usual);
  let end = 0;
  return parts.map((part) => {
    const start = end;
    end += stemText(part, "", usual).all.length;
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
