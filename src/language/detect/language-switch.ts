import type { DetectedLanguage } from "./detect-language.ts";
import { requestedLanguage } from "./language-request.ts";
import { scriptOf, writesIn } from "./script.ts";

/** Where a session stands with its language; `startLanguage` makes the first one. */
export interface LanguageState {
  readonly language: string;
  /** Another language that the last utterance was in, if it was too little to switch. */
  readonly candidate: string | null;
  /** This language was requested: one utterance in another one does not switch it. */
  readonly isChosen: boolean;
}

export interface LanguageStep {
  readonly state: LanguageState;
  /** Why the language is another one now, or null where it stayed. */
  readonly trigger: "user_request" | "auto_detected" | null;
}

/** State of a session in a language that it begins in, or that was chosen. */
export function startLanguage(language: string, isChosen = false): LanguageState {
  return { language, candidate: null, isChosen };
}

/**
 * Follows the language of a conversation without flapping: a switch takes a request, another script, one reliable
 * utterance of three words, or two utterances in a row that agree; out of a language that was chosen, a request or two
 * in a row.
 */
export function nextLanguage(
  state: LanguageState,
  text: string,
  detected: DetectedLanguage,
): LanguageStep {
  const requested = requestedLanguage(text);
  if (requested !== null) {
    const trigger = requested === state.language ? null : "user_request";
    return { state: startLanguage(requested, true), trigger };
  }
  const heard = detected.language;
  if (heard === null || heard === state.language) return stay({ ...state, candidate: null });
  if (isEnough(state, text, detected)) {
    return { state: startLanguage(heard), trigger: "auto_detected" };
  }
  return stay({ ...state, candidate: heard });
}

const fewestWords = 3;

function stay(state: LanguageState): LanguageStep {
  return { state, trigger: null };
}

function isEnough(state: LanguageState, text: string, detected: DetectedLanguage): boolean {
  if (detected.language === state.candidate) return true;
  if (state.isChosen || !detected.reliable) return false;
  const script = scriptOf(text);
  return isSentence(text) || (script !== null && !writesIn(state.language, script));
}

function isSentence(text: string): boolean {
  return (text.match(/[\p{L}\p{M}][\p{L}\p{M}'’·-]*/gu)?.length ?? 0) >= fewestWords;
}
