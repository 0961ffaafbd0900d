import { baseLanguage } from "../../models/base-language.ts";
import { languageRules } from "../rules.ts";
import { createGrammar, type Grammar } from "./grammar.ts";

const grammars = languageRules.map(createGrammar);

/** The rules of all languages, compiled. */
export const tongues = { all: grammars, forText };

const maxLanguages = 3;

/** The language that a text is said to be in, then those whose frequent words it has; three at most. */
function forText(text: string, language: string): readonly Grammar[] {
  const code = baseLanguage(language);
  const own = ({ rules }: Grammar) => (rules.code === code ? 1 : 0);
  const words = text.toLowerCase().match(/[\p{L}·-]+(?:'\p{Ll}{1,2}(?!\p{L}))?/gu) ?? [];
  const scored = grammars.map((grammar) => ({
    grammar,
    score: words.filter((word) => grammar.words.has(word)).length,
  }));
  const best = Math.max(1, ...scored.map(({ score }) => score));
  return scored
    .filter(({ grammar, score }) => own(grammar) === 1 || score * 2 >= best)
    .sort((a, b) => own(b.grammar) - own(a.grammar) || b.score - a.score)
    .slice(0, maxLanguages)
    .map(({ grammar }) => grammar);
}

/** The rules of a language by its code (`ca`, `pt-BR`); undefined where it has none. */
export function grammarOf(language: string): Grammar | undefined {
  const code = baseLanguage(language);
  return tongues.all.find(({ rules }) => rules.code === code);
}
