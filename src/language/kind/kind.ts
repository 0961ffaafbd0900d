import { subjectFeaturesOf } from "../gate/features.ts";
import { createScore } from "../gate/score.ts";

/** What a line can be about. */
export const kinds = [
  "health",
  "home",
  "people",
  "work",
  "school",
  "food",
  "money",
  "travel",
  "pets",
  "hobbies",
  "car",
] as const;

export type Kind = (typeof kinds)[number];

/**
 * The likeliest kind of a line, which may be of none, in any language of the training sentences; null where two are
 * about as likely.
 */
export function likeliestKindOf(text: string): Kind | null {
  const features = subjectFeaturesOf(text);
  const [best, next] = kinds
    .map((kind, i) => ({ kind, sum: scores[i]?.(features) ?? 0 }))
    .sort((a, b) => b.sum - a.sum);
  const isClear =
    best !== undefined &&
    next !== undefined &&
    features.length >= fewestFeatures &&
    best.sum - next.sum > leaning;
  return isClear ? best.kind : null;
}

/** With fewer features than a short word has there is no evidence. */
const fewestFeatures = 4;
/** By so much the likeliest kind must lead the next. */
const leaning = 0.7;

const scores = kinds.map((kind) => createScore(`about ${kind}`));
