import { languagesByWord } from "../languages.ts";
import { toLanguageCode } from "./language-code.ts";
import type { LetterScorer, LetterScores } from "./letter-scores.ts";
import { scriptOf, writesIn } from "./script.ts";

/** The language an utterance seems to be in; null if that is unclear or it mixes two. */
export interface DetectedLanguage {
  readonly language: string | null;
  readonly reliable: boolean;
}

/** Tells apart the languages it was made for. */
export interface LanguageDetector {
  /**
   * `heard` is what the transcriber says (a code or an English name), and decides. `now` is the language of the
   * conversation so far: with it, words that only one language has are tried first, and letter statistics only where
   * those do not decide, once they are loaded.
   */
  detect(text: string, heard?: string, now?: string): Promise<DetectedLanguage>;
}

/** Loads letter statistics for the first text that needs them: never for one language, nor where the script decides. */
export function createLanguageDetector(
  languages: readonly string[],
  letters: LetterScorer,
): LanguageDetector {
  return {
    async detect(text, heard, now) {
      const code = toLanguageCode(heard ?? "");
      if (code !== null && languages.includes(code)) return { language: code, reliable: true };
      const script = scriptOf(text);
      if (script === null) return unknown;
      const candidates = languages.filter((language) => writesIn(language, script));
      const [only] = candidates;
      if (only === undefined) return unknown;
      if (candidates.length === 1) return { language: only, reliable: true };
      if (now === undefined) return detectByLetters(text, candidates, letters);
      const byWords = detectByWords(text, candidates);
      const isEnough = byWords.reliable || byWords.language === now || !letters.isReady();
      return isEnough ? byWords : detectByLetters(text, candidates, letters);
    },
  };
}

const unknown: DetectedLanguage = { language: null, reliable: false };

/** By words that only one language has: two of one and none of another can be relied on. */
function detectByWords(text: string, candidates: readonly string[]): DetectedLanguage {
  const [first, ...others] = markedLanguages(text, candidates);
  if (first === undefined || others.length > 0) return unknown;
  const [language, count] = first;
  return { language, reliable: count >= 2 };
}

/** How far ahead of the next a language must be to be named, and to be reliable; measured on the tables of the tests. */
const guessLead = 0.02;
const reliableLead = 0.06;
/** Where three words in a row are so clearly of another language, and so many of these, two are mixed. */
const windowLead = 0.15;
const strangeShare = 0.15;
/** A word that only one language has says more than its letters. */
const markerWorth = 0.25;
const maxMarkers = 3;
const longestText = 1000;
const maxWindows = 40;

async function detectByLetters(
  text: string,
  candidates: readonly string[],
  letters: LetterScorer,
): Promise<DetectedLanguage> {
  const sample = text.slice(0, longestText);
  const words = sample.split(/\s+/).slice(0, maxWindows);
  const parts = [sample, ...words.slice(2).map((_, at) => words.slice(at, at + 3).join(" "))];
  const scores = await letters.score(parts.map((part) => part.replaceAll("’", "'")));
  const scored = parts.map((part, i) => scoreLanguages(part, candidates, scores[i]));
  const [whole = new Map<string, number>(), ...windows] = scored;
  const [first, second] = [...whole].sort(([, a], [, b]) => b - a);
  if (first === undefined || first[1] === 0) return unknown;
  const [main, best] = first;
  const lead = best - (second?.[1] ?? 0);
  const strange = windows.filter(
    (window) => Math.max(...window.values()) - (window.get(main) ?? 0) >= windowLead,
  );
  const isStrange = strange.length > 0 && strange.length >= windows.length * strangeShare;
  if (lead < guessLead || isStrange || isMarkedAsMixed(sample, candidates, main)) return unknown;
  return { language: main, reliable: lead >= reliableLead };
}

function scoreLanguages(
  text: string,
  candidates: readonly string[],
  letters: LetterScores = new Map(),
): ReadonlyMap<string, number> {
  const markers = markedLanguages(text, candidates);
  return new Map(
    candidates.map((language) => {
      const marks = Math.min(maxMarkers, markers.get(language) ?? 0);
      return [language, (letters.get(language) ?? 0) + markerWorth * marks];
    }),
  );
}

/** Another language has words that only it has, and not four times fewer than the main one. */
function isMarkedAsMixed(text: string, candidates: readonly string[], main: string): boolean {
  const markers = markedLanguages(text, candidates);
  const own = markers.get(main) ?? 0;
  return [...markers].some(([language, count]) => language !== main && own < count * 4);
}

/**
 * Common words that, of these seven languages, only one has, counted by language. Letter statistics cannot distinguish
 * "demà tinc dentista" from Spanish; one word can.
 */
function markedLanguages(text: string, candidates: readonly string[]): ReadonlyMap<string, number> {
  const words = new Set(text.toLowerCase().replaceAll("’", "'").match(word) ?? []);
  const counts = new Map<string, number>();
  for (const found of words) {
    const [language = ""] = languagesByMarker.get(found) ?? [];
    if (candidates.includes(language)) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return counts;
}

const word = /[\p{L}\p{M}][\p{L}\p{M}'·]*/gu;

const languagesByMarker = languagesByWord("markerWords");
