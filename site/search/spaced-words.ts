const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });
/** Scripts that put no spaces between words. */
const letter =
  "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー々]";
const run = new RegExp(`${letter}+`, "gu");
const gap = new RegExp(`(?<=${letter}(?:</mark>)?) (?=(?:<mark>)?${letter})`, "gu");
/** Stands before what is there to be found and not to be read. It is invisible, and no text of a vault is left with it. */
const unread = "\u2063";

/** A text as Pagefind is to index it: its words told apart, and behind some of them other ways to write them. */
export const spacedWords = (text: string): string =>
  apart(text.replaceAll(unread, "")).replace(/\S+/gu, (word) =>
    [word, ...otherForms(word)].join(` ${unread}`),
  );

/** A question as it is put to the index. */
export const askedWords = (query: string): string => apart(folded(query));

/** An excerpt as its text was written; what was found by another form is marked in its place. */
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

/** Width, Arabic letters and marks as people type them. */
const folded = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[\u064B-\u065F\u0670\u0640]/g, "")
    .replace(/[أإآٱ]/g, "ا")
    .replaceAll("ة", "ه")
    .replace(/[یى]/g, "ي")
    .replaceAll("ک", "ك");

/** Of a word: as it is typed; without an article or elision before it; in Korean and Chinese, the ends that may be words. */
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
