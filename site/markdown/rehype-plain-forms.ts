import type { Element, ElementContent, Parents, Root } from "hast";
import { toString as wordsOf } from "hast-util-to-string";
import { h } from "hastscript";
import { SKIP, type VisitorResult, visit } from "unist-util-visit";
import type { VFile } from "vfile";
import type { Strings } from "../i18n/en.ts";
import { stringsFor } from "../i18n/strings.ts";
import { noteOf } from "../vault/note-source.ts";

/** Small accessibility fixes: scrollable code and tables, labelled task boxes, one <h1>, visible control characters. */
export function rehypePlainForms() {
  return (tree: Root, file: VFile): void => {
    const { title, language } = noteOf(file);
    const scope: Scope = { title, strings: stringsFor(language), hasTitle: false };
    visit(tree, (node, index, parent) => {
      if (parent === undefined || index === undefined) return undefined;
      if (node.type === "element") return showElement(node, { parent, index, scope });
      const shown = node.type === "text" ? markInvisible(node.value) : undefined;
      if (shown === undefined) return undefined;
      (parent as Parents).children.splice(index, 1, ...(shown as []));
      return [SKIP, index + shown.length];
    });
  };
}

interface Scope {
  readonly title: string;
  readonly strings: Strings;
  /** The heading that repeats the page's title was removed. */
  hasTitle: boolean;
}

interface Spot {
  readonly parent: Parents;
  readonly index: number;
  readonly scope: Scope;
}

function showElement(node: Element, { parent, index, scope }: Spot): VisitorResult {
  const { title, strings } = scope;
  nameBlock(node);
  if (node.tagName === "pre") node.properties.tabIndex = 0;
  if (node.tagName === "input") {
    const { checked } = node.properties;
    const label = checked ? strings.taskDone : strings.taskOpen;
    parent.children[index] = h(`span.box${checked ? ".done" : ""}`, {
      role: "img",
      ariaLabel: label,
    });
  }
  if (
    node.tagName === "table" &&
    !(parent.type === "element" && parent.properties.role === "group")
  ) {
    parent.children[index] = h(
      "div.table",
      { role: "group", tabIndex: 0, ariaLabel: strings.table },
      node,
    );
  }
  if (node.tagName !== "h1") return undefined;
  // The page has its own <h1>: these rank below it.
  node.tagName = "h2";
  if (scope.hasTitle || wordsOf(node).trim() !== title) return undefined;
  scope.hasTitle = true;
  parent.children.splice(index, 1);
  return [SKIP, index];
}

/** Turns `^id` at the end of a block into its anchor. */
function nameBlock(element: Element): void {
  if (!/^(?:p|li|h[1-6])$/.test(element.tagName)) return;
  const last = element.children.at(-1);
  if (last?.type !== "text") return;
  const [mark, id] = /(?:^|\s)\^([A-Za-z0-9-]{1,100})\s*$/.exec(last.value) ?? [];
  if (mark === undefined) return;
  last.value = last.value.slice(0, -mark.length);
  element.properties.id ??= `e-${id}`;
}

/** Characters that reverse text, or run on unseen. */
const invisible =
  /[\u202a-\u202e\u2066-\u2069]+|(?![\t\n\r])\p{Cc}|(?:(?!\p{M})\p{Default_Ignorable_Code_Point}){4,}|[\u{e0000}-\u{e007f}]{4,}/gu;

/** Makes such characters visible; undefined where there are none. */
export function markInvisible(value: string): ElementContent[] | undefined {
  if (value.search(invisible) < 0) return undefined;
  const nodes: ElementContent[] = [];
  let from = 0;
  for (const { 0: found, index } of value.matchAll(invisible)) {
    if (index > from) nodes.push({ type: "text", value: value.slice(from, index) });
    const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    if (nodes.length < 200) nodes.push(h("span.invisible", `U+${code}`));
    from = index + found.length;
  }
  nodes.push({ type: "text", value: value.slice(from) });
  return nodes;
}
