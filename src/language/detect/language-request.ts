import { tablesOf } from "../languages.ts";
import { foldText } from "../text/letters.ts";
import { isLanguageName, toLanguageCode } from "./language-code.ts";

/**
 * The language a person asks to be spoken to in ("parla en català", "auf Deutsch bitte"), or null. The request must be a
 * sentence of its own, or its first clause: whatever else names a language ("I learn Catalan", "how do you say cat in
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

const requestsByLanguage = [...tablesOf("languageRequest").values()];
const polite = requestsByLanguage.map((one) => one.polite).join("|");
const opening = requestsByLanguage.flatMap((one) => one.opening ?? []).join("|");
const closing = requestsByLanguage.flatMap((one) => one.closing ?? []).join("|");
const forms = requestsByLanguage.flatMap((one) => one.forms).join("|");
const short = requestsByLanguage.map((one) => one.short).join("|");

const around = `(?:${opening}|${polite})`;
const after = `(?:${polite}|${closing})`;

/** An utterance is a request when one of these is all of it. */
const requests: readonly RegExp[] = [
  new RegExp(`^(?:${around} ){0,3}(?:${forms})(?: ${after}){0,3}$`),
  new RegExp(`^(?:${around} ){0,3}(?:${short})(?: ${after}){1,3}$`),
  new RegExp(`^(?:${around} ){0,3}(?:${polite}) (?:${short})$`),
];

const politeness = new RegExp(`^(?:${around}|${after})$`);
