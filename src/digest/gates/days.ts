import { plusDays } from "../../language/grammar/calendar.ts";
import { grammarsFor } from "../../language/grammar/grammar.ts";
import { numbersIn } from "../../language/text/number-words.ts";
import type { SaidMessage } from "../../models/requests.ts";
import type { Quoted } from "./find-quote.ts";
import type { Proof } from "./prove.ts";

/** The most of a sentence that is read. */
const maxSentence = 400;

/** False for a text with a day, month or year (`2026-03-14`, `2026-03`, `2026`) that what it comes from does not name. */
export function areDaysSaid(text: string, { stated, known }: Proof<SaidMessage>): boolean {
  const words = [known, ...stated.map(({ sentence }) => sentence)].join("\n");
  const days = text.match(/\b(?:19|20)\d\d(?:-\d\d){0,2}\b/g) ?? [];
  return days.every((day) => words.includes(day) || stated.some((one) => isIn(day, one)));
}

function isIn(day: string, { sentence, message: { date, language } }: Quoted): boolean {
  const named = grammarsFor(sentence, language).flatMap(
    ({ findDay }) => findDay(sentence.slice(0, maxSentence), date)?.iso ?? [],
  );
  // "Tonight" names no day, and "the weekend" is not read as one.
  const [first, last] = named.length > 0 ? [-1, 1] : [-1, 14];
  const near = [plusDays(date, first), plusDays(date, last)];
  const { values } = numbersIn(sentence, language);
  const [year = "", , monthDay] = day.split("-");
  return (
    named.some((other) => mayBe(day, other)) ||
    near.some((other) => other.startsWith(day)) ||
    (day > (near[0] ?? "") && day < (near[1] ?? "")) ||
    // "The 14th", "in '84".
    values.has(Number(monthDay ?? year)) ||
    (monthDay === undefined && values.has(Number(year) % 100))
  );
}

/** "Next Friday" is one of several; a month or a year is of all its days. */
const mayBe = (day: string, other: string): boolean =>
  [-14, -7, 0, 7, 14].some((days) => {
    const one = other.length < 10 ? other : plusDays(other, days);
    return one.startsWith(day) || day.startsWith(one);
  });
