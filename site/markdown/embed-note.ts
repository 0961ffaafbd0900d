import type { ElementContent } from "hast";
import { scanLines } from "../../src/vault/scan-lines.ts";
import { splitLines } from "../../src/vault/split-lines.ts";
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

function partOf(document: SiteDocument, anchor: string): Part | undefined {
  const lines = splitLines(document.text);
  const { entries, title } = document;
  if (anchor === "") return { lines, entries, title };
  const range = rangeOf(lines, document, anchor);
  if (range === undefined) return undefined;
  const [from, to] = range;
  const isWithin = (line: number): boolean => line >= from && line <= to;
  // A nested item begins where its list does.
  const indent = indentOf(lines[from - 1] ?? "");
  return {
    lines: lines.slice(0, to).map((line, i) => (isWithin(i + 1) ? dedent(line, indent) : "")),
    entries: entries.filter(({ entry }) => isWithin(entry.line)),
    title,
  };
}

const dedent = (line: string, columns: number): string =>
  indentOf(line) <= columns
    ? line.trimStart()
    : " ".repeat(indentOf(line) - columns) + line.trimStart();

/** First and last line of an entry or a block by its id, or of what stands below a heading. */
function rangeOf(
  lines: readonly string[],
  { entries }: SiteDocument,
  anchor: string,
): readonly [number, number] | undefined {
  const found =
    entries.find((entry) => entry.anchor === anchor)?.entry ??
    namedBlocks(lines).find(({ id }) => `e-${id}` === anchor);
  if (found !== undefined) return [found.line, found.endLine];
  const headings = scanLines(lines).filter((block) => block.type === "heading");
  const at = headings.findIndex((block) => headingId(block.text) === anchor);
  const first = headings[at];
  if (first === undefined) return undefined;
  const next = headings.slice(at + 1).find(({ depth }) => depth <= first.depth);
  return [first.line, next === undefined ? lines.length : next.line - 1];
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
