/** Words by what they mean: `12-25:christmas,xmas 12-26:boxing_day`, an underscore for a space. */
export type WordsByMeaning = string;

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
  readonly feasts: { readonly names: WordsByMeaning; readonly thisYear: string };
  readonly nextWeek: string;
  readonly nextMonth: string;
  /** A month, a year, this and the next weekend, named without a day. */
  readonly monthOnly: readonly string[];
  readonly nextYear: string;
  readonly weekends?: readonly [current: string, next: string];
  /** Words that make a day a habit: `every`. */
  readonly recurring: string;
  /** A time of day, as it may stand before a statement. */
  readonly time: string;
  /** Words for this day; and those by which a time is before noon, or after it. */
  readonly today: string;
  readonly halves: readonly [morning: string, afternoon: string];
  /**
   * What says that a time comes again and again; what is added to an hour and taken off it, with `{h}`, `{n}` minutes and
   * `{w}` parts of an hour (`30:half`); and times from now, in minutes, each once or `{n}` times; the first that fits counts.
   */
  readonly clock: {
    readonly each: string;
    readonly after: readonly string[];
    readonly before: readonly string[];
    readonly parts: WordsByMeaning;
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

/** Patterns, without regard to case, for what people say about a memory rather than in it. */
export interface Markers {
  /** Said before what matters, and after it. */
  readonly fillers: string;
  readonly tails: string;
  /** At the start: what follows in the message is text to work on, or make-believe. */
  readonly material: string;
  /** At the start: what stood before is withdrawn. */
  readonly takeBack: string;
  /** Anywhere: what stands beside it is not to be kept. */
  readonly offRecord: string;
  /** At the start of a clause: something known is to be forgotten. */
  readonly forget: string;
  /** At the start: it corrects; what corrects follows. */
  readonly correction: string;
  /** The whole sentence: what was just said is to be kept. */
  readonly keep: string;
  /** The assistant asks whether to note something; what follows is it. */
  readonly offer: string;
}

/** How statements are read in one language, besides its words (`Language`). Data only: the code is the same for all. */
export interface LanguageRules {
  readonly code: string;
  /** All nouns have a capital letter. */
  readonly capitalNouns: boolean;
  /** Frequent words: they show which rules may read a text, and carry no content. */
  readonly words: string;
  readonly markers: Markers;
  readonly dates: DateRules;
  /** Family, friends and animals; an underscore for a space. */
  readonly relations: string;
  /** Wishes to remember; the group is the memory. */
  readonly remember: readonly string[];
  /** `my`, `the`. */
  readonly my: string;
  readonly the: string;
  /** Whom a sentence is about that is understood only with the one before. */
  readonly pronouns: string;
  /** Words of the first person. */
  readonly mine: string;
  /** Anywhere: a text with it tells what is over. */
  readonly past: string;
  /** Between two statements. */
  readonly connectors: string;
}
