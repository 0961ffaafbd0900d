import { type HtmlBlock, htmlBlockOf } from "./html-blocks.ts";
import { atxDepth, atxText, fenceOf, isThematicBreak, setextDepth } from "./line-shapes.ts";
import { definitionsEnd } from "./link-definitions.ts";

/** A block that holds no blocks. `text` is paragraph-like: definitions, then a paragraph or setext heading. */
export interface Leaf {
  readonly kind: "text" | "code" | "html" | "heading" | "break";
  readonly line: number;
  endLine: number;
  /** Of `text`: its lines behind their container markers, tabs expanded; of `heading` its words. */
  readonly lines: string[];
  /** Of `heading`, and of `text` that an underline turned into one; else 0. */
  depth: number;
}

/** A line as the innermost container hands it down. */
interface FlowLine {
  /** With tabs expanded. */
  readonly text: string;
  /** Where the containers' markers end; `words` stand behind the indent there. */
  readonly from: number;
  readonly indent: number;
  readonly words: string;
  readonly number: number;
  /** True when a container was not continued, so that only a paragraph may go on. */
  readonly isLazy: boolean;
}

/** Reads the leaf blocks of one container, line by line, in step with remark's `flow` tokenizer. */
export class Flow {
  /** The block that the last line left open; no new container can pierce a `raw` one, fenced code or HTML. */
  open: "text" | "code" | "raw" | undefined;
  /** The block that the last line belongs to or opened. */
  leaf: Leaf | undefined;
  /** Of an open fence. */
  private fence = "";
  /** Of open HTML. */
  private html: HtmlBlock | undefined;

  /** Takes a line; true when it is part of what the line before left open. */
  read(line: FlowLine): boolean {
    if (this.open === "text") return this.readText(line);
    if (this.open === undefined || line.isLazy || !this.goesOn(line)) {
      this.start(line);
      return false;
    }
    if (this.open === "raw" || line.indent >= 4) this.extend(line);
    if (this.open === "raw" && this.endsOn(line)) this.open = undefined;
    return true;
  }

  private goesOn({ words, indent }: FlowLine): boolean {
    if (this.open === "code") return words === "" || indent >= 4;
    return words !== "" || this.html === undefined || this.html.end !== undefined;
  }

  private endsOn({ text, from, words, indent }: FlowLine): boolean {
    if (this.html !== undefined) return this.html.end?.test(text.slice(from)) ?? false;
    return indent < 4 && words.startsWith(this.fence) && /^(?:`+|~+) *$/.test(words);
  }

  private readText(line: FlowLine): boolean {
    const { text, from, words, indent, isLazy } = line;
    if (words !== "" && (indent >= 4 || !interrupts(line))) {
      this.leaf?.lines.push(text.slice(from));
      this.extend(line);
      return true;
    }
    const depth = isLazy ? 0 : setextDepth(words);
    if (depth > 0 && this.leaf !== undefined && hasParagraph(this.leaf)) {
      this.leaf.depth = depth;
      this.extend(line);
      this.open = undefined;
      return true;
    }
    this.start(line);
    // Remark looks one line ahead before it lets go of the containers around a tag on a lazy line.
    return isLazy && this.open === "raw" && this.html?.isWeak === true;
  }

  private start(line: FlowLine): void {
    const { words, indent, isLazy } = line;
    this.open = undefined;
    this.leaf = undefined;
    this.html = undefined;
    if (words === "") return;
    if (indent >= 4) {
      this.begin("code", line);
      this.open = isLazy ? undefined : "code";
    } else if (!/^[#*\-_`~<]/.test(words) || !this.startMarked(line)) {
      this.begin("text", line, [words]);
      this.open = "text";
    }
  }

  /** Starts a block that its first character gives away. */
  private startMarked(line: FlowLine): boolean {
    const { words } = line;
    const depth = atxDepth(words);
    const fence = fenceOf(words);
    const html = htmlBlockOf(words);
    if (depth > 0) this.begin("heading", line, [atxText(words)], depth);
    else if (isThematicBreak(words, 0)) this.begin("break", line);
    else if (fence !== undefined) {
      this.begin("code", line);
      this.fence = fence;
      this.open = "raw";
    } else if (html !== undefined) {
      this.begin("html", line);
      this.html = html;
      if (html.end?.test(words.slice(html.opening)) !== true) this.open = "raw";
    }
    return this.leaf !== undefined;
  }

  private begin(kind: Leaf["kind"], { number }: FlowLine, lines: string[] = [], depth = 0): void {
    this.leaf = { kind, line: number, endLine: number, lines, depth };
  }

  private extend({ number }: FlowLine): void {
    if (this.leaf !== undefined) this.leaf.endLine = number;
  }
}

/** The rules of CommonMark on what may follow a paragraph without a blank line. */
function interrupts({ words, isLazy }: FlowLine): boolean {
  if (!/^[#*\-_`~<=]/.test(words)) return false;
  if (atxDepth(words) > 0 || isThematicBreak(words, 0) || fenceOf(words) !== undefined) return true;
  const html = htmlBlockOf(words);
  return (!isLazy && setextDepth(words) > 0) || (html !== undefined && (!html.isWeak || isLazy));
}

const hasParagraph = ({ lines }: Leaf): boolean => definitionLines(lines) < lines.length;

/** How many of the lines of a text are link definitions. */
export function definitionLines(lines: readonly string[]): number {
  if (lines[0]?.startsWith("[") !== true) return 0;
  const text = lines.join("\n");
  const end = definitionsEnd(text);
  if (end === text.length) return lines.length;
  return text.slice(0, end).split("\n").length - 1;
}
