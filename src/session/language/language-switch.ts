import type { DetectedLanguage } from "./detect-language.ts";
import { requestedLanguage } from "./language-request.ts";
import { scriptOf, writesIn } from "./script.ts";

/** Where a session stands with its language; `startLanguage` makes the first one. */
export interface LanguageState {
  readonly language: string;
  /** Another language that the last utterance was in, if it was too little to switch. */
  readonly candidate: string | null;
  /** The language a person spoke when asking for another one: speaking it on does not switch back. */
  readonly askedIn: string | null;
}

export interface LanguageStep {
  readonly state: LanguageState;
  /** Why the language is another one now, or null where it stayed. */
  readonly trigger: "user_request" | "auto_detected" | null;
}

/** State of a session that begins in a language. */
export function startLanguage(language: string): LanguageState {
  return { language, candidate: null, askedIn: null };
}

/**
 * Follows the language of a conversation without flapping: a switch takes a request, another script, one reliable
 * utterance of three words, or two utterances in a row that agree.
 */
export function nextLanguage(
  state: LanguageState,
  text: string,
  detected: DetectedLanguage,
): LanguageStep {
  const requested = requestedLanguage(text);
  if (requested !== null) return afterRequest(state, requested, detected);
  const heard = detected.language;
  if (heard === null) return stay({ ...state, candidate: null });
  if (heard === state.language) {
    // From now on the person speaks what was asked for, and may leave it like any language.
    const askedIn = detected.reliable && isSentence(text) ? null : state.askedIn;
    return stay({ ...state, candidate: null, askedIn });
  }
  if (heard === state.askedIn) return stay({ ...state, candidate: null });
  if (isEnough(state, text, detected)) {
    return { state: startLanguage(heard), trigger: "auto_detected" };
  }
  return stay({ ...state, candidate: heard });
}

const fewestWords = 3;

function stay(state: LanguageState): LanguageStep {
  return { state, trigger: null };
}

function afterRequest(
  state: LanguageState,
  requested: string,
  detected: DetectedLanguage,
): LanguageStep {
  const same = requested === state.language;
  // "Parla en català", said in Catalan, is no promise to go on in Spanish.
  const inNewOne = detected.language === requested;
  const askedIn = inNewOne ? null : same ? state.askedIn : (detected.language ?? state.language);
  return {
    state: { language: requested, candidate: null, askedIn },
    trigger: same ? null : "user_request",
  };
}

function isEnough(state: LanguageState, text: string, detected: DetectedLanguage): boolean {
  if (detected.language === state.candidate) return true;
  if (!detected.reliable) return false;
  const script = scriptOf(text);
  return isSentence(text) || (script !== null && !writesIn(state.language, script));
}

function isSentence(text: string): boolean {
  return (text.match(/[\p{L}\p{M}][\p{L}\p{M}'’·-]*/gu)?.length ?? 0) >= fewestWords;
}
