const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });
/** Scripts without spaces between words. */
const letter =
  "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー々]";
const run = new RegExp(`${letter}+`, "gu");
const gap = new RegExp(`(?<=${letter}(?:</mark>)?) (?=(?:<mark>)?${letter})`, "gu");
/** Precedes words that are searched and not shown. Invisible, and removed from the vault's own text. */
const unread = "\u2063";

/** The text that Pagefind indexes: words are separated, and some are followed by other spellings. */
export const spacedWords = (text: string): string =>
  apart(text.replaceAll(unread, "")).replace(/\S+/gu, (word) =>
    [word, ...otherForms(word)].join(` ${unread}`),
  );

/** A query as the index expects it. */
export const askedWords = (query: string): string => apart(folded(query));

/** An excerpt as it was written; a match of another spelling marks the word itself. */
export const joinedWords = (excerpt: string): string =>
  excerpt
    .replace(new RegExp(`(\\S+) <mark>${unread}[^<]*</mark>`, "gu"), "<mark>$1</mark>")
    .replace(new RegExp(` ?(?:<mark>)?${unread}[^\\s<]*(?:</mark>)?`, "gu"), "")
    .replace(gap, "");

const apart = (text: string): string =>
  text.replace(run, (letters) => {
    const words = [...segmenter.segment(letters)].map(({ segment }) => segment);
    return ` ${words.join(" ")} `;
  });

/** Folds width, and Arabic letters and vowel marks, to what people type. */
const folded = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[\u064B-\u065F\u0670\u0640]/g, "")
    .replace(/[أإآٱ]/g, "ا")
    .replaceAll("ة", "ه")
    .replace(/[یى]/g, "ي")
    .replaceAll("ک", "ك");

/** A word as it is typed, without an article or elision, and in Korean and Chinese each ending that may be a word. */
function otherForms(word: string): string[] {
  const typed = folded(word).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  const forms = new Set([typed]);
  const [, bare] = /^(?:[وفبك]?ال|لل|\p{L}{1,2}[’'])(\p{L}{3,})/u.exec(typed) ?? [];
  if (bare !== undefined) forms.add(bare);
  const least = /^\p{Script=Han}{2,8}$/u.test(typed) ? 1 : 2;
  if (least === 1 || /^\p{Script=Hangul}{3,12}$/u.test(typed)) {
    for (let at = 1; at <= typed.length - least; at++) forms.add(typed.slice(at));
  }
  forms.delete(word);
  return /[^\p{ASCII}]/u.test(word) || bare !== undefined ? [...forms].filter(Boolean) : [];
}
