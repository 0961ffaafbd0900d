/** Who made or committed a commit, and when. */
export interface Signature {
  readonly name: string;
  /** In seconds; by a clock that may be wrong, but always a date that can be shown. */
  readonly seconds: number;
}

/** Reads one of the two signatures in the head of a commit; of what no git wrote there, as much as can be read. */
export function readSignature(head: string, key: "author" | "committer"): Signature {
  const start = head.indexOf(`\n${key} `);
  if (start < 0) return { name: "", seconds: 0 };
  const from = start + key.length + 2;
  const end = head.indexOf("\n", from);
  const line = head.slice(from, Math.min(end < 0 ? head.length : end, from + longestLine));
  const close = line.lastIndexOf(">");
  const open = line.lastIndexOf("<", close);
  const seconds = Number(/^ ?(-?\d+)/.exec(line.slice(close + 1))?.[1] ?? 0);
  return {
    name: close < 0 || open < 0 ? "" : line.slice(0, open).trim(),
    seconds: seconds >= 0 && seconds < tooLate ? seconds : 0, // git shows those as the year 1970 too
  };
}

/** Nobody's name is longer. */
const longestLine = 4_096;
/** The last day of the year 9999: dates beyond have no usual spelling. */
const tooLate = 253_402_214_400;
