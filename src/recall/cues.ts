import { foldWord } from "../index/tokenize.ts";
import { allWords, anyOf, calendarNames, tablesOf, wordsIn } from "../language/languages.ts";

/** True when a question asks for a point or a length of time ("when", "how long", "¿qué día…?"). */
export function asksWhen(folded: string): boolean {
  return whenQuestion.test(folded);
}

/** True when a text says when something was or will be: a day, a month, a year, "last week", "ago". */
export function namesTime(text: string): boolean {
  const head = cueText(text);
  const folded = foldWord(head.toLowerCase());
  const words = folded.split(/[\s,;!?()[\]"“”«»—–-]+/).map(withoutPoints);
  if (words.some((word) => timeWords.has(word) || timeFigure.test(word))) return true;
  return !ascii.test(head) && timeSpaceless.test(head);
}

/** The part of a line in which cues are looked for: every candidate is looked through, however long it is. */
export function cueText(text: string): string {
  return text.slice(0, maxCharacters);
}

/** Words with which people ask a memory in a language ("tell", "remember", "kind"), and which it hardly ever holds. */
export function askingWords(language: string): ReadonlySet<string> {
  return new Set(wordsIn(askingWordsByLanguage.get(language) ?? ""));
}

const maxCharacters = 2_000;

/** A pattern for points at the end would try each run of points within. */
function withoutPoints(word: string): string {
  let end = word.length;
  while (end > 0 && ".:'’".includes(word.charAt(end - 1))) end--;
  return word.slice(0, end);
}

const before = "(?<![\\p{L}\\p{N}])";
const after = "(?![\\p{L}\\p{N}])";

const whenSpaceless =
  "什么时候|什麼時候|何时|何時|几号|哪天|哪年|多久|いつ|何日|何年|언제|며칠|เมื่อไหร่|เมื่อไร|कब";
const whenQuestion = new RegExp(`${before}(?:${anyOf("asksWhen")})${after}|${whenSpaceless}`, "u");

/** Names that are other words too: "May", "Marc", "sept" (seven), "segunda" (second). */
const isOtherWord = /^(?:.{1,3}|marc|mars|sept|segunda|terca|quarta|quinta|sexta)$/;
/** Words that place something in time; single words, since every candidate is looked through. */
const timeWords = new Set([
  ...allWords("timeWords"),
  ...calendarNames("months", "weekdays")
    .map(foldWord)
    .filter((name) => !isOtherWord.test(name)),
]);
/** 1987, 3rd, 9:30. */
const timeFigure = /^(?:(?:19|20)\d\d|\d{1,2}(?:st|nd|rd|th)|\d{1,2}[:.]\d\d)$/;
const timeSpaceless =
  /昨天|今天|明天|去年|今年|明年|上周|下周|昨日|今日|明日|先週|来週|[年月日]|어제|오늘|내일|작년|내년|지난|เมื่อวาน|วันนี้|พรุ่งนี้/;
const ascii = /^[\0-\x7f]*$/;

const askingWordsByLanguage = tablesOf("askingWords");
