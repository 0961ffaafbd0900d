import { withoutReminder } from "../language/talk/spoken-cues.ts";
import { negationsOf } from "./gates/polarity.ts";
import type { Statement, StemText } from "./gates/same-fact.ts";
import { isForm } from "./gates/words.ts";

/**
 * True when a sentence says all that a text says, whichever forms of its words it has, and maybe more; not when it says
 * the opposite. A text of one word is entailed only by a sentence of that word alone.
 */
export function entails(sentence: Statement, text: string, stem: StemText): boolean {
  const { language } = sentence;
  const said = [...new Set(stem(sentence.text, language).content)];
  const wanted = new Set(stem(text, language).content);
  if (wanted.size === 0 || (wanted.size === 1 && said.length > 1)) return false;
  const isWhole = [...wanted].every((word) => said.some((other) => isForm(word, other)));
  return isWhole && hasSameNegations(withoutReminder(sentence.text), text);
}

const hasSameNegations = (one: string, other: string): boolean =>
  negationsOf(one).join() === negationsOf(other).join();

/** The pieces of a text that each say something, in order; together they are the text. */
export function piecesOf(text: string): string[] {
  const ends = [...text.matchAll(pieceEnd)].map(({ 0: end, index }) => index + end.length);
  const starts = [0, ...ends];
  return starts
    .map((start, at) => text.slice(start, starts[at + 1]))
    .filter((piece) => piece !== "");
}

/** Begins at the first mark of a run: tried at each of them, a run would take n² steps. */
const pieceEnd = /(?<![.!?…؟])[.!?…؟]+(?=\s)\s*|\n+/gu;
