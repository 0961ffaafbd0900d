import { tablesOf } from "../../language/languages.ts";
import type { SpokenWords } from "../../language/types/phrases.ts";

/** The words of a language by its two-letter code; for others as few as possible, and none of English. */
export function spokenWords(language: string): SpokenWords {
  const code = /^[a-z]{2,3}/.exec(language.toLowerCase())?.[0] ?? "";
  const words = wordsByLanguage.get(code);
  if (words !== undefined) return words;
  const [locale = "en-GB"] = code === "" ? [] : Intl.DateTimeFormat.supportedLocalesOf(code);
  return { ...wordless, locale };
}

const wordless: SpokenWords = {
  locale: "en-GB",
  day: "",
  link: "$",
  someLink: "",
  to: "–",
  about: "",
  minus: "-",
  and: "&",
  hour: "",
  code: "",
  table: "",
};

const wordsByLanguage = tablesOf("speakable");
