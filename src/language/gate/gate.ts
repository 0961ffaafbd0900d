import { featuresOf } from "./features.ts";
import { createScore } from "./score.ts";

/** Log-odds from which a sentence is kept. */
const threshold = 0.4;

/** Whether a sentence holds something worth keeping; `text` is without its fillers. With one word there is too little to see. */
export const isWorthKeeping = (text: string, least = threshold): boolean =>
  text.includes(" ") && worthOf(text) > least;

/** How sure it is that a sentence holds something worth keeping, in log-odds; `text` is without its fillers. */
export const worthOf = (text: string): number => worth(featuresOf(text));

/**
 * How sure it is that a sentence says that something is not, or is no more, as it was thought, in log-odds: the
 * sentence as a whole, or its surest clause.
 */
export function changeOf(text: string): number {
  const clauses = text.split(/[,;:] /u).filter((clause) => clause.split(" ").length >= fewestWords);
  return Math.max(
    ...[text, ...clauses.slice(0, maxClauses)].map((part) => change(featuresOf(part))),
  );
}

/** Whether a memory says what somebody likes, wants or usually does. */
export const isPreference = (text: string): boolean => preference(featuresOf(text)) > 0;

const fewestWords = 3;
const maxClauses = 4;

const worth = createScore("gate");
const change = createScore("change");
const preference = createScore("preference");
