import { formsIn, tablesOf } from "../languages.ts";
import { foldText } from "../text/letters.ts";
import { isLanguageName, toLanguageCode } from "./language-code.ts";

/**
 * The language a person asks to be spoken to in ("parla en català", "auf Deutsch bitte"), or null. The request must be
 * a sentence of its own, or its first clause: whatever else names a language ("I learn Catalan", "how do you say cat in
 * German", "he told me to speak English") is a mention.
 */
export function requestedLanguage(text: string): string | null {
  if (text.length > longestRequest) return null;
  const sentences = sentencesOf(text);
  const clauses = sentences.flatMap((sentence) => sentence.split(",", 1));
  for (const sentence of [...sentences, ...clauses].map(spaced)) {
    const language = languageAskedIn(sentence);
    if (language !== null) return language;
  }
  return null;
}

/** True for a message that asks for a language and says nothing else. */
export function isLanguageRequest(text: string): boolean {
  if (text.length > longestRequest) return false;
  const sentences = sentencesOf(text)
    .map(spaced)
    .filter((sentence) => sentence !== "" && !politeness.test(sentence));
  return sentences.length > 0 && sentences.every((sentence) => languageAskedIn(sentence) !== null);
}

function languageAskedIn(sentence: string): string | null {
  const words = sentence.split(/[ ']/);
  // In Arabic "in" is written onto the name.
  const name = [...words, ...words.map((word) => word.replace(/^ب/, ""))].find(isLanguageName);
  if (name === undefined) return null;
  const form = sentence.replace(name, "NAME");
  return requests.some((request) => request.test(form)) ? toLanguageCode(name) : null;
}

const longestRequest = 400;

function sentencesOf(text: string): string[] {
  const folded = foldText(text).trim().replaceAll("،", ",");
  return folded.split(/[.!?؟;¿¡。？！]+/);
}

function spaced(sentence: string): string {
  return sentence
    .replaceAll(",", " ")
    .replace(/[-\s]+/g, " ")
    .trim();
}

const commands = [...tablesOf("commands").values()];
const anyOf = (lists: readonly string[]): string =>
  lists
    .flatMap(formsIn)
    .map((form) => spaced(foldText(form)))
    .filter((form) => form.length > 1) // "I speak Spanish" is no Catalan "and speak Spanish".
    .join("|")
    .replaceAll("name", "NAME");
const forms = anyOf([...tablesOf("languageRequest").values()]);
/** Too short, or too like a statement about a person, to be one without a word of politeness. */
const short = "(?:(?:in|en|em|auf|habla|parla|fala) )?NAME";
const polite = anyOf(commands.map(({ closing }) => closing));
const openings = [...tablesOf("fillers").values(), ...tablesOf("asking").values()];
const around = `(?:${anyOf(openings)}|${polite})`;

/** An utterance is a request when one of these is all of it. */
const requests: readonly RegExp[] = [
  new RegExp(`^(?:${around} ){0,3}(?:${forms})(?: (?:${polite})){0,3}$`),
  new RegExp(`^(?:${around} ){0,3}(?:${short})(?: (?:${polite})){1,3}$`),
  new RegExp(`^(?:${around} ){0,3}(?:${polite}) (?:${short})$`),
];

const politeness = new RegExp(`^${around}$`);
