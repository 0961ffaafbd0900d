import { isInventedOnSilence } from "../../session/invented-speech.ts";

/** True for what transcribers make of silence and noise, and for more words than anybody says in so many milliseconds. Pure. */
export function isInvented(text: string, speechMs: number): boolean {
  return isInventedOnSilence(text) || isTooMuch(text, speechMs / 1000);
}

/** Voice activity misses what is faint, and people are fast when they say little, so a few words are free. */
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
