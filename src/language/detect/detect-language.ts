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
      const code = heard === undefined ? null : toLanguageCode(heard);
      if (code !== null && languages.includes(code)) return { language: code, reliable: true };
      const script = scriptOf(text);
      if (script === null) return unknown;
      const candidates = languages.filter((language) => writesIn(language, script));
      const [only] = candidates;
      if (only === undefined) return unknown;
      if (candidates.length === 1) return { language: only, reliable: true };
      if (now === undefined) return detectByLetters(text, candidates, letters);
      return detectSwitch(text, { candidates, letters, now });
    },
  };
}

async function detectSwitch(
  text: string,
  {
    candidates,
    letters,
    now,
  }: { candidates: readonly string[]; letters: LetterScorer; now: string },
): Promise<DetectedLanguage> {
  const byWords = detectByWords(text, candidates);
  if (byWords.reliable || byWords.language === now || !letters.isReady()) return byWords;
  return detectByLetters(text, candidates, letters);
}

const unknown: DetectedLanguage = { language: null, reliable: false };

/** How far ahead of the next a language must be to be named, and to be reliable; measured on the tables of the tests. */
const guessLead = 0.02;
const reliableLead = 0.06;
/** A word that only one language has says more than its letters. */
const markerWorth = 0.25;
const maxMarkers = 3;
const longestText = 1000;

/** By words that only one language has: two of one and none of another can be relied on. */
function detectByWords(text: string, candidates: readonly string[]): DetectedLanguage {
  const marked = [...markedLanguages(text)].filter(([language]) => candidates.includes(language));
  const [first, ...others] = marked;
  if (first === undefined || others.length > 0) return unknown;
  const [language, count] = first;
  return { language, reliable: count >= 2 };
}

async function detectByLetters(
  text: string,
  candidates: readonly string[],
  letters: LetterScorer,
): Promise<DetectedLanguage> {
  const sample = text.slice(0, longestText).replaceAll("’", "'");
  const parts = [sample, ...windowsOf(sample)];
  const scores = await letters.score(parts);
  const [ranked = [], ...windows] = parts.map((part, i) =>
    rankLanguages(part, candidates, scores[i]),
  );
  const [first, second] = ranked;
  if (first === undefined || first.score === 0) return unknown;
  const lead = first.score - (second?.score ?? 0);
  if (lead < guessLead || isMixed(sample, candidates, first.language, windows)) return unknown;
  return { language: first.language, reliable: lead >= reliableLead };
}

interface Ranked {
  readonly language: string;
  readonly score: number;
}

function rankLanguages(
  text: string,
  candidates: readonly string[],
  letters: LetterScores = new Map(),
): Ranked[] {
  const markers = markedLanguages(text);
  return candidates
    .map((language) => ({
      language,
      score:
        (letters.get(language) ?? 0) +
        markerWorth * Math.min(maxMarkers, markers.get(language) ?? 0),
    }))
    .sort((a, b) => b.score - a.score);
}

/** Two languages in one utterance: both have words that only they have, or three words in a row are clearly of another one. */
function isMixed(
  text: string,
  candidates: readonly string[],
  main: string,
  windows: readonly (readonly Ranked[])[],
): boolean {
  const markers = markedLanguages(text);
  const others = candidates.filter((language) => language !== main);
  const foreign = Math.max(0, ...others.map((language) => markers.get(language) ?? 0));
  if (foreign > 0 && (markers.get(main) ?? 0) < foreign * 4) return true;
  const strange = windows.filter((ranked) => {
    const own = ranked.find(({ language }) => language === main)?.score ?? 0;
    return (ranked[0]?.score ?? 0) - own >= windowLead;
  });
  return strange.length > 0 && strange.length >= windows.length * strangeShare;
}

/** Every three words in a row. */
function windowsOf(text: string): string[] {
  const words = text.split(/\s+/).slice(0, maxWindows);
  return words.slice(windowWords - 1).map((_, at) => words.slice(at, at + windowWords).join(" "));
}

const windowWords = 3;
const maxWindows = 40;
const windowLead = 0.15;
const strangeShare = 0.15;

/**
 * Common words that, of these seven languages, only one has, counted by language. Letter statistics cannot distinguish
 * "demà tinc dentista" from Spanish; one word can.
 */
function markedLanguages(text: string): ReadonlyMap<string, number> {
  const words = new Set(text.toLowerCase().replaceAll("’", "'").match(word) ?? []);
  const counts = new Map<string, number>();
  for (const found of words) {
    const [language] = languagesByMarker.get(found) ?? [];
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return counts;
}

const word = /[\p{L}\p{M}][\p{L}\p{M}'·]*/gu;

const languagesByMarker = languagesByWord("markerWords");
