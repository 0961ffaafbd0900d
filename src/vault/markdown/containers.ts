import { Flow, type FlowLine, type Leaf } from "./leaf-blocks.ts";
import { expandTabs } from "./line-shapes.ts";
import { ScanLine } from "./scan-line.ts";

export interface Quote {
  readonly kind: "quote";
  readonly line: number;
  endLine: number;
}

export interface Item {
  readonly line: number;
  endLine: number;
  /** What the item holds first; undefined while it is empty. */
  first: Leaf | Nested | undefined;
}

interface Nested {
  readonly kind: "container";
  readonly line: number;
}

export interface List {
  readonly kind: "list";
  readonly line: number;
  endLine: number;
  readonly items: Item[];
}

interface OpenQuote {
  readonly type: "quote";
}

interface OpenList {
  readonly type: "list";
  /** `-`, `*`, `+`, `.` or `)`. */
  readonly marker: string;
  /** Columns that a line must be indented by to belong to the item. */
  size: number;
  /** The item's marker stood alone on its line. */
  initialBlank: boolean;
  /** … and a blank line followed: the item is over. */
  furtherBlank: boolean;
}

type Container = OpenQuote | OpenList;

/** Deeper containers are plain text: no one nests so far, and each costs memory and time. */
const deepest = 100;

/** Where a container's marker ended, and whether a list went on with a new item. */
interface Continued {
  readonly at: number;
  readonly newItem: boolean;
}

/** Tracks block quotes and lists line by line, in step with remark's `document` tokenizer. */
export class Containers {
  /** Blocks at the top level. */
  readonly blocks: (Leaf | List | Quote)[] = [];
  private readonly stack: Container[] = [];
  private flow: Flow | undefined;
  private outer: List | Quote | undefined;
  private interrupt = false;
  /** The line before was blank: no quote is open, and every open list knows of the blank. */
  private isAfterBlank = false;

  read(raw: string, number: number, unended: boolean): void {
    const line = new ScanLine(expandTabs(raw));
    this.interrupt = false;
    let at = 0;
    // Every open list goes on after blank lines: the second need not ask each.
    let continued = this.isAfterBlank && raw === "" ? this.stack.length : 0;
    for (let next = this.stack[continued]; next !== undefined; next = this.stack[continued]) {
      const on = this.continueContainer(next, line, at);
      if (on === undefined) break;
      at = on.at;
      continued++;
      if (on.newItem) {
        this.exitTo(continued);
        if (continued === 1) this.addItem(number);
      }
    }
    this.isAfterBlank = /^ *$/.test(line.text);
    const opened = this.openContainers(line, at, continued, number);
    const lazy = opened === undefined && continued < this.stack.length;
    this.feed({ text: line.text, from: opened ?? at, number, lazy, unended }, continued);
  }

  private continueContainer(
    container: Container,
    line: ScanLine,
    at: number,
  ): Continued | undefined {
    if (container.type === "quote") {
      const end = quoteMarkerEnd(line, at);
      return end === undefined ? undefined : { at: end, newItem: false };
    }
    return this.continueList(container, line, at);
  }

  private continueList(list: OpenList, line: ScanLine, at: number): Continued | undefined {
    const indent = line.indent(at);
    if (at + indent >= line.text.length) {
      list.furtherBlank ||= list.initialBlank;
      return { at: at + Math.min(indent, list.size), newItem: false };
    }
    const over = list.furtherBlank;
    list.furtherBlank = false;
    list.initialBlank = false;
    if (!over && indent >= list.size) return { at: at + list.size, newItem: false };
    this.interrupt = false;
    const item = listMarker(line, at, { marker: list.marker, interrupt: false });
    if (item === undefined) return undefined;
    list.size = item.size;
    list.initialBlank = item.initialBlank;
    return { at: item.end, newItem: true };
  }

  /** Opens the containers that start on this line; undefined when there are none. */
  private openContainers(
    line: ScanLine,
    from: number,
    continued: number,
    number: number,
  ): number | undefined {
    if (continued === this.stack.length && this.flow !== undefined) {
      if (this.flow.isConcrete) return undefined;
      this.interrupt = this.flow.interruptible;
    }
    let at = from;
    let depth = continued;
    for (; depth < deepest; depth++) {
      const end = this.openOne(line, at, depth, number);
      if (end === undefined) break;
      at = end;
    }
    return depth === continued ? undefined : at;
  }

  private openOne(line: ScanLine, at: number, depth: number, number: number): number | undefined {
    const quote = quoteMarkerEnd(line, at);
    if (quote !== undefined) {
      this.exitTo(depth);
      this.push({ type: "quote" }, number);
      return quote;
    }
    const item = listMarker(line, at, { marker: undefined, interrupt: this.interrupt });
    if (item === undefined) return undefined;
    const { marker, size, initialBlank, end } = item;
    this.exitTo(depth);
    this.push({ type: "list", marker, size, initialBlank, furtherBlank: false }, number);
    return end;
  }

  private push(container: Container, number: number): void {
    this.stack.push(container);
    if (this.stack.length === 1) {
      const place = { line: number, endLine: number };
      if (container.type === "quote") this.outer = { kind: "quote", ...place };
      else this.outer = { kind: "list", ...place, items: [] };
      this.blocks.push(this.outer);
      if (container.type === "list") this.addItem(number);
    } else if (this.stack.length === 2) this.setFirst({ kind: "container", line: number });
  }

  private addItem(number: number): void {
    if (this.outer?.kind !== "list") return;
    this.outer.items.push({ line: number, endLine: number, first: undefined });
  }

  private setFirst(first: Leaf | Nested): void {
    if (this.outer?.kind !== "list") return;
    const item = this.outer.items.at(-1);
    if (item !== undefined) item.first ??= first;
  }

  /** Closes containers down to `depth`, and the leaf block with them. */
  private exitTo(depth: number): void {
    this.stack.length = depth;
    this.flow = undefined;
  }

  private feed(line: FlowLine, continued: number): void {
    this.flow ??= new Flow();
    const goesOn = this.flow.read(line);
    // A lazy line that belongs to no open block ends the containers that it did not continue.
    if (line.lazy && !goesOn) this.stack.length = continued;
    this.place(this.flow.current, line.number);
    // Blank lines at an end belong to nothing but code and HTML that hold them.
    const belongs = this.flow.current?.endLine === line.number || !/^ *$/.test(line.text);
    if (this.stack.length > 0 && belongs) this.extend(line.number);
  }

  /** Puts a block that began on this line where it belongs. */
  private place(leaf: Leaf | undefined, number: number): void {
    if (leaf === undefined || leaf.line !== number) return;
    if (this.stack.length === 0) this.blocks.push(leaf);
    else if (this.stack.length === 1) this.setFirst(leaf);
  }

  private extend(number: number): void {
    if (this.outer === undefined) return;
    this.outer.endLine = number;
    const item = this.outer.kind === "list" ? this.outer.items.at(-1) : undefined;
    if (item !== undefined) item.endLine = number;
  }
}

/** The end of `>` and the space behind it. */
function quoteMarkerEnd(line: ScanLine, at: number): number | undefined {
  const { text } = line;
  const indent = line.indent(at);
  const marker = at + indent;
  if (indent > 3 || text.charCodeAt(marker) !== 0x3e) return undefined;
  return text.charCodeAt(marker + 1) === 0x20 ? marker + 2 : marker + 1;
}

interface Marker {
  readonly marker: string;
  readonly end: number;
  readonly size: number;
  readonly initialBlank: boolean;
}

/** A list item's marker and the white space behind it; `marker` asks for an item of a list that is open. */
function listMarker(
  line: ScanLine,
  at: number,
  want: { readonly marker: string | undefined; readonly interrupt: boolean },
): Marker | undefined {
  const { text } = line;
  const indent = line.indent(at);
  if (indent > 3) return undefined;
  const start = at + indent;
  const markerAt = bulletAt(line, start) ?? numberEnd(text, start, want.interrupt);
  if (markerAt === undefined) return undefined;
  const marker = text[markerAt] ?? "";
  if (want.marker !== undefined && want.marker !== marker) return undefined;
  const after = markerAt + 1;
  const spaces = line.indent(after);
  if (after + spaces >= text.length) {
    if (want.interrupt) return undefined;
    return { marker, end: after, size: after - at + 1, initialBlank: true };
  }
  if (spaces === 0) return undefined;
  // Five spaces and more: the item starts with indented code, one space behind the marker.
  const end = spaces <= 4 ? after + spaces : after + 1;
  return { marker, end, size: end - at, initialBlank: false };
}

function bulletAt(line: ScanLine, start: number): number | undefined {
  const code = line.text.charCodeAt(start);
  if (code !== 0x2d && code !== 0x2a && code !== 0x2b) return undefined;
  return code !== 0x2b && line.isThematicBreak(start) ? undefined : start;
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** Where `.` or `)` stands behind one to nine digits; only `1` may interrupt a paragraph. */
function numberEnd(text: string, start: number, interrupt: boolean): number | undefined {
  let end = start;
  while (isDigit(text.charCodeAt(end))) end++;
  const digits = end - start;
  if (digits === 0 || digits > 9) return undefined;
  if (interrupt && (digits > 1 || text[start] !== "1")) return undefined;
  const code = text.charCodeAt(end);
  return code === 0x2e || code === 0x29 ? end : undefined;
}
