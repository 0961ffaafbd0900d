import { grammars as all, type Grammar } from "../grammar/grammar.ts";
import type { ReadText } from "../grammar/with-date.ts";
import { behindStart } from "../read/sentences.ts";
import { readName } from "../read/subject.ts";
import { foldText } from "../text/letters.ts";

/** What a sentence came to, in the person's own words. */
export interface Heard extends ReadText {
  /** Why it is not kept; undefined where it is. */
  readonly reason?: string;
  readonly relation: "new" | "known" | "updates";
  /** Label of the known line that the relation is to. */
  readonly of: string | null;
  /** Numbers of the messages that say it. */
  readonly sources: readonly number[];
  /** The person asked for it to be kept. */
  readonly isWanted: boolean;
  /** The number of its sentence in the conversation. */
  readonly sentence: number;
  /** What was said of it at first, where it was changed since. */
  readonly first?: string | undefined;
}

type Mark = keyof Grammar["marks"];

/** Whether any of the languages has such a mark in a text. */
export const has = ({ text, grammars }: ReadText, mark: Mark): boolean =>
  grammars.some(({ marks }) => marks[mark].test(text));

/** A text without the words at its start that are such a mark; undefined where it has none. */
export function cut(text: string, grammars: readonly Grammar[], mark: Mark): string | undefined {
  const words = grammars
    .map(({ marks }) => marks[mark].exec(text)?.[0] ?? "")
    .find((found) => found !== "");
  return words === undefined ? undefined : text.slice(words.length).replace(/^[ ,:.…-]+/u, "");
}

/** In any language: nothing is learned from a message that asks to forget something. */
export const asksToForget = (text: string): boolean =>
  all.some((grammar) => {
    const { rest } = behindStart(text, [grammar]);
    return grammar.marks.forget.test(rest) && !grammar.marks.takeBack.test(rest);
  });

/** Whether a text names a person, by name or by what they are to the speaker. */
export const namesSomebody = ({ text, grammars }: ReadText): boolean =>
  grammars.some(
    (grammar) =>
      grammar.kinIn(text) !== "" ||
      readName(text, grammar.isFrequent) !== "" ||
      (!grammar.hasCapitalNouns && /(?<=\p{Ll},? )\p{Lu}\p{Ll}/u.test(text)),
  );

/** A text cut at the connectors whose two sides stand by themselves. */
export function partsOf(
  { text, grammars }: ReadText,
  stand: (left: string, right: ReadText) => boolean,
): readonly string[] {
  const found = grammars.flatMap(({ connectors }) => [...text.matchAll(connectors)]);
  for (const { 0: connector, index } of found.slice(0, maxTries)) {
    const left = text.slice(0, index).trim();
    const right = { text: text.slice(index + connector.length).trim(), grammars };
    if (left !== "" && right.text !== "" && stand(left, right))
      return [left, ...partsOf(right, stand)];
  }
  return [text];
}

/** A list has many connectors and says one thing. */
const maxTries = 12;

export const denies = (text: string): boolean =>
  /^\P{L}*(?:no|nope|nein|nee|non|não)(?!\p{L})/iu.test(text);

/** "I live in Vic", "I live in Reus": half of the words of both, at least. */
export function saysNearly(text: string, other: string): boolean {
  const [one, two] = [new Set(plain(text).split(" ")), new Set(plain(other).split(" "))];
  return one.intersection(two).size * 2 >= Math.max(one.size, two.size);
}

/** A text as it is compared: its letters and numbers. */
export const plain = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
