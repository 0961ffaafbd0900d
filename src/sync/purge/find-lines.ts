import { eachObject } from "../../git/maintenance/each-object.ts";
import { parseCommit } from "../../git/objects/commit.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { folderMode, submoduleMode } from "../../git/objects/tree.ts";
import { displayPath } from "../../git/path-bytes.ts";
import { plainText } from "../../vault/entry.ts";
import { type ForgottenEntry, forgetInLog } from "../../vault/forget-in-log.ts";
import { parseTopic } from "../../vault/parse-topic.ts";
import { isLogPath, type TopicPath, toTopicPath } from "../../vault/paths.ts";
import {
  hashesOf,
  isBinary,
  lineHash,
  type PurgeMarks,
  rawLines,
  textHash,
  textKey,
  withoutMarked,
} from "./purge-marks.ts";

/** What is to be gone: the memories, and the words that they were learned of. */
export interface Purged {
  readonly entries: readonly ForgottenEntry[];
  readonly said: readonly string[];
}

/** What is to be purged. */
export interface LinesToPurge {
  readonly hashes: readonly string[];
  /** Files of the last commit that still say it: their lines stay. */
  readonly stillIn: readonly string[];
}

/**
 * Looks through every version of every file that any commit in the repository holds, whether a branch leads to it or not, and
 * through what belongs to no commit.
 */
export async function findLinesToPurge(
  objects: Objects,
  head: string,
  purged: Purged,
): Promise<LinesToPurge> {
  const found = new Set(purged.entries.map(({ text }) => textHash(text)));
  const { trees, blobs, messages } = await scan(objects, createFilter(purged));
  addAll(found, ...messages.map((message) => hashesQuoting(message, purged)));
  const seen = new Set<string>();
  for (const tree of trees) {
    for await (const { path, oid } of filesIn(objects, tree, seen)) {
      if (!blobs.has(oid)) continue;
      addAll(found, hashesSaying(path, await objects.read(oid), purged.entries));
    }
  }
  const placed = new Set(Array.from(seen, (place) => place.slice(0, 40)));
  for (const oid of [...blobs].filter((one) => !placed.has(one))) {
    const bytes = await objects.read(oid); // Staged once, and never committed.
    addAll(found, hashesQuoting(bytes, purged), hashesSaying("topics/a.md", bytes, purged.entries));
  }
  const stillIn = await takeWhatStands(objects, head, found);
  return { hashes: [...found].sort(), stillIn };
}

function addAll(found: Set<string>, ...lists: readonly (readonly string[])[]): void {
  for (const hash of lists.flat()) found.add(hash);
}

/** All objects, each read once: the trees of commits, and the files and messages that pass the filter. */
async function scan(objects: Objects, maySay: (content: Buffer) => boolean) {
  const trees = new Set<string>();
  const blobs = new Set<string>();
  const messages: Buffer[] = [];
  for await (const { oid, type, content } of eachObject(objects)) {
    if (type === "commit") trees.add(parseCommit(oid, content).tree);
    if (type === "tree" || !maySay(content)) continue;
    if (type === "blob") blobs.add(oid);
    else messages.push(content.subarray(content.indexOf("\n\n") + 2));
  }
  return { trees, blobs, messages };
}

/** Whether a file may say one of the texts: whoever spells it, its longest word without marks is in it as it is; not its tags. */
function createFilter({ entries, said }: Purged): (content: Buffer) => boolean {
  const words = [...entries.map(({ text }) => textKey(text)), ...said].map((text) =>
    (text.match(/[A-Za-z0-9]+/g) ?? []).reduce((a, b) => (b.length > a.length ? b : a), ""),
  );
  return (content) => words.some((word) => content.includes(word));
}

/** The files below a tree, without those that were seen at their path. */
async function* filesIn(
  objects: Objects,
  tree: string,
  seen: Set<string>,
  folder = "",
): AsyncGenerator<{ readonly path: string; readonly oid: string }> {
  for (const { oid, mode, name } of await objects.readTree(tree)) {
    const path = folder + displayPath(name);
    if (mode === submoduleMode || seen.has(`${oid} ${path}`)) continue;
    seen.add(`${oid} ${path}`);
    if (mode === folderMode) yield* filesIn(objects, oid, seen, `${path}/`);
    else yield { path, oid };
  }
}

/**
 * The hashes by which a version of a file loses the lines of memories with all below them, and what the digest log tells of
 * them. Nobody else's line is one of them.
 */
export function hashesSaying(
  path: string,
  bytes: Buffer,
  entries: readonly ForgottenEntry[],
): string[] {
  const topic = topicPath(path);
  if (topic === undefined || isBinary(bytes)) return [];
  const lines = rawLines(bytes);
  // "yes" said somebody of something else too.
  if (isLogPath(topic)) return hashesOfLines(lines, forgetInLog(bytes, entries).gone, isOwnWords);
  const texts = new Set(entries.map(({ text }) => textKey(text)));
  return parseTopic(topic, bytes)
    .entries.filter((entry) => texts.has(textKey(plainText(entry))))
    .flatMap(({ line: from, endLine }) => {
      const own = new Set(lines.slice(from - 1, endLine).map((_, at) => from - 1 + at));
      return hashesOfLines(lines, own, (_, at) => at === from - 1);
    });
}

/** Each line by itself, where it can be nobody else's, and else below the one above it, as `withoutMarked` reads them. */
function hashesOfLines(
  lines: readonly string[],
  gone: ReadonlySet<number>,
  standsAlone: (line: string, at: number) => boolean,
): string[] {
  let above: string | undefined;
  return lines.flatMap((line, at) => {
    const alone = gone.has(at) && standsAlone(line, at) ? [lineHash(line)] : [];
    const below = gone.has(at) && above !== undefined ? [lineHash(line, above)] : [];
    const hashes = [...below, ...alone];
    above = hashes[0];
    return hashes;
  });
}

/** The lines that hold the very words, of whatever file or message. */
function hashesQuoting(bytes: Buffer, { entries, said }: Purged): string[] {
  if (isBinary(bytes)) return [];
  const words = [...entries.flatMap(({ text }) => [text, textKey(text)]), ...said]
    .filter(isOwnWords)
    .map((text) => Buffer.from(text).toString("latin1"));
  return rawLines(bytes)
    .filter((line) => words.some((one) => line.includes(one)))
    .map((line) => lineHash(line));
}

/** Shorter words stand in too much else. */
const isOwnWords = (text: string): boolean => text.trim().length >= 12;

/** Takes what a last commit holds out of what was found, and returns the files that hold it. */
async function takeWhatStands(
  objects: Objects,
  head: string,
  found: Set<string>,
): Promise<string[]> {
  const { tree } = await objects.readCommit(head);
  const standing = new Set<string>();
  const stillIn: string[] = [];
  for await (const { path, oid } of filesIn(objects, tree, new Set())) {
    const bytes = await objects.read(oid);
    if (withoutMarked(bytes, found, (_, hash) => standing.add(hash)) !== bytes) stillIn.push(path);
  }
  for (const hash of standing) found.delete(hash);
  return stillIn;
}

/** The memories in the topics of a commit whose texts are marked. */
export async function standingMemories(
  objects: Objects,
  commit: string,
  marks: PurgeMarks,
): Promise<readonly { readonly path: string; readonly text: string }[]> {
  const found: { path: string; text: string }[] = [];
  const hashes = hashesOf(marks);
  const { tree } = await objects.readCommit(commit);
  for await (const { path, oid } of filesIn(objects, tree, new Set())) {
    const topic = topicPath(path);
    if (topic === undefined || isLogPath(topic)) continue;
    for (const entry of parseTopic(topic, await objects.read(oid)).entries) {
      const text = plainText(entry);
      if (hashes.has(textHash(text))) found.push({ path, text });
    }
  }
  return found;
}

/** Undefined for what is none of the vault's Markdown files. */
function topicPath(path: string): TopicPath | undefined {
  try {
    return toTopicPath(path);
  } catch {
    return undefined;
  }
}
