import { foldWords } from "../../language/text/letters.ts";
import { isInventedOnSilence } from "../../session/heard-clearly.ts";
import type { Utterance } from "./endpointer.ts";

/** Returns the share of words (0 to 1) that occur close together in what the agent said lately. Pure. */
export function echoShare(text: string, recentlySpoken: readonly string[]): number {
  const heard = foldedWords(text).slice(0, maxWords);
  const spoken = foldedWords(recentlySpoken.join(" ").slice(-longestSpoken));
  const size = Math.ceil(heard.length * 1.25);
  let most = 0;
  for (let at = 0; at < Math.max(1, spoken.length - size + 1); at++) {
    const near = new Set(spoken.slice(at, at + size));
    most = Math.max(most, heard.filter((word) => near.has(word)).length);
  }
  return most / Math.max(1, heard.length);
}

const maxWords = 40;
const longestSpoken = 4_000;

const foldedWords = (text: string): string[] => foldWords(text).map(({ folded }) => folded);

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
