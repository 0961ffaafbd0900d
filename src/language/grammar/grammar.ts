import { tablesOf, wordsIn } from "../languages.ts";
import type { LanguageRules, Markers } from "../types/rules.ts";
import {
  after,
  anywhere,
  atStart,
  before,
  type CompiledRow,
  compileRows,
  expand,
  type Lexicon,
  lexicon,
  whole,
} from "./compile.ts";
import { createFindDay, type FindDay, type NamedDateRules } from "./dates.ts";

/** A language, ready to match; what each part is for stands at its rules. */
export interface Grammar
  extends Readonly<Record<Pattern, RegExp>>,
    Readonly<Record<Patterns, readonly RegExp[]>>,
    Readonly<Record<Lexicons, Lexicon>> {
  readonly rules: NamedRules;
  readonly words: ReadonlySet<string>;
  /** Names of days and months; none so short that it is another word too. */
  readonly days: ReadonlySet<string>;
  readonly marks: Readonly<Record<Exclude<keyof Markers, "notButs">, RegExp>>;
  readonly rows: readonly CompiledRow[];
  readonly findDay: FindDay;
  readonly ended: readonly {
    readonly pattern: RegExp;
    readonly inner: string;
    readonly write: string;
  }[];
  readonly habitOf: (verb: string) => string;
  readonly possessed: RegExp | null;
  readonly reordered: readonly { readonly pattern: RegExp; readonly order: string }[];
  readonly plan: Readonly<Record<PlanPattern, RegExp>>;
  readonly mood: { readonly good: RegExp; readonly bad: RegExp };
}

/** Rules with the names of the calendar. */
type NamedRules = LanguageRules & { readonly dates: NamedDateRules };

/** `weekday` includes its preposition; `secondVerb` is one without a subject; `kin` a relative of the person, anywhere. */
type Pattern =
  | ("recurring" | "weekday" | "time" | "secondVerb" | "habit" | "habitOfOthers" | "passing")
  | ("related" | "kin" | "nameArticle" | "pronouns" | "mine" | "dangling" | "regular")
  | ("measures" | "connectors");
type Patterns =
  | ("notButs" | "remember" | "owned" | "favourite" | "places" | "things" | "settled")
  | "chain";
type Lexicons = "relations" | "slots" | "secrets" | "nouns" | "appointments";
type PlanPattern =
  | ("first" | "third" | "bare" | "noun" | "state" | "past" | "have")
  | ("you" | "thing" | "appointment");

/** Compiles the rules of a language, once. */
export function createGrammar(given: LanguageRules): Grammar {
  const rules = withCalendar(given);
  const relations = lexicon(rules.relations);
  const slots = lexicon(rules.slots);
  const secrets = lexicon(rules.secrets);
  const nouns = lexicon(rules.nouns);
  const appointments = lexicon(rules.plan.appointments);
  const lists = listsOf(rules, { relations, slots, secrets, appointments });
  const put = (source: string) => expand(source, lists);
  const start = (source: string) => atStart(put(source));
  const all = (sources: readonly string[] = []) => sources.map((source) => whole(put(source)));
  const habits = habitMap(rules.habits);
  let rows: readonly CompiledRow[] | undefined;
  return {
    rules: { ...rules, lists },
    words: new Set(rules.words.split(/\s+/u)),
    ...compileMarkers(rules, put),
    get rows() {
      rows ??= compileRows({ ...rules, lists }); // Most conversations need one language of six.
      return rows;
    },
    ...compileDays(rules, put),
    time: start(rules.dates.time),
    secondVerb: new RegExp(` (?:${rules.connectors}) (?:${[...habits.keys()].join("|")}) `, "iu"),
    remember: all(rules.remember),
    ended: rules.ended.map(([source, inner, write]) => ({
      pattern: whole(put(source)),
      inner,
      write,
    })),
    habit: whole(habitPattern(rules, habits)),
    habitOfOthers: whole(othersPattern(rules, habits)),
    habitOf: (verb) => habits.get(verb.toLowerCase()) ?? "",
    relations,
    slots,
    secrets,
    nouns,
    appointments,
    owned: all(rules.owned),
    favourite: all(rules.favourite),
    places: all(rules.places),
    things: all(rules.things),
    settled: all(rules.settled),
    possessed: rules.possessed === undefined ? null : start(rules.possessed[0]),
    reordered: (rules.reordered ?? []).map(([source, order]) => ({
      pattern: whole(put(source)),
      order,
    })),
    passing: anywhere(rules.passing),
    chain: rules.chain.map(start),
    related: start(
      `(?:(?:{my}) (?:(?:${rules.adjectives}) )?(?<rel>{relation})|(?<bare>${rules.bare}))(?: (?:${rules.adjectives}))?`,
    ),
    kin: anywhere(put(`(?:{my}) (?:(?:${rules.adjectives}) )?(?:{relation})|(?:${rules.bare})`)),
    nameArticle: new RegExp(`^(?:${rules.nameArticle})`, "iu"),
    pronouns: start(rules.pronouns),
    mine: anywhere(rules.mine),
    dangling: start(rules.dangling),
    plan: compilePlan(rules, start, appointments),
    regular: start(rules.regular),
    measures: start(rules.measures),
    mood: { good: anywhere(rules.mood.good), bad: anywhere(rules.mood.bad) },
    connectors: new RegExp(`(?:, |; | )(?:(?:${rules.connectors}) )|[,;:] | [-–—] `, "giu"),
  };
}

function withCalendar(rules: LanguageRules): NamedRules {
  const listOf = (name: "months" | "weekdays" | "numbers") => tablesOf(name).get(rules.code) ?? "";
  const [months, weekdays, numbers] = [listOf("months"), listOf("weekdays"), listOf("numbers")];
  return { ...rules, dates: { ...rules.dates, months, weekdays, numbers } };
}

function compileDays(
  { dates }: NamedRules,
  put: (source: string) => string,
): Pick<Grammar, "findDay" | "recurring" | "weekday" | "days"> {
  return {
    findDay: createFindDay(dates),
    recurring: anywhere(put(dates.recurring)),
    weekday: anywhere(put(dayWords)),
    days: new Set(`${dates.weekdays} ${dates.months}`.match(/[^\s,]{5,}/gu)),
  };
}

const dayWords =
  "(?:(?:on|el|els|los|la|las|le|les|na|no|à|às|ao|aos|em|am|every|cada|jeden) )?(?:{weekday})s?";

const never = "(?!)";

function compilePlan(
  { plan, the, my }: LanguageRules,
  start: (source: string) => RegExp,
  appointments: Lexicon,
): Grammar["plan"] {
  return {
    first: start(plan.first),
    third: start(plan.third),
    bare: start(plan.bare ?? never),
    noun: new RegExp(
      `(?<! (?:a|de|al|per|por|em|amb|con|com|in|an)) (?:${the}|${my}|en|na)(?: |(?<='))(?=\\p{L})`,
      "iu",
    ),
    state: anywhere(plan.state ?? never),
    past: anywhere(plan.past),
    have: start(plan.have),
    you: anywhere(plan.you),
    thing: new RegExp(`^(?:${the}|${my})(?: |(?<='))`, "iu"),
    appointment: anywhere(appointments.source),
  };
}

/** The lists that rules name in braces. */
function listsOf(
  rules: NamedRules,
  lexicons: Readonly<Record<Exclude<Lexicons, "nouns">, { readonly source: string }>>,
): LanguageRules["lists"] {
  return {
    months: lexicon(`month:${wordsIn(rules.dates.months).join(",")}`).source,
    ...rules.lists,
    weekday: lexicon(`wd:${wordsIn(rules.dates.weekdays).join(",")}`).source,
    my: rules.my,
    the: rules.the,
    relation: lexicons.relations.source,
    slot: `${lexicons.secrets.source}|${lexicons.slots.source}`,
    appointment: lexicons.appointments.source,
    name: "[\\p{L}·-]+(?: [\\p{L}·-]+)?",
  };
}

const leading = [
  "fillers",
  "question",
  "command",
  "material",
  "takeBack",
  "correction",
  "agree",
  "yes",
  "propose",
  "offer",
];

function compileMarkers(
  { markers: { notButs, ...markers }, connectors }: LanguageRules,
  put: (source: string) => string,
): Pick<Grammar, "marks" | "notButs"> {
  const mark = (name: keyof typeof markers) =>
    leading.includes(name) ? atStart(put(markers[name])) : anywhere(put(markers[name]));
  return {
    notButs: notButs.map((source) => whole(put(source))),
    marks: {
      fillers: mark("fillers"),
      tails: new RegExp(`[, ]+(?:${markers.tails})[.! ]*$`, "iu"),
      question: mark("question"),
      hypothetical: mark("hypothetical"),
      command: mark("command"),
      material: mark("material"),
      reported: mark("reported"),
      temporary: mark("temporary"),
      takeBack: mark("takeBack"),
      offRecord: mark("offRecord"),
      forget: new RegExp(
        `(?:^|[,;:] |${before}(?:${connectors}) )(?:${put(markers.forget)})${after}`,
        "iu",
      ),
      noMore: mark("noMore"),
      correction: mark("correction"),
      agree: mark("agree"),
      yes: mark("yes"),
      but: mark("but"),
      keep: whole(markers.keep),
      propose: mark("propose"),
      pointing: mark("pointing"),
      offer: mark("offer"),
    },
  };
}

/** `uso>usa usamos>`: the verb as said, and as a memory says it. */
function habitMap(habits: string): ReadonlyMap<string, string> {
  return new Map(
    habits
      .trim()
      .split(/\s+/u)
      .map((pair) => {
        const [verb = "", third = ""] = pair.replaceAll("_", " ").split(">");
        return [verb, third] as const;
      }),
  );
}

function othersPattern(rules: LanguageRules, habits: ReadonlyMap<string, string>): string {
  const adverb = `(?:${rules.habitAdverbs})`;
  const verbs = alternatives([...habits.entries()].flat());
  return `(?<left>${adverb} )?(?:${verbs}) (?<right>${adverb} )?(?<o>.+)`;
}

/** Longest first. */
function alternatives(words: readonly string[]): string {
  const given = words.filter((word) => word !== "");
  return given.sort((a, b) => b.length - a.length).join("|");
}

function habitPattern(rules: LanguageRules, habits: ReadonlyMap<string, string>): string {
  const verbs = alternatives([...habits.keys()]);
  const adverb = `(?:${rules.habitAdverbs})`;
  return `(?<who>${rules.habitSubject})(?<left>${adverb} )?(?<verb>${verbs}) (?<right>${adverb} )?(?<o>.+)`;
}
