import type { ObjectReader } from "../git/objects.ts";

/** What a commit says of itself. */
export interface CommitFacts {
  readonly oid: string;
  readonly tree: string;
  readonly parents: readonly string[];
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
  return parseCommit(oid, await objects.read(oid));
}

/** Reads the content of a commit object. */
function parseCommit(oid: string, content: Buffer): CommitFacts {
  const text = content.toString("utf8");
  const split = text.indexOf("\n\n");
  const head = split < 0 ? text : text.slice(0, split);
  const message = split < 0 ? "" : text.slice(split + 2);
  const tree = /^tree ([0-9a-f]{40})$/m.exec(head)?.[1];
  if (tree === undefined) throw new SyntaxError(`Cannot read commit "${oid}": it names no tree`);
  const author = readSignature(head, "author");
  return {
    oid,
    tree,
    parents: [...head.matchAll(/^parent ([0-9a-f]{40})$/gm)].map(([, parent = ""]) => parent),
    author: author.name,
    authoredAt: author.at,
    committedAt: readSignature(head, "committer").at,
    subject: message.trimStart().split("\n", 1)[0]?.trim() ?? "",
    trailers: readTrailers(message),
  };
}

function readSignature(head: string, key: "author" | "committer") {
  const [, name = "", seconds = "0"] =
    new RegExp(`^${key} (.*?) ?<[^>\\n]*> (-?\\d+)`, "m").exec(head) ?? [];
  return { name: name.trim(), at: Number(seconds) * 1_000 };
}

/** Those of the last paragraph, where every line of it is one. */
function readTrailers(message: string): Readonly<Record<string, string>> {
  const paragraphs = message.trim().split(/\n[ \t]*\n/);
  if (paragraphs.length < 2) return {};
  const lines = paragraphs.at(-1)?.split("\n") ?? [];
  const pairs = lines.map((line) => /^([A-Za-z][A-Za-z0-9-]*):[ \t]+(.*)$/.exec(line));
  if (pairs.some((pair) => pair === null)) return {};
  return Object.fromEntries(
    pairs.map((pair) => [pair?.[1]?.toLowerCase() ?? "", pair?.[2]?.trim() ?? ""]),
  );
}
