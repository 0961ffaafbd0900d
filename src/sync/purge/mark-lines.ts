import { eachObject } from "../../git/maintenance/each-object.ts";
import { parseCommit } from "../../git/objects/commit.ts";
import type { ObjectReader, Objects } from "../../git/objects/objects.ts";
import { folderMode, parseTree, submoduleMode } from "../../git/objects/tree.ts";
import { plainText } from "../../vault/entry.ts";
import { type ForgottenEntry, memoriesIn } from "../../vault/forget-in-log.ts";
import { parseTopic } from "../../vault/parse-topic.ts";
import { isLogPath } from "../../vault/paths.ts";
import { linesQuoting, linesSaying, type Purged, topicPath } from "./find-lines.ts";
import {
  endBelow,
  isBinary,
  lineHash,
  rawLines,
  textHash,
  textKey,
  withoutMarked,
} from "./purge-marks.ts";

/** What is to be purged. */
export interface LinesToPurge {
  readonly hashes: readonly string[];
  /** Files of the last commit that still say it: their lines stay. */
  readonly stillIn: readonly string[];
  /** Files of which an old version has the words in a line of its own, which stays. */
  readonly quotedIn: readonly string[];
}

/**
 * Looks through every version of every file that any commit in the repository holds, whether a branch leads to it or not, and
 * through what belongs to no commit. `quotes`: lines of others too, where they hold the words.
 */
export async function findLinesToPurge(
  objects: Objects,
  head: string,
  { quotes, ...purged }: Purged & { readonly quotes: boolean },
): Promise<LinesToPurge> {
  const { lines, quoting } = await findLines(objects, purged);
  const found = new Set(purged.entries.map(({ text }) => textHash(text)));
  addHashes(found, lines);
  const others = [...quoting].filter(([hash]) => !found.has(hash));
  if (quotes) for (const [hash] of others) found.add(hash);
  const quotedIn = quotes ? [] : [...new Set(others.map(([, path]) => path))].sort();
  const stillIn = await takeWhatStands(objects, head, found);
  return { hashes: [...found].sort(), stillIn, quotedIn };
}

/** The lines that say it, and of those that quote it the hashes with the paths. */
async function findLines(
  objects: Objects,
  purged: Purged,
): Promise<{ readonly lines: ReadonlySet<string>; readonly quoting: ReadonlyMap<string, string> }> {
  const lines = new Set<string>();
  const quoting = new Map<string, string>();
  const add = (found: readonly string[]): void => {
    for (const line of found) lines.add(line);
  };
  const { trees, blobs, messages } = await scan(objects, createFilter(purged));
  for (const message of messages) add(linesQuoting(message, purged));
  const seen = createSeen();
  for (const tree of trees) {
    for await (const { path, bytes } of filesIn(objects, tree, { ...seen, wanted: blobs })) {
      add(linesSaying(path, bytes, purged));
      for (const line of linesQuoting(bytes, purged)) quoting.set(lineHash(line), path);
    }
  }
  for (const oid of [...blobs].filter((one) => !seen.blobs.has(one))) {
    const bytes = await objects.read(oid); // Staged once, and never committed.
    add([...linesQuoting(bytes, purged), ...linesSaying("topics/unknown.md", bytes, purged)]);
  }
  return { lines, quoting };
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
    else messages.push(messageOf(content));
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

/** But for blank lines, which are everybody's. */
export function addHashes(hashes: Set<string>, lines: Iterable<string>): void {
  for (const line of lines) if (/[A-Za-z0-9\x80-\xff]/.test(line)) hashes.add(lineHash(line));
}

/** Takes what a last commit holds out of what was found, and returns the files that hold it. */
export async function takeWhatStands(
  objects: ObjectReader,
  head: string,
  found: Set<string>,
): Promise<string[]> {
  const stillIn: string[] = [];
  const { tree } = parseCommit(head, await objects.read(head));
  for await (const { path, bytes } of filesIn(objects, tree, createSeen())) {
    const texts = memoriesOf(path, bytes).map(({ text }) => textHash(text));
    const there = [...hashesIn(bytes), ...texts].filter((hash) => found.has(hash));
    if (there.length > 0) stillIn.push(path);
    for (const hash of there) found.delete(hash);
  }
  return stillIn;
}

/** The hashes of each line, and of each with what is below it. */
function hashesIn(bytes: Uint8Array): string[] {
  const lines = rawLines(bytes);
  return lines.flatMap((line, at) => {
    const end = endBelow(lines, at);
    const below = end > at + 1 ? [lineHash(lines.slice(at, end).join(""))] : [];
    return [lineHash(line), ...below];
  });
}

/** The memories of a topic, or those that a digest log tells of. */
export function memoriesOf(path: string, bytes: Buffer): ForgottenEntry[] {
  const file = topicPath(path);
  if (file === undefined || isBinary(bytes)) return [];
  if (isLogPath(file)) return memoriesIn(bytes).map((one) => ({ ...one, file }));
  return parseTopic(file, bytes).entries.map((entry) => {
    const { source } = entry.fields;
    return { text: plainText(entry), file, ...(source && { sessions: [source] }) };
  });
}

/** How many lines a commit's files hold, and how many of them are marked, by themselves or below one. */
export async function countMarked(
  objects: ObjectReader,
  commit: string,
  hashes: ReadonlySet<string>,
): Promise<{ readonly lines: number; readonly marked: number }> {
  let [lines, marked] = [0, 0];
  const { tree } = parseCommit(commit, await objects.read(commit));
  for await (const { bytes } of filesIn(objects, tree, createSeen())) {
    lines += rawLines(bytes).length;
    withoutMarked(bytes, hashes, () => marked++);
  }
  return { lines, marked };
}

const messageOf = (object: Buffer): Buffer => object.subarray(object.indexOf("\n\n") + 2);

export interface Seen {
  /** Objects at their paths. */
  readonly places: Set<string>;
  readonly blobs: Set<string>;
  /** The blobs to be read, where not all. */
  readonly wanted?: ReadonlySet<string>;
}

export const createSeen = (): Seen => ({ places: new Set(), blobs: new Set() });

/** The files below a tree, without those that were seen at their path. */
export async function* filesIn(
  objects: ObjectReader,
  tree: string,
  seen: Seen,
  folder = "",
): AsyncGenerator<{ readonly path: string; readonly oid: string; readonly bytes: Buffer }> {
  for (const { oid, mode, name } of parseTree(await objects.read(tree))) {
    const path = folder + Buffer.from(name, "latin1").toString("utf8");
    const place = `${oid} ${path}`;
    if (mode === submoduleMode || seen.places.has(place)) continue;
    seen.places.add(place);
    if (mode === folderMode) yield* filesIn(objects, oid, seen, `${path}/`);
    else if (seen.wanted?.has(oid) !== false) {
      seen.blobs.add(oid);
      yield { path, oid, bytes: await objects.read(oid) };
    }
  }
}
