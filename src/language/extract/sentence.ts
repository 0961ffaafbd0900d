import type { Grammar } from "../grammar/grammar.ts";
import { tongues } from "../grammar/tongues.ts";
import type { Sentence } from "../read/sentences.ts";
import { readName } from "../read/subject.ts";
import { foldText } from "../text/letters.ts";
import { stemWords } from "../text/stems.ts";

type Mark = keyof Grammar["marks"];

/** Whether any of the languages has such a mark in a text. */
export const has = (text: string, grammars: readonly Grammar[], mark: Mark): boolean =>
  grammars.some(({ marks }) => marks[mark].test(text));

/** A text without the words at its start that are such a mark; undefined where it has none. */
export function cutMark(
  text: string,
  grammars: readonly Grammar[],
  mark: Mark,
): string | undefined {
  for (const { marks } of grammars) {
    const words = marks[mark].exec(text)?.[0] ?? "";
    if (words !== "") return text.slice(words.length).replace(/^[ ,:.…-]+/u, "");
  }
  return undefined;
}

/** A sentence without its fillers, in the language it is likeliest in. */
export function stripped(text: string, [grammar]: readonly Grammar[]): string {
  let rest = text.trim();
  for (let i = 0; i < maxFillers && grammar !== undefined; i++) {
    const tail = cutMark(rest, [grammar], "fillers") ?? "";
    if (tail === "") break;
    rest = tail;
  }
  return rest
    .replace(grammar?.marks.tails ?? /(?!)/u, "")
    .replace(/(?<![\s.,;:!…-])[\s.,;:!…-]+$/u, "")
    .replace(/^[¡¿\s]+/u, "");
}

const maxFillers = 5;

/** What a person asks to have remembered, in so many words; '' where nothing. */
export const wishIn = (text: string, grammars: readonly Grammar[]): string =>
  grammars
    .flatMap(({ remember }) => remember.map((pattern) => pattern.exec(text)?.[1] ?? ""))
    .find((memory) => memory !== "") ?? "";

/** Whether a message asks to forget something, in any language: nothing is learned from such a message. */
export const asksToForget = (sentences: readonly Sentence[]): boolean =>
  sentences.some(({ text }) =>
    tongues.all.some((grammar) => {
      const said = stripped(text, [grammar]);
      return grammar.marks.forget.test(said) && !grammar.marks.takeBack.test(said);
    }),
  );

/** Whether a text names a person, by name or by what they are to the speaker. */
export const namesSomebody = (text: string, grammars: readonly Grammar[]): boolean =>
  grammars.some(
    ({ kin, words, rules }) =>
      kin.test(text) ||
      readName(text, words) !== "" ||
      (!rules.capitalNouns && /(?<=\p{Ll},? )\p{Lu}\p{Ll}/u.test(text)),
  );

/** All that a memory says stands in a sentence. */
export function saysAll(sentence: string, memory: string): boolean {
  const stems = new Set(stemWords(sentence).map(({ stem }) => stem));
  return stemWords(memory).every(({ stem }) => stems.has(stem));
}

/** A text cut at the connectors whose two sides stand by themselves. */
export function partsOf(
  text: string,
  grammars: readonly Grammar[],
  stand: (left: string, right: string, grammars: readonly Grammar[]) => boolean,
): readonly string[] {
  for (const match of grammars
    .flatMap(({ connectors }) => [...text.matchAll(connectors)])
    .slice(0, maxTries)) {
    const left = text.slice(0, match.index).trim();
    const right = text.slice(match.index + match[0].length).trim();
    if (left !== "" && right !== "" && stand(left, right, grammars))
      return [left, ...partsOf(right, grammars, stand)];
  }
  return [text];
}

/** A list has many connectors and says one thing. */
const maxTries = 12;

/** A text as it is compared: its letters and numbers. */
export const plain = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
