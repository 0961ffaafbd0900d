import { distance } from "fastest-levenshtein";
import { foldWords } from "../../language/text/letters.ts";
import { isInventedOnSilence } from "../../session/invented-speech.ts";
import { frameSamples } from "../audio-ports.ts";
import { percentileOf, powerOf, powerToLevel } from "./level.ts";
import type { Utterance } from "./utterance.ts";

/**
 * True for the agent's own words that came back through the microphone: nearly all words of the text stand in the same order and
 * close together in what it said lately. Fewer than four words are the person's: "the blue one" answers
 * "the red one or the blue one?"; `acceptShort` where all of them stand there, and they are its own too. Pure.
 */
export function isEcho(
  text: string,
  recentlySpoken: readonly string[],
  { acceptShort = false }: { readonly acceptShort?: boolean } = {},
): boolean {
  const count = foldWords(text).length;
  if (count >= minWords) return echoShare(text, recentlySpoken) >= minShare;
  return acceptShort && count > 0 && echoShare(text, recentlySpoken) === 1;
}

/** How many of the words (0 to 1) stand in the same order and close together in what the agent said lately. Pure. */
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

const minWords = 4;
const maxWords = 40;
const longestSpoken = 4_000;
const minShare = 0.75;

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

/** True for what is no louder than the room, or as steady as no voice is (a beep, a hum): not worth a transcription. Pure. */
export function isNoise(utterance: Utterance): boolean {
  const { level, floor } = utterance;
  return level < Math.max(floor + minAbove, faintestVoice) || isSteady(utterance);
}

/** dB. */
const minAbove = 6;
const faintestVoice = -65;

/** The loud part of a voice changes by more from one frame to the next; a beep, a hum or a string does not. */
function isSteady({ pcm, level }: Utterance): boolean {
  const levels: number[] = [];
  for (let at = 0; at + frameSamples <= pcm.length; at += frameSamples) {
    levels.push(powerToLevel(powerOf(pcm.subarray(at, at + frameSamples))));
  }
  const changes = levels.flatMap((own, i) => {
    const before = levels[i - 1];
    if (before === undefined || Math.min(own, before) < level - loudPart) return [];
    return Math.abs(own - before);
  });
  return changes.length >= minChanges && percentileOf(changes, 0.75) < minChange;
}

/** dB. */
const loudPart = 8;
const minChange = 0.35;
const minChanges = 5;

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
