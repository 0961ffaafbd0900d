import { readSignature } from "./signature.ts";

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
 * would keep all of that as long as somebody keeps the name.
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
