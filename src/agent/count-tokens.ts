import { estimateTokenCount } from "tokenx";

/**
 * About how many tokens a text has, rather too many than too few: which tokenizer a server has is not known. tokenx is
 * for Latin writing; what it takes for far less than it is gets rates of its own, measured against cl100k.
 */
export function countTokens(text: string): number {
  let other = 0;
  let latin = "";
  for (const character of text) {
    const rate = rateOf(character.codePointAt(0) ?? 0);
    other += rate;
    latin += rate === 0 ? character : " ";
  }
  const dense = [...latin.matchAll(denseRun)].reduce((sum, [run]) => sum + run.length, 0);
  const plain = latin.replace(denseRun, " ");
  const accents = plain.match(/[^\0-\x7f]/g)?.length ?? 0;
  const marks = plain.match(/[!-/:-@[-`{-~]|\s\s+/g)?.length ?? 0;
  const words = estimateTokenCount(plain, { defaultCharsPerToken: 4 });
  return Math.ceil(
    other + dense * denseRate + words * wordRate + accents * accentRate + marks * markRate,
  );
}

/** Keys, hashes, base64: no word of theirs is in any vocabulary. */
const denseRun = /[A-Za-z0-9+/=_-]{24,}/g;
const denseRate = 0.75;
const wordRate = 1.4;
const accentRate = 0.5;
/** Punctuation and runs of white space. */
const markRate = 0.2;

/** Tokens a character, 0 for Latin writing. */
function rateOf(code: number): number {
  if (code < 0x250 || (code >= 0x1e00 && code < 0x1f00)) return 0;
  for (const [end, rate] of rates) {
    if (code < end) return rate;
  }
  return unknownRate;
}

/** Up to which code point a rate holds. Where a script is in no vocabulary, its bytes are its tokens. */
const rates: readonly (readonly [end: number, rate: number])[] = [
  [0x370, 2],
  [0x400, 1.05],
  [0x530, 0.65],
  [0x590, 2.1],
  [0x600, 1.15],
  [0x700, 0.95],
  [0x900, 3],
  [0x980, 1.3],
  [0xe00, 1.5],
  [0xe80, 1],
  [0x10a0, 3],
  [0x1100, 2.2],
  [0x1200, 1],
  [0x2000, 3],
  [0x2070, 0.7],
  [0x3000, 1.5],
  [0x3100, 1.1],
  [0xa000, 1.6],
  [0xac00, 3],
  [0xd7b0, 1.3],
  [0x1f000, 3],
];
const unknownRate = 4;
