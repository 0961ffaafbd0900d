import { baseLanguage } from "../../models/base-language.ts";
import { plusDays, plusMonths } from "../grammar/calendar.ts";
import { formsByPlace, tablesOf } from "../languages.ts";
import { foldText } from "../text/letters.ts";
import { stemWords } from "../text/stems.ts";
import { readWish, startOf, wishesIn } from "./wish.ts";

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
  const wish = readWish(message, language, today);
  if (wish.type !== "ask" && wish.type !== "say") return undefined;
  const folded = foldText(message.slice(0, maxCharacters)).replace(/[\s?!.؟]+$/u, "");
  for (const words of wishesIn(language)) {
    const { count, ...memory } = words.memory;
    if (startOf(folded, words, `(?:${count})$`) !== "") return { type: "count" };
    const { rest, ...days } = daysIn(folded, namesOfDays(language, today, memory), today);
    const isWhole = (start: string) =>
      start !== "" && stemWords(rest.slice(start.length)).length === 0;
    const types = ["talked", "told"] as const;
    const type = types.find((one) => isWhole(startOf(rest, words, memory[one])));
    if (type !== undefined) return { type, ...days };
  }
  if (wish.type === "say" || !wish.isList) return undefined;
  const words = stemWords(wish.of).map(({ word }) => word);
  return words.length === 0 ? { type: "self" } : { type: "about", words: words.join(" ") };
}

const maxCharacters = 300;

/** Today, yesterday, and each month as it was last. */
function namesOfDays(
  language: string,
  today: string,
  words: Readonly<Record<"today" | "yesterday", string>>,
): readonly (readonly [words: string, iso: string])[] {
  const months = formsByPlace(tablesOf("months").get(baseLanguage(language)) ?? "");
  const now = Number(today.slice(5, 7));
  return [
    [words.today, today],
    [words.yesterday, plusDays(today, -1)],
    ...months.map(
      (forms, i) =>
        [forms.map(foldText).join("|"), plusMonths(today, -((now + 11 - i) % 12))] as const,
    ),
  ];
}

/** The days that a folded question names, all until today where it names none, and the question without them. */
function daysIn(folded: string, names: ReturnType<typeof namesOfDays>, today: string) {
  for (const [words, iso] of names) {
    const name = `(?<!\\p{L})(?:${words})(?!\\p{L})(?: (?:d[eo] |del )?(20\\d\\d))?`;
    const found = new RegExp(name, "u").exec(folded);
    if (found === null) continue;
    const day = (found[1] ?? iso.slice(0, 4)) + iso.slice(4);
    const rest = folded
      .replace(found[0], "")
      .replace(/[\s,]+/g, " ")
      .trim();
    return { rest, from: day.padEnd(10, "-01"), to: day.padEnd(10, "-31") };
  }
  return { rest: folded, from: "", to: today };
}
