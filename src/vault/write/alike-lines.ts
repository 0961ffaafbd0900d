/**
 * True for two lines of which one may be the other, edited: they share half of their words, two at least, and all their
 * numbers in one order. Dates and fields at the end do not count: lines that were saved together share them.
 */
function isAlike(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const shared = [...a].filter((word) => b.has(word));
  if (shared.length < 2 || shared.length * 2 < a.size + b.size - shared.length) return false;
  return numbersOf(a) === numbersOf(b);
}

/** Finds the lines that are like one; quick where few are. */
export function linesLike(line: string, lines: readonly string[]): string[] {
  const keys = [...wordsOf(line)].sort((a, b) => b.length - a.length).slice(0, 3);
  return lines.filter(
    (other) =>
      other !== line &&
      keys.some((key) => other.toLowerCase().includes(key)) &&
      isAlike(line, other),
  );
}

const numbersOf = (words: ReadonlySet<string>): string =>
  [...words].filter((word) => /\d/.test(word)).join(" ");

/** Lines are bytes as Latin-1 letters: a letter outside ASCII is some of these. */
const wordsOf = (line: string): ReadonlySet<string> =>
  new Set(
    line
      .slice(0, 1_000)
      .replace(/ (?:\(\d{4}-\d\d-\d\d\)|\[\w{1,40}::).*$/, "")
      .toLowerCase()
      .match(/[\w\x80-\xff]+/g),
  );
