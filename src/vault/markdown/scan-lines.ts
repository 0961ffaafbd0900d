import { Containers, type Item, type Outer } from "./containers.ts";
import { definitionLines, type Leaf } from "./leaf-blocks.ts";
import { trimSpaces } from "./line-shapes.ts";

/** A block at the top level of the document. */
export type Block = { readonly line: number; readonly endLine: number } & (
  | { readonly type: "list"; readonly items: readonly ReturnType<typeof toItem>[] }
  | { readonly type: "heading"; readonly depth: number; readonly text: string }
  | { readonly type: "paragraph" | "code" | "html" | "quote" | "definition" | "break" }
);

/**
 * Reads the block structure of Markdown in one pass over its lines, without the first `skip`; every decision agrees with
 * remark, but for a tag alone on a last line without line end.
 */
export function scanLines(lines: readonly string[], skip = 0): Block[] {
  const containers = new Containers();
  for (let i = skip; i < lines.length; i++) containers.read(lines[i] ?? "", i + 1);
  return containers.blocks.flatMap(toBlocks);
}

function toBlocks(found: Leaf | Outer): Block[] {
  const { line, endLine } = found;
  switch (found.kind) {
    case "list":
      return [{ type: "list", line, endLine, items: found.items.map(toItem) }];
    case "text":
      return textBlocks(found);
    case "heading":
      return [{ type: "heading", line, endLine, depth: found.depth, text: found.lines.join() }];
    default:
      return [{ type: found.kind, line, endLine }];
  }
}

/**
 * A list item; lines are 1-based and include what is nested in it. `paragraph`: the lines of the one that comes first in
 * it, trimmed; undefined when something else does. It starts behind the marker, or on the line below.
 */
function toItem({ line, endLine, first }: Item) {
  const item = { line, endLine, paragraphLine: first?.line ?? line };
  if (first?.kind !== "text" || first.depth > 0) return { ...item, paragraph: undefined };
  const hasDefinition = definitionLines(first.lines) > 0;
  return { ...item, paragraph: hasDefinition ? undefined : first.lines.map(trimSpaces) };
}

function textBlocks({ line, endLine, lines, depth }: Leaf): Block[] {
  const count = definitionLines(lines);
  const blocks: Block[] = [];
  if (count > 0) blocks.push({ type: "definition", line, endLine: line + count - 1 });
  if (count === lines.length) return blocks;
  const rest = { line: line + count, endLine };
  const text = depth > 0 ? lines.slice(count).map(trimSpaces).join(" ") : "";
  blocks.push(
    depth > 0 ? { type: "heading", ...rest, depth, text } : { type: "paragraph", ...rest },
  );
  return blocks;
}
