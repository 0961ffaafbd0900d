import type { List, ListItem, Paragraph, PhrasingContent, Root, RootContent } from "mdast";
import type { Processor } from "unified";
import type { VFile } from "vfile";
import { splitEntry } from "../../src/vault/topic/entry.ts";
import { hueOfBank } from "../banks.ts";
import { formatDate, stringsFor } from "../i18n/strings.ts";
import type { NoteEntry } from "../vault/note-schema.ts";
import { type NoteFile, noteOf } from "../vault/note-source.ts";
import { segmentOf, tagId } from "../vault/urls.ts";

/** Turns a note's memories into rows: the date, the words without their marks, and below them what the marks say. */
export function remarkEntries(this: Processor) {
  const parse = (markdown: string): PhrasingContent[] => {
    const [block] = (this.parse(markdown) as Root).children;
    return block?.type === "paragraph" ? block.children : [{ type: "text", value: markdown }];
  };
  return (tree: Root, file: VFile): void => {
    const note = noteOf(file);
    const byLine = new Map(note.entries.map((entry) => [entry.line, entry]));
    if (byLine.size === 0) return;
    for (const list of tree.children) {
      if (list.type === "list") showList(list, { byLine, note, parse, file });
    }
  };
}

interface Scope {
  readonly byLine: ReadonlyMap<number, NoteEntry>;
  readonly note: NoteFile;
  readonly parse: (markdown: string) => PhrasingContent[];
  readonly file: VFile;
}

function showList(list: List, scope: Scope): void {
  const entries = list.children.map((item) => scope.byLine.get(item.position?.start.line ?? 0));
  if (entries.every((entry) => entry === undefined)) return;
  list.data = { hProperties: { className: ["entries"] } };
  list.spread = true;
  for (const [i, item] of list.children.entries()) {
    const entry = entries[i];
    if (entry !== undefined)
      showEntry(item, entry, { ...scope, isRun: entries[i - 1]?.date === entry.date });
  }
}

function showEntry(
  item: ListItem,
  entry: NoteEntry,
  scope: Scope & { readonly isRun: boolean },
): void {
  const [words, ...nested] = item.children;
  if (words?.type !== "paragraph") return;
  cutMarks(words, scope);
  words.data = { hProperties: { className: ["words"], dir: "auto" } };
  const about = aboutOf(entry, scope.note);
  const date = entry.date === undefined ? [] : [dateOf(entry.date, scope)];
  item.spread = true;
  item.data = {
    hProperties: { className: entry.isSuperseded ? ["entry", "old"] : ["entry"], id: entry.anchor },
  };
  item.children = [
    ...date,
    words,
    ...(nested.length > 0 ? [block("div", { className: ["nested"], dir: "auto" }, nested)] : []),
    ...(about.length > 0 ? [block("p", { className: ["about"] }, about)] : []),
  ] as ListItem["children"];
}

/** Removes the marks at the end: `(2026-02-12) [bank:: Work] #protected ^k3f9x2`. */
function cutMarks(words: Paragraph, { parse, file }: Scope): void {
  const { start, end } = words.position ?? {};
  const source = `${file.value}`.slice(start?.offset, end?.offset);
  const { words: line, text } = splitEntry(source.split("\n"));
  const marks = line.slice(text.length);
  if (marks === "") return;
  const last = words.children.at(-1);
  if (last?.type === "text" && last.value.endsWith(marks))
    last.value = last.value.slice(0, -marks.length);
  else words.children = parse(text);
}

function dateOf(
  date: string,
  { note, isRun }: { readonly note: NoteFile; readonly isRun: boolean },
): RootContent {
  const properties = { className: isRun ? ["date", "vh"] : ["date"], dateTime: date };
  return block("time", properties, [{ type: "text", value: formatDate(note.language, date) }]);
}

function aboutOf(entry: NoteEntry, { bank, language }: NoteFile): RootContent[] {
  const strings = stringsFor(language);
  const parts: RootContent[] = [];
  const add = (className: string, words: string, href?: string): void => {
    const properties = { className: className.split(" "), ...(href !== undefined && { href }) };
    parts.push(
      block(href === undefined ? "span" : "a", properties, [{ type: "text", value: words }]),
    );
    parts.push({ type: "text", value: " " });
  };
  if (entry.supersededBy) add("replaced", strings.replacedBy, `#${entry.supersededBy}`);
  else if (entry.isSuperseded) add("replaced", strings.kinds.struck);
  if (entry.isProtected) add("protected", strings.protected);
  if (entry.bank && entry.bank !== bank) {
    add(
      `bank hue-${hueOfBank(entry.bank)}`,
      entry.bank,
      `/banks/${encodeURIComponent(segmentOf(entry.bank))}/`,
    );
  }
  for (const tag of entry.tags) add("tag", `#${tag}`, `/tags/${encodeURI(tagId(tag))}/`);
  if (entry.until) add("until", `${strings.until} ${formatDate(language, entry.until)}`);
  for (const [key, value] of entry.fields) add("field", `${key}: ${value}`);
  return parts;
}

/** A node that remark-rehype turns into this element. */
const block = (
  name: string,
  properties: Record<string, unknown>,
  children: unknown[],
): RootContent =>
  ({ type: "paragraph", data: { hName: name, hProperties: properties }, children }) as RootContent;
