import type { ElementContent } from "hast";
import type { Blockquote, Definition, Html, Parents } from "mdast";
import remarkRehype, { type Options } from "remark-rehype";
import { unified } from "unified";
import { element, text } from "./elements.ts";

/** Blocks that become HTML on their own: what a blockquote may hold. */
export type BlockNodes = Blockquote["children"];

/**
 * Turns each group of blocks into elements. Raw HTML, maths and marks of footnotes are elements of ours
 * (`x-html`, `x-html-block`, `x-math`, `x-footnote`) that the next step replaces.
 */
export function toHast(
  groups: readonly BlockNodes[],
  definitions: readonly Definition[],
  { hasLineBreaks = false }: { readonly hasLineBreaks?: boolean } = {},
): ElementContent[][] {
  // Wrapped, so that what a group becomes can be separated from its neighbours.
  const wrapped = groups.map((children): Blockquote => ({ type: "blockquote", children }));
  const tree = (hasLineBreaks ? breaking : processor).runSync({
    type: "root",
    children: [...definitions, ...wrapped],
  });
  return tree.children.flatMap((node) => (node.type === "element" ? [node.children] : []));
}

const handlers: NonNullable<Options["handlers"]> = {
  html: (_state, { value }: Html, parent: Parents | undefined) =>
    element(isWords(parent) ? "x-html" : "x-html-block", { value }),
  math: (_state, node: { value: string; meta?: string | null }) =>
    element("x-math", { tex: [node.meta ?? "", node.value].join("\n").trim(), isDisplay: true }),
  inlineMath: (_state, node: { value: string }, parent: Parents | undefined) => {
    const isDisplay = parent?.type === "paragraph" && parent.children.length === 1;
    return element("x-math", { tex: node.value, isDisplay });
  },
  footnoteReference: (_state, node: { identifier: string; label?: string | null }) =>
    element("x-footnote", { identifier: node.identifier, label: node.label ?? node.identifier }),
};

const processor = unified().use(remarkRehype, { handlers }).freeze();
const breaking = unified()
  .use(remarkRehype, {
    handlers: {
      ...handlers,
      text: (_state, { value }: { value: string }): ElementContent[] =>
        value
          .split(/[ \t]*\n[ \t]*/)
          .flatMap((line, i) => [...(i === 0 ? [] : [element("br", {})]), text(line)]),
    },
  })
  .freeze();

const wordParents = new Set([
  "paragraph",
  "heading",
  "tableCell",
  "emphasis",
  "strong",
  "delete",
  "link",
  "linkReference",
]);
const isWords = (parent: Parents | undefined): boolean =>
  parent !== undefined && wordParents.has(parent.type);
