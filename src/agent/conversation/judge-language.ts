import { createLanguageDetector } from "../../language/detect/detect-language.ts";
import {
  type LanguageState,
  nextLanguage,
  startLanguage,
} from "../../language/detect/language-switch.ts";
import type { LetterScorer } from "../../language/detect/letter-scores.ts";
import type { TurnPorts } from "../turn-ports.ts";

/** Follows the language of each session; what was only a hint is forgotten with the process. */
export function createLanguageJudge(
  languages: readonly string[],
  letters: LetterScorer,
): TurnPorts["judgeLanguage"] {
  const states = new Map<string, LanguageState>();
  return async (session, { content, language }) => {
    // A language that was chosen, though the settings do not name it, is one of theirs.
    const theirs = [...new Set([...languages, session.language])];
    const detected = await createLanguageDetector(theirs, letters).detect(
      content,
      language,
      session.language,
    );
    const known = states.get(session.id);
    // A value that is neither ours nor the household's first was set by a person.
    const isChosen = session.language !== (known?.language ?? languages[0]);
    const before =
      known === undefined || isChosen ? startLanguage(session.language, isChosen) : known;
    const { state, trigger } = nextLanguage(before, content, detected);
    states.set(session.id, state);
    return {
      language: state.language,
      detected: detected.language,
      switched: trigger !== null,
      trigger,
    };
  };
}
