import type { Element, ElementContent } from "hast";
import type { MarkdownStrings } from "./context.ts";
import { element, text } from "./elements.ts";

/** An item's words, where they begin with `[/]`, `[?]` or the like: with its state in words, too. */
export function withTaskState(
  nodes: readonly ElementContent[],
  strings: MarkdownStrings,
): readonly ElementContent[] {
  const [first, ...rest] = nodes;
  const match = first?.type === "text" ? mark.exec(first.value) : null;
  if (first?.type !== "text" || match === null) return nodes;
  const [found, sign = ""] = match;
  const { taskOther } = strings;
  const taskStates: Readonly<Record<string, string>> = strings.taskStates;
  const state = Object.hasOwn(taskStates, sign) ? taskStates[sign] : undefined;
  const box = element("span", { ariaHidden: "true" }, [text(`[${sign}]`)]);
  return [
    taskBox(box, state ?? `${taskOther} ${sign}`),
    text(` ${first.value.slice(found.length)}`),
    ...rest,
  ];
}

/** Any sign but a digit: `[1]` numbers a source. */
const mark = /^\s*\[([\p{L}\p{P}\p{S}])\][ \t]+(?=\S|$)/u;

/** A task's sign for the eye, and its state in words for the ear. */
export function taskBox(sign: Element, state: string): Element {
  return element("span", {}, [
    sign,
    element("span", { className: ["visually-hidden"] }, [text(state)]),
  ]);
}
