import { toLanguageCode } from "./language-code.ts";
import { markedLanguages } from "./marker-words.ts";
import { scriptOf, writesIn } from "./script.ts";

/** What an utterance seems to be in; null: it does not tell, or is of two languages at once. */
export interface DetectedLanguage {
  readonly language: string | null;
  readonly reliable: boolean;
}

/** Tells the languages of one household apart; `heard` is the transcriber's word (a code or an English name), which goes first. */
export interface LanguageDetector {
  detect(text: string, heard?: string): Promise<DetectedLanguage>;
}

/** Loads `eld` at the first text that needs it: never for one language, nor where the script decides. */
export function createLanguageDetector(languages: readonly string[]): LanguageDetector {
  let loading: Promise<LetterScores> | undefined;
  return {
    async detect(text, heard) {
      const code = heard === undefined ? null : toLanguageCode(heard);
      if (code !== null && languages.includes(code)) return { language: code, reliable: true };
      const script = scriptOf(text);
      if (script === null) return unknown;
      const candidates = languages.filter((language) => writesIn(language, script));
      const [only] = candidates;
      if (only === undefined) return unknown;
      if (candidates.length === 1) return { language: only, reliable: true };
      loading ??= loadLetterScores();
      return tell(text, candidates, await loading);
    },
  };
}

/** Letter scores (0 to 1) by language. */
type LetterScores = (text: string) => ReadonlyMap<string, number>;

const unknown: DetectedLanguage = { language: null, reliable: false };

/** Leads in score, measured on the tables of the tests: from the first on a guess is one, from the second on it can be relied on. */
const guessLead = 0.02;
const reliableLead = 0.06;
/** A word that only one language has says more than its letters. */
const markerWorth = 0.25;
const mostMarkers = 3;
const longestText = 1000;

/** `eld` is one object for the whole process: no subset is set on it, so that no detector can disturb another. */
async function loadLetterScores(): Promise<LetterScores> {
  const { eld } = await import("eld/extrasmall");
  return (text) => new Map(Object.entries(eld.detect(text).getScores()));
}

function tell(text: string, candidates: readonly string[], score: LetterScores): DetectedLanguage {
  const sample = text.slice(0, longestText).replaceAll("’", "'");
  const rank = (part: string): Ranked[] => rankLanguages(part, candidates, score);
  const [first, second] = rank(sample);
  if (first === undefined || first.score === 0) return unknown;
  const lead = first.score - (second?.score ?? 0);
  if (lead < guessLead || isMixed(sample, candidates, first.language, rank)) return unknown;
  return { language: first.language, reliable: lead >= reliableLead };
}

interface Ranked {
  readonly language: string;
  readonly score: number;
}

function rankLanguages(text: string, candidates: readonly string[], score: LetterScores): Ranked[] {
  const letters = score(text);
  const markers = markedLanguages(text);
  return candidates
    .map((language) => ({
      language,
      score:
        (letters.get(language) ?? 0) +
        markerWorth * Math.min(mostMarkers, markers.get(language) ?? 0),
    }))
    .sort((a, b) => b.score - a.score);
}

/** Two languages in one utterance: both have words that only they have, or three words in a row are clearly of another one. */
function isMixed(
  text: string,
  candidates: readonly string[],
  main: string,
  rank: (part: string) => Ranked[],
): boolean {
  const markers = markedLanguages(text);
  const others = candidates.filter((language) => language !== main);
  const foreign = Math.max(0, ...others.map((language) => markers.get(language) ?? 0));
  if (foreign > 0 && (markers.get(main) ?? 0) < foreign * 4) return true;
  const words = text.split(/\s+/).slice(0, mostWindows);
  const windows = words.slice(windowWords - 1).map((_, at) => words.slice(at, at + windowWords));
  const strange = windows.filter((window) => {
    const ranked = rank(window.join(" "));
    const own = ranked.find(({ language }) => language === main)?.score ?? 0;
    return (ranked[0]?.score ?? 0) - own >= windowLead;
  });
  return strange.length > 0 && strange.length >= windows.length * strangeShare;
}

const windowWords = 3;
const mostWindows = 40;
const windowLead = 0.15;
const strangeShare = 0.15;
