import type { ElementContent } from "hast";
import { splitLines } from "../../src/vault/split-lines.ts";
import type { SiteDocument, SiteEntry } from "../vault/site-vault.ts";
import { toSafeHtml } from "./allow-list.ts";
import type { MarkdownContext } from "./context.ts";
import { documentUnits, markerOf, type Unit } from "./document-units.ts";
import type { Block, DocumentView } from "./document-view.ts";
import { element } from "./elements.ts";
import { embedNote } from "./embed-note.ts";
import { inlineSource, showFootnotes } from "./footnotes.ts";
import { inlineNodes, plainBlock } from "./inline-nodes.ts";
import { markInvisible } from "./mark-invisible.ts";
import { createPageState, createRenderState } from "./render-state.ts";

/** A document's body, safe to be written into a page. Never throws: what cannot be laid out is shown as plain text. */
export function renderDocument(document: SiteDocument, context: MarkdownContext): DocumentView {
  try {
    return layOut(document, context);
  } catch (error) {
    const { faults } = context.strings;
    return plainView(document, context, isTooLarge(error) ? faults.tooLarge : faults.unreadable);
  }
}

function layOut(document: SiteDocument, context: MarkdownContext): DocumentView {
  const page = createPageState(document.entries.map(({ anchor }) => anchor));
  const state = createRenderState(context, {
    page,
    trail: [`${document.path}#`],
    showNote: embedNote,
  });
  const { title, entries } = document;
  const part = { lines: splitLines(document.text), entries, title };
  const { units, footnote } = documentUnits(part, state);
  const notes = showFootnotes(page, context.strings, (identifier) => {
    const source = inlineSource(identifier);
    return source === undefined
      ? footnote(identifier)
      : [element("p", {}, inlineNodes(source, state))];
  });
  const end: Unit[] =
    notes === undefined ? [] : [{ type: "prose", line: Infinity, nodes: [notes] }];
  const blocks = blocksOf([...withAnchors(units, entries), ...end], context);
  return { blocks, headings: page.headings, faults: [...state.faults] };
}

/** An entry that Markdown takes for something else, in maths that never end, say, can be linked to where its text is. */
function withAnchors(units: readonly Unit[], entries: readonly SiteEntry[]): readonly Unit[] {
  const placed = new Set(units.flatMap((unit) => (unit.type === "entry" ? [unit.entry] : [])));
  const anchorsByUnit = new Map<Unit, ElementContent[]>();
  for (const { anchor, entry } of entries.filter((one) => !placed.has(one))) {
    const unit = units.findLast(({ type, line }) => type !== "entry" && line <= entry.line);
    if (unit === undefined) continue;
    anchorsByUnit.set(unit, [
      ...(anchorsByUnit.get(unit) ?? []),
      element("span", { id: anchor }, []),
    ]);
  }
  return units.map((unit) => {
    const anchors = anchorsByUnit.get(unit);
    if (anchors === undefined || unit.type === "entry") return unit;
    return { ...unit, nodes: [...anchors, ...unit.nodes] };
  });
}

type Item = (Block & { readonly type: "entries" })["items"][number];

/** Units of a kind beside each other are one block. */
function blocksOf(units: readonly Unit[], context: MarkdownContext): Block[] {
  const toHtml = (nodes: readonly ElementContent[]): string =>
    toSafeHtml(markInvisible(nodes, context.strings.invisible));
  const groups: Unit[][] = [];
  for (const unit of units) {
    if (unit.type === "prose" && unit.nodes.length === 0) continue;
    const last = groups.at(-1)?.[0];
    if (last !== undefined && groupOf(last) === groupOf(unit)) groups.at(-1)?.push(unit);
    else groups.push([unit]);
  }
  return groups.map((group): Block => {
    const [first] = group;
    if (first === undefined || first.type === "prose") {
      const html = group
        .map((unit) => (unit.type === "prose" ? toHtml(unit.nodes) : ""))
        .join("\n");
      return { type: "prose", html };
    }
    const items = group.flatMap((unit): Item[] => {
      if (unit.type === "prose") return [];
      if (unit.type === "item") return [{ type: "item", html: toHtml(unit.nodes) }];
      const html = { html: toHtml(unit.words), nested: toHtml(unit.nested) };
      return [{ type: "entry", entry: context.entryViewOf(unit.entry, html) }];
    });
    return { type: "entries", isOrdered: /[.)]/.test(first.marker), items };
  });
}

const groupOf = (unit: Unit): string => (unit.type === "prose" ? "" : unit.marker);

/** The stack's end is a RangeError too; what `runWithin` stopped comes from another realm. */
const isTooLarge = (error: unknown): boolean =>
  error instanceof RangeError ||
  (typeof error === "object" &&
    error !== null &&
    "code" in error &&
    error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT");

/** Entries are still entries, so that links to them lead somewhere; everything else is as in the file. */
function plainView(document: SiteDocument, context: MarkdownContext, fault: string): DocumentView {
  const lines = splitLines(document.text);
  const units: Unit[] = [];
  let from = 1;
  const pre = (to: number): void => {
    const source = lines.slice(from - 1, to - 1).join("\n");
    if (source.trim() !== "")
      units.push({ type: "prose", line: from, nodes: [plainBlock(source)] });
  };
  for (const entry of document.entries) {
    const { line, endLine } = entry.entry;
    pre(line);
    units.push(plainEntry(entry, lines));
    from = endLine + 1;
  }
  pre(lines.length + 1);
  try {
    return { blocks: blocksOf(units, context), headings: [], faults: [fault] };
  } catch {
    // The last resort: nothing but its text.
    const html = toSafeHtml([plainBlock(document.text)]);
    return { blocks: [{ type: "prose", html }], headings: [], faults: [fault] };
  }
}

function plainEntry(entry: SiteEntry, lines: readonly string[]): Unit {
  const { line, endLine, text } = entry.entry;
  const more = lines.slice(line, endLine).join("\n");
  return {
    type: "entry",
    line,
    marker: markerOf(lines, line),
    entry,
    words: [{ type: "text", value: text }],
    nested: more === "" ? [] : [plainBlock(more)],
  };
}
