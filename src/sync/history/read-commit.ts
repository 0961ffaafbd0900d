import { type Commit, readSignature } from "../../git/objects/commit.ts";
import type { Objects } from "../../git/objects/objects.ts";

/** What a commit says of itself. */
export interface CommitFacts extends Commit {
  readonly author: string;
  /** When its author made it (ms since the epoch). */
  readonly authoredAt: number;
  readonly subject: string;
  /** Keys in lower case; of two equal ones the last counts. */
  readonly trailers: Readonly<Record<string, string>>;
}

/** Reads a commit. Throws where it is missing, damaged or none. */
export async function readCommit(
  objects: Pick<Objects, "read" | "readCommit">,
  oid: string,
): Promise<CommitFacts> {
  const commit = await objects.readCommit(oid);
  const [head = "", ...rest] = (await objects.read(oid)).toString("utf8").split("\n\n");
  const message = rest.join("\n\n").trim();
  const author = readSignature(head, "author");
  return {
    ...commit,
    author: author.name,
    authoredAt: author.seconds * 1_000,
    subject: message.split("\n", 1)[0]?.trim() ?? "",
    trailers: readTrailers(message),
  };
}

/** Those of the last paragraph, where every line of it is one. */
function readTrailers(message: string): Readonly<Record<string, string>> {
  const [last = "", ...others] = message.split(/\n[ \t]*\n/).reverse();
  const lines = others.length === 0 ? [] : last.split("\n");
  const pairs = lines.flatMap((line) => {
    const [, key, value] = /^([A-Za-z][A-Za-z0-9-]*):[ \t](.*)$/s.exec(line) ?? [];
    return key === undefined ? [] : [[key.toLowerCase(), value?.trim() ?? ""]];
  });
  return pairs.length === lines.length ? Object.fromEntries(pairs) : {};
}
