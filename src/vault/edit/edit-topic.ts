import { LociError } from "../../errors.ts";
import { isBlankLine, splitRows, usualEol } from "../split-lines.ts";
import { cleanText } from "../topic/entry.ts";
import { type Frontmatter, toFrontmatter } from "../topic/frontmatter.ts";
import type { Item, ReadTopic } from "../topic/read-topic.ts";
import type { Entry } from "../topic/topic.ts";
import { yamlWord } from "../topic/yaml.ts";
import { encodeText } from "../vault-text.ts";
import { editLines, type OpenTopic, openForEdit } from "./edit-lines.ts";
import { type EntryPlace, entryPlaces } from "./entry-places.ts";

/** The words of an entry behind the list's marker. */
type WordsFor = (marker: string) => string;

/**
 * Adds entries at the end of the topic's main list, or in a section at the end that a note keeps its memories in, one
 * below another; read and checked once where that does. Pure; every other byte stays as it was.
 */
export function appendAll(bytes: Uint8Array, words: readonly WordsFor[], section?: string): Buffer {
  let open = openForEdit(bytes);
  for (let done = 0; done < words.length; ) {
    const places = entryPlaces(open.topic, section);
    const rest = words.slice(done);
    // The first by itself: it may begin the list that the others join.
    const best = done > 0 ? places[0] : undefined;
    const many = best && putEntries(open, best, rest);
    const each = places.values().map((place) => putEntries(open, place, rest.slice(0, 1)));
    const next = many ?? each.find((one) => one !== undefined);
    if (next === undefined) throw cannotEdit("add an entry to the file");
    open = next;
    done += many === undefined ? 1 : rest.length;
  }
  return encodeText(open.text, open.hasBom);
}

/** The file with entries in a place; undefined where they would not be entries there, or change another line. */
function putEntries(
  open: OpenTopic,
  { at, above, gap, prefixOf, below }: EntryPlace,
  words: readonly WordsFor[],
): OpenTopic | undefined {
  const own = words.map((wordsFor, i) => prefixOf(i) + wordsFor(prefixOf(i).trim()));
  const lines = [...above, ...own.flatMap((line) => [...gap, line]), ...below];
  const eol = usualEol(open.text);
  const edited = editLines(open, [{ from: at, to: at, rows: lines.map((line) => line + eol) }]);
  const items = edited?.added.filter((part) => part.type === "item") ?? [];
  const isWhole = ({ entry, line, endLine }: Item, i: number): boolean =>
    entry !== undefined &&
    line === endLine &&
    line === at + above.length + (i + 1) * (gap.length + 1);
  return items.length === own.length && items.every(isWhole) ? edited : undefined;
}

/** An entry before its words change, and these as they stand in the file, line ends included (without the marker). */
export interface OldWords {
  readonly entry: Entry;
  readonly raw: string;
}

const indentAndMarker = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]*)?/;

/** Writes an entry's own words again, as `rewrite` makes them from the entry and how it is spelt; every other byte stays. */
export function rewriteEntry(
  bytes: Uint8Array,
  id: string,
  rewrite: (old: OldWords, marker: string) => string,
): Buffer {
  const open = openForEdit(bytes);
  const { entry, line, endLine, wordsLine, wordsEnd } = findItem(open.topic, id);
  const all = splitRows(open.text);
  const own = all.slice(wordsLine - 1, wordsEnd).join("");
  const start = wordsLine === line ? indentAndMarker : /^[ \t]*/;
  const prefix = start.exec(own)?.[0] ?? "";
  const end = /(?:\r\n|\n|\r)?$/.exec(own)?.[0] ?? "";
  const raw = own.slice(prefix.length, own.length - end.length);
  const words = splitRows(prefix + rewrite({ entry, raw }, prefix.trim() || "-") + end);
  const above = all.slice(line - 1, wordsLine - 1);
  const rows = [...above, ...words, ...all.slice(wordsEnd, endLine)];
  const edited = editLines(open, [{ from: line - 1, to: endLine, rows }]);
  const [now, ...others] = edited?.added ?? [];
  const isWhole =
    now?.type === "item" &&
    now.entry !== undefined &&
    now.line === line &&
    now.wordsEnd === wordsLine - 1 + words.length;
  if (edited === undefined || !isWhole || others.length > 0) throw cannotEdit("replace the entry");
  return encodeText(edited.text, edited.hasBom);
}

/** Removes the lines of an entry, what is nested in it included. */
export function removeEntry(bytes: Uint8Array, id: string): Buffer {
  const { bytes: rest, removed } = removeEntries(bytes, [id]);
  if (!removed.has(id)) throw cannotEdit("remove the entry");
  return rest;
}

/** The same for many, of which those stay that cannot go; read and checked once where all can. Returns what went. */
export function removeEntries(bytes: Uint8Array, ids: readonly string[]) {
  let open = openForEdit(bytes);
  const removed = new Set<string>();
  const remove = (some: readonly Item[], rows: readonly string[]): boolean => {
    const edits = some.map((item) => {
      return { from: item.line - 1 - blankBefore(open.topic, item), to: item.endLine, rows };
    });
    const edited = editLines(open, edits);
    if (edited?.added.length !== 0) return false;
    open = edited;
    for (const { entry } of some) if (entry !== undefined) removed.add(entry.id);
    return true;
  };
  // The last line goes first: those above keep their numbers, and of equal texts, whose ids are counted, their ids.
  const items = ids.map((id) => findItem(open.topic, id)).sort((a, b) => b.line - a.line);
  // A blank line in the place of one whose neighbours would grow together.
  if (!remove(items, []))
    for (const item of items) remove([item], []) || remove([item], [usualEol(open.text)]);
  return { bytes: encodeText(open.text, open.hasBom), removed };
}

/** The bytes of a topic file without entries, with what it says about itself; it is updated on the day it is created. */
export function newTopic(topic: Partial<Frontmatter> & { readonly title: string }): Buffer {
  const { summary, tags, bank, created } = topic;
  const title = cleanText(topic.title);
  const said = { title, summary, tags, bank, created, updated: created };
  const lines = Object.entries(said).flatMap(([key, value = []]) => {
    const words = [value].flat().map((word) => yamlWord(cleanText(word)));
    if (words.length === 0) return [];
    return `${key}: ${typeof value === "string" ? words.join() : `[${words.join(", ")}]`}\n`;
  });
  // Hashes at the end would be taken for the closing of the heading.
  const heading = title.replace(/(^|\s)(#+)$/, "$1\\$2");
  return Buffer.from(`---\n${lines.join("")}---\n\n# ${heading}\n`);
}

/** Whether a file is what `newTopic()` makes and holds nothing else, whatever day it says it was updated on. */
export function isBareTopic(bytes: Uint8Array): boolean {
  const { title, updated, ...rest } = toFrontmatter(openForEdit(bytes).topic.frontmatter.values);
  if (title === undefined || rest.created === undefined) return false;
  const made = newTopic({ title, ...rest }).toString();
  const text = Buffer.from(bytes).toString().trimEnd();
  return text === made.trimEnd().replace(`\nupdated: ${rest.created}\n`, `\nupdated: ${updated}\n`);
}

function findItem({ parts }: ReadTopic, id: string): Item & { readonly entry: Entry } {
  for (const part of parts) {
    if (part.type === "item" && part.entry?.id === id) return { ...part, entry: part.entry };
  }
  const message = `Cannot find the entry "${id}": the file holds no such entry`;
  throw new LociError("NOT_FOUND", message, { data: { id } });
}

/** The blank line that an append to a loose list has put before its entry goes with it. */
function blankBefore({ parts, lines }: ReadTopic, { list, line, endLine }: Item): 0 | 1 {
  const items = parts.filter((part) => part.type === "item" && part.list === list);
  const previous = items.findLast((item) => item.line < line);
  const isSetOff = previous?.endLine === line - 2 && items.at(-1)?.line === line;
  const isOpenBelow = isBlankLine(lines[endLine]);
  return isSetOff && isOpenBelow ? 1 : 0;
}

function cannotEdit(what: string): LociError {
  const state = "its neighbours would change their meaning; edit the file by hand";
  return new LociError("BAD_INPUT", `Cannot ${what}: ${state}`);
}
