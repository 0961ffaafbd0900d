/** The date and time that messengers write before each message of an export, as `21/11/26, 19:02 - ` or `[21.11.2026, 19:02:33] `. */
const stamp =
  /^[\u200e\u200f]?\[?(\d{1,4})[./-](\d{1,2})[./-](\d{1,4}),? \d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[ \u00a0\u202f][ap]\.?[ \u00a0]?m\.?)?(?:\]| -) [\u200e\u200f]?/iu;

/** A line of an export without its stamp. */
export interface StampedLine {
  readonly words: string;
  /** Noon in UTC of its day (ms since the epoch): in nearly every zone that is the same day. */
  readonly at: number | undefined;
}

/** True for a text that begins as an export of WhatsApp and its like does. */
export function isStamped(text: string): boolean {
  return stamp.test(text.slice(0, 100));
}

/** Reads the stamps of an export; the lines of a long message have none. Linear in the text's length. */
export function readStamps(lines: readonly string[]): readonly (StampedLine | undefined)[] {
  const found = lines.map((line) => stamp.exec(line));
  // "3/4/26" is April nearly everywhere; where some second number can be no month, the month comes first.
  const isMonthFirst = found.some((match) => match !== null && Number(match[2]) > 12);
  return found.map((match, i) => {
    if (match === null) return undefined;
    const [whole, ...numbers] = match;
    return { words: (lines[i] ?? "").slice(whole.length), at: noonOf(numbers, isMonthFirst) };
  });
}

function noonOf(numbers: readonly string[], isMonthFirst: boolean): number | undefined {
  const [first = 0, second = 0, third = 0] = numbers.map(Number);
  const isYearFirst = (numbers[0] ?? "").length === 4;
  const [year, month, day] = isYearFirst
    ? [first, second, third]
    : isMonthFirst
      ? [third, first, second]
      : [third, second, first];
  const noon = new Date(Date.UTC(year < 100 ? 2000 + year : year, month - 1, day, 12));
  const isReal = noon.getUTCMonth() === month - 1 && noon.getUTCDate() === day;
  return isReal ? noon.getTime() : undefined;
}
