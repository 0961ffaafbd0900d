import { wordsOf } from "./features.ts";
import { createScore } from "./score.ts";

/** Buckets that features are hashed into; a power of two. */
export const healthBuckets = 2 ** 17;

/** Whether a sentence tells of somebody's health: an illness, a medicine, a condition, an allergy. */
export const isAboutHealth = (sentence: string): boolean => score(healthFeaturesOf(sentence)) > 0;

const score = createScore("health");

/**
 * Hashed words, pairs, pairs over a gap, and pieces of 3 to 5 letters, all without accents: names of illnesses and
 * medicines are alike in many languages.
 */
export function healthFeaturesOf(sentence: string): Uint32Array {
  const found = new Set<number>();
  const words = wordsOf(sentence.normalize("NFD").replace(/\p{M}/gu, ""));
  const padded = ["<", ...words, ">"];
  for (const [i, word] of padded.entries()) {
    addFeature(found, `w${word}`);
    addFeature(found, `b${word} ${padded[i + 1]}`);
    addFeature(found, `g${word} ${padded[i + 2]}`);
    if (word.length > 1) addPieces(found, `^${word.slice(0, longestWord)}$`);
  }
  return Uint32Array.from(found);
}

const longestWord = 24;

function addPieces(found: Set<number>, word: string): void {
  for (let at = 0; at + 3 <= word.length; at++) {
    let value = seed;
    for (let i = at; i < Math.min(at + 5, word.length); i++) {
      value = mixed(value, word.charCodeAt(i));
      if (i >= at + 2) found.add(bucketOf(value));
    }
  }
}

function addFeature(found: Set<number>, feature: string): void {
  let value = seed;
  for (let i = 0; i < feature.length; i++) value = mixed(value, feature.charCodeAt(i));
  found.add(bucketOf(value));
}

/** FNV-1a, 32 bits, its high bits folded in. */
const seed = 0x811c9dc5;
const mixed = (value: number, unit: number): number => Math.imul(value ^ unit, 0x01000193);
const bucketOf = (value: number): number => ((value ^ (value >>> 15)) >>> 0) % healthBuckets;
