/** Buckets that features are hashed into; the model has one weight for each. */
export const buckets = 2 ** 18;

/**
 * What the gate sees of a sentence, as hashed features: words, runs of two and three, pairs over a gap and with the
 * first word, and pieces of 3 to 5 letters, so that an unknown form of a known word still counts. Method: feature
 * hashing (Weinberger et al., 2009).
 */
export function featuresOf(text: string): Uint32Array {
  const found = new Set<number>();
  const add = (feature: string): unknown => found.add(hash(feature) % buckets);
  const words = wordsOf(text).slice(0, maxWords);
  const padded = ["<s>", ...words, "</s>"];
  for (const [i, word] of padded.entries()) {
    const [next, third] = [padded[i + 1], padded[i + 2]];
    add(`w ${word}`);
    add(`f ${words[0]} ${word}`);
    if (next !== undefined) add(`b ${word} ${next}`);
    if (third !== undefined) {
      add(`g ${word} ${third}`);
      add(`t ${word} ${next} ${third}`);
    }
    for (const piece of piecesOf(word)) add(`c ${piece}`);
  }
  add(`l ${Math.min(6, Math.floor(Math.log2(words.length + 1) * 2))}`);
  return Uint32Array.from(found);
}

/** Buckets for the features of a sentence's subject: fewer, for each kind has weights of its own. */
export const subjectBuckets = 24_576;

/** Hashed features that show the subject of a sentence: its words, pairs and pieces of them; not how it is said. */
export function subjectFeaturesOf(text: string): Uint32Array {
  const found = new Set<number>();
  const add = (feature: string): unknown => found.add(hash(feature) % subjectBuckets);
  const words = wordsOf(text).slice(0, maxWords);
  for (const [i, word] of words.entries()) {
    add(`w ${word}`);
    if (i > 0) add(`b ${words[i - 1]} ${word}`);
    for (const piece of piecesOf(word)) add(`c ${piece}`);
  }
  return Uint32Array.from(found);
}

const maxWords = 60;
const maxCharacters = 600;

/** Words in small letters; any number is a 0, so that all count alike. */
export function wordsOf(text: string): string[] {
  const plain = text
    .slice(0, maxCharacters)
    .normalize("NFC")
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/\d+(?:[.,:]\d+)*/gu, "0");
  return plain.match(/\p{L}[\p{L}\p{M}·-]*'?|'\p{L}+|0|\?/gu) ?? [];
}

/** Pieces of 3 to 5 letters of a word, with its ends marked; none of `<s>`, which is no word. */
export function piecesOf(word: string): string[] {
  if (word.length < 2 || word.startsWith("<")) return [];
  const marked = `^${word.slice(0, 24)}$`;
  const pieces: string[] = [];
  for (let size = 3; size <= 5; size++) {
    for (let at = 0; at + size <= marked.length; at++) pieces.push(marked.slice(at, at + size));
  }
  return pieces;
}

/** FNV-1a, 32 bits, over UTF-16 units, its high bits folded in. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  }
  return (value ^ (value >>> 15)) >>> 0;
}
