import { subjectFeaturesOf } from "../gate/features.ts";
import { createScore } from "../gate/score.ts";
import { tablesOf, wordsIn } from "../languages.ts";

/** What a line can be about: only kinds that are worth a topic of their own. */
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

/** Log-odds that a kind must have, and its lead over the next: a line in the wrong topic is worse than one in none. */
const threshold = -1;
const lead = 2.2;
/** With fewer features than a short word has there is no evidence. */
const fewestFeatures = 4;
/** The lead that the likeliest kind must have. */
const leaning = 0.7;

function rank(text: string) {
  const features = subjectFeaturesOf(text);
  const [best, next] = kinds
    .map((kind, i) => ({ kind, sum: scores[i]?.(features) ?? 0 }))
    .sort((a, b) => b.sum - a.sum);
  return best === undefined || next === undefined || features.length < fewestFeatures
    ? { kind: null, sum: 0, ahead: 0 }
    : { ...best, ahead: best.sum - next.sum };
}

const scores = kinds.map((kind) => createScore(`about ${kind}`));

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
