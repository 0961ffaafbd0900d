import { capMarks } from "../vault/cap-marks.ts";
import { keepMost } from "./kept.ts";

/** One unit of searchable text. */
export interface Token {
  /** Case, accents and letter variants folded away: what is compared. */
  readonly text: string;
  /** Lower case with its accents: what a stemmer needs. */
  readonly raw: string;
  /**
   * `word` may be stemmed; `joined` too, and is the words after it in one ("wifi" before "wi", "fi"); `piece` stays
   * as it is: characters of a script without spaces, a word less its article.
   */
  readonly kind: "word" | "joined" | "piece";
  /** Caches of languages.ts and terms.ts: the same tokens come again and again. */
  hint?: Hint | undefined;
  word?: Word | undefined;
}

/** A token's evidence for languages: their places in `languages.ts`'s list, and how much it counts for each. */
export interface Hint {
  readonly places: readonly number[];
  readonly weight: number;
}

/** A token as a word of a language, as `terms.ts` prepares it. */
export interface Word {
  readonly language: string;
  readonly stem: string;
  readonly isContent: boolean;
  readonly searchable: string;
}

/** A document may be asked for a single character of a script without spaces; a question asks for pairs. */
export type Purpose = "document" | "query";

/** Raised when the same text yields other tokens than before; part of the index's fingerprint. */
export const tokenizerVersion = 2;

const longestWord = 64;
const longestJoined = 24;

/** Cuts any text into tokens of letters, digits and marks only: SQLite's tokenizer then splits on spaces and no more. */
export function tokenize(text: string, purpose: Purpose): Token[] {
  const tokens: Token[] = [];
  const lowered = lower(text);
  const isAscii = ascii.test(lowered);
  const known = knownUnits[purpose];
  for (const match of lowered.match(isAscii ? asciiUnit : unit) ?? []) {
    const found = match.length > longestWord ? tokensOfUnit(match, purpose) : known(match);
    for (let i = 0; i < found.length; i++) tokens.push(found[i] as Token);
  }
  return tokens;
}

/** The same words come again and again: what they are cut into is kept. */
const knownUnits: Readonly<Record<Purpose, (match: string) => readonly Token[]>> = {
  document: keepMost(20_000, (match) => tokensOfUnit(match, "document")),
  query: keepMost(10_000, (match) => tokensOfUnit(match, "query")),
};

function tokensOfUnit(match: string, purpose: Purpose): readonly Token[] {
  const parts = match.match(ascii.test(match) ? asciiPart : part);
  // Vowel points on no letter fold to nothing.
  return (parts === null ? [symbol(match)] : unitTokens(match, parts, purpose)).filter(
    (token) => token.text !== "",
  );
}

/** Folds one lower-case word: accents, letter variants, vowel points. */
export function foldWord(word: string): string {
  if (ascii.test(word)) return word;
  return capMarks(word)
    .normalize("NFD")
    .replace(foldedMarks, "$1")
    .normalize("NFC")
    .replace(variants, (letter) => plainLetterByVariant[letter] ?? letter);
}

const ascii = /^[\0-\x7f]*$/;
/** Soft hyphens, zero-width and direction marks, tatweel: never part of a word's spelling. */
const invisible =
  /[\u00ad\u0640\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|[\ufe00-\ufe0f]/g;
const unit =
  /[\p{L}\p{N}\p{M}]+(?:[-'’._][\p{L}\p{N}\p{M}]+)*(?:\+\+|#(?![\p{L}\p{N}]))?|\p{Extended_Pictographic}/gu;
/** The same where there is nothing but ASCII: Unicode's classes take a millisecond each to compile. */
const asciiUnit = /[a-z0-9]+(?:[-'._][a-z0-9]+)*(?:\+\+|#(?![a-z0-9]))?/g;
const asciiPart = /[a-z0-9]+/g;
const part = /[\p{L}\p{N}\p{M}]+/gu;
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]+/gu;
const needsSplit =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** A letter of Latin, Cyrillic or Greek, which stays, with its accents; Arabic and Hebrew points. */
const foldedMarks =
  /([\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])\p{Mn}+|[\u0591-\u05bd\u05bf\u05c1\u05c2\u064b-\u065f\u0670]/gu;
const plainLetterByVariant: Readonly<Record<string, string>> = {
  ...{ ß: "ss", ı: "i", ł: "l", đ: "d", ð: "d", þ: "th", ø: "o", æ: "ae", œ: "oe", ς: "σ" },
  ...{ ٱ: "ا", ى: "ي", ة: "ه", ک: "ك", ی: "ي" },
};
const variants = new RegExp(`[${Object.keys(plainLetterByVariant).join("")}]`, "g");
const englishTail = /(?<=\p{Script=Latin}{2})['’](?:s|t|d|m|ll|re|ve)$/u;
const joinable = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{N}.'’_-]+$/u;

function lower(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  const plain = capMarks(text.toWellFormed())
    .normalize("NFKC")
    .replace(invisible, "")
    .toLowerCase();
  return plain.normalize("NFC").replaceAll("l·l", "ll");
}

/** The tokens of one run of letters, with its spelling in one word before them: wi-fi, o'brien, 1.0.21, c++. */
function unitTokens(match: string, parts: readonly string[], purpose: Purpose): Token[] {
  const sign = /(?:\+\+|#)$/.exec(match)?.[0];
  if (sign !== undefined) {
    const name = `${parts.join("")}${sign === "#" ? "sharp" : "plusplus"}`;
    return [piece(name), ...parts.flatMap((word) => partTokens(word, purpose))];
  }
  const body = match.replace(englishTail, "");
  const words: readonly string[] = body.length === match.length ? parts : (body.match(part) ?? []);
  const hasArticle = /['’]/.test(body) && !/^o['’]/.test(body);
  const kept = hasArticle ? words.filter((word) => word.length > 1) : words;
  const isJoined = words.length > 1 && !hasArticle && body.length <= longestJoined;
  const whole = isJoined && joinable.test(body) ? [joined(words.join(""))] : [];
  return [...whole, ...kept.flatMap((word) => partTokens(word, purpose))];
}

function partTokens(word: string, purpose: Purpose): Token[] {
  return !ascii.test(word) && needsSplit.test(word)
    ? splitScripts(word, purpose)
    : wordTokens(word, purpose);
}

function splitScripts(word: string, purpose: Purpose): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const run of word.matchAll(spaceless)) {
    if (run.index > end) tokens.push(...wordTokens(word.slice(end, run.index), purpose));
    const letters = [...foldWord(run[0])];
    const singles = letters.length === 1 || purpose === "document" ? letters.map(piece) : [];
    // A run can be long: spread as arguments it would overflow the stack.
    for (const token of [...pairs(letters), ...singles]) tokens.push(token);
    end = run.index + run[0].length;
  }
  if (end < word.length) tokens.push(...wordTokens(word.slice(end), purpose));
  return tokens;
}

function wordTokens(long: string, purpose: Purpose): Token[] {
  const raw = cutLong(long);
  const text = foldWord(raw);
  const word = token(text, raw, "word");
  if (ascii.test(text)) return [word];
  if (/^\p{Script=Hangul}{3,}$/u.test(text)) {
    const grams = pairs([...text]);
    return purpose === "document" ? [piece(text), ...grams] : grams;
  }
  const bare = /^(?:[وفبك]?ال|لل)(\p{Script=Arabic}{3,})$/u.exec(text)?.[1];
  if (bare !== undefined) {
    const stripped = token(bare, bare, "word");
    return purpose === "document" ? [stripped, piece(text)] : [stripped];
  }
  if (purpose === "document" && /^[בהוכלמש]\p{Script=Hebrew}{2,}$/u.test(text))
    return [word, piece(text.slice(1))];
  return [word];
}

/** A pictogram gets a word of its own, so that a pizza can be asked for by its picture. */
const symbol = (pictogram: string): Token => piece(`u${pictogram.codePointAt(0)?.toString(16)}`);

function pairs(letters: readonly string[]): Token[] {
  return letters.slice(1).map((letter, i) => piece(`${letters[i]}${letter}`));
}

function piece(long: string): Token {
  const text = cutLong(long);
  return token(foldWord(text), text, "piece");
}

const joined = (raw: string): Token => token(foldWord(raw), raw, "joined");

/** Tokens of texts have one shape, so V8 reads them faster. */
const token = (text: string, raw: string, kind: Token["kind"]): Token => ({
  text,
  raw,
  kind,
  hint: undefined,
  word: undefined,
});

const cutLong = (word: string): string =>
  word.length > longestWord ? word.slice(0, longestWord).toWellFormed() : word;
