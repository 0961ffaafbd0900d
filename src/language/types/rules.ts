/**
 * How things are said, one a line: `concept ¦ i ¦ we ¦ he ¦ write`: by the person (`i`, `we`) and of others (`he`,
 * after a subject). What follows the pattern is the object; `…` puts it elsewhere and `«…»` makes the pattern's own
 * words its beginning. `write` is how a memory says it, `…` standing for the object; `=` keeps the person's words;
 * left out, it is `he`.
 */
export type Rows = string;

/** Words by what they stand for: `sister:hermana,hermanita dog:perro`, an underscore for a space. */
export type WordsBySlot = string;

/** How a language names days and writes them. Patterns may use {d}, {month}, {y}, {wd} and {n}. */
export interface DateRules {
  /** The days of a month in words, as they are said before it: `twelfth`. */
  readonly days: string;
  /** A day of a month. */
  readonly absolute: readonly string[];
  /** A day of this or the next month. */
  readonly dayOnly: readonly string[];
  /** Days from the day it was said; `{n}` in the pattern multiplies. */
  readonly relative: readonly (readonly [pattern: string, days: number])[];
  readonly nextWeekday: readonly string[];
  readonly weekdayOfNextWeek: readonly string[];
  readonly lastWeekday: readonly string[];
  /**
   * What is over: the last week, month and year, so many months and years ago, a month by its name; a month in a sentence in
   * the past; and `in` before a year.
   */
  readonly past: Readonly<
    Record<
      "week" | "month" | "year" | "monthsAgo" | "yearsAgo" | "named" | "inMonth" | "inYear",
      string
    >
  >;
  /** Spring, summer and autumn; the next, the last and this one; what is written, with `{season}` and `{year}`. */
  readonly seasons: Readonly<Record<"names" | "next" | "last" | "current" | "written", string>>;
  /** Feasts by their day (`12-25`) or their days from Easter (`easter+49`), and how this year is said behind one. */
  readonly feasts: { readonly names: WordsBySlot; readonly thisYear: string };
  readonly nextWeek: string;
  readonly nextMonth: string;
  /** A month, a year, this and the next weekend, named without a day. */
  readonly monthOnly?: readonly string[];
  readonly nextYear?: string;
  readonly weekends?: readonly [current: string, next: string];
  /** Words that make a day a habit: `every`. */
  readonly recurring: string;
  /** A time of day, as it may stand before a statement. */
  readonly time: string;
  /** Words for this day; and those by which a time is before noon, or after it. */
  readonly today?: string;
  readonly halves?: readonly [morning: string, afternoon: string];
  /**
   * What says that a time comes again and again; what is added to an hour and taken off it, with `{h}`, `{n}` minutes and `{w}` parts of an hour (`half:30`); and times
   * from now, in minutes, each once or `{n}` times; the first that fits counts.
   */
  readonly clock?: {
    readonly each: string;
    readonly after: readonly string[];
    readonly before: readonly string[];
    readonly parts: WordsBySlot;
    readonly spans: readonly (readonly [source: string, minutes: number])[];
  };
  /** Weekdays are written small. */
  readonly smallWeekdays: boolean;
  /** `on` before a date, `the week of` before a Monday, and what stands between a day and its year. */
  readonly on: string;
  readonly weekOf: string;
  readonly inMonth: string;
  readonly beforeYear: string;
}

/** Patterns, without regard to case, for what makes a sentence something other than a statement to keep. */
export interface Markers {
  /** Said before what matters, and after it. */
  readonly fillers: string;
  readonly tails: string;
  /** At the start: it asks. */
  readonly question: string;
  /** Anywhere: it is not meant as true. */
  readonly hypothetical: string;
  /** At the start: it tells the assistant to do something. */
  readonly command: string;
  /** At the start: what follows in the message is text to work on, or make-believe. */
  readonly material: string;
  /** Anywhere: words of others, or what the assistant knows already. */
  readonly reported: string;
  /** Anywhere: true today only. */
  readonly temporary: string;
  /** At the start: what stood before is withdrawn; at the start or the end: not to be kept. */
  readonly takeBack: string;
  readonly offRecord: string;
  /** At the start of a clause: something known is to be forgotten. */
  readonly forget: string;
  /** Anywhere: it was so and is no more. */
  readonly noMore: string;
  /** At the start: it corrects; what corrects follows. */
  readonly correction: string;
  /** `not X, Y`: groups `old` and `new`. */
  readonly notButs: readonly string[];
  /** Clearly yes; only yes; yes with a reservation. */
  readonly agree: string;
  readonly yes: string;
  readonly but: string;
  /** The whole sentence: what was just said is to be kept. */
  readonly keep: string;
  /** The assistant proposes; what it proposes follows. */
  readonly propose: string;
  /** Anywhere in what is proposed: it is understood only with what stood before. */
  readonly pointing: string;
  /** The assistant asks whether to note something; what follows is it. */
  readonly offer: string;
}

/** Everything about one language. Data only: the engine is the same for all. */
export interface LanguageRules {
  readonly code: string;
  /** A clause after "that" has its verb at the end. */
  readonly verbFinal: boolean;
  /** Frequent words: they show which rules may read a text, and carry no content. */
  readonly words: string;
  readonly markers: Markers;
  readonly dates: DateRules;
  /** Alternatives that rows may name in braces. */
  readonly lists: Readonly<Record<string, string>>;
  readonly rows: Rows;
  /** Wishes to remember; the group is the memory. */
  readonly remember: readonly string[];
  /** `no longer`: the pattern, the statement that ended, and what a memory puts before it (`''`: keep the words). */
  readonly ended: readonly (readonly [pattern: string, inner: string, write: string])[];
  readonly habits: string;
  readonly habitSubject: string;
  readonly habitAdverbs: string;
  /** Family, friends and animals. */
  readonly relations: WordsBySlot;
  /** What a person has one of: `birthday`. */
  readonly slots: WordsBySlot;
  readonly secrets: WordsBySlot;
  /** Nouns for keys, so that one thing has one key in all languages. */
  readonly nouns: WordsBySlot;
  /** `my`, `the`; patterns for `{owner}'s {slot} is …`. */
  readonly my: string;
  readonly the: string;
  readonly owned: readonly string[];
  readonly favourite: readonly string[];
  /** A thing and where it is: groups `thing` and `o`. */
  readonly places: readonly string[];
  readonly passing: string;
  /** Possessive chains: `{my} {relation}'s {relation}`. */
  readonly chain: readonly string[];
  /** `her daughter`: group `rel`; and how it is said of the one it is about: `{owner}'s {rel}`, or with `{name}` of one with a name. */
  readonly possessed?: readonly [pattern: string, write: string];
  /** A word order that rows do not know, and the one they do: `every Thursday I go`, `I go every Thursday`. */
  readonly reordered?: readonly (readonly [pattern: string, order: string])[];
  /** A thing of the person and what it is, by name or number: groups `thing` and `o`. */
  readonly things?: readonly string[];
  /** How something will be that was settled: groups `thing` and `o`. */
  readonly settled?: readonly string[];
  /** Words before a name (`la Marta`), and around the noun of a relation. */
  readonly nameArticle: string;
  readonly adjectives: string;
  /** Relations that need no `my`. */
  readonly bare: string;
  readonly pronouns: string;
  /** Words of the first person in an object: the sentence then stays as it was said. */
  readonly mine: string;
  /** Objects that point elsewhere. */
  readonly dangling: string;
  readonly plan: {
    readonly first: string;
    readonly third: string;
    /** Third-person verbs that `first` matches too, where the subject follows: `ve el lampista`. */
    readonly bare?: string;
    /** What things are like in a month, which is no plan for it. */
    readonly state?: string;
    readonly past: string;
    readonly have: string;
    readonly appointments: WordsBySlot;
    readonly you: string;
  };
  /** What a thing regularly does. */
  readonly regular: string;
  readonly measures: string;
  /** Between two statements. */
  readonly connectors: string;
  /** The subject to put before a second verb that has none. */
  readonly elided: string;
  /** Turns the second person into the first, for what the assistant offered to note. */
  readonly youToI: readonly (readonly [string, string])[];
  readonly mood: { readonly good: string; readonly bad: string };
}
