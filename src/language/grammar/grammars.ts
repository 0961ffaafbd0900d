import { languageRules } from "../rules.ts";
import { createGrammar, type Grammar } from "./grammar.ts";
import { createTongues } from "./tongues.ts";

/** The rules of all languages, compiled. */
export const tongues = createTongues(languageRules.map(createGrammar));

/** The rules of a language by its code (`ca`, `pt-BR`); undefined where it has none. */
export function grammarOf(language: string): Grammar | undefined {
  const code = language.slice(0, 2).toLowerCase();
  return tongues.all.find(({ rules }) => rules.code === code);
}
