import { tablesOf, wordsIn } from "../languages.ts";
import type { Kind } from "./kinds.ts";

/**
 * What topics for a kind of line are called: the first name is the title of a new one, a topic of any of them in any
 * language is taken for it. Those of the language come first; none for a language whose sentences the kinds are not
 * learned from, where the kind would be a guess.
 */
export function namesOfKind(kind: Kind, language: string): readonly string[] {
  const own = namesByLanguage.get(language);
  if (own === undefined) return [];
  return [...new Set([own, ...namesByLanguage.values()].flatMap((names) => names.get(kind) ?? []))];
}

const namesByLanguage = new Map(
  [...tablesOf("topicNames")].map(([code, list]) => [code, new Map(wordsIn(list).map(toNames))]),
);

function toNames(entry: string): [kind: string, names: readonly string[]] {
  const [kind = "", names = ""] = entry.split(":");
  return [kind, names.split(",")];
}
