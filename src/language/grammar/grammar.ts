import { tablesOf, wordsIn } from "../languages.ts";
import type { LanguageRules, Markers } from "../types/rules.ts";
import { after, anywhere, atStart, before, expand, lexicon, whole } from "./compile.ts";
import { createFindDay, type FindDay, type NamedDateRules } from "./dates.ts";

/** A language, ready to match; what each part is for stands at its rules. */
export interface Grammar {
  readonly rules: LanguageRules & { readonly dates: NamedDateRules };
  readonly words: ReadonlySet<string>;
  /** Names of days and months; none so short that it is another word too. */
  readonly days: ReadonlySet<string>;
  readonly marks: Readonly<Record<keyof Markers, RegExp>>;
  readonly findDay: FindDay;
  readonly recurring: RegExp;
  /** With its preposition. */
  readonly weekday: RegExp;
  readonly remember: readonly RegExp[];
  readonly pronouns: RegExp;
  /** A relative of the person, anywhere. */
  readonly kin: RegExp;
  /** A text begins with who or what it is about: `I`, `my`, `the`. */
  readonly opening: RegExp;
  readonly past: RegExp;
  readonly connectors: RegExp;
}

/** Compiles the rules of a language, once. */
export function createGrammar(given: LanguageRules): Grammar {
  const listOf = (name: "months" | "weekdays" | "numbers") => tablesOf(name).get(given.code) ?? "";
  const calendar = {
    months: listOf("months"),
    weekdays: listOf("weekdays"),
    numbers: listOf("numbers"),
  };
  const rules = { ...given, dates: { ...given.dates, ...calendar } };
  const { dates, my, the, mine, connectors } = rules;
  const sourceOf = (names: string) => lexicon(`name:${wordsIn(names).join(",")}`).source;
  const lists = { weekday: sourceOf(dates.weekdays), months: sourceOf(dates.months) };
  return {
    rules,
    words: new Set(rules.words.split(/\s+/u)),
    days: new Set(`${dates.weekdays} ${dates.months}`.match(/[^\s,]{5,}/gu)),
    marks: compileMarkers(rules),
    findDay: createFindDay(dates),
    recurring: anywhere(expand(dates.recurring, lists)),
    weekday: anywhere(`(?:(?:${beforeWeekday}) )?(?:${lists.weekday})s?`),
    remember: rules.remember.map(whole),
    pronouns: atStart(rules.pronouns),
    kin: anywhere(`(?:${my}) (?:\\p{L}+ )?(?:${sourceOf(rules.relations)})`),
    opening: atStart(`(?:${mine}|${my}|${the}|(?<=l'))`),
    past: anywhere(rules.past),
    connectors: new RegExp(`(?:, |; | )(?:(?:${connectors}) )|[,;:] | [-–—] `, "giu"),
  };
}

const beforeWeekday = "on|el|els|los|la|las|le|les|na|no|à|às|ao|aos|em|am|every|cada|jeden";

function compileMarkers({
  markers,
  connectors,
}: LanguageRules): Readonly<Record<keyof Markers, RegExp>> {
  const { fillers, tails, material, takeBack, offRecord, forget, correction, keep, offer } =
    markers;
  return {
    fillers: atStart(fillers),
    tails: new RegExp(`[, ]+(?:${tails})[.! ]*$`, "iu"),
    material: atStart(material),
    takeBack: atStart(takeBack),
    offRecord: anywhere(offRecord),
    forget: new RegExp(`(?:^|[,;:] |${before}(?:${connectors}) )(?:${forget})${after}`, "iu"),
    correction: atStart(correction),
    keep: whole(keep),
    offer: atStart(offer),
  };
}
