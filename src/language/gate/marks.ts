import type { Grammar } from "../grammar/grammar.ts";

const named = ["question", "hypothetical", "command", "reported", "temporary", "material"] as const;

/** What the grammar of a language says of a sentence, as names of features. */
export function marksOf(text: string, grammar: Grammar): string[] {
  const found: string[] = named.filter((mark) => grammar.marks[mark].test(text));
  if (grammar.dangling.test(text)) found.push("dangling");
  if (grammar.mine.test(text)) found.push("mine");
  if (grammar.kin.test(text)) found.push("kin");
  if (grammar.pronouns.test(text)) found.push("pronoun");
  if (grammar.recurring.test(text)) found.push("recurring");
  if (grammar.weekday.test(text)) found.push("weekday");
  return found;
}
