import { mergeOrder, toIds } from "./merge-order.ts";
import { lineText } from "./text-version.ts";

/** Merges a list of words in frontmatter as a set, in order; undefined where it is not that plain. */
export function mergeList(
  name: string,
  versions: readonly (readonly string[])[],
): readonly string[] | undefined {
  const lists = versions.map((lines) => (lines.length === 0 ? [] : readList(lines)));
  const [base, a, b] = lists.map((items) => items && toIds([...new Set(items)]));
  if (base === undefined || a === undefined || b === undefined) return undefined;
  const order = mergeOrder({ base, a, b });
  const [, linesA = [], linesB = []] = versions;
  const same = [linesB, linesA].filter((_, i) => order.join("\0") === [b, a][i]?.join("\0"));
  if (same[0] !== undefined) return same.sort((x, y) => (x.join("\n") < y.join("\n") ? 1 : -1))[0];
  const items = order.map((id) => id.slice(id.indexOf("=") + 1));
  const [first = ""] = linesA.slice(1);
  if (linesA.length > 1 && linesB.length > 1) {
    const indent = first.slice(0, first.indexOf("-"));
    return [`${name}:`, ...items.map((item) => `${indent}- ${item}`)];
  }
  return [`${name}: [${items.map(quoted).join(", ")}]`];
}

/** `[a, b]`, `a, b`, or an item a line; each as it is spelt. */
function readList(lines: readonly string[]): string[] | undefined {
  const [first = "", ...rest] = lines.map(lineText);
  const value = first.slice(first.indexOf(":") + 1).trim();
  if (rest.length > 0) {
    const items = rest.map((line) => /^[ \t]*-[ \t]+(\S.*)$/.exec(line)?.[1]);
    return value === "" && items.every((item) => item !== undefined && isPlain(item))
      ? items.flatMap((item) => item ?? [])
      : undefined;
  }
  const inner = value.startsWith("[") && value.endsWith("]") ? value.slice(1, -1) : value;
  const items = inner.split(",").map((item) => item.trim());
  return items.every(isPlain) ? items.filter((item) => item !== "") : undefined;
}

/** A word, or one in quotes without any comma or quote in it. */
const isPlain = (item: string): boolean =>
  /^(?:"[^"\\]*"|'[^'\\]*'|[^"'[\]{}#&*!|>%@`]*)$/.test(item);

const quoted = (item: string): string =>
  /^["']/.test(item) || !/[,:]/.test(item) ? item : JSON.stringify(item);
