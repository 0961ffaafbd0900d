import { toSafeHtml } from "./allow-list.ts";
import type { MarkdownContext } from "./context.ts";
import { escapeHtml } from "./escape-html.ts";
import { inlineNodes, isPlain } from "./inline-nodes.ts";
import { markInvisible } from "./mark-invisible.ts";
import { Budget, type RenderState } from "./render-state.ts";

/**
 * Inline HTML of an entry's words, a paragraph or a title, safe and without ids. Never throws: what cannot be read is
 * shown as it is written.
 */
export function renderInline(text: string, context: MarkdownContext): string {
  if (isPlain(text)) return escapeHtml(text);
  const state: RenderState = {
    context,
    page: undefined,
    faults: new Set(),
    budget: new Budget(),
    regions: new Map(),
    trail: [],
    showNote: () => undefined,
  };
  try {
    return toSafeHtml(markInvisible(inlineNodes(text, state), context.strings.invisible));
  } catch {
    // Too much for the parser: its words are what matters.
    return toSafeHtml(markInvisible([{ type: "text", value: text }], context.strings.invisible));
  }
}
