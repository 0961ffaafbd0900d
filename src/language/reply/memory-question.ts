import { baseLanguage } from "../../models/base-language.ts";
import { pad, plusDays } from "../grammar/calendar.ts";
import { formsByPlace, tablesOf } from "../languages.ts";
import { foldText } from "../text/letters.ts";
import { stemWords } from "../text/stems.ts";
import { readWish, startOf, wishWordsIn } from "./wish.ts";

/** A question about the memory itself. Days are `YYYY-MM-DD`, both included. */
export type MemoryQuestion =
  | { readonly type: "count" }
  /** What was learned in these days, or what was talked about. */
  | { readonly type: "told" | "talked"; readonly from: string; readonly to: string }
  /** All that is known of the one who speaks. */
  | { readonly type: "self" }
  /** All that is known of something, which may be a topic: the words that name it. */
  | { readonly type: "about"; readonly words: string };

/** Reads a message as such a question; undefined for any other. Pure. */
export function readMemoryQuestion(
  message: string,
  language: string,
  today: string,
): MemoryQuestion | undefined {
  const wish = readWish(message, language);
  if (wish.type !== "ask" && wish.type !== "say") return undefined;
  const folded = foldText(message.slice(0, maxCharacters)).replace(/[\s?!.؟]+$/u, "");
  for (const { memory } of wishWordsIn(language)) {
    if (startOf(folded, `(?:${memory.count})$`) !== "") return { type: "count" };
    const { rest, ...days } = timeIn(folded, waysToName(language, today, memory), today);
    const type = (["talked", "told"] as const).find((one) => isWhole(rest, memory[one]));
    if (type !== undefined) return { type, ...days };
  }
  if (wish.type === "say" || !wish.isList) return undefined;
  const words = stemWords(wish.of).map(({ word }) => word);
  return words.length === 0 ? { type: "self" } : { type: "about", words: words.join(" ") };
}

/** It starts with these words, and says nothing behind them. */
function isWhole(folded: string, words: string): boolean {
  const start = startOf(folded, words);
  return start !== "" && stemWords(folded.slice(start.length)).length === 0;
}

const maxCharacters = 300;

/** Words for some days, and which days they are. */
type Named = readonly [words: string, from: string, to: string];

/** Today, yesterday, and each month as it was last, or in the year behind it. */
function waysToName(
  language: string,
  today: string,
  words: Readonly<Record<"today" | "yesterday", string>>,
): readonly Named[] {
  const yesterday = plusDays(today, -1);
  const months = formsByPlace(tablesOf("months").get(baseLanguage(language)) ?? "");
  return [
    [words.today, today, today],
    [words.yesterday, yesterday, yesterday],
    ...months.map((forms, i): Named => {
      const month = pad(i + 1);
      const year = Number(today.slice(0, 4)) - Number(month > today.slice(5, 7));
      return [forms.map(foldText).join("|"), `${year}-${month}-01`, `${year}-${month}-31`];
    }),
  ];
}

/** The days that a folded question names, all until today where it names none, and the question without them. */
function timeIn(folded: string, ways: readonly Named[], today: string) {
  for (const [words, from, to] of ways) {
    const pattern = new RegExp(
      `(?<!\\p{L})(?:${words})(?!\\p{L})(?: (?:d[eo] |del )?(20\\d\\d))?`,
      "u",
    );
    const found = pattern.exec(folded);
    if (found === null) continue;
    const inYear = (day: string): string => (found[1] ?? day.slice(0, 4)) + day.slice(4);
    const rest = folded
      .replace(found[0], "")
      .replace(/[\s,]+/g, " ")
      .trim();
    return { rest, from: inYear(from), to: inYear(to) };
  }
  return { rest: folded, from: "", to: today };
}
