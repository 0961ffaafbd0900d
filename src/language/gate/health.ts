import { hash, piecesOf, wordsOf } from "./features.ts";
import { createScore } from "./score.ts";

/** Buckets that features are hashed into; a power of two. */
export const healthBuckets = 2 ** 17;

/** Whether a sentence tells of somebody's health: an illness, a medicine, a condition, an allergy. */
export const isAboutHealth = (sentence: string): boolean =>
  score(healthFeaturesOf(sentence)) > (wordsOf(sentence).length < 3 ? clearly : 0);

/** One or two words say too little to get the benefit of the doubt (log-odds). */
const clearly = 0.4;

const score = createScore("health");

/**
 * Hashed words, pairs, pairs over a gap, and pieces of 3 to 5 letters, all without accents: names of illnesses and
 * medicines are alike in many languages.
 */
export function healthFeaturesOf(sentence: string): Uint32Array {
  const found = new Set<number>();
  const add = (feature: string): unknown => found.add(hash(feature) % healthBuckets);
  const words = wordsOf(sentence.normalize("NFD").replace(/\p{M}/gu, ""));
  const padded = ["<", ...words, ">"];
  for (const [i, word] of padded.entries()) {
    add(`w${word}`);
    add(`b${word} ${padded[i + 1]}`);
    add(`g${word} ${padded[i + 2]}`);
    for (const piece of piecesOf(word)) add(piece);
  }
  return Uint32Array.from(found);
}
