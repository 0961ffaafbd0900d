import type { Span } from "./span.ts";

/** E-mail addresses, written and spoken. */
export function findEmails(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
    const span = addressAround(text, at);
    if (span !== null) spans.push(span);
  }
  return [...spans, ...findSpokenEmails(text)];
}

const longestName = 64;
const longestDomain = 120;

function addressAround(text: string, at: number): Span | null {
  let start = at;
  while (
    start > 0 &&
    at - start < longestName &&
    /[\p{L}\p{N}._%+'-]/u.test(text[start - 1] ?? "")
  ) {
    start--;
  }
  while (start < at && /[.'%+-]/.test(text[start] ?? "")) start++;
  const name = text.slice(start, at);
  const domain = domainPattern.exec(text.slice(at + 1, at + 1 + longestDomain))?.[0];
  if (name === "" || name === "git" || domain === undefined) return null;
  return fileEnding.test(domain) ? null : { start, end: at + 1 + domain.length };
}

const domainPattern = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.){1,6}\p{L}{2,20}(?![\p{L}\p{N}])/u;

/** "icon@2x.png" */
const fileEnding = /\.(?:png|jpe?g|gif|svg|webp)$/i;

/** Addresses as they are said: "ana punto garcia arroba gmail punto com", "ana dot garcia at gmail dot com". */
function findSpokenEmails(text: string): Span[] {
  if (!anyAt.test(text)) return [];
  const words = wordsOf(text);
  return words.flatMap((word, at) => {
    if (!atWords.test(word.text)) return [];
    const start = nameStart(words, at);
    const end = domainEnd(words, at);
    if (start === null || end === null) return [];
    return isAddress(words, start, at) ? [spanOf(words, start, end)] : [];
  });
}

interface Word extends Span {
  readonly text: string;
  /** Nothing but a space stands between it and the word before. */
  readonly follows: boolean;
}

const anyAt =
  /(?<!\p{L})(?:at|arroba|arrova|arobase|arrobase|klammeraffe|ät|chiocciola)(?!\p{L})/iu;
const atWords = /^(?:at|arroba|arrova|arobase|arrobase|klammeraffe|ät|chiocciola)$/;
const joints =
  /^(?:dot|punto|punt|ponto|point|punkt|underscore|bajo|baix|unterstrich|dash|hyphen|guion|guión|guió|hífen|tiret|minus|bindestrich|\.)$/;
const dots = /^(?:dot|punto|punt|ponto|point|punkt|\.)$/;
const endings =
  /^(?:com|org|net|edu|gov|info|io|eu|dev|app|me|es|cat|de|fr|pt|it|uk|us|br|mx|ar|cl|ch|at|be|nl|ad|gal|eus)$/;
const maxJoints = 6;

/** "Look at example dot com" is not an address. */
const notNames =
  /^(?:look|looking|me|us|see|is|it|its|go|was|are|be|here|there|meet|work|works|working|am|find|buy|bought|available|live|online|that|this|and|or|of|the)$/;

function wordsOf(text: string): Word[] {
  let last = 0;
  return [...text.matchAll(/[\p{L}\p{N}_+'-]+|\./gu)].map((match) => {
    const gap = text.slice(last, Math.min(match.index, last + 3));
    const follows = last > 0 && /^\s{0,2}$/.test(gap);
    last = match.index + match[0].length;
    return { text: match[0].toLowerCase(), start: match.index, end: last, follows };
  });
}

/** Place of the first word of the name before the at sign, or null. */
function nameStart(words: readonly Word[], at: number): number | null {
  let start = at - 1;
  if (!isNamePart(words[start]) || words[at]?.follows !== true) return null;
  for (let joint = 0; joint < maxJoints; joint++) {
    const before = jointsBefore(words, start);
    if (before === null) return start;
    start = before;
  }
  return start;
}

/** Place of the part before a joint ("punto", "guion bajo"), where there is one. */
function jointsBefore(words: readonly Word[], start: number): number | null {
  let place = start;
  while (
    place > 0 &&
    start - place < 2 &&
    words[place]?.follows &&
    joints.test(words[place - 1]?.text ?? "")
  ) {
    place--;
  }
  const part = words[place - 1];
  return place < start && words[place]?.follows === true && isNamePart(part) ? place - 1 : null;
}

function isNamePart(word: Word | undefined): boolean {
  return word !== undefined && !joints.test(word.text) && !atWords.test(word.text);
}

/** Place of the last word of the domain after the at sign, or null. */
function domainEnd(words: readonly Word[], at: number): number | null {
  let end: number | null = null;
  for (let place = at + 1; place < at + 2 * maxJoints; place += 2) {
    const [name, dot, ending] = [words[place], words[place + 1], words[place + 2]];
    if (!isNamePart(name) || name?.follows !== true) break;
    if (dot?.follows !== true || !dots.test(dot.text) || ending?.follows !== true) break;
    if (endings.test(ending.text)) end = place + 2;
  }
  return end;
}

/** Other at words than "at" are said of addresses only. */
function isAddress(words: readonly Word[], start: number, at: number): boolean {
  if (words[at]?.text !== "at") return true;
  return at - start > 1 || !notNames.test(words[start]?.text ?? "");
}

function spanOf(words: readonly Word[], from: number, to: number): Span {
  return { start: words[from]?.start ?? 0, end: words[to]?.end ?? 0 };
}
