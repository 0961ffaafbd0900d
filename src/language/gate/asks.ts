import type { Grammar } from "../grammar/grammar.ts";
import { weights } from "./asks-weights.ts";
import { hash, marksOf, wordsOf } from "./features.ts";
import { createScore } from "./linear.ts";

/** Buckets of the features that mark a question; fewer than the gate's, for the small words are few. */
export const askBuckets = 2 ** 16;

/** Log-odds from which a line is a question: 2 % of the labelled facts and 7 % of all else get past it (scripts/train/evaluate.ts). */
export const askThreshold = -0.8;

/** The same of a question behind something else: the caller has checked first whether it is worth keeping. */
const behindThreshold = 0;

/** How sure it is that a line asks something, in log-odds, by its words alone: a microphone hears no question mark. */
export function asksOf(text: string, grammar: Grammar): number {
  return judge(askFeaturesOf(text, askMarksOf(text, grammar)));
}

/** Whether a line goes over into a question: "there's no hot water who do I ring". */
export function asksBehind(text: string): boolean {
  const words = text.split(" ").slice(0, maxWords);
  return words.some(
    (_, at) =>
      at > 0 &&
      at + fewestWords <= words.length &&
      judge(askFeaturesOf(words.slice(at).join(" "), [])) > behindThreshold,
  );
}

const fewestWords = 3;

const judge = createScore(weights);

/** What the grammar says of a line, whether or not its question mark was heard. */
export const askMarksOf = (text: string, grammar: Grammar): string[] =>
  marksOf(text.replaceAll("?", ""), grammar);

/** Words, pairs and how the line begins: what asks are small words and their order, so no pieces of words. */
export function askFeaturesOf(text: string, marks: readonly string[]): Uint32Array {
  const found = new Set<number>();
  const add = (feature: string): unknown => found.add(hash(feature) % askBuckets);
  const words = wordsOf(text)
    .filter((word) => word !== "?")
    .slice(0, maxWords);
  const [first = "", second = "", third = ""] = words;
  add(`2 ${first} ${second}`);
  add(`3 ${first} ${second} ${third}`);
  for (const [i, word] of words.entries()) {
    add(`w ${word}`);
    if (i < 3) add(`${i} ${word}`);
    add(`b ${words[i - 1] ?? "<s>"} ${word}`);
  }
  add(`b ${words.at(-1)} </s>`);
  add(`l ${Math.min(8, words.length >> 1)}`);
  for (const mark of marks) add(`m ${mark}`);
  return Uint32Array.from(found);
}

const maxWords = 40;
