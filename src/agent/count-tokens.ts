import { estimateTokenCount } from "tokenx";

/**
 * About how many tokens a text has, rather too many than too few: which tokenizer a server has is not known. tokenx is
 * for Latin writing; what it takes for far less than it is gets rates of its own, measured against cl100k.
 */
export function countTokens(text: string): number {
  let tokens = 0;
  let rest = text;
  for (const [pattern, rate] of rates) {
    rest = rest.replace(pattern, (found) => {
      tokens += found.length * rate;
      return " ";
    });
  }
  const accents = rest.match(/[^\0-\x7f]/g)?.length ?? 0;
  const marks = rest.match(/[!-/:-@[-`{-~]|\s\s+/g)?.length ?? 0;
  const words = estimateTokenCount(rest, { defaultCharsPerToken: 4 });
  return Math.ceil(tokens + words * 1.4 + accents * 0.5 + marks * 0.2);
}

/** Tokens for a UTF-16 unit of what is not Latin words. */
const rates: readonly (readonly [pattern: RegExp, rate: number])[] = [
  // Keys, hashes, base64: no word of theirs is in any vocabulary.
  [/[A-Za-z0-9+/=_-]{24,}/g, 0.75],
  [/[\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Devanagari}\p{sc=Thai}]+/gu, 1.15],
  [/[\u3000-\u30ff\p{sc=Han}\p{sc=Hangul}]+/gu, 1.6],
  // Of a script that is in no vocabulary the bytes are the tokens.
  [/[^\0-\u024f\u1e00-\u1eff\u2000-\u206f]+/gu, 3],
];
