/** What a commit object names. */
export interface Commit {
  readonly tree: string;
  readonly parents: readonly string[];
  /** When it was committed, in seconds; by a clock that may be wrong. */
  readonly time: number;
}

/** Reads the content of a commit object. */
export function parseCommit(oid: string, content: Buffer): Commit {
  const text = content.toString("latin1");
  const end = text.indexOf("\n\n");
  const head = end < 0 ? text : text.slice(0, end + 1);
  const tree = /^tree ([0-9a-f]{40})\n/.exec(head)?.[1];
  if (tree === undefined) throw new SyntaxError(`Cannot read commit "${oid}": it names no tree`);
  const parents = /^tree .*\n((?:parent [0-9a-f]{40}\n)*)/.exec(head)?.[1]?.match(/[0-9a-f]{40}/g);
  return {
    tree,
    parents: parents ?? [],
    time: Number(/^committer .*> (\d+)/m.exec(head)?.[1] ?? 0),
  };
}
