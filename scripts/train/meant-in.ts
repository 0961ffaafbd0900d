import { detectLanguage, languageOf } from "../../src/index/languages.ts";
import { type Token, tokenize } from "../../src/index/tokenize.ts";
import { tongues } from "../../src/language/grammar/tongues.ts";
import { relatedWords } from "../../src/recall/concepts.ts";

/** Words of what is said that a line says in other words or another language, as recall finds them. */
export function meantIn(said: string, line: string): readonly string[] {
  const codes = tongues
    .forText(line, "")
    .slice(0, maxLanguages)
    .map(({ rules }) => rules.code);
  const told = tokenize(said, "query");
  const asked = detectLanguage(told, "en");
  const known = tokenize(line, "query");
  const stems = new Map(codes.map((code) => [code, new Set(known.map(languageOf(code).stem))]));
  const isMeant = (token: Token): boolean =>
    relatedWords(token, asked, codes).some(({ token: other, code }) =>
      stems.get(code)?.has(languageOf(code).stem(other)),
    );
  const words = told.filter(
    ({ kind, text }) => kind === "word" && !languageOf(asked).isStopWord(text),
  );
  return [...new Set(words.filter(isMeant).map(({ raw }) => raw))];
}

const maxLanguages = 2;
