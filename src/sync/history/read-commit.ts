import { type Commit, parseCommit, readSignature } from "../../git/objects/commit.ts";
import type { ObjectReader } from "../../git/objects/objects.ts";

/** What a commit says of itself. */
export interface CommitFacts extends Commit {
  readonly author: string;
  /** When its author made it, and when it became part of the branch (ms since the epoch). */
  readonly authoredAt: number;
  readonly committedAt: number;
  readonly subject: string;
  /** Keys in lower case; of two equal ones the last counts. */
  readonly trailers: Readonly<Record<string, string>>;
}

/** Reads a commit. Throws where it is missing, damaged or none. */
export async function readCommit(objects: ObjectReader, oid: string): Promise<CommitFacts> {
  const content = await objects.read(oid);
  return readFacts(parseCommit(oid, content), content.toString("utf8"));
}

function readFacts(commit: Commit, text: string): CommitFacts {
  const split = text.indexOf("\n\n");
  const head = split < 0 ? text : text.slice(0, split);
  const message = split < 0 ? "" : text.slice(split + 2);
  const author = readSignature(head, "author");
  return {
    ...commit,
    author: author.name,
    authoredAt: author.seconds * 1_000,
    committedAt: commit.time * 1_000,
    subject: message.trimStart().split("\n", 1)[0]?.trim() ?? "",
    trailers: readTrailers(message),
  };
}

/** Those of the last paragraph, where every line of it is one. */
function readTrailers(message: string): Readonly<Record<string, string>> {
  const paragraphs = message.trim().split(/\n[ \t]*\n/);
  if (paragraphs.length < 2) return {};
  const lines = paragraphs.at(-1)?.split("\n") ?? [];
  const pairs = lines.map((line) => /^([A-Za-z][A-Za-z0-9-]*):[ \t](.*)$/s.exec(line));
  if (pairs.some((pair) => pair === null)) return {};
  return Object.fromEntries(
    pairs.map((pair) => [pair?.[1]?.toLowerCase() ?? "", pair?.[2]?.trim() ?? ""]),
  );
}
