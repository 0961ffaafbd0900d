import { baseLanguage } from "../../models/base-language.ts";
import { tablesOf, wordsIn } from "../languages.ts";
import { hash, wordsOf } from "./features.ts";
import { createScore } from "./score.ts";

/** Buckets of the features that mark a question; fewer than the gate's, for the small words are few. */
export const askBuckets = 2 ** 16;

/** Log-odds from which a line is a question. */
export const askThreshold = 0.1;
/** Those of a line that begins as questions do. */
const likelyThreshold = -2.5;

/** Whether somebody asks something: a microphone hears no question mark. */
export function isQuestion(text: string, language: string): boolean {
  if (/[?؟？]["')\]»”]*$/u.test(text) || text.includes("¿")) return true;
  if (/[!…]["')\]»”]*$/u.test(text)) return false;
  // "When we go to Lisbon, we stay in Alfama" is a statement.
  const asked = text.toLowerCase().replaceAll("’", "'").replace(opening, "");
  const [word = ""] = asked.includes(",") ? [] : asked.split(" ");
  const code = baseLanguage(language);
  const isLikely = questionWords.get(code)?.has(word) === true;
  // The weights were trained only on languages in which statements are read.
  if (isLikely && !tablesOf("statements").has(code)) return true;
  return asksOf(text) > (isLikely ? likelyThreshold : askThreshold);
}

/** What may stand before a question word: a greeting, a preposition. */
const opening =
  /^(?:(?:and|so|well|hey|hi|hello|ok|okay|please|thanks|loci|y|et|und|pero|hola|oye|ei|ola|ciao|salut|hallo|a|en|de|con|por|para|amb|per|em|com|pour|par|avec|di|da|since|until|by|with|for|desde|hasta|fins|seit|bis)[ ,]+){1,3}/u;

const questionWords = new Map(
  [...tablesOf("questionWords")].map(([code, words]) => [code, new Set(wordsIn(words))]),
);

/** How sure it is that a line asks something, in log-odds, by its words alone: a microphone hears no question mark. */
export function asksOf(text: string): number {
  return judge(askFeaturesOf(text));
}

const judge = createScore("asks");

/** Words, pairs and how the line begins: what asks are small words and their order, so no pieces of words. */
export function askFeaturesOf(text: string): Uint32Array {
  const found = new Set<number>();
  const add = (feature: string): unknown => found.add(hash(feature) % askBuckets);
  const words = wordsOf(text)
    .filter((word) => word !== "?")
    .slice(0, maxWords);
  const [first = "", second = "", third = ""] = words;
  add(`2 ${first} ${second}`);
  add(`3 ${first} ${second} ${third}`);
  for (const [i, word] of words.entries()) {
    add(`w ${word}`);
    if (i < 3) add(`${i} ${word}`);
    add(`b ${words[i - 1] ?? "<s>"} ${word}`);
  }
  add(`b ${words.at(-1)} </s>`);
  add(`l ${Math.min(8, words.length >> 1)}`);
  return Uint32Array.from(found);
}

const maxWords = 40;
