/** What a commit object names. */
export interface Commit {
  readonly oid: string;
  readonly tree: string;
  readonly parents: readonly string[];
  /** When it was committed, in seconds; by a clock that may be wrong. */
  readonly time: number;
}

/** Reads the content of a commit object. */
export function parseCommit(oid: string, content: Buffer): Commit {
  const end = content.indexOf("\n\n");
  const head = content.toString("latin1", 0, end < 0 ? content.length : end + 1);
  const [names] = /^tree [0-9a-f]{40}\n(?:parent [0-9a-f]{40}\n)*/.exec(head) ?? [];
  if (names === undefined) throw new SyntaxError(`Cannot read commit "${oid}": it names no tree`);
  const [tree = "", ...parents] = names.match(/[0-9a-f]{40}/g) ?? [];
  return { oid, tree, parents, time: readSignature(head, "committer").seconds };
}

/** Who made or committed a commit, and when. */
export interface Signature {
  readonly name: string;
  /** In seconds; by a clock that may be wrong, but always a date that can be shown. */
  readonly seconds: number;
}

/** Reads one of the two signatures in the head of a commit; of what no git wrote there, as much as can be read. */
export function readSignature(head: string, key: "author" | "committer"): Signature {
  const line = new RegExp(`^${key} (.{0,4096})`, "m").exec(head)?.[1] ?? "";
  const [, name = "", time = 0] = /^([^<]*)<.*>(?: (\d+))?/.exec(line) ?? [];
  const seconds = Number(time);
  return { name: name.trim(), seconds: seconds < tooLate ? seconds : 0 }; // git shows those as the year 1970 too
}

/** The last day of the year 9999: dates beyond have no usual spelling. */
const tooLate = 253_402_214_400;
