import { ar } from "./ar.ts";
import { ca } from "./ca.ts";
import { type CommandPatterns, compileWords } from "./compile-words.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { it } from "./it.ts";
import { pt } from "./pt.ts";

const patternsByLanguage: ReadonlyMap<string, CommandPatterns> = new Map(
  Object.entries({ en, es, ca, pt, fr, de, it, ar }).map(([language, words]) => [
    language,
    compileWords(words),
  ]),
);

/** Languages in which commands are understood. */
export const commandLanguages: readonly string[] = [...patternsByLanguage.keys()];

export interface CommandTable {
  readonly patterns: CommandPatterns;
  /** It is the language of the conversation, or English. */
  readonly isOwn: boolean;
}

/** The tables by which an utterance is read: those of its language and English first, for people mix their languages. */
export function tablesFor(language: string): readonly CommandTable[] {
  const [base = ""] = language.toLowerCase().split(/[-_]/);
  const own = new Set([base, "en"]);
  const order = [...own, ...commandLanguages.filter((other) => !own.has(other))];
  return order.flatMap((code) => {
    const patterns = patternsByLanguage.get(code);
    return patterns === undefined ? [] : [{ patterns, isOwn: own.has(code) }];
  });
}
