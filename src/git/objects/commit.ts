import type { Objects } from "./objects.ts";

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
  const [head = ""] = content.toString("latin1").split(/(?<=\n)\n/, 1);
  const [names] = /^tree [0-9a-f]{40}\n(?:parent [0-9a-f]{40}\n)*/.exec(head) ?? [];
  if (names === undefined) throw new SyntaxError(`Cannot read commit "${oid}": it names no tree`);
  const [tree = "", ...parents] = names.match(/[0-9a-f]{40}/g) ?? [];
  return { oid, tree, parents, time: readSignature(head, "committer").seconds };
}

/** Who made or committed a commit, and when, in seconds: a date that can be shown, by a clock that may be wrong. */
export function readSignature(
  head: string,
  key: "author" | "committer",
): { readonly name: string; readonly seconds: number } {
  const line = new RegExp(`^${key} (.{0,4096})`, "m").exec(head)?.[1] ?? "";
  const [, name = "", time = 0] = /^([^<]*)<.*>(?: (\d+))?/.exec(line) ?? [];
  const seconds = Number(time);
  // Those beyond the year 9999, which have no usual spelling, are shown as 1970 by git too.
  return { name: name.trim(), seconds: seconds < 253_402_214_400 ? seconds : 0 };
}

/** Who wrote a commit. */
export interface Author {
  readonly name: string;
  readonly email: string;
}

/** What a commit says. */
export interface CommitText {
  readonly author: Author;
  readonly message: string;
  readonly trailers: Readonly<Record<string, string | undefined>>;
  /** None: dated by its parents, so that every device writes the same commit. */
  readonly now: Date | undefined;
}

/** Stores a commit, of a merge where it has a second parent, and returns its name and the end of its reflog line. */
export async function writeCommit(
  objects: Objects,
  tree: string,
  parent: Commit | undefined,
  { author, message, trailers, now }: CommitText,
  second?: Commit,
): Promise<{ oid: string; log: string }> {
  const parents = [parent, second].filter((one) => one !== undefined);
  const newest = Math.max(0, ...parents.map(({ time }) => time));
  const authored = now === undefined ? newest : toSeconds(now);
  // Not before its parents: that would slow down every later search for a merge base. But a parent a day ahead of a
  // clock that runs (there was no Loci before 2026) has the wrong date itself, and hands it on no further.
  const isAhead = newest - authored >= 86_400 && authored >= Date.UTC(2026) / 1_000;
  const signature = toSignature(author, isAhead ? authored : Math.max(authored, newest));
  const tail = Object.entries(trailers).flatMap(([key, value]) =>
    value ? `${key}: ${oneLine(value)}` : [],
  );
  const named = [`tree ${tree}`, ...parents.map(({ oid }) => `parent ${oid}`)];
  const head = [...named, `author ${toSignature(author, authored)}`, `committer ${signature}`];
  const texts = [head.join("\n"), message.trim(), tail.join("\n")].filter((text) => text !== "");
  const oid = await objects.write("commit", Buffer.from(`${texts.join("\n\n")}\n`));
  // Not "merge": that word says that git itself brought files into the folder (respect-checkouts.ts).
  const [subject = ""] = message.trim().split("\n", 1);
  return { oid, log: `${signature}\t${second ? "" : "commit: "}${oneLine(subject)}` };
}

/** The end of a reflog line for a move without a commit of its own. */
export const toReflog = (author: Author, now: Date, what: string): string =>
  `${toSignature(author, toSeconds(now))}\t${oneLine(what)}`;

const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1_000);

function toSignature({ name, email }: Author, seconds: number): string {
  const clean = (text: string): string => oneLine(text.replace(/[<>\0]/g, ""));
  return `${clean(name) || "loci"} <${clean(email)}> ${seconds} +0000`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
