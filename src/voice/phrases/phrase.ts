import { ar } from "./ar.ts";
import { ca } from "./ca.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { it } from "./it.ts";
import type { PhraseName, Phrases, PhraseValues } from "./phrases.ts";
import { pt } from "./pt.ts";

const phrasesByLanguage: ReadonlyMap<string, Phrases> = new Map(
  Object.entries({ en, es, ca, pt, fr, de, it, ar }),
);

/** Languages that Loci speaks by itself. */
export const phraseLanguages: readonly string[] = [...phrasesByLanguage.keys()];

/** What Loci says by itself, in a language: `pt-BR` gets `pt`, a language that it does not know English. */
export function phrase(name: PhraseName, language: string, values: PhraseValues = {}): string {
  const { text = "", count = 0 } = values;
  const sentence = phrasesFor(language)[name];
  // By a function: a "$&" in what somebody said is no pattern.
  return typeof sentence === "string"
    ? sentence.replace("{text}", () => text.trim())
    : sentence(count);
}

/** The language in which `phrase` answers: a voice of another one would read it wrongly. */
export function phraseLanguage(language: string): string {
  const [base = ""] = language.toLowerCase().split(/[-_]/);
  return phrasesByLanguage.has(base) ? base : "en";
}

const phrasesFor = (language: string): Phrases =>
  phrasesByLanguage.get(phraseLanguage(language)) ?? en;
