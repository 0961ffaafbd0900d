import type { Element, ElementContent, Parents, Root } from "hast";
import { toString as wordsOf } from "hast-util-to-string";
import { h } from "hastscript";
import { SKIP, type VisitorResult, visit } from "unist-util-visit";
import type { VFile } from "vfile";
import type { Strings } from "../i18n/en.ts";
import { stringsFor } from "../i18n/strings.ts";
import { noteOf } from "../vault/note-source.ts";

/** Small things that Markdown's elements need to be read by everyone on a page of ours. */
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
  /** The heading that says the page's title was found. */
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
  // The page has the title above; what else is of the highest rank stands below it.
  node.tagName = "h2";
  if (scope.hasTitle || wordsOf(node).trim() !== title) return undefined;
  scope.hasTitle = true;
  parent.children.splice(index, 1);
  return [SKIP, index];
}

/** `^id` at the end of a block is its anchor. */
function nameBlock(element: Element): void {
  if (!/^(?:p|li|h[1-6])$/.test(element.tagName)) return;
  const last = element.children.at(-1);
  if (last?.type !== "text") return;
  const [mark, id] = /(?:^|\s)\^([A-Za-z0-9-]{1,100})\s*$/.exec(last.value) ?? [];
  if (mark === undefined) return;
  last.value = last.value.slice(0, -mark.length);
  element.properties.id ??= `e-${id}`;
}

/** Signs that turn text around, or flood it unseen. */
const invisible =
  /[\u202a-\u202e\u2066-\u2069]+|(?![\t\n\r])\p{Cc}|(?:(?!\p{M})\p{Default_Ignorable_Code_Point}){4,}|[\u{e0000}-\u{e007f}]{4,}/gu;

/** Says where such signs stand; undefined where there is none. */
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
