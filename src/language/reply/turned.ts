import { baseLanguage } from "../../models/base-language.ts";
import { tablesOf, wordsIn } from "../languages.ts";
import { capital } from "../text/letters.ts";

const turns = new Map(
  [...tablesOf("turned")].map(([code, words]) => {
    const pairs = wordsIn(words).map((pair) => pair.replaceAll("_", " ").split(":"));
    const others = new Map(pairs.map(([own = "", other = ""]) => [own, other]));
    // The longest first: "I am" is "you are".
    const own = [...others.keys()].sort((a, b) => b.length - a.length).join("|");
    const end = "(?:(?<=')|(?![\\p{L}\\p{M}]))"; // "M'agrada".
    const pattern = new RegExp(`(?<![\\p{L}\\p{M}'’-])(?:${own})${end}`, "giu");
    return [code, { pattern, others }];
  }),
);

/**
 * What a person said of themselves, as it is said to them: "My sister …" is "Your sister …". Only a line that begins
 * so, and has no verb that is not known to turn with it: half of it would be worse than none.
 */
export function turned(words: string, language: string): string {
  const { pattern, others = new Map() } = turns.get(baseLanguage(language)) ?? {};
  const found = pattern === undefined ? [] : [...words.matchAll(pattern)];
  // What no form stands for by itself is left, and all the line with it: "me llamo".
  const otherOf = (own: string): string => others.get(own.toLowerCase()) ?? "";
  const [first] = found;
  if (pattern === undefined || first === undefined || first.index > longestArticle) return words;
  if (found.some(([own]) => otherOf(own) === "")) return words;
  return words.replaceAll(pattern, (own, at: number) => {
    if (at > longestArticle && /^(?!I)\p{Lu}/u.test(own)) return own; // "the Mine" is a name.
    const other = otherOf(own);
    return at === 0 || /[.!?] $/u.test(words.slice(0, at)) ? capital(other) : other;
  });
}

/** "La meva germana". */
const longestArticle = 3;

const firstOwn = (words: string): number =>
  Math.min(
    ...[...turns.values()].map(({ pattern }) => words.search(pattern)).filter((at) => at >= 0),
  );

/** A line begins with the one who said it, in any language. */
export const isOfSpeaker = (words: string): boolean => firstOwn(words) <= longestArticle;

/** Somebody speaks of themselves. */
export const saysI = (words: string): boolean => firstOwn(words) < words.length;
