import type { ElementContent } from "hast";
import { scanLines } from "../../src/vault/scan-lines.ts";
import { splitLines } from "../../src/vault/split-lines.ts";
import type { SiteDocument } from "../vault/site-vault.ts";
import { documentUnits, type Part, type Unit } from "./document-units.ts";
import { element } from "./elements.ts";
import { anchorOf, headingId } from "./heading-id.ts";
import type { RenderState } from "./render-state.ts";

/**
 * A note, or a section or entry of it, as it is shown within another: `showNote` of the state. Undefined where it is too
 * deep, stands within itself, is not there, or is too much.
 */
export const embedNote: RenderState["showNote"] = (note, heading, state) => {
  const { document, context } = note;
  if (state.trail.length > maxDepth || state.trail.includes(document.path)) return undefined;
  const part = partOf(document, heading);
  if (part === undefined) return undefined;
  const size = part.lines.reduce((sum, line) => sum + line.length, 0);
  if (size > maxLength || !state.budget.spend("embedded", size)) return undefined;
  const inner: RenderState = {
    ...state,
    context,
    page: undefined,
    trail: [...state.trail, document.path],
  };
  try {
    return asNodes(documentUnits(part, inner).units);
  } catch {
    // Its own page says what is wrong with it; here the link to it stands.
    return undefined;
  }
};

/** A note in a note in this one. */
const maxDepth = 2;
const maxLength = 50_000;

function partOf(document: SiteDocument, heading: string | undefined): Part | undefined {
  const lines = splitLines(document.text);
  const { entries, title } = document;
  if (heading === undefined) return { lines, entries, title };
  const range = rangeOf(lines, document, heading);
  if (range === undefined) return undefined;
  const [from, to] = range;
  const isWithin = (line: number): boolean => line >= from && line <= to;
  return {
    lines: lines.slice(0, to).map((line, i) => (isWithin(i + 1) ? line : "")),
    entries: entries.filter(({ entry }) => isWithin(entry.line)),
    title,
  };
}

/** First and last line of an entry by its block id, or of what stands below a heading. */
function rangeOf(
  lines: readonly string[],
  { entries }: SiteDocument,
  heading: string,
): readonly [number, number] | undefined {
  const anchor = anchorOf(heading);
  const found = entries.find((entry) => entry.anchor === anchor);
  if (found !== undefined) return [found.entry.line, found.entry.endLine];
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
