import type { Element, ElementContent, Properties, Text } from "hast";

export function element(
  tagName: string,
  { className, ...others }: Properties,
  children: readonly ElementContent[] = [],
): Element {
  const hasClasses = Array.isArray(className) && className.length > 0;
  const properties = hasClasses ? { className, ...others } : others;
  return { type: "element", tagName, properties, children: [...children] };
}

export const text = (value: string): Text => ({ type: "text", value });

/** The words of nodes, one after another. */
export function textOf(nodes: readonly ElementContent[]): string {
  return nodes
    .map((node) =>
      node.type === "text" ? node.value : node.type === "element" ? textOf(node.children) : "",
    )
    .join("");
}

export function hasClass({ properties }: Element, name: string): boolean {
  return Array.isArray(properties.className) && properties.className.includes(name);
}

export const isElement = (node: ElementContent | undefined, tagName: string): node is Element =>
  node?.type === "element" && node.tagName === tagName;

export const isBlank = (node: ElementContent | undefined): boolean =>
  node?.type === "text" && node.value.trim() === "";

/** Without the line ends that stand around blocks. */
export function trimBlank(nodes: readonly ElementContent[]): readonly ElementContent[] {
  const from = nodes.findIndex((node) => !isBlank(node));
  const to = nodes.findLastIndex((node) => !isBlank(node));
  return from < 0 ? [] : nodes.slice(from, to + 1);
}
