import { baseLanguage } from "../../models/base-language.ts";
import { en } from "../en.ts";
import { tablesOf } from "../languages.ts";
import type { PhraseName, PhraseValues, PluralForms } from "../phrases.ts";

const phrasesByLanguage = tablesOf("phrases");

/** Languages that Loci speaks by itself. */
export const phraseLanguages: readonly string[] = [...phrasesByLanguage.keys()];

/** What Loci says by itself, in a language: `pt-BR` gets `pt`, a language that it does not know English. */
export function phrase(name: PhraseName, language: string, values: PhraseValues = {}): string {
  const { text = "", count = 0 } = values;
  const spoken = phraseLanguage(language);
  const sentence = (phrasesByLanguage.get(spoken) ?? en.phrases)[name];
  // By a function: a "$&" in the text is no pattern.
  return typeof sentence === "string"
    ? sentence.replace("{text}", () => text.trim())
    : counted(count, sentence, spoken);
}

/** The language in which `phrase` answers: a voice of another one would read it wrongly. */
export function phraseLanguage(language: string): string {
  const base = baseLanguage(language);
  return phrasesByLanguage.has(base) ? base : "en";
}

/** Words for a number of things, by the rules of the language. */
function counted(count: number, forms: PluralForms, language: string): string {
  const form = forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
  return form.replace("#", String(count));
}

/** Agrees to speak a language from now on, where it can. */
export function agreeToSpeak(language: string): string {
  const code = baseLanguage(language);
  if (phrasesByLanguage.has(code)) return phrase("speaking", code);
  const name = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
  return `I cannot speak ${name.of(code) ?? code}: I answer in English.`;
}
