import { LociError } from "../../errors.ts";
import { isBlankLine, lineStarts, splitLines } from "../split-lines.ts";
import { cleanText, type EntryDraft, formatEntry } from "../topic/entry.ts";
import { toFrontmatter } from "../topic/frontmatter.ts";
import { type ReadItem, type ReadTopic, readTopic } from "../topic/read-topic.ts";
import type { Entry } from "../topic/topic.ts";
import { yamlWord } from "../topic/yaml.ts";
import { encodeText } from "../vault-text.ts";
import {
  applyEdit,
  isSameOutline,
  type LineEdit,
  type OpenTopic,
  openForEdit,
  outline,
  shiftOutline,
} from "./edit-lines.ts";
import { type EntryPlace, entryPlaces } from "./entry-places.ts";
import { spliceKey } from "./set-frontmatter-key.ts";

export interface EditOptions {
  /** `YYYY-MM-DD`: the new value of the frontmatter key `updated`, where the file has that key. */
  readonly updated?: string | undefined;
  /** Heading of the section at the end of the file that a new entry goes to; without it, the topic's main list. */
  readonly section?: string | undefined;
}

/** What a new topic file says about itself. */
export interface NewTopic {
  readonly title: string;
  readonly summary?: string | undefined;
  readonly aliases?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly bank?: string | undefined;
  /** `YYYY-MM-DD`. */
  readonly created?: string | undefined;
}

/** A file with its new entry; `line` is 1-based, `written` the line as it stands there. */
export interface Appended {
  readonly bytes: Buffer;
  readonly line: number;
  readonly written: string;
}

/** Adds an entry at the end of the topic's main list, or of a note's section for memories. Pure; every other byte stays as it was. */
export function appendEntry(
  bytes: Uint8Array,
  draft: EntryDraft,
  options: EditOptions = {},
): Appended {
  return appendWords(bytes, (marker) => formatEntry(draft, marker), options);
}

/** The same with words as they are to stand there, behind the list's marker. */
export function appendWords(
  bytes: Uint8Array,
  wordsFor: (marker: string) => string,
  options: EditOptions = {},
): Appended {
  const open = touch(openForEdit(bytes), options);
  for (const place of entryPlaces(open.topic, options.section)) {
    const edit = place.edit(wordsFor(place.marker));
    const text = applyEdit(open.text, edit);
    if (!addsOne(open.topic, readTopic(text), edit, place)) continue;
    const written = edit.lines[place.line - 1 - edit.from] ?? "";
    return { bytes: encodeText(text, open.hasBom), line: place.line, written };
  }
  throw cannotEdit("add an entry to the file");
}

/** The same with the words of many, one below another; read and checked once where that does. */
export function appendAll(
  bytes: Uint8Array,
  words: readonly ((marker: string) => string)[],
  options: EditOptions = {},
): { readonly bytes: Uint8Array; readonly written: readonly string[] } {
  const [first, ...rest] = words;
  if (first === undefined) return { bytes, written: [] };
  const one = appendWords(bytes, first, options);
  const open = openForEdit(one.bytes);
  const [place] = entryPlaces(open.topic, options.section);
  // Numbers rise from one to the next.
  if (place !== undefined && !/\d/.test(place.marker)) {
    const edits = rest.map((wordsFor) => place.edit(wordsFor(place.marker)));
    const edit = { ...place.edit(""), lines: edits.flatMap(({ lines }) => lines) };
    const text = applyEdit(open.text, edit);
    if (addsAll(open.topic, readTopic(text), edit)) {
      const added = edit.lines.filter((line) => !isBlankLine(line));
      return { bytes: encodeText(text, open.hasBom), written: [one.written, ...added] };
    }
  }
  const others = appendAll(one.bytes, rest, options);
  return { bytes: others.bytes, written: [one.written, ...others.written] };
}

/** Writes an entry's own words again, as `rewrite` makes them from the entry and how it is spelt; every other byte stays. */
export function rewriteEntry(
  bytes: Uint8Array,
  id: string,
  rewrite: (old: OldWords, marker: string) => string,
  options: EditOptions = {},
): Buffer {
  const open = touch(openForEdit(bytes), options);
  const item = findItem(open.topic, id);
  const starts = lineStarts(open.text);
  const { wordsLine, wordsEnd } = item;
  const ownLines = open.topic.lines.slice(wordsLine - 1, wordsEnd);
  const start = wordsLine === item.line ? markerAndSpace : /^[ \t]*/;
  const prefix = start.exec(ownLines[0] ?? "")?.[0] ?? "";
  const marker = prefix.trim() === "" ? "-" : prefix.trim();
  const from = (starts[wordsLine - 1] ?? 0) + prefix.length;
  const to = (starts[wordsEnd - 1] ?? 0) + (ownLines.at(-1)?.length ?? 0);
  const raw = open.text.slice(from, to);
  const words = rewrite({ entry: item.entry, raw }, marker);
  const text = open.text.slice(0, from) + words + open.text.slice(to);
  const edit = { from: wordsLine - 1, to: wordsEnd, lines: splitLines(words) };
  if (!replacesOne(open.topic, readTopic(text), edit, item)) throw cannotEdit("replace the entry");
  return encodeText(text, open.hasBom);
}

/** An entry before its words change, and these as they stand in the file, line ends included (without the marker). */
export interface OldWords {
  readonly entry: Entry;
  readonly raw: string;
}

/** Removes the lines of an entry, what is nested in it included. */
export function removeEntry(bytes: Uint8Array, id: string, options: EditOptions = {}): Buffer {
  const open = touch(openForEdit(bytes), options);
  const text = withoutItems(open, [findItem(open.topic, id)]);
  if (text === undefined) throw cannotEdit("remove the entry");
  return encodeText(text, open.hasBom);
}

/** The same for many, of which those stay that cannot go; read and checked once where all can. Returns what went. */
export function removeEntries(
  bytes: Uint8Array,
  ids: readonly string[],
): { readonly bytes: Uint8Array; readonly removed: ReadonlySet<string> } {
  const open = openForEdit(bytes);
  // Of equal texts, the ids are counted: the last line goes first.
  const lastFirst = ids
    .map((id) => ({ id, line: findItem(open.topic, id).line }))
    .sort((a, b) => b.line - a.line)
    .map(({ id }) => id);
  const { text, removed } = removeWhatCan(open, lastFirst);
  return { bytes: encodeText(text, open.hasBom), removed: new Set(removed) };
}

function removeWhatCan(
  open: OpenTopic,
  ids: readonly string[],
): { readonly text: string; readonly removed: readonly string[] } {
  const items = ids.map((id) => findItem(open.topic, id));
  const text = withoutItems(open, items);
  if (text !== undefined) return { text, removed: ids };
  if (ids.length === 1) return { text: open.text, removed: [] };
  const half = Math.ceil(ids.length / 2);
  const below = removeWhatCan(open, ids.slice(0, half));
  const rest = { ...open, text: below.text, topic: readTopic(below.text) };
  const above = removeWhatCan(rest, ids.slice(half));
  return { text: above.text, removed: [...below.removed, ...above.removed] };
}

/** The text without items, the last first; undefined where that would change what another line is. */
function withoutItems(open: OpenTopic, items: readonly FoundItem[]): string | undefined {
  // A blank line in its place, where its neighbours would grow together.
  for (const lines of items.length === 1 ? [[], [""]] : [[]]) {
    let { text } = open;
    let rows = outline(open.topic).filter(({ line }) => !items.some((item) => item.line === line));
    for (const item of items) {
      const from = item.line - 1 - blankBefore(open.topic, item);
      const edit = { from, to: item.endLine, lines };
      text = applyEdit(text, edit);
      rows = shiftOutline(rows, edit);
    }
    if (isSameOutline(outline(readTopic(text)), rows)) return text;
  }
  return undefined;
}

/** The bytes of a topic file without entries. */
export function newTopic(topic: NewTopic): Buffer {
  const title = cleanText(topic.title);
  const { created } = topic;
  const lines = [
    ["title", yamlWord(title)],
    ["summary", wordOf(topic.summary)],
    ["aliases", listOf(topic.aliases)],
    ["tags", listOf(topic.tags)],
    ["bank", wordOf(topic.bank)],
    ["created", wordOf(created)],
    ["updated", wordOf(created)],
  ].flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${value}\n`]));
  return Buffer.from(`---\n${lines.join("")}---\n\n# ${headingWords(title)}\n`);
}

/** Whether a file is what `newTopic()` makes and holds nothing else, whatever day it says it was updated on. */
export function isBareTopic(bytes: Uint8Array): boolean {
  const { title, updated, ...rest } = toFrontmatter(openForEdit(bytes).topic.frontmatter.values);
  if (title === undefined || rest.created === undefined) return false;
  const made = newTopic({ title, ...rest }).toString();
  const text = Buffer.from(bytes).toString().trimEnd();
  return text === made.trimEnd().replace(`\nupdated: ${rest.created}\n`, `\nupdated: ${updated}\n`);
}

const markerAndSpace = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]*/;

function touch(open: OpenTopic, { updated }: EditOptions): OpenTopic {
  if (updated === undefined || open.topic.frontmatter.values.updated === undefined) return open;
  const text = spliceKey(open.text, "updated", updated);
  return text === undefined ? open : { ...open, text, topic: readTopic(text) };
}

interface FoundItem extends ReadItem {
  readonly entry: Entry;
  readonly isLastOf: boolean;
  readonly previousEnd: number | undefined;
}

function findItem(topic: ReadTopic, id: string): FoundItem {
  for (const block of topic.blocks) {
    if (block.type !== "list") continue;
    const at = block.items.findIndex((item) => item.entry?.id === id);
    const item = block.items[at];
    if (item?.entry === undefined) continue;
    const { entry } = item;
    const previousEnd = block.items[at - 1]?.endLine;
    return { ...item, entry, previousEnd, isLastOf: at === block.items.length - 1 };
  }
  throw new LociError("NOT_FOUND", `Cannot find the entry "${id}": the file holds no such entry`, {
    data: { id },
  });
}

/** The blank line that an append to a loose list has put before its entry goes with it. */
function blankBefore({ lines }: ReadTopic, item: FoundItem): 0 | 1 {
  const isSetOff = item.isLastOf && item.previousEnd === item.line - 2;
  const isOpenBelow = isBlankLine(lines[item.endLine]);
  return isSetOff && isOpenBelow ? 1 : 0;
}

/** True when the edit added this entry and left every other block alone. */
function addsOne(before: ReadTopic, after: ReadTopic, edit: LineEdit, place: EntryPlace): boolean {
  const rows = outline(after).filter((row) => row.line !== place.line && !isFrame(row, edit));
  const items = after.blocks.flatMap((block) => (block.type === "list" ? block.items : []));
  const item = items.find(({ line }) => line === place.line);
  const isWhole = item?.entry !== undefined && item.endLine === item.line;
  return isWhole && isSameOutline(rows, shiftOutline(outline(before), edit));
}

/** The empty comment that keeps a new list apart from what follows, or the heading that a new section begins with. */
const isFrame = (row: { readonly line: number }, edit: LineEdit): boolean =>
  /^(?:<!-- -->$|## )/.test(edit.lines[row.line - 1 - edit.from] ?? "");

/** True when the entry's words stand on the lines of the edit now and nothing else is different. */
function replacesOne(before: ReadTopic, after: ReadTopic, edit: LineEdit, item: ReadItem): boolean {
  const items = after.blocks.flatMap((block) => (block.type === "list" ? block.items : []));
  const now = items.find(({ line }) => line === item.line);
  const isWhole = now?.entry !== undefined && now.wordsEnd === edit.from + edit.lines.length;
  const isOther = ({ line }: { readonly line: number }): boolean => line !== item.line;
  const kept = shiftOutline(outline(before).filter(isOther), edit);
  return isWhole && isSameOutline(outline(after).filter(isOther), kept);
}

/** True when each line of the edit that is not blank is an entry of its own now and nothing else is different. */
function addsAll(before: ReadTopic, after: ReadTopic, edit: LineEdit): boolean {
  const isNew = ({ line }: { readonly line: number }): boolean =>
    line > edit.from && line <= edit.from + edit.lines.length;
  const items = after.blocks.flatMap((block) => (block.type === "list" ? block.items : []));
  const added = items.filter(isNew);
  const areWhole = added.every((item) => item.entry !== undefined && item.endLine === item.line);
  const isAll = added.length === edit.lines.filter((line) => !isBlankLine(line)).length;
  const rows = outline(after).filter((row) => !isNew(row));
  return areWhole && isAll && isSameOutline(rows, shiftOutline(outline(before), edit));
}

function cannotEdit(what: string): LociError {
  return new LociError(
    "BAD_INPUT",
    `Cannot ${what}: its neighbours would change their meaning; edit the file by hand`,
  );
}

const wordOf = (word: string | undefined): string | undefined =>
  word === undefined ? undefined : yamlWord(cleanText(word));

const listOf = (words: readonly string[] | undefined): string | undefined =>
  words === undefined || words.length === 0
    ? undefined
    : `[${words.map((word) => yamlWord(cleanText(word))).join(", ")}]`;

/** Hashes at the end would be taken for the closing of the heading. */
const headingWords = (title: string): string => title.replace(/(^|\s)(#+)$/, "$1\\$2");
