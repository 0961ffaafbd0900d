import type { Element, ElementContent } from "hast";
import type { MarkdownStrings } from "./context.ts";
import { element, hasClass, isBlank, isElement, text, textOf, trimBlank } from "./elements.ts";
import { regionName, type Scope } from "./render-state.ts";
import { taskBox, withTaskState } from "./task-state.ts";

/** What becomes of elements of these names; their children are shown already. */
export const blocks: Readonly<Record<string, (node: Element, scope: Scope) => ElementContent[]>> = {
  blockquote: (node, scope) => [showQuote(node, scope)],
  h1: (node, scope) => [showHeading(node, 1, scope)],
  h2: (node, scope) => [showHeading(node, 2, scope)],
  h3: (node, scope) => [showHeading(node, 3, scope)],
  h4: (node, scope) => [showHeading(node, 4, scope)],
  h5: (node, scope) => [showHeading(node, 5, scope)],
  h6: (node, scope) => [showHeading(node, 6, scope)],
  input: (node, scope) => [showBox(node, scope)],
  li: (node, scope) => [showItem(node, scope)],
  ol: (node) => [showList(node)],
  ul: (node) => [showList(node)],
  p: showParagraph,
  table: (node, scope) => [showTable(node, scope)],
  td: (node) => [showCell(node)],
  th: (node) => [showCell(node)],
};

const calloutTypes: Readonly<Record<string, keyof MarkdownStrings["callouts"]>> = {
  abstract: "abstract",
  summary: "abstract",
  tldr: "abstract",
  info: "info",
  todo: "todo",
  note: "note",
  tip: "tip",
  hint: "tip",
  important: "tip",
  success: "success",
  check: "success",
  done: "success",
  question: "question",
  help: "question",
  faq: "question",
  warning: "warning",
  caution: "warning",
  attention: "warning",
  failure: "failure",
  fail: "failure",
  missing: "failure",
  danger: "danger",
  error: "danger",
  bug: "bug",
  example: "example",
  quote: "quote",
  cite: "quote",
};

/** A quotation, or `> [!type]- Title`. */
function showQuote(quote: Element, scope: Scope): Element {
  const [head, ...others] = trimBlank(quote.children);
  const [first, ...words] = isElement(head, "p") ? head.children : [];
  if (first?.type !== "text") return quote;
  const match = /^\[!([\p{L}\p{N}_ -]{1,40})\]([+-]?)[ \t]*/u.exec(first.value);
  if (match === null) return quote;
  const [title, body] = cutAtLineEnd([text(first.value.slice(match[0].length)), ...words]);
  const { type, name } = calloutOf(match[1] ?? "", scope);
  const className = ["callout", `callout-${type}`];
  const line = trimBlank(title).length === 0 ? [text(name)] : title;
  const rest = trimBlank(body).length === 0 ? others : [element("p", {}, body), ...others];
  const properties = { className: ["callout-title"] };
  if (match[2] === "")
    return element("div", { className }, [element("p", properties, line), ...rest]);
  return element("details", { className, ...(match[2] === "+" && { open: true }) }, [
    element("summary", properties, line),
    ...rest,
  ]);
}

/** What a type looks like, and what it is called; an unknown one keeps its own name. */
function calloutOf(
  written: string,
  { state }: Scope,
): { readonly type: string; readonly name: string } {
  const named = written.trim().toLowerCase();
  const type = Object.hasOwn(calloutTypes, named) ? calloutTypes[named] : undefined;
  const { callouts } = state.context.strings;
  return { type: type ?? "note", name: (type && callouts[type]) ?? written.trim() };
}

function cutAtLineEnd(nodes: readonly ElementContent[]): [ElementContent[], ElementContent[]] {
  const at = nodes.findIndex((node) =>
    node.type === "text" ? node.value.includes("\n") : isElement(node, "br"),
  );
  const node = nodes[at];
  if (node === undefined) return [[...nodes], []];
  if (node.type !== "text") return [nodes.slice(0, at), nodes.slice(at + 1)];
  const end = node.value.indexOf("\n");
  return [
    [...nodes.slice(0, at), text(node.value.slice(0, end))],
    [text(node.value.slice(end + 1)), ...nodes.slice(at + 1)],
  ];
}

/** The page's title is the only `h1`, and no level is left out on the way down. */
function showHeading(heading: Element, depth: number, scope: Scope): Element {
  const { page, levels } = scope.state;
  const { children, id: blockId } = takeBlockId(heading.children, scope);
  if (levels === undefined)
    return element("p", { className: ["embedded-heading"] }, [element("strong", {}, children)]);
  while ((levels.written.at(-1) ?? 0) >= depth) levels.written.pop();
  levels.written.push(depth);
  const shown = Math.min(levels.above + levels.written.length + 1, 6);
  if (page === undefined) return element(`h${shown}`, {}, children);
  const words = textOf(children).replace(/\s+/g, " ").trim();
  const id = page.headingId(words);
  page.headings.push({ depth: shown, text: words, id });
  const anchor = blockId === undefined ? [] : [element("span", { id: blockId })];
  return element(`h${shown}`, { id }, [...anchor, ...children]);
}

/** A box of a task that is not an entry. */
function showBox({ properties }: Element, { state: { context } }: Scope): ElementContent {
  const isDone = properties.checked === true;
  const { taskDone, taskOpen } = context.strings;
  const sign = element("span", { ariaHidden: "true" }, [text(isDone ? "☑" : "☐")]);
  const box = taskBox(sign, isDone ? taskDone : taskOpen);
  return { ...box, properties: { className: ["task"] } };
}

function showItem(item: Element, scope: Scope): Element {
  const { children, id } = takeBlockId(item.children, scope);
  const marked = withItemState(children, scope.state.context.strings);
  const properties = {
    className: hasClass(item, "task-list-item") || marked !== children ? ["task-item"] : [],
    ...(id !== undefined && { id }),
  };
  return element("li", properties, marked);
}

/** In a loose list the words are a paragraph. */
function withItemState(
  nodes: readonly ElementContent[],
  strings: MarkdownStrings,
): readonly ElementContent[] {
  const at = nodes.findIndex((node) => !isBlank(node));
  const first = nodes[at];
  if (!isElement(first, "p")) return withTaskState(nodes, strings);
  const children = withTaskState(first.children, strings);
  return children === first.children
    ? nodes
    : nodes.with(at, { ...first, children: [...children] });
}

function showList(list: Element): Element {
  const className = hasClass(list, "contains-task-list") ? ["task-list"] : [];
  const { start } = list.properties;
  return element(
    list.tagName,
    { className, ...(typeof start === "number" && { start }) },
    list.children,
  );
}

function showParagraph(paragraph: Element, scope: Scope): ElementContent[] {
  const { children, id } = takeBlockId(paragraph.children, scope);
  if (children.every((node) => node.type === "text" && node.value.trim() === "")) return [];
  // A formula on a line of its own is no paragraph.
  if (isElement(children[0], "div") || isElement(children[0], "pre")) return [...children];
  return [element("p", id === undefined ? {} : { id }, children)];
}

/** A block id ends a block's own words and is not for reading; links to it find the element by its `id`. */
function takeBlockId(
  nodes: readonly ElementContent[],
  { state: { page } }: Scope,
): { readonly children: readonly ElementContent[]; readonly id: string | undefined } {
  let at = nodes.findIndex(
    (node) =>
      node.type === "element" && /^(?:[ou]l|p|pre|div|blockquote|details)$/.test(node.tagName),
  );
  at = (at < 0 ? nodes.length : at) - 1;
  const last = nodes[at]?.type === "text" && at > 0 && isBlank(nodes[at]) ? nodes[--at] : nodes[at];
  const match =
    last?.type === "text" ? /(?:^|[ \t\n])\^([A-Za-z0-9-]{1,100})\s*$/.exec(last.value) : null;
  if (match === null || last?.type !== "text") return { children: nodes, id: undefined };
  const children = [
    ...nodes.slice(0, at),
    text(last.value.slice(0, match.index)),
    ...nodes.slice(at + 1),
  ];
  const id = `e-${match[1]}`;
  if (page === undefined || page.ids.has(id)) return { children, id: undefined };
  page.ids.add(id);
  return { children, id };
}

/** Wide tables scroll within the page, also by keyboard. */
function showTable(table: Element, { state }: Scope): Element {
  const ariaLabel = regionName(state, state.context.strings.table);
  const properties = { className: ["table"], role: "region", tabIndex: 0, ariaLabel };
  return element("div", properties, [table]);
}

function showCell(cell: Element): Element {
  const { align } = cell.properties;
  const className = typeof align === "string" ? [`align-${align}`] : [];
  // An empty heading names nothing.
  const isHeading = cell.tagName === "th" && textOf(cell.children).trim() !== "";
  return element(
    isHeading ? "th" : "td",
    { className, ...(isHeading && { scope: "col" }) },
    cell.children,
  );
}
