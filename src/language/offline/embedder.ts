import type { EmbeddingModel } from "../../models/embed.ts";
import { hash, piecesOf } from "../gate/features.ts";

/** Raised when the same text would give another vector. */
const version = 3;
/** Of one piece beside the whole word: the best of five tried on questions about real conversations. */
const pieceWeight = 0.5;

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
 * The embedded model: stems and their pieces of 3 to 5 letters, hashed with a sign into a few hundred numbers. It knows
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

/** The sums of each stem and its pieces, each at a place and with a sign that its hash gives. */
function sumsOf(stems: readonly string[], dimensions: number): Float64Array {
  const sums = new Float64Array(dimensions);
  const add = (feature: string, weight: number): void => {
    const hashed = hash(feature);
    const place = (hashed >>> 1) % dimensions;
    sums[place] = (sums[place] ?? 0) + ((hashed & 1) === 0 ? weight : -weight);
  };
  for (const [stem, same] of Map.groupBy(stems, (one) => one)) {
    // A word said four times counts twice: repetition matters less and less.
    const weight = Math.sqrt(same.length);
    add(`w ${stem}`, weight);
    for (const piece of piecesOf(stem)) add(piece, weight * pieceWeight);
  }
  return sums;
}
