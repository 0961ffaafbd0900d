import { distance } from "fastest-levenshtein";
import { foldWords } from "../../language/text/letters.ts";
import { isInventedOnSilence } from "../../session/heard-clearly.ts";
import type { Utterance } from "./endpointer.ts";

/** Returns the share of words (0 to 1) that occur, in order and close together, in what the agent said lately. Pure. */
export function echoShare(text: string, recentlySpoken: readonly string[]): number {
  const heard = foldWords(text).map(({ folded }) => folded);
  const spoken = foldWords(recentlySpoken.join(" ").slice(-longestSpoken)).map(
    ({ folded }) => folded,
  );
  const compared = heard.slice(0, maxWords);
  if (compared.length === 0) return 0;
  const size = Math.ceil(heard.length * 1.25);
  let most = 0;
  for (let at = 0; at < Math.max(1, spoken.length - size + 1); at++) {
    most = Math.max(most, inOrder(compared, spoken.slice(at, at + size)));
  }
  return most / compared.length;
}

const maxWords = 40;
const longestSpoken = 4_000;

/** Counts the words that two lists have in common in the same order (longest common subsequence). */
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

/** True for the same word, allowing for transcription errors such as "allergic" for "allergy". */
function isAlike(one: string, other: string): boolean {
  if (one === other) return true;
  const longest = Math.max(one.length, other.length);
  return longest >= 4 && distance(one, other) <= Math.floor(longest / 4);
}

/** True for sound hardly louder than the room. Pure. */
export const isNoise = ({ level, floor }: Utterance): boolean =>
  level < Math.max(floor + minAbove, faintestVoice);

/** Least level above the noise floor (dB), and of any voice (dBFS). */
const minAbove = 6;
const faintestVoice = -65;

/** True for a transcriber's hallucination: a stock phrase, or more words than anyone says in `speechMs`. Pure. */
export function isInvented(text: string, speechMs: number): boolean {
  return isInventedOnSilence(text) || isTooMuch(text, speechMs / 1000);
}

/** Allows a few extra words: voice activity detection misses faint speech, and short messages are spoken fast. */
function isTooMuch(text: string, seconds: number): boolean {
  const words = text.match(/[\p{L}\p{N}'’]+/gu)?.length ?? 0;
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return (
    words > freeWords + wordsPerSecond * seconds ||
    letters > freeLetters + lettersPerSecond * seconds
  );
}

const freeWords = 3;
const wordsPerSecond = 6;
const freeLetters = 20;
const lettersPerSecond = 30;
