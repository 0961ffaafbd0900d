/** What a commit object names. */
export interface Commit {
  readonly oid: string;
  readonly tree: string;
  readonly parents: readonly string[];
  /** When it was committed, in seconds; by a clock that may be wrong. */
  readonly time: number;
}

/**
 * Reads the content of a commit object. Each name is a text of its own: cut out of the text of the whole commit, it
 * would keep all of that in memory as long as the name.
 */
export function parseCommit(oid: string, content: Buffer): Commit {
  const end = content.indexOf("\n\n");
  const head = content.toString("latin1", 0, end < 0 ? content.length : end + 1);
  const lines = /^tree [0-9a-f]{40}\n(?:parent [0-9a-f]{40}\n)*/.exec(head)?.[0].length;
  if (lines === undefined) throw new SyntaxError(`Cannot read commit "${oid}": it names no tree`);
  const oidAt = (at: number): string => content.toString("latin1", at, at + 40);
  const parents: string[] = [];
  for (let at = treeLine; at < lines; at += parentLine) parents.push(oidAt(at + "parent ".length));
  const { seconds } = readSignature(head, "committer");
  return { oid, tree: oidAt("tree ".length), parents, time: seconds };
}

const treeLine = "tree ".length + 41;
const parentLine = "parent ".length + 41;

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

/** Longer than any real name. */
const longestLine = 4_096;
/** The last day of the year 9999: dates beyond have no usual spelling. */
const tooLate = 253_402_214_400;
