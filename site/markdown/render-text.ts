import { toSafeHtml } from "./allow-list.ts";
import type { MarkdownContext, MarkdownStrings } from "./context.ts";
import { isFlow } from "./document-units.ts";
import { trimBlank } from "./elements.ts";
import { plainBlock } from "./inline-nodes.ts";
import { markInvisible } from "./mark-invisible.ts";
import { parseMarkdown } from "./parse-markdown.ts";
import { createRenderState } from "./render-state.ts";
import { showNodes } from "./show-nodes.ts";
import { type BlockNodes, toHast } from "./to-hast.ts";

/**
 * HTML of a text that is no document of the vault, such as a model's reply: safe, without ids, without embedded files.
 * Never throws: what cannot be laid out is shown as it is written.
 */
export function renderText(source: string, strings: MarkdownStrings): string {
  const context: MarkdownContext = {
    strings,
    hrefOf: () => undefined,
    hrefOfTag: () => undefined,
    embed: () => undefined,
    entryViewOf: () => {
      throw new TypeError("Cannot show an entry: the text has none");
    },
  };
  try {
    return layOut(source, context);
  } catch {
    return toSafeHtml([plainBlock(source)]); // Its words are what matters.
  }
}

function layOut(source: string, context: MarkdownContext): string {
  const state = createRenderState(context, {
    ...{ page: undefined, trail: [] },
    showNote: () => undefined,
  });
  const { root, pieces, definitions } = parseMarkdown(source);
  const blocks = root.children.filter(isFlow).map((block): BlockNodes => [block]);
  const nodes = toHast(blocks, definitions).flatMap((elements) =>
    showNodes(trimBlank(elements), { state, pieces, inLink: false }),
  );
  return toSafeHtml(markInvisible(nodes, context.strings.invisible));
}
