import { type HtmlKind, htmlBlockAt, htmlEndsOn } from "./html-blocks.ts";
import {
  atxDepth,
  atxText,
  fenceSize,
  indentAt,
  isFenceEnd,
  isThematicBreak,
  setextDepth,
} from "./line-shapes.ts";
import { definitionsEnd } from "./link-definitions.ts";

/** A block that holds no blocks. `text` is paragraph-like: definitions, then a paragraph or setext heading. */
export interface Leaf {
  readonly kind: "text" | "code" | "html" | "heading" | "break";
  readonly line: number;
  endLine: number;
  /** Of `text`: its lines behind their container markers, tabs expanded. */
  readonly lines: string[];
  /** Of `heading`, and of `text` that an underline turned into one; else 0. */
  depth: number;
  /** Of `heading`. */
  readonly title: string;
}

/** A line as the innermost container hands it down. */
export interface FlowLine {
  /** With tabs expanded. */
  readonly text: string;
  /** Where the containers' markers end. */
  readonly from: number;
  readonly number: number;
  /** True when a container was not continued, so that only a paragraph may go on. */
  readonly lazy: boolean;
  /** True for a last line without a line end. */
  readonly unended: boolean;
}

/** Reads the leaf blocks of one container, line by line, in step with remark's `flow` tokenizer. */
export class Flow {
  /** The block that the last line left open. */
  private open: "text" | "code" | "fence" | "html" | undefined;
  private leaf: Leaf | undefined;
  private fence = { marker: "", size: 0 };
  private html: HtmlKind = 1;
  private concrete = false;

  /** True when a new container on the next line would interrupt something. */
  get interruptible(): boolean {
    return this.open !== undefined;
  }

  /** True inside fenced code and HTML, which no new container can pierce. */
  get isConcrete(): boolean {
    return this.concrete;
  }

  /** The block that the last line belongs to or opened. */
  get current(): Leaf | undefined {
    return this.leaf;
  }

  /** Takes a line; true when it is part of what the line before left open. */
  read(line: FlowLine): boolean {
    const indent = indentAt(line.text, line.from);
    const blank = line.from + indent >= line.text.length;
    switch (this.open) {
      case "text":
        return this.readText(line, indent, blank);
      case "code":
        return this.readCode(line, indent, blank);
      case "fence":
        return this.readFence(line, indent, blank);
      case "html":
        return this.readHtml(line, indent, blank);
      default:
        this.start(line, indent, blank);
        return false;
    }
  }

  private readText(line: FlowLine, indent: number, blank: boolean): boolean {
    if (!blank && (indent >= 4 || !this.interrupts(line, line.from + indent))) {
      this.leaf?.lines.push(line.text.slice(line.from));
      this.extend(line);
      return true;
    }
    const depth = line.lazy || blank ? 0 : setextDepth(line.text, line.from + indent);
    if (depth > 0 && this.leaf !== undefined && hasParagraph(this.leaf)) {
      this.leaf.depth = depth;
      this.extend(line);
      this.open = undefined;
      return true;
    }
    this.start(line, indent, blank);
    // Remark looks one line ahead before it lets go of the containers around a tag on a lazy line.
    return line.lazy && !line.unended && this.open === "html" && this.html === 7;
  }

  /** The rules of CommonMark on what may follow a paragraph without a blank line. */
  private interrupts(line: FlowLine, at: number): boolean {
    const { text, lazy } = line;
    switch (text[at]) {
      case "#":
        return atxDepth(text, at) > 0;
      case "-":
        return (!lazy && setextDepth(text, at) > 0) || isThematicBreak(text, at);
      case "=":
        return !lazy && setextDepth(text, at) > 0;
      case "*":
      case "_":
        return isThematicBreak(text, at);
      case "`":
      case "~":
        return fenceSize(text, at) > 0;
      case "<": {
        const kind = htmlBlockAt(text, at);
        return kind !== undefined && (kind !== 7 || lazy);
      }
      default:
        return false;
    }
  }

  private readCode(line: FlowLine, indent: number, blank: boolean): boolean {
    if (!line.lazy && (blank || indent >= 4)) {
      if (indent >= 4) this.extend(line);
      return true;
    }
    this.start(line, indent, blank);
    return false;
  }

  private readFence(line: FlowLine, indent: number, blank: boolean): boolean {
    if (line.lazy) {
      this.start(line, indent, blank);
      return false;
    }
    this.extend(line);
    if (isFenceEnd(line.text, line.from, this.fence.marker, this.fence.size)) this.close();
    return true;
  }

  private readHtml(line: FlowLine, indent: number, blank: boolean): boolean {
    if (line.lazy || (blank && this.html >= 6)) {
      this.start(line, indent, blank);
      return false;
    }
    this.extend(line);
    if (htmlEndsOn(this.html, line.text, line.from, false)) this.close();
    return true;
  }

  private start(line: FlowLine, indent: number, blank: boolean): void {
    this.close();
    this.leaf = undefined;
    if (blank) return;
    const at = line.from + indent;
    if (indent >= 4) {
      this.begin("code", line);
      this.open = line.lazy ? undefined : "code";
    } else if (!this.startMarked(line, at)) {
      this.begin("text", line).lines.push(line.text.slice(at));
      this.open = "text";
    }
  }

  /** Starts a block that its first character gives away. */
  private startMarked(line: FlowLine, at: number): boolean {
    const { text } = line;
    switch (text[at]) {
      case "#": {
        const depth = atxDepth(text, at);
        if (depth > 0) this.begin("heading", line, { depth, title: atxText(text, at) });
        return depth > 0;
      }
      case "*":
      case "-":
      case "_":
        if (!isThematicBreak(text, at)) return false;
        this.begin("break", line);
        return true;
      case "`":
      case "~":
        return this.startFence(line, at);
      case "<":
        return this.startHtml(line, at);
      default:
        return false;
    }
  }

  private startFence(line: FlowLine, at: number): boolean {
    const size = fenceSize(line.text, at);
    if (size === 0) return false;
    this.begin("code", line);
    this.fence = { marker: line.text[at] ?? "", size };
    this.open = "fence";
    this.concrete = true;
    return true;
  }

  private startHtml(line: FlowLine, at: number): boolean {
    const kind = htmlBlockAt(line.text, at);
    if (kind === undefined) return false;
    this.begin("html", line);
    this.html = kind;
    if (htmlEndsOn(kind, line.text, at, true)) return true;
    this.open = "html";
    this.concrete = true;
    return true;
  }

  private begin(kind: Leaf["kind"], line: FlowLine, heading = { depth: 0, title: "" }): Leaf {
    const { number } = line;
    const leaf: Leaf = { kind, line: number, endLine: number, lines: [], ...heading };
    this.leaf = leaf;
    return leaf;
  }

  private extend(line: FlowLine): void {
    if (this.leaf !== undefined) this.leaf.endLine = line.number;
  }

  private close(): void {
    this.open = undefined;
    this.concrete = false;
  }
}

function hasParagraph(leaf: Leaf): boolean {
  if (leaf.lines[0]?.startsWith("[") !== true) return true;
  const text = leaf.lines.join("\n");
  return definitionsEnd(text) < text.length;
}
