import { baseLanguage } from "../../models/base-language.ts";
import { languageRules } from "../rules.ts";
import { createGrammar, type Grammar } from "./grammar.ts";

/** Chooses the languages whose rules are tried on a text, by their frequent words. */
export interface Tongues {
  readonly all: readonly Grammar[];
  /** The language that a text is said to be in, then those whose words it has; three at most. */
  forText(text: string, language: string): readonly Grammar[];
  /** A sentence, cut where it changes to another language. */
  parts(text: string): readonly string[];
}

const maxLanguages = 3;

function createTongues(grammars: readonly Grammar[]): Tongues {
  const scores = (text: string) => {
    const words = text.toLowerCase().match(/[\p{L}·-]+(?:'\p{Ll}{1,2}(?!\p{L}))?/gu) ?? [];
    return grammars.map((grammar) => ({
      grammar,
      score: words.filter((word) => grammar.words.has(word)).length,
    }));
  };
  return {
    all: grammars,
    forText: (text, language) => {
      const code = baseLanguage(language);
      const own = ({ rules }: Grammar) => (rules.code === code ? 1 : 0);
      const scored = scores(text);
      const best = Math.max(1, ...scored.map(({ score }) => score));
      return scored
        .filter(({ grammar, score }) => own(grammar) === 1 || score * 2 >= best)
        .sort((a, b) => own(b.grammar) - own(a.grammar) || b.score - a.score)
        .slice(0, maxLanguages)
        .map(({ grammar }) => grammar);
    },
    parts: (text) => {
      const all = scores(text).filter(({ score }) => score > 1);
      if (all.length < 2) return [text];
      for (const { grammar } of all) {
        for (const match of text.matchAll(grammar.connectors)) {
          const left = text.slice(0, match.index);
          const right = text.slice(match.index + match[0].length);
          if (isOther(scores(left), scores(right))) return [left, right];
        }
      }
      return [text];
    },
  };
}

type Scores = readonly { readonly grammar: Grammar; readonly score: number }[];

/** Each side is clearly in a language of its own. */
function isOther(left: Scores, right: Scores): boolean {
  const [a, b] = [top(left), top(right)];
  if (a === undefined || b === undefined || a.grammar === b.grammar) return false;
  const score = (side: Scores, grammar: Grammar) =>
    side.find((one) => one.grammar === grammar)?.score ?? 0;
  return (
    a.score >= 2 &&
    b.score >= 2 &&
    a.score > score(left, b.grammar) &&
    b.score > score(right, a.grammar)
  );
}

function top(scores: Scores): Scores[number] | undefined {
  return [...scores].sort((a, b) => b.score - a.score)[0];
}

/** The rules of all languages, compiled. */
export const tongues = createTongues(languageRules.map(createGrammar));

/** The rules of a language by its code (`ca`, `pt-BR`); undefined where it has none. */
export function grammarOf(language: string): Grammar | undefined {
  const code = baseLanguage(language);
  return tongues.all.find(({ rules }) => rules.code === code);
}
