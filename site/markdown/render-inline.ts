import type { ElementContent } from "hast";
import { toSafeHtml } from "./allow-list.ts";
import type { MarkdownContext } from "./context.ts";
import { escapeHtml } from "./escape-html.ts";
import { inlineNodes, isPlain } from "./inline-nodes.ts";
import { markInvisible } from "./mark-invisible.ts";
import { createRenderState } from "./render-state.ts";
import { withTaskState } from "./task-state.ts";

/**
 * Inline HTML of an entry's words (`isItem`), a paragraph or a title, safe and without ids. Never throws: what cannot be read is
 * shown as it is written.
 */
export function renderInline(
  text: string,
  context: MarkdownContext,
  { isItem = false }: { readonly isItem?: boolean } = {},
): string {
  if (isPlain(text)) return escapeHtml(text);
  const state = createRenderState(context, {
    page: undefined,
    trail: [],
    showNote: () => undefined,
  });
  const toHtml = (nodes: readonly ElementContent[]): string =>
    toSafeHtml(markInvisible(nodes, context.strings.invisible));
  try {
    const nodes = inlineNodes(text, state);
    return toHtml(isItem ? withTaskState(nodes, context.strings) : nodes);
  } catch {
    return toHtml([{ type: "text", value: text }]); // Too much for the parser: its words are what matters.
  }
}
