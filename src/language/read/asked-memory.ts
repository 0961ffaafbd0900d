import { asksOf, askThreshold } from "../gate/asks.ts";
import { anywhere, expand } from "../grammar/compile.ts";
import { grammars } from "../grammar/grammar.ts";
import { calendarNames, tablesOf, wordsIn } from "../languages.ts";
import { capital } from "../text/letters.ts";
import { openingOf } from "./opening.ts";
import { rememberedIn } from "./remembered.ts";

/** A memory that a message asks for; '' of "remember that", and no more. */
export interface AskedMemory {
  readonly text: string;
  /** The day from which it is to be brought up (`YYYY-MM-DD`). */
  readonly remind?: string;
}

/**
 * Reads "remember that …", and "remind me on Friday at nine to call Ana", of which the day is taken out and the time stays.
 * What is for no day, or for each Friday, is a memory as any other. Pure.
 */
export function askedMemoryIn(message: string, today: string): AskedMemory | undefined {
  for (const reminder of reminders) {
    const asked = readReminder(reminder, message, today);
    if (asked !== undefined) return asked;
  }
  const text = rememberedIn(message);
  return text === undefined ? undefined : { text };
}

function readReminder(
  { pattern, isToday, isAsking, each, findDay }: (typeof reminders)[number],
  message: string,
  today: string,
): AskedMemory | undefined {
  const { before = "", behind = "", what } = pattern.exec(message)?.groups ?? {};
  if (what === undefined) return undefined;
  const when = `${before.charAt(0).toLowerCase()}${before.slice(1)} ${behind}`.trim();
  const said = `${when} ${what}`.trim();
  const found = each.test(said) ? null : findDay(said, today);
  const ahead = firstDay(found?.iso, today);
  const { from = 0, to = 0, written = "" } = (ahead === undefined ? null : found) ?? {};
  const day = said.slice(from, to);
  // "When Ana called on Friday, remind me to be kind", "remind me again what I wanted to buy".
  const isTime = before === "" || when.startsWith(day || (isToday.exec(when)?.[0] ?? "-"));
  if (!isTime || isAsking.test(when)) return undefined;
  const time = when.replace(day, "").replace(/^[ ,]+|[ ,]+$/gu, "");
  const text = `${capital(what.replace(day, () => written))} ${time}`.trim();
  const remind = ahead ?? (comesToday(isToday, said) ? today : undefined);
  if (remind !== undefined) return { text, remind };
  return time === "" && asksOf(message) > askThreshold ? undefined : { text };
}

/** Of a month its first one; undefined for one that is over, and for a year. */
function firstDay(iso = "", today: string): string | undefined {
  const day = iso.length === 7 ? `${iso}-01` : iso;
  return day.length === 10 && day >= today ? day : undefined;
}

/** "In 48 hours" is not today, and names no day. */
const comesToday = (isToday: RegExp, said: string): boolean =>
  isToday.test(said) && !pastToday.test(said);

const pastToday = /\b(?:1[3-9]|[2-9]\d+)\s?(?:h\b|ho[ur]|stund|heur)/iu;

/** Without the number one, which is also an article: "remind me of a visit to Rome". */
const named = calendarNames("numbers", "months")
  .filter((name) => !/^(?:a|one|une?|una|uma?|eine?)$/u.test(name))
  .join("|");

/** What stands before "remind me" and behind it may say when. */
const reminders = grammars.flatMap(({ code, each, findDay }) => {
  const words = tablesOf("remind").get(code);
  if (words === undefined) return [];
  const start = `^(?:(?<before>.{1,60}?),? )??${openingOf(code)}(?:${words.lead})`;
  const opening = expand(words.opening, { named: `${named}|\\d+` });
  const source = `${start} (?:(?<behind>.{1,60}?),? )??(?:${opening})(?<what>.+?)[ .?!…]*$`;
  return {
    pattern: new RegExp(source, "iu"),
    isToday: anywhere(words.today),
    isAsking: anywhere(wordsIn(tablesOf("questionWords").get(code) ?? "(?!)").join("|")),
    each,
    findDay,
  };
});
