import { phraseLanguages } from "../../language/talk/phrase.ts";

interface Household {
  readonly languages: readonly string[];
}

/** The languages that a conversation may go over to unasked; the first is the default for an undetermined text. */
export function understoodLanguages({ languages }: Household): readonly string[] {
  return languages.length > 0 ? languages : phraseLanguages;
}

/** Those that ears and mouth are set up for. */
export function spokenLanguages({ languages }: Household): readonly string[] {
  return languages.length > 0 ? languages : ["en"];
}
