import type { ElementContent } from "hast";
import { element, text } from "./elements.ts";

/** Among sisters: what stands in `==these==` is marked, and what stands in `%%these%%` is not shown. */
export function pairMarks(nodes: readonly ElementContent[]): readonly ElementContent[] {
  if (!nodes.some((node) => node.type === "text" && /==|%%/.test(node.value))) return nodes;
  const shown = pairUp(nodes, comment, () => []);
  return pairUp(shown, highlight, (children) => [element("mark", {}, children)]);
}

interface Delimiter {
  readonly sign: string;
  readonly pattern: RegExp;
  readonly opens: (before: string, behind: string) => boolean;
  readonly closes: (before: string, behind: string) => boolean;
}

const comment: Delimiter = { sign: "%%", pattern: /%%/g, opens: () => true, closes: () => true };

/** `a == b` and `a==b` are comparisons. */
const highlight: Delimiter = {
  sign: "==",
  pattern: /(?<!=)==(?!=)/g,
  opens: (before, behind) => !/[a-z0-9]$/i.test(before) && !/^\s/.test(behind),
  closes: (before, behind) => !/\s$/.test(before) && !/^[a-z0-9]/i.test(behind),
};

function pairUp(
  nodes: readonly ElementContent[],
  delimiter: Delimiter,
  wrap: (children: ElementContent[]) => ElementContent[],
): ElementContent[] {
  const out: ElementContent[] = [];
  /** Where in `out` the sign stands that waits for its other. */
  let open: number | undefined;
  const sign = (before: string, behind: string): void => {
    if (open !== undefined && delimiter.closes(before, behind)) {
      const children = out.splice(open).slice(1);
      out.push(...wrap(children));
      open = undefined;
      return;
    }
    if (open === undefined && delimiter.opens(before, behind)) open = out.length;
    out.push(text(delimiter.sign));
  };
  for (const node of nodes) {
    if (node.type !== "text") {
      out.push(node);
      continue;
    }
    let from = 0;
    for (const { index } of node.value.matchAll(delimiter.pattern)) {
      if (index > from) out.push(text(node.value.slice(from, index)));
      from = index + delimiter.sign.length;
      sign(node.value.slice(0, index), node.value.slice(from));
    }
    if (from < node.value.length) out.push(text(node.value.slice(from)));
  }
  return joinText(out);
}

/** Signs that found no other are words again. */
function joinText(nodes: readonly ElementContent[]): ElementContent[] {
  const joined: ElementContent[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.type === "text" && last?.type === "text") last.value += node.value;
    else joined.push(node.type === "text" ? text(node.value) : node);
  }
  return joined;
}
