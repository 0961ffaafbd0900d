import type { Grammar } from "../grammar/grammar.ts";
import type { ReadText } from "../grammar/with-date.ts";
import { readName } from "../read/subject.ts";
import { stemWords } from "../text/stems.ts";

type Mark = keyof Grammar["marks"];

/** Whether any of the languages has such a mark in a text. */
export const has = (text: string, grammars: readonly Grammar[], mark: Mark): boolean =>
  grammars.some(({ marks }) => marks[mark].test(text));

/** A text without the words at its start that are such a mark; undefined where it has none. */
export function cut(text: string, grammars: readonly Grammar[], mark: Mark): string | undefined {
  const words = grammars
    .map(({ marks }) => marks[mark].exec(text)?.[0] ?? "")
    .find((found) => found !== "");
  return words === undefined ? undefined : text.slice(words.length).replace(/^[ ,:.…-]+/u, "");
}

/** A sentence without its fillers, in the language it is likeliest in, and whether one of them corrects: `no, sorry`. */
export function behindStart(
  sentence: string,
  [grammar]: readonly Grammar[],
): { readonly rest: string; readonly corrects: boolean } {
  const text = sentence.replace(/^[¡¿\s]+/u, "").replace(/(?<![\s.,;:!…-])[\s.,;:!…-]+$/u, "");
  const [start = ""] = grammar?.marks.start.exec(text) ?? [];
  const rest = start.length === text.length ? text : text.slice(start.length);
  return { rest, corrects: start !== "" && grammar?.marks.correction.test(start) === true };
}

/** Whether a text names a person, by name or by what they are to the speaker. */
export const namesSomebody = ({ text, grammars }: ReadText): boolean =>
  grammars.some(
    (grammar) =>
      grammar.kinIn(text) !== "" ||
      readName(text, grammar.isFrequent) !== "" ||
      (!grammar.hasCapitalNouns && /(?<=\p{Ll},? )\p{Lu}\p{Ll}/u.test(text)),
  );

/** All that a memory says stands in a sentence. */
export function isSaidIn(memory: string, sentence: string): boolean {
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
