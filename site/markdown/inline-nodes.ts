import type { ElementContent } from "hast";
import { element, text } from "./elements.ts";
import { hasInvisible } from "./mark-invisible.ts";
import { maskSyntax, withoutTokens } from "./mask-syntax.ts";
import { parseInline } from "./parse-markdown.ts";
import type { RenderState } from "./render-state.ts";
import { showNodes } from "./show-nodes.ts";
import { showText } from "./show-text.ts";
import { toHast } from "./to-hast.ts";

/** Links and footnotes that lines may refer to: `[name]`, folded as Markdown does, and what defines it. */
export type Definitions = readonly { readonly mark: string; readonly source: string }[];

/** One line of Markdown as inline elements. */
export function inlineNodes(
  line: string,
  state: RenderState,
  definitions: Definitions = [],
): ElementContent[] {
  return inlineLines([line], state, definitions)[0] ?? [text(line)];
}

/** The same of many lines, in one go: to parse one costs more than its words do. */
export function inlineLines(
  lines: readonly string[],
  state: RenderState,
  definitions: Definitions,
): ElementContent[][] {
  const shown = lines.map((line) => showUnparsed(line, state));
  let from = 0;
  while (from < lines.length) {
    const indexes: number[] = [];
    for (let size = 0; from < lines.length && size < maxChunk; from++) {
      if (shown[from] !== undefined) continue;
      indexes.push(from);
      size += lines[from]?.length ?? 0;
    }
    const chunk = indexes.map((index) => lines[index] ?? "");
    const nodes = chunk.length === 0 ? [] : parseLines(chunk, state, definitions);
    for (const [i, index] of indexes.entries()) shown[index] = nodes[i] ?? [text(chunk[i] ?? "")];
  }
  return shown.map((nodes = []) => nodes);
}

/** A line that needs no parser, or is too much for it. */
function showUnparsed(line: string, state: RenderState): ElementContent[] | undefined {
  if (isPlain(line)) return [text(line)];
  const { text: masked, pieces } = maskSyntax(line);
  if (!markup.test(withoutTokens(masked))) {
    return showText(masked, { state, pieces, inLink: false }, true);
  }
  return line.length > maxLength || countSigns(line) > maxSigns ? [text(line)] : undefined;
}

function parseLines(
  lines: readonly string[],
  state: RenderState,
  definitions: Definitions,
): ElementContent[][] {
  const parsed = parseInline(lines, namedIn(lines, state, definitions));
  const paragraphs = parsed.root.children.filter((node) => node.type === "paragraph");
  const elements = toHast(
    paragraphs.map((paragraph) => [paragraph]),
    parsed.definitions,
  );
  return lines.map((line, i) => {
    const [bracket, ...rest] = elements[i]?.find((node) => node.type === "element")?.children ?? [];
    if (bracket?.type !== "text" || !bracket.value.startsWith("(")) return [text(line)];
    const first = bracket.value.slice(1);
    const nodes = first === "" ? rest : [text(first), ...rest];
    return showNodes(nodes, { state, pieces: parsed.pieces, inLink: false });
  });
}

/** The definitions that the lines name: each is parsed again with them. */
function namedIn(
  lines: readonly string[],
  { budget }: RenderState,
  definitions: Definitions,
): string {
  if (definitions.length === 0 || !lines.some((line) => line.includes("["))) return "";
  const spaced = lines
    .join("\n")
    .replace(/\s+/g, " ")
    .replace(/\[ | \]/g, (found) => found.trim());
  const words = spaced.toLowerCase().toUpperCase().toLowerCase();
  const named = definitions.filter(({ mark }) => words.includes(mark));
  const source = named.map((one) => one.source).join("");
  return source.length <= maxNamed && budget.spend("definitions", source.length) ? source : "";
}

/** What names so many of them is no entry. */
const maxNamed = 4000;

/** What is parsed in one go. */
const maxChunk = 3000;

/** True for text that means nothing to Markdown, nor to the vault's syntax: most entries are. */
export function isPlain(line: string): boolean {
  return !signs.test(line) && !hasInvisible(line);
}

const signs = /[\\`*_[<#$~@\r\n\ufdd0\ufdd1]|&[#a-z0-9]|==|%%|:\/\/|www\./i;

/** Of them those that mean nothing to the vault's syntax alone. */
const markup = /[\\`*_[<~@\r\n]|\$\$|&[#a-z0-9]|==|%%|:\/\/|www\./i;

/** An entry is a line or two; what is longer, or all brackets, would take its time to parse. */
const maxLength = 20_000;
const maxSigns = 400;
const countSigns = (line: string): number => line.match(/[[\]*_~<>!`$|]/g)?.length ?? 0;

/** Text as it stands in its file, line by line. */
export function plainBlock(source: string): ElementContent {
  return element("pre", { className: ["plain"], tabIndex: 0 }, [
    element("code", {}, [text(source)]),
  ]);
}
