import { detectLanguage, languageOf } from "./languages.ts";
import { contentTerms } from "./terms.ts";
import { tokenize } from "./tokenize.ts";

/**
 * The stems of a text in its language, in order: of all words, and of those that carry meaning; where the language is
 * '', in the one it seems to be in, else the usual one.
 */
export function stemText(text: string, language: string, usual = "en") {
  const tokens = tokenize(text, "document");
  const known = languageOf(language || detectLanguage(tokens, usual));
  return { all: tokens.map((one) => known.stem(one)), content: contentTerms(tokens, known) };
}
