import { tablesFor } from "./command-tables.ts";
import { foldUtterance } from "./fold-utterance.ts";

/**
 * Whether a whole utterance is a yes or a no to a question of Loci's own; undefined for everything else. Of languages
 * other than this one (a two-letter code) and English only the plain words count.
 */
export function parseAnswer(text: string, language: string): "yes" | "no" | undefined {
  if (text.length > mostCharacters) return undefined;
  const { folded } = foldUtterance(text);
  for (const { patterns, isOwn } of tablesFor(language)) {
    // A doubt is no consent: "no" first.
    if ((isOwn ? patterns.no : patterns.plainNo).test(folded)) return "no";
    if ((isOwn ? patterns.yes : patterns.plainYes).test(folded)) return "yes";
  }
  return undefined;
}

const mostCharacters = 120;
