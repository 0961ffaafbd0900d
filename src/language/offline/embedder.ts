import type { EmbeddingModel } from "../../models/embed.ts";

/** Raised when the same text would give another vector. */
const version = 2;
/** Of one n-gram beside the whole word: the best of five tried on questions about real conversations. */
const gramWeight = 0.5;
const shortestGram = 3;
const longestGram = 5;

export interface OfflineEmbedderOptions {
  /** Stems of the content words of a text. */
  readonly tokens: (text: string) => readonly string[];
  /** Version of `tokens`: part of the model's id, since other tokens give other vectors. */
  readonly tokensVersion: string | number;
  readonly dimensions?: number;
}

/** An embedding model that needs no waiting. */
export interface OfflineEmbedder extends EmbeddingModel {
  toVector(text: string): Float32Array;
}

/**
 * The embedded model: stems and their character 3- to 5-grams, hashed with a sign into a few hundred numbers. It knows
 * no synonyms; it finds shared stems, compounds and misspellings. Integer hashing and square roots only, so that
 * every platform computes the same bytes. Any text yields a vector: one without a content word is hashed as it stands.
 */
export function createOfflineEmbedder(options: OfflineEmbedderOptions): OfflineEmbedder {
  const { tokens, tokensVersion, dimensions = 512 } = options;
  const toVector = (text: string): Float32Array => {
    const stems = tokens(text);
    const sums = sumsOf(stems.length > 0 ? stems : [text.trim().toLowerCase()], dimensions);
    const norm = Math.sqrt(sums.reduce((sum, x) => sum + x * x, 0));
    if (norm > 1e-12) return Float32Array.from(sums, (x) => x / norm);
    const fixed = new Float32Array(dimensions); // The features cancelled out: any fixed unit vector will do.
    fixed[0] = 1;
    return fixed;
  };
  return {
    id: `offline@${dimensions}/${version}.${tokensVersion}`,
    dimensions,
    weight: 0.25,
    floor: 0.15,
    toVector,
    embed: async (texts) => texts.map(toVector),
    embedQuery: async (text) => toVector(text),
  };
}

/** The sums of each stem and its n-grams, each at a place and with a sign that its hash gives. */
function sumsOf(stems: readonly string[], dimensions: number): Float64Array {
  const sums = new Float64Array(dimensions);
  const add = (hash: number, weight: number): void => {
    const mixed = mix(hash);
    const place = (mixed >>> 1) % dimensions;
    sums[place] = (sums[place] ?? 0) + ((mixed & 1) === 0 ? weight : -weight);
  };
  for (const [stem, same] of Map.groupBy(stems, (one) => one)) {
    // A word said four times counts twice: repetition matters less and less.
    const weight = Math.sqrt(same.length);
    add(hashOf(stem, wordSeed), weight);
    const padded = ` ${stem} `;
    for (let start = 0; start + shortestGram <= padded.length; start++) {
      // Each n-gram's hash is that of its prefix with one more character.
      let hash = hashOf(padded.slice(start, start + shortestGram - 1), gramSeed);
      const end = Math.min(start + longestGram, padded.length);
      for (let i = start + shortestGram - 1; i < end; i++) {
        hash = hashUnit(hash, padded.charCodeAt(i));
        add(hash, weight * gramWeight);
      }
    }
  }
  return sums;
}

const wordSeed = 0x811c9dc5;
const gramSeed = 0x2f0b4a27;

/** FNV-1a over the two bytes of each UTF-16 unit. */
function hashOf(text: string, seed: number): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = hashUnit(hash, text.charCodeAt(i));
  return hash;
}

function hashUnit(hash: number, unit: number): number {
  const low = Math.imul(hash ^ (unit & 0xff), 0x01000193);
  return Math.imul(low ^ (unit >>> 8), 0x01000193);
}

/** The finisher of MurmurHash3: FNV's low bits alone are too regular to pick a place and a sign by. */
function mix(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
