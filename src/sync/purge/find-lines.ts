import { join } from "node:path";
import { eachObject } from "../../git/maintenance/repack.ts";
import { Objects } from "../../git/objects/objects.ts";
import { filesOf, isPlain, parseTree } from "../../git/objects/tree.ts";
import { displayPath } from "../../git/path-bytes.ts";
import { readHead } from "../../git/refs/refs.ts";
import { isMarkdown } from "../../vault/list-files.ts";
import { type ForgottenEntry, forgetInLog } from "../../vault/log/forget-in-log.ts";
import { isLogPath, pathOrNone, toTopicPath } from "../../vault/paths.ts";
import { plainText } from "../../vault/topic/entry.ts";
import { parseTopic } from "../../vault/topic/parse-topic.ts";
import { parseRemovals } from "../merge/file/removals.ts";
import { readForgotten } from "../merge/merge-trees.ts";
import {
  hashesOf,
  hashesOfLine,
  isBinary,
  lineHash,
  type PurgeMarks,
  rawLines,
  readPurgeMarks,
  textHash,
  textKey,
} from "./purge-marks.ts";
import { HistoryRewriter } from "./rewrite-history.ts";

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
  const { entries } = purged;
  const hashes = entries.map(({ text }) => textHash(text));
  const notes = new Set<string>();
  const quotes = new Map<string, readonly string[]>();
  const maySay = createFilter(purged);
  for await (const { oid, type, content } of eachObject(objects)) {
    const named = type === "tree" ? parseTree(content) : [];
    for (const one of named.filter(({ name }) => isMarkdown(name))) notes.add(one.oid);
    if (type === "blob" && maySay(content)) {
      hashes.push(...hashesSaying(content, entries));
      quotes.set(oid, hashesQuoting(content, purged));
    }
    if (type === "commit" || type === "tag")
      hashes.push(...hashesQuoting(content.subarray(content.indexOf("\n\n") + 2), purged));
  }
  for (const [oid, lines] of quotes) if (!notes.has(oid)) hashes.push(...lines);
  return leaveWhatStands(objects, head, new Set(hashes));
}

/** Whether a file may say one of the texts: whoever spells it, its longest word without marks is in it as it is; not its tags. */
function createFilter({ entries, said }: Purged): (content: Buffer) => boolean {
  const words = [...entries.map(({ text }) => textKey(text)), ...said].map((text) =>
    (text.match(/[A-Za-z0-9]+/g) ?? []).reduce((a, b) => (b.length > a.length ? b : a), ""),
  );
  return (content) => words.some((word) => content.includes(word));
}

/**
 * The hashes by which a version of a note loses the lines of memories with all below them, and what the digest log
 * tells of them. Nobody else's line is one of them.
 */
export function hashesSaying(bytes: Buffer, entries: readonly ForgottenEntry[]): string[] {
  if (isBinary(bytes)) return [];
  const lines = rawLines(bytes);
  const texts = new Set(entries.map(({ text }) => textKey(text)));
  const memories = parseTopic(anyTopic, bytes)
    .entries.filter((entry) => texts.has(textKey(plainText(entry))))
    .flatMap(({ line: from, endLine }) => {
      const isGone = (at: number): boolean => at >= from - 1 && at < endLine;
      return hashesOfLines(lines, isGone, (_, at) => at === from - 1);
    });
  const { gone } = forgetInLog(bytes, entries);
  // "yes" said somebody of something else too.
  return [...memories, ...hashesOfLines(lines, (at) => gone.has(at), isOwnWords)];
}

const anyTopic = toTopicPath("topics/a.md");

/** Each line by itself, where it can be nobody else's, and else below the one above it, as `withoutMarked` reads them. */
function hashesOfLines(
  lines: readonly string[],
  isGone: (at: number) => boolean,
  standsAlone: (line: string, at: number) => boolean,
): string[] {
  let above = "";
  return lines.flatMap((line, at) => {
    const all = isGone(at) ? hashesOfLine(line, above) : [];
    const hashes = standsAlone(line, at) ? all : all.slice(0, -1);
    above = hashes[0] ?? "";
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

/** What the last commit holds is not purged, and its files are named. */
async function leaveWhatStands(
  objects: Objects,
  head: string,
  found: ReadonlySet<string>,
): Promise<LinesToPurge> {
  const { tree } = await objects.readCommit(head);
  const standing = new HistoryRewriter(objects, found);
  standing.isDry = true;
  await standing.rewrite(tree);
  const files = [...(await filesOf(objects, tree))];
  return {
    hashes: [...found].filter((hash) => !standing.gone.has(hash)).sort(),
    stillIn: files.flatMap(([path, { oid }]) =>
      (standing.names.get(oid) ?? oid) === oid ? [] : displayPath(path),
    ),
  };
}

/** The files of the last commit with memories that were purged and not said again since: plain git brought them back. */
export async function filesWithPurged(root: string): Promise<readonly string[]> {
  const gitDir = join(root, ".git");
  const { oid } = await readHead(gitDir);
  if (oid === undefined) return [];
  const objects = new Objects(gitDir);
  const { tree } = await objects.readCommit(oid);
  const list = await readForgotten(objects, tree);
  const { isForgotten } = parseRemovals(list);
  const standing = await standingMemories(objects, tree, readPurgeMarks(list));
  return [...new Set(standing.flatMap(({ path, text }) => (isForgotten(text) ? path : [])))];
}

/** The memories in the topics of a tree whose texts are marked. */
export async function standingMemories(
  objects: Objects,
  tree: string,
  marks: PurgeMarks,
): Promise<readonly { readonly path: string; readonly text: string }[]> {
  if (marks.size === 0) return [];
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
