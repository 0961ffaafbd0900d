import { join } from "node:path";
import { z } from "zod";
import { eachObject } from "../../git/maintenance/repack.ts";
import { Objects } from "../../git/objects/objects.ts";
import { filesOf, isPlain, parseTree } from "../../git/objects/tree.ts";
import { displayPath } from "../../git/path-bytes.ts";
import { readHead } from "../../git/refs/refs.ts";
import { isMarkdown } from "../../vault/list-files.ts";
import { type ForgottenEntry, forgetInLog } from "../../vault/log/forget-in-log.ts";
import { toTopicPath } from "../../vault/paths.ts";
import { normalText, plainText } from "../../vault/topic/entry.ts";
import { parseTopic } from "../../vault/topic/parse-topic.ts";
import { parseRemovals } from "../merge/file/removals.ts";
import { readForgotten } from "../merge/merge-trees.ts";
import { hashesOf, readPurgeMarks } from "./purge-marks.ts";
import { anyAbove, lineHash, rawLines, withoutLines } from "./rewrite-history.ts";

/** What is to be gone: the memories, and the words that they were learned of. */
export const purgedSchema = z.object({
  entries: z.array(
    z.strictObject({
      text: z.string(),
      file: z.string().transform(toTopicPath),
      sessions: z.array(z.string()).readonly(),
    }),
  ),
  said: z.array(z.string()),
});
export type Purged = Readonly<z.output<typeof purgedSchema>>;

/**
 * Looks through every object of the repository, whether a branch leads to it or not. Returns the hashes of lines to be
 * purged, and the files of the last commit that still say it: what they hold stays.
 */
export async function findLinesToPurge(objects: Objects, head: string, purged: Purged) {
  const { entries, said } = purged;
  const spelled = [...entries.map(({ text }) => text), ...said];
  const texts = spelled.flatMap((text) => [text, textKey(text)]);
  const longest = texts.map(longestWord);
  const found = new Set<string>();
  const notes = new Set<string>();
  const quoting = new Map<string, readonly string[]>();
  for await (const { oid, type, content } of eachObject(objects)) {
    const named = type === "tree" ? parseTree(content) : [];
    for (const one of named.filter(({ name }) => isMarkdown(name))) notes.add(one.oid);
    if (type === "tree" || !longest.some((word) => content.includes(word))) continue;
    for (const hash of hashesSaying(content, entries)) found.add(hash);
    quoting.set(oid, hashesQuoting(content, texts));
  }
  // A note may quote it in a line of somebody else's.
  const others = [...quoting].filter(([oid]) => !notes.has(oid));
  for (const hash of others.flatMap(([, hashes]) => hashes)) found.add(hash);
  const standing = await findStanding(objects, head, found);
  for (const hash of standing.flatMap(({ hashes }) => hashes)) found.delete(hash);
  return { hashes: [...found].sort(), stillIn: standing.map(({ path }) => path) };
}

/** Whoever spells a text, this is in it as it is; looking for it is faster than reading each version of a file. */
const longestWord = (text: string): string =>
  (text.match(/[A-Za-z0-9]+/g) ?? []).reduce((a, b) => (b.length > a.length ? b : a), "");

/**
 * The hashes by which a version of a note loses the lines of memories with all below them, and what the digest log
 * tells of them. Nobody else's line is one of them.
 */
export function hashesSaying(bytes: Buffer, entries: readonly ForgottenEntry[]): string[] {
  const lines = rawLines(bytes);
  const texts = new Set(entries.map(({ text }) => textKey(text)));
  const { gone } = forgetInLog(bytes, entries);
  // "yes" said somebody of something else too.
  const alone = new Set([...gone].filter((at) => isOwnWords(lines[at] ?? "")));
  for (const entry of entriesOf(bytes)) {
    if (!texts.has(textKey(plainText(entry)))) continue;
    alone.add(entry.line - 1);
    for (let at = entry.line - 1; at < entry.endLine; at++) gone.add(at);
  }
  return [...gone].flatMap((at) => {
    const line = lines[at] ?? "";
    const below = gone.has(at - 1) ? [lineHash(line, anyAbove)] : [];
    return alone.has(at) ? [lineHash(line), ...below] : below;
  });
}

/** The lines that hold the very words, of whatever file or message. */
function hashesQuoting(bytes: Buffer, texts: readonly string[]): string[] {
  const words = texts.filter(isOwnWords).map((text) => Buffer.from(text).toString("latin1"));
  const lines = rawLines(bytes).filter((line) => words.some((one) => line.includes(one)));
  return lines.map((line) => lineHash(line));
}

/** Shorter words stand in too much else. */
const isOwnWords = (text: string): boolean => text.trim().length >= 12;

/** What makes two texts of entries the same memory, whatever tags they have. */
const textKey = (text: string): string => normalText(text.replace(/(?:^|\s)#[^\s#]+/g, ""));

const entriesOf = (bytes: Buffer) => parseTopic(toTopicPath("topics/a.md"), bytes).entries;

const textsOf = (bytes: Buffer): Set<string> => new Set(entriesOf(bytes).map(plainText));

/** The files of a commit that hold lines of these hashes: of which, and the memories that would go with them. */
export async function findStanding(objects: Objects, commit: string, hashes: ReadonlySet<string>) {
  const found = [];
  const { tree } = await objects.readCommit(commit);
  for (const [name, file] of hashes.size === 0 ? [] : await filesOf(objects, tree)) {
    if (!isPlain(file)) continue;
    const bytes = await objects.readOrEmpty(file.oid);
    const gone = new Map<string, string>();
    const left = withoutLines(bytes, hashes, gone);
    if (gone.size === 0) continue;
    const texts = [...textsOf(bytes).difference(textsOf(left))];
    found.push({ path: displayPath(name), hashes: [...gone.keys()], texts });
  }
  return found;
}

/** The files of the last commit with purged memories that nobody said again: plain git brought them back. */
export async function filesWithPurged(root: string): Promise<readonly string[]> {
  const gitDir = join(root, ".git");
  const { oid } = await readHead(gitDir);
  if (oid === undefined) return [];
  const objects = new Objects(gitDir);
  const { tree } = await objects.readCommit(oid);
  const list = await readForgotten(objects, tree);
  const { isForgotten } = parseRemovals(list);
  const standing = await findStanding(objects, oid, hashesOf(readPurgeMarks(list)));
  return standing.flatMap(({ path, texts }) => (texts.some(isForgotten) ? path : []));
}
