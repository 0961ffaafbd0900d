import type { ElementContent } from "hast";
import { scanLines } from "../../src/vault/markdown/scan-lines.ts";
import { splitLines } from "../../src/vault/split-lines.ts";
import type { Entry } from "../../src/vault/topic/topic.ts";
import { anchorOf, headingId } from "../vault/heading-id.ts";
import { indentOf, namedBlocks } from "../vault/named-blocks.ts";
import type { SiteDocument } from "../vault/site-vault.ts";
import { documentUnits, type Part, type Unit } from "./document-units.ts";
import { element } from "./elements.ts";
import { addFault, type RenderState } from "./render-state.ts";

/**
 * A note, or a section or block of it, as it is shown within another: `showNote` of the state. Undefined where it is too
 * deep, stands within itself, is not there, or is too much.
 */
export const embedNote: RenderState["showNote"] = (note, heading, state) => {
  const { document, context } = note;
  const anchor = heading === undefined ? "" : anchorOf(heading);
  const part = partOf(document, anchor);
  if (part === undefined) return undefined;
  const nodes = showPart(part, `${document.path}#${anchor}`, { ...state, context });
  if (nodes === undefined) {
    const { embed } = state.context.strings.faults;
    addFault(state, `${embed} ${[document.title, heading ?? ""].filter(Boolean).join(" › ")}`);
  }
  return nodes;
};

/** `name` is of the part: none stands within itself, nor a whole note within a part of it. */
function showPart(part: Part, name: string, state: RenderState): ElementContent[] | undefined {
  const { trail } = state;
  const isWhole = name.endsWith("#");
  const isWithin = trail.some((one) => one === name || (isWhole && one.startsWith(name)));
  if (trail.length > maxDepth || isWithin) return undefined;
  const size = part.lines.reduce((sum, line) => sum + line.length, 0);
  if (size > maxLength || !state.budget.spend("embedded", size)) return undefined;
  try {
    const above = (state.levels?.above ?? 0) + (state.levels?.written.length ?? 0);
    const levels = state.levels && { above, written: [] };
    const inner: RenderState = { ...state, page: undefined, levels, trail: [...trail, name] };
    return asNodes(documentUnits(part, inner).units);
  } catch {
    // Its own page says what is wrong with it; here the link to it stands.
    return undefined;
  }
}

/** A note in a note in this one. */
const maxDepth = 2;
const maxLength = 50_000;

/** Its lines count from its own first. */
function partOf(document: SiteDocument, anchor: string): Part | undefined {
  const { entries, title } = document;
  const outline = outlines.get(document) ?? outlineOf(document);
  outlines.set(document, outline);
  if (anchor === "") return { lines: outline.lines, entries, title };
  const range = outline.ranges.get(anchor);
  if (range === undefined) return undefined;
  const [from, to] = range;
  const lines = outline.lines.slice(from - 1, to);
  // A nested item begins where its list does.
  const indent = indentOf(lines[0] ?? "");
  const own = entries.filter(({ entry }) => entry.line >= from && entry.line <= to);
  return {
    lines: lines.map((line) => dedent(line, indent)),
    entries: own.map((one) => ({ ...one, entry: movedUp(one.entry, from - 1) })),
    title,
  };
}

const movedUp = (entry: Entry, by: number): Entry => ({
  ...entry,
  line: entry.line - by,
  endLine: entry.endLine - by,
});

const dedent = (line: string, columns: number): string =>
  indentOf(line) <= columns
    ? line.trimStart()
    : " ".repeat(indentOf(line) - columns) + line.trimStart();

interface Outline {
  readonly lines: readonly string[];
  /** First and last line of what has an anchor. */
  readonly ranges: ReadonlyMap<string, readonly [number, number]>;
}

/** A note that is embedded a thousand times is looked through once. */
const outlines = new WeakMap<SiteDocument, Outline>();

function outlineOf({ text, entries }: SiteDocument): Outline {
  const lines = splitLines(text);
  const ranges = new Map<string, readonly [number, number]>();
  const add = (anchor: string, from: number, to: number): void => {
    if (!ranges.has(anchor)) ranges.set(anchor, [from, to]);
  };
  for (const { anchor, entry } of entries) add(anchor, entry.line, entry.endLine);
  for (const { id, line, endLine } of namedBlocks(lines)) add(`e-${id}`, line, endLine);
  const headings = scanLines(lines).filter((block) => block.type === "heading");
  const ends = sectionEnds(headings, lines.length);
  for (const [i, { line, text: words }] of headings.entries()) {
    add(headingId(words), line, ends[i] ?? line);
  }
  return { lines, ranges };
}

/** Where the section of each heading ends: above the next that is no deeper. */
function sectionEnds(
  headings: readonly { readonly line: number; readonly depth: number }[],
  last: number,
): number[] {
  const nextByDepth: number[] = Array.from({ length: 7 }, () => last + 1);
  const ends = headings.toReversed().map(({ line, depth }) => {
    const end = Math.min(...nextByDepth.slice(0, depth + 1)) - 1;
    nextByDepth[depth] = line;
    return end;
  });
  return ends.reverse();
}

function asNodes(units: readonly Unit[]): ElementContent[] {
  const nodes: ElementContent[] = [];
  let list: { readonly marker: string; readonly items: ElementContent[] } | undefined;
  for (const unit of units) {
    if (unit.type === "prose") {
      nodes.push(...unit.nodes);
      list = undefined;
      continue;
    }
    if (list?.marker !== unit.marker) {
      list = { marker: unit.marker, items: [] };
      const shown = element(/[.)]/.test(unit.marker) ? "ol" : "ul", {});
      shown.children = list.items;
      nodes.push(shown);
    }
    list.items.push(
      element("li", {}, unit.type === "item" ? unit.nodes : [...unit.words, ...unit.nested]),
    );
  }
  return nodes;
}
