import type { ElementContent } from "hast";
import type { MarkdownStrings } from "./context.ts";
import { element, text } from "./elements.ts";

/** An item's words, where they begin with `[/]`, `[?]` or the like: with a box of that state in its place. */
export function withTaskState(
  nodes: readonly ElementContent[],
  strings: MarkdownStrings,
): readonly ElementContent[] {
  const [first, ...rest] = nodes;
  const match = first?.type === "text" ? mark.exec(first.value) : null;
  if (first?.type !== "text" || match === null) return nodes;
  const [found, sign = ""] = match;
  const { taskStates, taskOther } = strings;
  const state = Object.hasOwn(taskStates, sign) ? taskStates[sign] : undefined;
  return [
    taskBox(element("span", { className: ["sign"], ariaHidden: "true" }, [text(sign)]), {
      state: state ?? `${taskOther} ${sign}`,
    }),
    text(first.value.slice(found.length)),
    ...rest,
  ];
}

/** Any sign but a digit: `[1]` numbers a source. */
const mark = /^\s*\[([\p{L}\p{P}\p{S}])\][ \t]+(?=\S|$)/u;

/** A task's box: a sign for the eye, its state in words for the ear. */
export function taskBox(
  sign: ElementContent,
  { state }: { readonly state: string },
): ElementContent {
  return element("span", { className: ["task"] }, [
    sign,
    element("span", { className: ["visually-hidden"] }, [text(state)]),
  ]);
}
