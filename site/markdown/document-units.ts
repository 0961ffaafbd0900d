import type { ElementContent } from "hast";
import type { List, ListItem, RootContent } from "mdast";
import { scanLines } from "../../src/vault/markdown/scan-lines.ts";
import { parseEntry } from "../../src/vault/topic/entry.ts";
import { type NamedBlock, namedBlocks, withoutIdLines } from "../vault/named-blocks.ts";
import type { SiteEntry } from "../vault/site-vault.ts";
import type { MarkdownContext } from "./context.ts";
import { element, textOf, trimBlank } from "./elements.ts";
import { type Definitions, inlineLines, inlineNodes } from "./inline-nodes.ts";
import { type Parsed, parseMarkdown } from "./parse-markdown.ts";
import type { PageState, RenderState } from "./render-state.ts";
import { showDetails } from "./show-html.ts";
import { showNodes } from "./show-nodes.ts";
import { withTaskState } from "./task-state.ts";
import { type BlockNodes, toHast } from "./to-hast.ts";

/** A document, or a part of it: lines outside the part are blank. */
export interface Part {
  readonly lines: readonly string[];
  readonly entries: readonly SiteEntry[];
  /** A first heading that says no more is not shown. */
  readonly title: string;
}

/** What stands at the top level of a document. */
export type Unit =
  | { readonly type: "prose"; readonly line: number; readonly nodes: readonly ElementContent[] }
  | (InList & { readonly type: "item"; readonly nodes: readonly ElementContent[] })
  | (InList & {
      readonly type: "entry";
      readonly entry: SiteEntry;
      readonly words: readonly ElementContent[];
      readonly nested: readonly ElementContent[];
    });

interface InList {
  readonly line: number;
  /** See `markerOf`. */
  readonly marker: string;
}

export interface Units {
  /** In the order of the file. */
  readonly units: readonly Unit[];
  readonly footnote: (identifier: string) => readonly ElementContent[];
}

/** Lays a document out. Throws a RangeError for one that is too large or too deep. */
export function documentUnits(whole: Part, state: RenderState): Units {
  const names = namedBlocks(whole.lines);
  const part = { ...whole, lines: withoutIdLines(whole.lines, names) };
  const { simple, rest } = takeSimple(part);
  const parsed = rest.trim() === "" ? undefined : parseMarkdown(rest);
  const definitions = parsed === undefined ? [] : definitionsOf(parsed);
  const words = inlineLines(
    simple.map(({ entry }) => entry.text),
    state,
    definitions,
  );
  const known = simple.map((entry, i) => entryUnit(entry, part, words[i] ?? [], state.context));
  const { units, footnote } =
    parsed === undefined
      ? { units: [], footnote: () => [] }
      : parsedUnits(parsed, part, state, definitions);
  const all = [...known, ...units].sort((a, b) => a.line - b.line);
  return { units: state.page === undefined ? all : withNames(all, names, state.page), footnote };
}

/** Anchors of blocks whose id stands alone below them. */
function withNames(
  units: readonly Unit[],
  names: readonly NamedBlock[],
  { ids }: PageState,
): readonly Unit[] {
  const spansByUnit = new Map<Unit, ElementContent[]>();
  for (const { id, line, idLine } of names) {
    const unit = units.findLast((one) => one.line <= line);
    if (idLine === undefined || unit === undefined || ids.has(`e-${id}`)) continue;
    ids.add(`e-${id}`);
    const spans = spansByUnit.get(unit) ?? [];
    spansByUnit.set(unit, [...spans, element("span", { id: `e-${id}` })]);
  }
  return units.flatMap((unit) => {
    const nodes = spansByUnit.get(unit);
    return nodes === undefined ? [unit] : [{ type: "prose", line: unit.line, nodes }, unit];
  });
}

function parsedUnits(
  parsed: Parsed,
  part: Part,
  state: RenderState,
  definitions: Definitions,
): Units {
  const { pieces, footnotes } = parsed;
  for (const { identifier } of footnotes) state.page?.footnoteNames.add(identifier);
  const drafts = draftsOf(parsed, part);
  const groups = [...drafts, ...footnotes].map(({ children }) => children);
  const elements = toHast(groups, parsed.definitions, state.context);
  const scope = { state, pieces, inLink: false };
  const show = (nodes: readonly ElementContent[] = []): readonly ElementContent[] =>
    trimBlank(showNodes(trimBlank(nodes), scope));
  const units = drafts.map(({ line, marker, entry, isTitle, opening }, i): Unit => {
    // Its words come before what is nested, for the numbers of footnotes.
    const words = entry && inlineNodes(entry.entry.text, state, definitions);
    const hasNodes = isTitle !== true || !isTitleOf(elements[i], part.title);
    const nodes = hasNodes ? show(elements[i]) : [];
    if (entry !== undefined)
      return { ...entryUnit(entry, part, words ?? [], state.context), nested: nodes };
    if (marker !== undefined) return { type: "item", line, marker, nodes };
    const shown = opening === undefined ? nodes : showDetails(opening, nodes, scope);
    return { type: "prose", line, nodes: shown };
  });
  const notes = new Map<string, readonly ElementContent[]>();
  for (const [i, { identifier }] of footnotes.entries()) {
    // Of two with one name the first counts.
    if (!notes.has(identifier)) notes.set(identifier, elements[drafts.length + i] ?? []);
  }
  return { units, footnote: (identifier) => show(notes.get(identifier)) };
}

/** A unit as the parser gave it. */
interface Draft {
  readonly line: number;
  readonly children: BlockNodes;
  readonly marker?: string;
  readonly entry?: SiteEntry;
  /** The document's first `h1`. */
  readonly isTitle?: boolean;
  /** HTML that begins `<details>` around it. */
  readonly opening?: string;
}

function draftsOf({ root }: Parsed, part: Part): Draft[] {
  const entriesByLine = new Map(part.entries.map((entry) => [entry.entry.line, entry]));
  const hasList = root.children.some(({ type }) => type === "list");
  const lists = hasList ? entryLists(part.lines, entriesByLine) : [];
  let hasTitle = false;
  const groups = groupDetails(root.children, [...entriesByLine.keys()]);
  return groups.flatMap(({ line, blocks, opening }): Draft[] => {
    const [block] = blocks;
    if (opening !== undefined) return [{ line, children: blocks.filter(isFlow), opening }];
    if (block === undefined) return [];
    if (!isFlow(block)) return [];
    if (block.type === "heading" && block.depth === 1 && !hasTitle) {
      hasTitle = true;
      return [{ line, children: [block], isTitle: true }];
    }
    if (block.type !== "list") return [{ line, children: [block] }];
    const items = itemDrafts(block, part.lines, entriesByLine);
    const isOfEntries =
      items.some(({ entry }) => entry !== undefined) ||
      lists.some((list) => line >= list.line && line <= list.endLine);
    return isOfEntries ? items : [{ line, children: [block] }];
  });
}

function itemDrafts(
  list: List,
  lines: readonly string[],
  entriesByLine: ReadonlyMap<number, SiteEntry>,
): Draft[] {
  return list.children.map((item) => {
    const line = item.position?.start.line ?? 0;
    const marker = markerOf(lines, line);
    const entry = entriesByLine.get(line);
    return entry !== undefined && isSameEntry(item, entry, lines)
      ? { line, marker, entry, children: item.children.slice(1) }
      : { line, marker, children: item.children };
  });
}

/** Where the two grammars read an item alike; else all of it is shown as it was parsed. */
function isSameEntry(item: ListItem, { entry }: SiteEntry, lines: readonly string[]): boolean {
  const [first] = item.children;
  if (first?.type !== "paragraph" || first.position === undefined) return false;
  const { start, end } = first.position;
  const [head = "", ...more] = lines.slice(start.line - 1, end.line);
  return parseEntry([head.slice(start.column - 1), ...more]).text === entry.text;
}

/** Lists that hold entries, as src/vault reads the file. */
function entryLists(
  lines: readonly string[],
  entriesByLine: ReadonlyMap<number, SiteEntry>,
): { readonly line: number; readonly endLine: number }[] {
  return scanLines(lines).filter(
    (block) => block.type === "list" && block.items.some(({ line }) => entriesByLine.has(line)),
  );
}

function entryUnit(
  entry: SiteEntry,
  { lines }: Part,
  shown: readonly ElementContent[],
  { strings }: MarkdownContext,
): Unit & { readonly type: "entry" } {
  const { line } = entry.entry;
  const words = withTaskState(shown, strings);
  return { type: "entry", line, marker: markerOf(lines, line), entry, words, nested: [] };
}

function isTitleOf(nodes: readonly ElementContent[] = [], title: string): boolean {
  const fold = (words: string): string => words.normalize("NFC").replace(/\s+/g, " ").trim();
  return fold(textOf(nodes)) === fold(title);
}

const flow = new Set<string>([
  "paragraph",
  "heading",
  "thematicBreak",
  "blockquote",
  "list",
  "html",
  "code",
  "table",
  "math",
]);
export const isFlow = (node: RootContent): node is BlockNodes[number] => flow.has(node.type);

/** What the words of an entry may refer to: they are parsed on their own. */
function definitionsOf({ definitions, footnotes }: Parsed): Definitions {
  const links = definitions.map(({ label, identifier, url }) => {
    const address = url.replace(/[<>\\\s]/g, encodeURIComponent);
    return { mark: `[${identifier}]`, source: `\n\n[${label ?? identifier}]: <${address}>` };
  });
  const notes = footnotes.map(({ label, identifier }) => ({
    mark: `[^${identifier}]`,
    source: `\n\n[^${label ?? identifier}]: x`,
  }));
  return [...links, ...notes];
}

/**
 * Takes out the entries that are one line with nothing nested: their words are known, so the document's parser need not
 * read them. What stays parses as before, since no other line is part of them.
 */
function takeSimple({ lines, entries }: Part): {
  readonly simple: readonly SiteEntry[];
  readonly rest: string;
} {
  // A formula or a footnote can hold lines that src/vault takes for entries: then the parser is to see them all.
  if (lines.some((line) => /^ {0,3}(?:\$\$|\[\^)/.test(line))) {
    return { simple: [], rest: lines.join("\n") };
  }
  const simple = entries.filter(
    ({ entry }) => entry.line === entry.endLine && markerOf(lines, entry.line) !== "",
  );
  const taken = new Set(simple.map(({ entry }) => entry.line));
  const rest = lines.map((line, i) => (taken.has(i + 1) ? "" : line)).join("\n");
  return { simple, rest };
}

/** The sign of the list that an item belongs to: `-`, `*`, `+`, `.` or `)`; "" where the line begins none. */
export function markerOf(lines: readonly string[], line: number): string {
  return (
    /^ {0,3}(?:([-*+])|\d{1,9}([.)]))(?=[ \t]|$)/
      .exec(lines[line - 1] ?? "")
      ?.slice(1)
      .join("") ?? ""
  );
}

/** One block, or those between `<details>` (`opening`, as written) and `</details>`. */
interface Group {
  readonly line: number;
  readonly blocks: readonly RootContent[];
  readonly opening: string | undefined;
}

/** Puts what stands between `<details>` and its end together, but for what holds an entry: entries stand on their own. */
function groupDetails(blocks: readonly RootContent[], entryLines: readonly number[]): Group[] {
  const groups: Group[] = [];
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at];
    if (block === undefined) continue;
    const end = opensDetails(block)
      ? blocks.findIndex((one, i) => i > at && isHtml(one, /^<\/?details\b/i))
      : -1;
    const last = blocks[end];
    const hasEntry = (): boolean =>
      entryLines.some((line) => line > lineOf(block) && line < lineOf(last));
    if (last === undefined || !isHtml(last, /^<\/details\s*>\s*$/i) || hasEntry()) {
      groups.push({ line: lineOf(block), blocks: [block], opening: undefined });
      continue;
    }
    const opening = block.type === "html" ? block.value : "";
    groups.push({ line: lineOf(block), blocks: blocks.slice(at + 1, end), opening });
    at = end;
  }
  return groups;
}

const lineOf = (block: RootContent | undefined): number => block?.position?.start.line ?? 0;
const isHtml = (block: RootContent, pattern: RegExp): boolean =>
  block.type === "html" && pattern.test(block.value);
const opensDetails = (block: RootContent): boolean =>
  isHtml(block, /^<details\b/i) && !isHtml(block, /<\/details/i);
