import type { Forms } from "./language.ts";

/** How people state things, and what they say about a memory rather than in it; without regard to case. */
export interface StatementWords {
  /** Said before what matters; words that correct what was said; and words with which something is asked for. */
  readonly fillers: Forms;
  readonly corrections: Forms;
  readonly asking: Forms;
  /** First words: what follows in the message is text to work on, or make-believe. */
  readonly material: Forms;
  /** First words: what stood before is withdrawn. */
  readonly takeBack: Forms;
  /** Anywhere: what stands beside it is not to be kept. */
  readonly offRecord: Forms;
  /** First words of a clause: something known is to be forgotten. */
  readonly forget: Forms;
  /** First words of the assistant: it asks whether to note what follows. */
  readonly offer: Forms;
  /** First words of what is understood by itself; `my` before kin; and of what is understood only with the sentence before. */
  readonly subjects: Forms;
  readonly my: Forms;
  readonly pronouns: Forms;
  /** Anywhere in a clause: it tells what is over. */
  readonly past: Forms;
  /** Between two statements. */
  readonly connectors: Forms;
  /** What makes a habit of a day: `every`; with `{weekday}` and `{months}`. */
  readonly each: Forms;
}

/** How days are named. */
export interface DayWords {
  /** The days of a month in words, as they are said before it: `twelfth`. */
  readonly inWords: string;
  /** Spring, summer and autumn. */
  readonly seasons: string;
  /** Before a day, before a month or a year, and before the Monday of a week. */
  readonly on: string;
  readonly in: string;
  readonly weekOf: string;
  /** Day, week, month and year, with their forms. */
  readonly units: string;
  /**
   * A line for each way to name a day, the first that fits counts: what it comes to, and a pattern with `{d}`, `{month}`, `{y}`,
   * `{wd}`, `{season}`, `{unit}`, `{span}` (one of these two) and `{n}`. `+2d` is the day after tomorrow, `-n` so many days or weeks
   * ago; `-` the last week, month or weekday, `+` the next one (of next week), `=` the nearest, or in the past the last.
   */
  readonly table: string;
}

/** How times of day are named, with `{number}` for a number in words. */
export interface ClockWords {
  readonly today: Forms;
  /** A time of day. */
  readonly time: Forms;
  /** Words by which a time is before noon, or after it. */
  readonly morning: Forms;
  readonly afternoon: Forms;
  /** What is added to an hour and taken off it, with `{h}`, `{n}` minutes and `{w}` parts of an hour (`30:half`). */
  readonly later: Forms;
  readonly earlier: Forms;
  readonly parts: string;
  /** Times from now, in minutes, each once or `{n}` times; the first that fits counts. */
  readonly spans: Forms;
}
