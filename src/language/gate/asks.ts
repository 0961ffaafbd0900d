import { hash, wordsOf } from "./features.ts";
import { createScore } from "./score.ts";

/** Buckets of the features that mark a question; fewer than the gate's, for the small words are few. */
export const askBuckets = 2 ** 16;

/** Log-odds from which a line is a question; what it takes for one is measured by scripts/train/evaluate.ts. */
export const askThreshold = -0.8;

/** The same of a question behind something else: the caller has checked first whether it is worth keeping. */
const behindThreshold = 0;

/** How sure it is that a line asks something, in log-odds, by its words alone: a microphone hears no question mark. */
export function asksOf(text: string): number {
  return judge(askFeaturesOf(text));
}

/** Whether a line goes over into a question: "there's no hot water who do I ring". */
export function asksBehind(text: string): boolean {
  const words = text.split(" ").slice(0, maxWords);
  return words.some(
    (_, at) =>
      at > 0 &&
      at + fewestWords <= words.length &&
      asksOf(words.slice(at).join(" ")) > behindThreshold,
  );
}

const fewestWords = 3;

const judge = createScore("asks");

/** Words, pairs and how the line begins: what asks are small words and their order, so no pieces of words. */
export function askFeaturesOf(text: string): Uint32Array {
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
  return Uint32Array.from(found);
}

const maxWords = 40;
