import { capMarks } from "../../src/vault/cap-marks.ts";

/**
 * A word, or a run of letters of a script that puts no spaces between words, as both the index and the browser see it.
 * `keys` are made so that Pagefind has nothing left to fold: decomposed, and without marks.
 */
export type SearchUnit = SearchWord | SearchRun;

export interface SearchWord {
  readonly type: "word";
  /** How the word may be asked for, with and without its article; a question asks for the first. */
  readonly keys: readonly string[];
  readonly start: number;
  readonly end: number;
}

interface SearchRun {
  readonly type: "run";
  readonly grams: readonly Gram[];
  /** Letters of a whole gram. */
  readonly size: number;
}

/** Some letters in a row; those at the end of a run have fewer. */
export interface Gram {
  readonly key: string;
  readonly length: number;
  readonly start: number;
  readonly end: number;
}

/** Cuts any text into units, in their order; `start` and `end` count in the text as it was given. */
export function searchUnits(text: string): SearchUnit[] {
  const units: SearchUnit[] = [];
  for (const match of text.matchAll(unitPattern)) {
    const { 0: raw, index } = match;
    if (pictogram.test(raw)) {
      const key = `u${raw.codePointAt(0)?.toString(16) ?? ""}`;
      units.push({ type: "word", keys: [key], start: index, end: index + raw.length });
    } else for (const unit of unitsOf(raw, index)) units.push(unit);
  }
  return units;
}

/** Folds away case, accents, vowel points, letter variants and widths. Only letters and digits come out. */
export function foldKey(text: string): string {
  if (ascii.test(text)) return text.toLowerCase().replace(/[^a-z0-9]+/g, "");
  const lowered = capMarks(text.normalize("NFKC").replace(invisible, "").toLowerCase())
    .normalize("NFD")
    .replace(droppedMarks, "$1")
    .normalize("NFC")
    .replace(variants, (letter) => plainLetterByVariant[letter] ?? letter);
  return lowered
    .normalize("NFD")
    .replace(/\p{M}/gu, (mark) => `q${mark.codePointAt(0)?.toString(36) ?? ""}`)
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

const longestKey = 64;
const ascii = /^[\0-\x7f]*$/;
/** Soft hyphens, zero-width and direction marks, tatweel: never part of a word's spelling. */
const invisible =
  /[\u00ad\u0640\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|[\ufe00-\ufe0f]/gu;
const inWord =
  "[\\p{L}\\p{N}\\p{M}\\u00ad\\u0640\\u180e\\u200b-\\u200f\\u2060-\\u2064\\u2066-\\u2069\\ufeff]";
const pictogram = /^\p{Extended_Pictographic}/u;
const unitPattern = new RegExp(
  `(?=[\\p{L}\\p{N}])${inWord}+(?:[-'’._·]${inWord}+)*(?:\\+\\+|#(?![\\p{L}\\p{N}]))?|\\p{Extended_Pictographic}`,
  "gu",
);
const partPattern = new RegExp(`${inWord}+`, "gu");
/** Scripts cut into pairs, and those of few letters into threes: no dictionary, so every browser cuts alike. */
const paired =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}ー々ｰﾞﾟ";
const tripled = "\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
const spaceless = new RegExp(`[${paired}${tripled}]`, "u");
const runPattern = new RegExp(
  `(?:[${paired}][\\p{M}]*)+|(?:[${tripled}][\\p{M}]*)+|(?:(?![${paired}${tripled}])${inWord})+`,
  "gu",
);
const isPaired = new RegExp(`^[${paired}]`, "u");
/** One letter with its marks, a syllable of decomposed Hangul; half-width kana have voiced marks behind them. */
const letterPattern = /[\u1100-\u115f][\u1160-\u11a7]+[\u11a8-\u11ff]*|[^\p{M}ﾞﾟ][\p{M}ﾞﾟ]*/gu;
const droppedMarks =
  /([\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])\p{Mn}+|[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]/gu;
const plainLetterByVariant: Readonly<Record<string, string>> = {
  ...{ ß: "ss", ı: "i", ł: "l", đ: "d", ð: "d", þ: "th", ø: "o", æ: "ae", œ: "oe", ς: "σ" },
  ...{ ٱ: "ا", ى: "ي", ة: "ه", ک: "ك", ی: "ي" },
};
const variants = new RegExp(`[${Object.keys(plainLetterByVariant).join("")}]`, "gu");
const englishTail = /(?<=\p{Script=Latin}{2})['’](?:s|t|d|m|ll|re|ve)$/iu;
const joinable = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{N}\p{M}.'’_·-]+$/u;

/** The units of one stretch of letters, with its spelling in one word before them: wi-fi, o'brien, 1.0.21, c++. */
function unitsOf(raw: string, start: number): SearchUnit[] {
  const sign = /(?:\+\+|#)$/u.exec(raw)?.[0];
  const body = sign === undefined ? raw.replace(englishTail, "") : raw.slice(0, -sign.length);
  const parts = [...body.matchAll(partPattern)];
  const words = parts.flatMap((part) => partUnits(part[0], start + part.index));
  if (sign !== undefined) {
    const name = `${foldKey(body)}${sign === "#" ? "sharp" : "plusplus"}`;
    return [word([name], start, start + raw.length), ...words];
  }
  if (parts.length === 1) return words;
  if (/['’]/u.test(body) && !/^o['’]/iu.test(body))
    return words.filter((unit) => unit.type === "run" || unit.end - unit.start > 1);
  if (body.length > 24 || !joinable.test(body)) return words;
  return [word([foldKey(body)], start, start + body.length), ...words];
}

function partUnits(part: string, start: number): SearchUnit[] {
  if (!spaceless.test(part)) return wordUnits(part, start);
  return [...part.matchAll(runPattern)].flatMap(({ 0: run, index }) =>
    spaceless.test(run) ? [runUnit(run, start + index)] : wordUnits(run, start + index),
  );
}

function wordUnits(raw: string, start: number): SearchUnit[] {
  const key = foldKey(cutLong(raw));
  if (key === "") return [];
  const arabic = /^(?:[وفبك]?ال|لل)(\p{Script=Arabic}{3,})$/u.exec(key)?.[1];
  if (arabic !== undefined) return [word([arabic, key], start, start + raw.length)];
  const mayBePrefixed = /^[בהוכלמש]\p{Script=Hebrew}{2,}$/u.test(key);
  return [word(mayBePrefixed ? [key, key.slice(1)] : [key], start, start + raw.length)];
}

function word(keys: readonly string[], start: number, end: number): SearchWord {
  return { type: "word", keys: keys.map(cutLong), start, end };
}

function runUnit(raw: string, start: number): SearchRun {
  const letters = [...raw.matchAll(letterPattern)].flatMap(({ 0: letter, index }) => {
    const folded = capMarks(letter.normalize("NFKC").replace(invisible, "").toLowerCase());
    const range = { start: start + index, end: start + index + letter.length };
    return [...folded.normalize("NFC")].map((character) => ({ key: foldKey(character), ...range }));
  });
  const size = isPaired.test(raw) ? 2 : 3;
  const grams = letters.map((first, i) => {
    const own = letters.slice(i, i + size);
    const end = own.at(-1)?.end ?? first.end;
    return { key: own.map(({ key }) => key).join(""), length: own.length, start: first.start, end };
  });
  return { type: "run", grams: grams.filter(({ key }) => key !== ""), size };
}

function cutLong(text: string): string {
  return text.length > longestKey ? text.slice(0, longestKey).toWellFormed() : text;
}
