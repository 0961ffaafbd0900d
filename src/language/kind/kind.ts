import { subjectFeaturesOf } from "../gate/features.ts";
import { createScore } from "../gate/score.ts";
import { type Kind, kinds } from "./kinds.ts";

/** Log-odds that a kind must have, and its lead over the next: a line in the wrong topic is worse than one in none. */
const threshold = -1;
const lead = 2.2;
/** With fewer features than a short word has there is no evidence. */
const fewestFeatures = 4;
/** The lead that the likeliest kind must have. */
const leaning = 0.7;

/** What a line is about, in any language of the training sentences; null where that is not clear. */
export function kindOf(text: string): Kind | null {
  const { kind, sum, ahead } = rank(text);
  return sum > threshold && ahead > lead ? kind : null;
}

/** The likeliest kind of a line, which may be of none; null where two are about as likely. */
export function likeliestKindOf(text: string): Kind | null {
  const { kind, ahead } = rank(text);
  return ahead > leaning ? kind : null;
}

function rank(text: string): {
  readonly kind: Kind | null;
  readonly sum: number;
  readonly ahead: number;
} {
  const features = subjectFeaturesOf(text);
  if (features.length < fewestFeatures) return { kind: null, sum: 0, ahead: 0 };
  let [best, first, second] = [-1, -Infinity, -Infinity];
  for (const [i, score] of scores.entries()) {
    const sum = score(features);
    if (sum > first) [best, first, second] = [i, sum, first];
    else if (sum > second) second = sum;
  }
  return { kind: kinds[best] ?? null, sum: first, ahead: first - second };
}

const scores = kinds.map((kind) => createScore(`about ${kind}`));
