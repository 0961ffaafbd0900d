import { distance } from "fastest-levenshtein";
import { foldWords } from "./fold-words.ts";

/**
 * True for the agent's own words that came back through the microphone: nearly all words of the text stand in the same order and
 * close together in what it said in the last ten seconds. Fewer than four words are the person's: "the blue one" answers
 * "the red one or the blue one?". Pure.
 */
export function isOwnVoice(text: string, recentlySpoken: readonly string[]): boolean {
  const heard = foldWords(text).map(({ folded }) => folded);
  if (heard.length < fewestWords) return false;
  const spoken = foldWords(recentlySpoken.join(" ").slice(-longestSpoken)).map(
    ({ folded }) => folded,
  );
  const size = Math.ceil(heard.length * 1.25);
  for (let at = 0; at < Math.max(1, spoken.length - size + 1); at++) {
    const common = inOrder(heard.slice(0, mostWords), spoken.slice(at, at + size));
    if (common >= Math.min(heard.length, mostWords) * leastShare) return true;
  }
  return false;
}

const fewestWords = 4;
const mostWords = 40;
const longestSpoken = 4_000;
const leastShare = 0.75;

/** How many words two lists have in the same order. */
function inOrder(one: readonly string[], other: readonly string[]): number {
  let row: number[] = new Array(other.length + 1).fill(0);
  for (const word of one) {
    const next = [0];
    for (const [i, against] of other.entries()) {
      const kept = Math.max(row[i + 1] ?? 0, next[i] ?? 0);
      next.push(isAlike(word, against) ? Math.max(kept, (row[i] ?? 0) + 1) : kept);
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** As transcribers mishear: "allergic", "allergy". */
function isAlike(one: string, other: string): boolean {
  if (one === other) return true;
  const longest = Math.max(one.length, other.length);
  return longest >= 4 && distance(one, other) <= Math.floor(longest / 4);
}
