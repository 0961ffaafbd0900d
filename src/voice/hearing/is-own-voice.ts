import { distance } from "fastest-levenshtein";
import { foldWords } from "./fold-words.ts";

/**
 * True for the agent's own words that came back through the microphone: nearly all words of the text stand in the same order and
 * close together in what it said lately. Fewer than four words are the person's: "the blue one" answers
 * "the red one or the blue one?"; `isShortOwn` where all of them stand there, and they are its own too. Pure.
 */
export function isOwnVoice(
  text: string,
  recentlySpoken: readonly string[],
  { isShortOwn = false }: { readonly isShortOwn?: boolean } = {},
): boolean {
  const count = foldWords(text).length;
  if (count >= fewestWords) return ownShare(text, recentlySpoken) >= leastShare;
  return isShortOwn && count > 0 && ownShare(text, recentlySpoken) === 1;
}

/** How many of the words (0 to 1) stand in the same order and close together in what the agent said lately. Pure. */
export function ownShare(text: string, recentlySpoken: readonly string[]): number {
  const heard = foldWords(text).map(({ folded }) => folded);
  const spoken = foldWords(recentlySpoken.join(" ").slice(-longestSpoken)).map(
    ({ folded }) => folded,
  );
  const compared = heard.slice(0, mostWords);
  if (compared.length === 0) return 0;
  const size = Math.ceil(heard.length * 1.25);
  let most = 0;
  for (let at = 0; at < Math.max(1, spoken.length - size + 1); at++) {
    most = Math.max(most, inOrder(compared, spoken.slice(at, at + size)));
  }
  return most / compared.length;
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
