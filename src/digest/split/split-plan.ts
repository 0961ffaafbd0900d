import type { SplitAnswer } from "../../models/task.ts";
import { type OpenTopic, openForEdit, outline } from "../../vault/edit-lines.ts";
import { newTopic } from "../../vault/edit-topic.ts";
import { isSuperseded } from "../../vault/entry.ts";
import { parseTopic } from "../../vault/parse-topic.ts";
import { upLink } from "../../vault/passages.ts";
import { placeOf, type TopicPath } from "../../vault/paths.ts";
import { type ReadItem, readTopic } from "../../vault/read-topic.ts";
import { setFrontmatterKey } from "../../vault/set-frontmatter-key.ts";
import { isBlankLine, lineStarts, usualEol } from "../../vault/split-lines.ts";
import type { Entry, Topic } from "../../vault/topic.ts";
import { encodeText } from "../../vault/vault-text.ts";
import { addAlias } from "./split-alias.ts";
import { nameSubtopics, type SubtopicName } from "./split-names.ts";

/** What a split starts from. */
export interface SplitInput {
  readonly path: TopicPath;
  readonly bytes: Uint8Array;
  /** By the labels of `movableEntries`. */
  readonly proposal: SplitAnswer;
  /** Every path of the vault: no name is taken twice. */
  readonly taken: readonly string[];
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

/** The files that a topic becomes: its subtopics, and last the one that keeps everything else. */
export interface SplitPlan {
  readonly path: TopicPath;
  readonly before: Uint8Array;
  readonly files: readonly PlannedFile[];
}

export interface PlannedFile {
  readonly path: TopicPath;
  readonly bytes: Uint8Array;
}

/** An entry that may go to another file, under the name by which a model refers to it. */
export interface MovableEntry {
  readonly label: string;
  readonly entry: Entry;
}

/** Fewer make no file of their own. */
const minEntries = 3;

/**
 * The entries of a topic that may move: those on lines of their own that nothing refers to and that refer to nothing
 * in their file. None of a file that Loci does not rewrite.
 */
export function movableEntries(bytes: Uint8Array): readonly MovableEntry[] {
  const open = tryOpen(bytes);
  return open === undefined ? [] : movableItems(open).map(({ label, entry }) => ({ label, entry }));
}

/**
 * Plans the split of a topic. Pure. Each entry is in exactly one of the files, byte for byte; everything else stays
 * together. Undefined where the proposal leaves fewer than two subtopics, or cutting would change what the file says.
 */
export function planSplit(input: SplitInput): SplitPlan | undefined {
  const open = tryOpen(input.bytes);
  if (open === undefined || placeOf(input.path).kind !== "topic") return undefined;
  const topic = parseTopic(input.path, input.bytes);
  const names = nameSubtopics(input, topic.title);
  const groups = groupItems(input.proposal, movableItems(open), names.subtopics);
  const canMove = underAlias(input.path, input.bytes) !== undefined;
  const general = canMove ? names.general : input.path;
  const cut = { open, starts: lineStarts(open.text), topic, general, today: input.today };
  const drafts = groups.flatMap((group) => {
    const bytes = subtopicBytes(cut, group);
    return bytes === undefined ? [] : [{ ...group, bytes }];
  });
  if (drafts.length < 2) return undefined;
  const rest = generalFile(input, cut, drafts);
  if (rest === undefined) return undefined;
  const files = [...drafts.map(({ path, bytes }) => ({ path, bytes })), rest];
  return isWhole(topic, files) ? { path: input.path, before: input.bytes, files } : undefined;
}

function tryOpen(bytes: Uint8Array): OpenTopic | undefined {
  try {
    const open = openForEdit(bytes);
    return /\r(?!\n)/.test(open.text) ? undefined : open;
  } catch {
    return undefined; // Not UTF-8, or frontmatter that cannot be read: such a file is never rewritten.
  }
}

interface MovableItem extends MovableEntry {
  readonly item: ReadItem;
}

const plainItem = /^(?:[-*+]|\d{1,9}[.)]) \S/;

function movableItems({ topic }: OpenTopic): MovableItem[] {
  const items = topic.blocks.flatMap((block) => (block.type === "list" ? block.items : []));
  const hasDefinitions = topic.lines.some((line) => /^ {0,3}\[[^\]]+\]:/.test(line));
  return items
    .flatMap((item) => (item.entry === undefined ? [] : [{ item, entry: item.entry }]))
    .filter(({ item, entry }) => {
      const isPlain = plainItem.test(topic.lines[item.line - 1] ?? "");
      const isAlone = item.wordsLine === item.line && item.wordsEnd === item.endLine;
      const isReferred = entry.blockId !== undefined || isSuperseded(entry);
      const words = topic.lines.slice(item.line - 1, item.endLine).join("\n");
      const refers =
        words.includes("[[#") || (hasDefinitions && /\](?!\()/.test(stripFields(words)));
      return isPlain && isAlone && !isReferred && !refers;
    })
    .map(({ item, entry }, i) => ({ label: `e${i + 1}`, item, entry }));
}

/** Without `[[links]]`, `[key:: value]` and checkboxes: what is left in brackets may be defined elsewhere in the file. */
const stripFields = (words: string): string =>
  words.replace(/\[\[[^\]]{0,1000}\]\]|\[[^[\]]{0,200}::[^\]]{0,1000}\]|\[[ xX]\]/g, "");

interface Group extends SubtopicName {
  readonly summary: string;
  readonly items: readonly MovableItem[];
}

/** A label counts once, where it is named first. */
function groupItems(
  proposal: SplitAnswer,
  movable: readonly MovableItem[],
  names: readonly (SubtopicName | undefined)[],
): Group[] {
  const left = new Map(movable.map((item) => [item.label, item]));
  return proposal.subtopics.flatMap(({ summary, entries }, i) => {
    const name = names[i];
    const labels = [...new Set(entries)].filter((label) => left.has(label));
    if (name === undefined || labels.length < minEntries) return [];
    const items = labels.flatMap((label) => left.get(label) ?? []);
    for (const label of labels) left.delete(label);
    return [{ ...name, summary, items: items.sort((a, b) => a.item.line - b.item.line) }];
  });
}

interface Cut {
  readonly open: OpenTopic;
  /** Offsets of its lines. */
  readonly starts: readonly number[];
  readonly topic: Topic;
  readonly general: TopicPath;
  readonly today: string;
}

/** Undefined where the lines, put together, would say something else. */
function subtopicBytes(cut: Cut, group: Group): Buffer | undefined {
  const { open, topic, general, today } = cut;
  const { tags, bank } = topic.frontmatter;
  const eol = usualEol(open.text);
  const summary = group.summary.replace(/\s+/g, " ").trim().slice(0, 160);
  const head = newTopic({
    title: group.title,
    ...(summary === "" ? {} : { summary }),
    tags,
    bank,
    created: today,
  });
  const name = general.slice(general.lastIndexOf("/") + 1, -".md".length);
  const words = topic.title.replace(/[[\]|]/g, " ").trim();
  const opening = `${head.toString("utf8")}\n${upLink(name, words || name)}\n\n`;
  const lines = group.items.map(({ item }) => linesOf(cut, item, eol));
  for (const gap of ["", eol]) {
    const text = opening.replaceAll("\n", eol) + lines.join(gap);
    const bytes = Buffer.from(text);
    const parsed = parseTopic(group.path, bytes);
    const wanted = group.items.map(({ entry }) => keyOf(entry));
    if (JSON.stringify(parsed.entries.map(keyOf)) === JSON.stringify(wanted)) return bytes;
  }
  return undefined;
}

function linesOf(
  { open: { text }, starts }: Cut,
  { line, endLine }: ReadItem,
  eol: string,
): string {
  const own = text.slice(starts[line - 1] ?? text.length, starts[endLine] ?? text.length);
  return own.endsWith("\n") ? own : own + eol;
}

/** The file with everything that does not move. */
function generalFile(
  input: SplitInput,
  { open, general }: Cut,
  groups: readonly Group[],
): PlannedFile | undefined {
  const moved = groups.flatMap(({ items }) => items.map(({ item }) => item));
  const text = withoutItems(open, moved);
  if (text === undefined) return undefined;
  const bytes = encodeText(text, open.hasBom);
  const named = general === input.path ? bytes : underAlias(input.path, bytes);
  return named && { path: general, bytes: named };
}

/** The file made fit for another name: with the old one as an alias, and the title that it gave; undefined where it cannot be. */
function underAlias(path: TopicPath, bytes: Uint8Array): Buffer | undefined {
  const { title } = parseTopic(path, bytes);
  const hasTitle = openForEdit(bytes).topic.title !== undefined;
  try {
    const named = hasTitle ? bytes : setFrontmatterKey(bytes, "title", title, { create: true });
    return addAlias(named, placeOf(path).topic);
  } catch {
    return undefined; // The key is there, but holds no plain words.
  }
}

/** Tried without a trace first, then with a blank line in place of each run of items. */
function withoutItems({ text, topic }: OpenTopic, moved: readonly ReadItem[]): string | undefined {
  const gone = new Set(moved.flatMap(({ line, endLine }) => range(line, endLine)));
  const starts = lineStarts(text);
  const eol = usualEol(text);
  const lines = topic.lines.map((_, i) => text.slice(starts[i] ?? 0, starts[i + 1] ?? text.length));
  const movedLines = new Set(moved.map(({ line }) => line));
  const rows = outline(topic).filter(({ line }) => !movedLines.has(line));
  const wanted = JSON.stringify(rows.map(({ words }) => words));
  for (const gap of ["", eol]) {
    const next = keepLines(lines, gone, gap);
    const left = outline(readTopic(next)).map(({ words }) => words);
    if (JSON.stringify(left) === wanted) return next;
  }
  return undefined;
}

function keepLines(lines: readonly string[], gone: ReadonlySet<number>, gap: string): string {
  const isBlankAt = (i: number): boolean =>
    isBlankLine((lines[i] ?? "").replace(/(?<![\r\n])[\r\n]+$/, ""));
  const kept: string[] = [];
  let isAfterRun = false;
  for (const [i, line] of lines.entries()) {
    if (gone.has(i + 1)) {
      if (!isAfterRun && gap !== "") kept.push(gap);
      isAfterRun = true;
      continue;
    }
    const isDoubled = isAfterRun && isBlankAt(i) && isBlankLine((kept.at(-1) ?? "").trimEnd());
    if (isDoubled) continue; // The blank line that stood between two entries goes with one of them.
    kept.push(line);
    isAfterRun = false;
  }
  return kept.join("");
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** What must be found again, wherever it went. */
function keyOf({ text, date, fields, tags, blockId, task, owner }: Entry): string {
  return JSON.stringify([text, date, fields, tags, blockId, task, owner]);
}

/** The last look: every entry once, no more and no fewer. */
function isWhole(topic: Topic, files: readonly PlannedFile[]): boolean {
  const after = files.flatMap(({ path, bytes }) => parseTopic(path, bytes).entries.map(keyOf));
  return JSON.stringify(topic.entries.map(keyOf).sort()) === JSON.stringify(after.sort());
}
