import type { Definition, FootnoteDefinition, Nodes, Root } from "mdast";
import remarkGfm from "remark-gfm";
import remarkMath from "remark-math";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { CONTINUE, SKIP, visit } from "unist-util-visit";
import { closeMath } from "./close-math.ts";
import { maskSyntax, type Piece, unmask } from "./mask-syntax.ts";
import { runWithin } from "./run-within.ts";

/** Markdown as a tree; the words of `text` nodes still have tokens for `pieces`, nothing else has. */
export interface Parsed {
  readonly root: Root;
  readonly pieces: readonly Piece[];
  readonly definitions: readonly Definition[];
  readonly footnotes: readonly FootnoteDefinition[];
}

/** Parses Markdown; throws a RangeError for what is too large, too deep or takes too long. */
export function parseMarkdown(source: string): Parsed {
  if (source.length > maxLength) throw new RangeError("Cannot parse the text: too large");
  if (isNested(source)) throw new RangeError("Cannot parse the text: too deep");
  const { text, pieces } = maskSyntax(closeMath(source));
  const parse = (): Root => processor.parse(text);
  const root = text.length > maxUnguarded ? runWithin(maxTime, parse) : parse();
  if (isDeeperThan(root, maxDepth)) throw new RangeError("Cannot parse the text: too deep");
  return { root, pieces, ...restore(root, pieces) };
}

/** Lines of text as one tree, a paragraph each; `definitions` are Markdown too. */
export function parseInline(lines: readonly string[], definitions: string): Parsed {
  // A bracket in front keeps a line from being a heading, a list or the like; the caller takes it off.
  const paragraphs = lines.map((line) => `\\(${line.replace(/[\r\n]+/g, " ").trim()}`);
  return parseMarkdown(paragraphs.join("\n\n") + definitions);
}

/** Beside its simple entries, which are never parsed as a document, a file longer than this is a book. */
const maxLength = 250_000;
/** Up to here the worst that is known takes a quarter of a second. */
const maxUnguarded = 4000;
const maxTime = 2000;
/** Of nodes in nodes: a quotation, a list and its item are one each. */
const maxDepth = 100;

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm, { singleTilde: false })
  .use(remarkMath, { singleDollarTextMath: false })
  .freeze();

/** Quotations and lists that all begin on one line cost the parser time in their square, and no person writes them. */
function isNested(source: string): boolean {
  return new RegExp(
    `^(?:[ \\t]*(?:>|(?:[-*+]|\\d{1,9}[.)])(?=[ \\t]))){${maxDepth / 2}}`,
    "m",
  ).test(source);
}

function isDeeperThan(root: Root, limit: number): boolean {
  let level: readonly Nodes[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap((node) => ("children" in node ? node.children : []));
  }
  return false;
}

/** Turns tokens back where no words are, and collects what other nodes refer to. */
function restore(root: Root, pieces: readonly Piece[]): Pick<Parsed, "definitions" | "footnotes"> {
  const definitions: Definition[] = [];
  const footnotes: FootnoteDefinition[] = [];
  visit(root, (node, index, parent) => {
    if (node.type === "definition") {
      if (node.label?.includes("\ufdd0") === true && parent !== undefined && index !== undefined) {
        // It is a definition by its tokens alone; written out it was a paragraph.
        const value = `[${node.label}]: ${node.url}${node.title ? ` "${node.title}"` : ""}`;
        parent.children[index] = { type: "paragraph", children: [{ type: "text", value }] };
        return SKIP;
      }
      definitions.push(node);
    } else if (node.type === "footnoteDefinition") footnotes.push(node);
    if (pieces.length > 0) restoreStrings(node, pieces);
    return CONTINUE;
  });
  return { definitions, footnotes };
}

function restoreStrings(node: Nodes, pieces: readonly Piece[]): void {
  if ("value" in node && node.type !== "text") node.value = unmask(node.value, pieces);
  if (node.type === "math" && node.meta) node.meta = unmask(node.meta, pieces);
  if ("url" in node) node.url = unmask(node.url, pieces);
  if ("title" in node && typeof node.title === "string") node.title = unmask(node.title, pieces);
  if ("alt" in node && typeof node.alt === "string") node.alt = unmask(node.alt, pieces);
  // remark-math keeps a copy of its value for HTML.
  if (node.type === "math" || node.type === "inlineMath") delete node.data?.hChildren;
}
