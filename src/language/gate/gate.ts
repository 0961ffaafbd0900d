import type { Grammar } from "../grammar/grammar.ts";
import { featuresOf, marksOf } from "./features.ts";
import { createScore } from "./linear.ts";
import { weights } from "./weights.ts";

/** Log-odds from which a sentence is kept: 7 % of the labelled near misses get past it, and 2 to 3 of 75 sentences as people say them. */
export const threshold = 1;

/** Whether a sentence holds something worth keeping, as the gate sees it; `text` is without its fillers. */
export function isWorthKeeping(text: string, grammar: Grammar): boolean {
  return worthOf(text, grammar) > threshold;
}

/** How sure it is that a sentence holds something worth keeping, in log-odds; `text` is without its fillers. */
export function worthOf(text: string, grammar: Grammar): number {
  return score(featuresOf(text, marksOf(text, grammar)));
}

const score = createScore(weights);
