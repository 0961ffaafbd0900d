import { createLanguageDetector } from "../language/detect/detect-language.ts";
import {
  type LanguageState,
  nextLanguage,
  startLanguage,
} from "../language/detect/language-switch.ts";
import type { LetterScorer } from "../language/detect/letter-scores.ts";
import { phraseLanguages } from "../language/talk/phrase.ts";
import type { Session } from "../session/session.ts";
import type { Settings } from "../settings/schema.ts";
import type { Said } from "./turn.ts";

/** The languages that a conversation may go over to unasked; the first is the default for an undetermined text. */
export function understoodLanguages({ languages }: Pick<Settings, "languages">): readonly string[] {
  return languages.length > 0 ? languages : phraseLanguages;
}

/** Those that ears and mouth are set up for. */
export function spokenLanguages({ languages }: Pick<Settings, "languages">): readonly string[] {
  return languages.length > 0 ? languages : ["en"];
}

/**
 * Follows the language of each session: which to answer in, which the message is in, and why it was switched, if it
 * was. What was only a hint is forgotten with the process.
 */
export function createLanguageJudge(languages: readonly string[], letters: LetterScorer) {
  const states = new Map<string, LanguageState>();
  return async (session: Session, { content, language }: Said) => {
    // A language that was chosen, though the settings do not name it, is one of theirs.
    const theirs = [...new Set([...languages, session.language])];
    const detector = createLanguageDetector(theirs, letters);
    const detected = await detector.detect(content, language, session.language);
    const known = states.get(session.id);
    // A value that is neither ours nor the household's first was set by a person.
    const isChosen = session.language !== (known?.language ?? languages[0]);
    const before =
      known === undefined || isChosen ? startLanguage(session.language, isChosen) : known;
    const { state, trigger } = nextLanguage(before, content, detected);
    states.set(session.id, state);
    return { language: state.language, detected: detected.language, trigger };
  };
}
