import { join } from "node:path";
import { nodeDisk } from "../../git/disk.ts";
import { eachObject } from "../../git/maintenance/repack.ts";
import { type Objects, openObjects } from "../../git/objects/objects.ts";
import { filesOf, isPlain, parseTree } from "../../git/objects/tree.ts";
import { displayPath } from "../../git/path-bytes.ts";
import { readHead } from "../../git/refs/head.ts";
import { plainText } from "../../vault/entry.ts";
import { type ForgottenEntry, forgetInLog } from "../../vault/forget-in-log.ts";
import { isMarkdown } from "../../vault/list-files.ts";
import { parseTopic } from "../../vault/parse-topic.ts";
import { isLogPath, pathOrNone, toTopicPath } from "../../vault/paths.ts";
import { parseRemovals } from "../merge/file/removals.ts";
import { readForgotten } from "../merge/merge-trees.ts";
import {
  hashesOf,
  hashesOfLine,
  isBinary,
  lineHash,
  type PurgeMarks,
  rawLines,
  readAnswers,
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

/** Looks through every object of the repository, whether a branch leads to it or not. */
export async function findLinesToPurge(
  objects: Objects,
  head: string,
  purged: Purged,
): Promise<LinesToPurge> {
  const { blobs, messages, isNote } = await scan(objects, createFilter(purged));
  const hashes = purged.entries.map(({ text }) => textHash(text));
  hashes.push(...messages.flatMap((message) => hashesQuoting(message, purged)));
  for (const oid of blobs) {
    const bytes = await objects.read(oid);
    // Staged once, and never committed.
    if (!isNote.has(oid)) hashes.push(...hashesQuoting(bytes, purged));
    if (isNote.get(oid) !== false) hashes.push(...hashesSaying(bytes, purged.entries));
  }
  const found = new Set(hashes);
  const stillIn = await takeWhatStands(objects, head, found);
  return { hashes: [...found].sort(), stillIn };
}

/** All objects, each read once: the files and messages that pass the filter, and which files any folder has as notes. */
async function scan(objects: Objects, maySay: (content: Buffer) => boolean) {
  const blobs: string[] = [];
  const messages: Buffer[] = [];
  const isNote = new Map<string, boolean>();
  for await (const { oid, type, content } of eachObject(objects)) {
    const named = type === "tree" ? parseTree(content) : [];
    for (const one of named)
      isNote.set(one.oid, isMarkdown(one.name) || isNote.get(one.oid) === true);
    if (type === "tree" || !maySay(content)) continue;
    if (type === "blob") blobs.push(oid);
    else messages.push(content.subarray(content.indexOf("\n\n") + 2));
  }
  return { blobs, messages, isNote };
}

/** Whether a file may say one of the texts: whoever spells it, its longest word without marks is in it as it is; not its tags. */
function createFilter({ entries, said }: Purged): (content: Buffer) => boolean {
  const words = [...entries.map(({ text }) => textKey(text)), ...said].map((text) =>
    (text.match(/[A-Za-z0-9]+/g) ?? []).reduce((a, b) => (b.length > a.length ? b : a), ""),
  );
  return (content) => words.some((word) => content.includes(word));
}

/**
 * The hashes by which a version of a note loses the lines of memories with all below them, and what the digest log tells
 * of them. Nobody else's line is one of them.
 */
export function hashesSaying(bytes: Buffer, entries: readonly ForgottenEntry[]): string[] {
  if (isBinary(bytes)) return [];
  const lines = rawLines(bytes);
  const texts = new Set(entries.map(({ text }) => textKey(text)));
  const memories = parseTopic(anyTopic, bytes)
    .entries.filter((entry) => texts.has(textKey(plainText(entry))))
    .flatMap(({ line: from, endLine }) => {
      const own = new Set(lines.slice(from - 1, endLine).map((_, at) => from - 1 + at));
      return hashesOfLines(lines, own, (_, at) => at === from - 1);
    });
  // "yes" said somebody of something else too.
  return [...memories, ...hashesOfLines(lines, forgetInLog(bytes, entries).gone, isOwnWords)];
}

const anyTopic = toTopicPath("topics/a.md");

/** Each line by itself, where it can be nobody else's, and else below the one above it, as `withoutMarked` reads them. */
function hashesOfLines(
  lines: readonly string[],
  gone: ReadonlySet<number>,
  standsAlone: (line: string, at: number) => boolean,
): string[] {
  let above: string | undefined;
  return lines.flatMap((line, at) => {
    const all = gone.has(at) ? hashesOfLine(line, above) : [];
    const hashes = standsAlone(line, at) ? all : all.slice(0, -1);
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
  for (const [path, file] of await filesOf(objects, tree)) {
    if (!isPlain(file)) continue;
    const bytes = await objects.readOrEmpty(file.oid);
    const rest = withoutMarked(bytes, found, (_, hash) => standing.add(hash));
    if (rest !== bytes) stillIn.push(displayPath(path));
  }
  for (const hash of standing) found.delete(hash);
  return stillIn;
}

/** The files of the last commit with memories that were purged and not said again since, but brought back by plain git. */
export async function filesWithPurged(root: string): Promise<readonly string[]> {
  const gitDir = join(root, ".git");
  const { done } = await readAnswers(gitDir);
  const { oid } = await readHead(gitDir);
  if (done.size === 0 || oid === undefined) return [];
  const objects = openObjects(gitDir, nodeDisk);
  const { tree } = await objects.readCommit(oid);
  const { isForgotten } = parseRemovals(await readForgotten(objects, tree));
  const standing = await standingMemories(objects, tree, done);
  const files = standing.flatMap(({ path, text }) => (isForgotten(text) ? path : []));
  return [...new Set(files)].sort();
}

/** The memories in the topics of a tree whose texts are marked. */
export async function standingMemories(
  objects: Objects,
  tree: string,
  marks: PurgeMarks,
): Promise<readonly { readonly path: string; readonly text: string }[]> {
  const hashes = hashesOf(marks);
  const found: { path: string; text: string }[] = [];
  for (const [name, file] of await filesOf(objects, tree)) {
    const path = pathOrNone(toTopicPath, displayPath(name));
    if (path === undefined || isLogPath(path) || !isPlain(file)) continue;
    for (const entry of parseTopic(path, await objects.readOrEmpty(file.oid)).entries) {
      const text = plainText(entry);
      if (hashes.has(textHash(text))) found.push({ path, text });
    }
  }
  return found;
}
