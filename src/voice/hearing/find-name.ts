import { distance } from "fastest-levenshtein";
import { type FoldedWord, foldWords } from "../../language/text/letters.ts";

/**
 * Looks for one of the agent's names at the beginning or end of a text, with or without a "hey". Returns the text without
 * it ('' if nothing else was said), or undefined if no name is there. Pure.
 */
export function findName(text: string, names: readonly string[]): string | undefined {
  const known = names.map(toName).filter(({ letters }) => letters !== "");
  return stripLeadingName(text, known) ?? stripTrailingName(text, known);
}

interface Name {
  readonly letters: string;
  readonly sound: string;
  readonly words: number;
}

function toName(name: string): Name {
  const words = foldWords(name).map(({ folded }) => folded);
  const letters = words.join("");
  return { letters, sound: nameSound(letters), words: words.length };
}

/** Words that call someone; up to two may precede the name ("ok, hey Loci"). */
const callWords = new Set(
  "hey|hei|hi|he|hello|ok|okay|okey|yo|um|uh|eh|mm|oye|oiga|hola|ei|escolta|oi|ola|ouve|salut|dis|bonjour|coucou|hallo|na|du|hor mal|ehi|ciao|senti|يا|هاي|هي|مرحبا|اهلا|الو".split(
    "|",
  ),
);
const maxCallWords = 2;

/** Characters at either end in which a name is looked for. */
const reach = 200;
/** "Loci, Loci!" */
const maxRepeats = 3;

function stripLeadingName(
  text: string,
  names: readonly Name[],
  repeats = maxRepeats,
): string | undefined {
  if (repeats === 0) return undefined;
  const words = foldWords(text.slice(0, reach));
  for (let at = 0; at <= Math.min(maxCallWords, words.length - 1); at++) {
    const isCalled = at > 0;
    if (isCalled && !callWords.has(words[at - 1]?.folded ?? "")) return undefined;
    const found = match(words, at, names);
    const last = words[at + (found?.words ?? 0) - 1];
    if (found === undefined || last === undefined) continue;
    const rest = text.slice(last.end).replace(/^[^\p{L}\p{N}¿¡"«“]+/u, "");
    const isApart = /^\s*[,.:;!?…،؛؟–—-]/u.test(text.slice(last.end)) || rest === "";
    if (found.isSure || isCalled || isApart) {
      return stripLeadingName(rest, names, repeats - 1) ?? rest;
    }
  }
  return undefined;
}

/**
 * Looks at the end, where the name may be only mentioned ("have you seen Loki?"): if the text is punctuated, there must be
 * a comma before it.
 */
function stripTrailingName(text: string, names: readonly Name[]): string | undefined {
  const from = Math.max(0, text.length - reach);
  const words = foldWords(text.slice(from));
  const isPunctuated = /[,.:;!?…،؛؟]/u.test(text);
  const rest = (at: number): string | undefined => {
    const found = match(words, at, names);
    if (found === undefined || at + found.words !== words.length) return undefined;
    const isCalled = callWords.has(words[at - 1]?.folded ?? "");
    const before = text.slice(0, from + (words[isCalled ? at - 1 : at]?.start ?? 0));
    const isApart = /[,.:;!?…،؛؟–—-]\s*$/u.test(before);
    if (!isApart && !isCalled && (isPunctuated || !found.isSure)) return undefined;
    return keepQuestionMark(before, text.slice(from + (words.at(-1)?.end ?? 0)));
  };
  for (let at = Math.max(1, words.length - longestName); at < words.length; at++) {
    const found = rest(at);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Moves a question mark after the name to the end of the rest. */
function keepQuestionMark(before: string, after: string): string {
  const rest = before.replace(/(?<![\s,،:;–—-])[\s,،:;–—-]+$/u, "");
  return /[.?!؟…]$/u.test(rest) ? rest : rest + (/[?!؟]|…$/u.exec(after)?.[0] ?? "");
}

const longestName = 5;

interface Match {
  readonly words: number;
  /** The name itself or a homophone; else only a similar word. */
  readonly isSure: boolean;
}

/** Matches a name against the words from `at` on, as one word more or fewer: transcribers may write "low key". */
function match(
  words: readonly FoldedWord[],
  at: number,
  names: readonly Name[],
): Match | undefined {
  const near: Match[] = [];
  for (const name of names) {
    // Try few words first: in "Loci, I live here" the "I" is not part of the name, although it fits.
    for (let count = 1; count <= name.words + 1; count++) {
      const own = words.slice(at, at + count);
      if (own.length < count) continue;
      const letters = own.map(({ folded }) => folded).join("");
      if (isSame(letters, name)) return { words: count, isSure: true };
      if (count === name.words && isNear(letters, name)) near.push({ words: count, isSure: false });
    }
  }
  return near[0];
}

/** Names shorter than this match only by spelling, because they sound like common words ("Ana" is Arabic for "I"). */
const minLetters = 4;
/** Arabic may write "O Loci" as one word. */
const arabicCall = /^يا(?=..)/u;

function isSame(letters: string, { letters: name, sound }: Name): boolean {
  if (letters === name || letters.replace(arabicCall, "") === name) return true;
  if (name.length < minLetters || letters.length < minLetters) return false;
  return nameSound(letters) === sound || nameSound(letters.replace(arabicCall, "")) === sound;
}

function isNear(letters: string, { letters: name, sound }: Name): boolean {
  if (name.length < minLetters || similarWords.has(letters)) return false;
  const most = name.length >= 7 ? 2 : 1;
  return distance(letters, name) <= most || distance(nameSound(letters), sound) <= most - 1;
}

/** Common first words that resemble the default names. */
const similarWords = new Set(
  "loco|loca|lock|lok|loc|loch|look|luck|lucky|logo|lo|loki's|lori|loqui|toki".split("|"),
);

/** Returns a rough pronunciation in Latin letters: "lokey", "Locky", "low key" and "لوكي" all become "loki". */
function nameSound(folded: string): string {
  return [...folded]
    .map((letter) => latinByArabic[letter] ?? letter)
    .join("")
    .replace(/ck|ch|qu|[cq]/g, "k")
    .replace(/ph/g, "f")
    .replace(/ow/g, "o")
    .replace(/(?:ie|ey|ee|y)$/, "i")
    .replace(/h/g, "")
    .replace(/(.)\1+/gu, "$1");
}

/** As in names, where و is more often o than w. */
const latinByArabic: Readonly<Record<string, string>> = {
  ...{ ا: "a", ب: "b", ت: "t", ث: "t", ج: "j", ح: "h", خ: "k", د: "d", ذ: "d", ر: "r", ز: "z" },
  ...{ س: "s", ش: "s", ص: "s", ض: "d", ط: "t", ظ: "z", ع: "a", غ: "g", ف: "f", ق: "k", ك: "k" },
  ...{ ل: "l", م: "m", ن: "n", ه: "h", و: "o", ي: "i", ء: "", پ: "p", چ: "k", ک: "k", گ: "g" },
};
