import { Flow, type Leaf } from "./leaf-blocks.ts";
import { endOf, expandTabs, indentAt, isThematicBreak } from "./line-shapes.ts";

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

/** A block quote or a list at the top level. */
export interface Outer {
  readonly kind: "quote" | "list";
  readonly line: number;
  endLine: number;
  /** Of a list. */
  readonly items: Item[];
}

/** A block quote, or a list with its last item. */
interface Container {
  /** `>`, or of a list `-`, `*`, `+`, `.` or `)`. */
  readonly marker: string;
  /** Where the marker and the space behind it end on its line. */
  readonly end: number;
  /** Columns that a line must be indented by to belong to the item. */
  readonly size: number;
  /** `empty`: nothing but the marker stands on its line; `over`: and a blank line follows, which ends the item. */
  state: "filled" | "empty" | "over";
}

interface Line {
  /** With tabs expanded. */
  readonly text: string;
  /** Where nothing but spaces follows. */
  readonly end: number;
}

/** Deeper containers are plain text: no one nests so far, and each costs memory and time. */
const deepest = 100;

/** Tracks block quotes and lists line by line, in step with remark's `document` tokenizer. */
export class Containers {
  /** Blocks at the top level. */
  readonly blocks: (Leaf | Outer)[] = [];
  private readonly stack: Container[] = [];
  private flow = new Flow();

  read(raw: string, number: number): void {
    const text = expandTabs(raw);
    const line: Line = { text, end: endOf(text) };
    const { at, continued } = this.goOn(line, number);
    const isWhole = continued === this.stack.length;
    const from =
      isWhole && this.flow.open === "raw" ? at : this.openFrom(line, at, continued, number);
    // Only a paragraph may go on where a container does not.
    const isLazy = !isWhole && from === at;
    const indent = indentAt(text, from);
    const words = text.slice(from + indent);
    const goesOn = this.flow.read({ text, from, indent, words, number, isLazy });
    if (isLazy && !goesOn) this.stack.length = continued;
    const { leaf } = this.flow;
    if (leaf?.line === number) this.place(leaf);
    // Blank lines at an end belong to nothing but code and HTML that hold them.
    if (leaf?.endLine === number || line.end > 0) this.extend(number);
  }

  /** How many of the open containers go on in a line, and where their markers end. */
  private goOn(line: Line, number: number) {
    let at = 0;
    let continued = 0;
    for (let next = this.stack[0]; next !== undefined; next = this.stack[continued]) {
      const on = goOn(next, line, at);
      if (on === undefined) break;
      at = on.at;
      if (on.item !== undefined) {
        this.exitTo(continued);
        this.stack.push(on.item);
        if (continued === 0) this.addItem(number);
      }
      continued++;
    }
    return { at, continued };
  }

  /** Opens the containers that start on this line, and tells where their markers end. */
  private openFrom(line: Line, from: number, continued: number, number: number): number {
    const isOpen = continued === this.stack.length && this.flow.open !== undefined;
    let at = from;
    for (let depth = continued; depth < deepest; depth++) {
      const found = containerAt(line, at, isOpen);
      if (found === undefined) break;
      this.exitTo(depth);
      this.stack.push(found);
      if (depth === 0) this.addOuter(found, number);
      else if (depth === 1) this.place({ kind: "container", line: number });
      at = found.end;
    }
    return at;
  }

  private addOuter({ marker }: Container, line: number): void {
    const kind = marker === ">" ? "quote" : "list";
    this.blocks.push({ kind, line, endLine: line, items: [] });
    if (kind === "list") this.addItem(line);
  }

  private addItem(line: number): void {
    const outer = this.blocks.at(-1);
    if (outer?.kind === "list") outer.items.push({ line, endLine: line, first: undefined });
  }

  private get item(): Item | undefined {
    const outer = this.blocks.at(-1);
    return outer?.kind === "list" ? outer.items.at(-1) : undefined;
  }

  /** Closes containers down to `depth`, and the leaf block with them. */
  private exitTo(depth: number): void {
    this.stack.length = depth;
    this.flow = new Flow();
  }

  /** Puts a block that began on this line where it belongs. */
  private place(block: Leaf | Nested): void {
    if (this.stack.length === 0 && block.kind !== "container") this.blocks.push(block);
    const isNested = block.kind === "container" || this.stack.length === 1;
    if (isNested && this.item !== undefined) this.item.first ??= block;
  }

  private extend(number: number): void {
    const outer = this.stack.length > 0 ? this.blocks.at(-1) : undefined;
    if (outer === undefined) return;
    outer.endLine = number;
    if (this.item !== undefined) this.item.endLine = number;
  }
}

/** Where the words of a container go on in a line, and the item where a new one begins; undefined where it is over. */
function goOn(
  container: Container,
  { text, end }: Line,
  at: number,
): { readonly at: number; readonly item?: Container } | undefined {
  const isQuote = container.marker === ">";
  if (!isQuote) {
    if (at >= end) {
      if (container.state === "empty") container.state = "over";
      return { at: Math.min(at + container.size, text.length) };
    }
    const isOver = container.state === "over";
    container.state = "filled";
    const isInside = indentAt(text, at, container.size) === container.size;
    if (isInside && !isOver) return { at: at + container.size };
  }
  const next = containerAt({ text, end }, at, false);
  if (next?.marker !== container.marker) return undefined;
  return isQuote ? { at: next.end } : { at: next.end, item: next };
}

const markerPattern = / {0,3}(?:[>*+-]|\d{1,9}[.)])/y;

/** The container that a marker opens here; what it would interrupt lets few lists begin. */
function containerAt(
  { text, end: lineEnd }: Line,
  at: number,
  isInterrupting: boolean,
): Container | undefined {
  markerPattern.lastIndex = at;
  const [words = ""] = markerPattern.exec(text) ?? [];
  const marker = words.at(-1);
  const after = at + words.length;
  if (marker === undefined || isThematicBreak(text, after - 1)) return undefined;
  const spaces = indentAt(text, after, 5);
  if (marker === ">") {
    return { marker, end: after + Math.min(spaces, 1), size: 0, state: "filled" };
  }
  if (isInterrupting && !/^ *(?:1?\D)$/.test(words)) return undefined;
  if (after >= lineEnd) {
    return isInterrupting
      ? undefined
      : { marker, end: after, size: after - at + 1, state: "empty" };
  }
  if (spaces === 0) return undefined;
  // Five spaces and more: the item starts with indented code, one space behind the marker.
  const end = spaces <= 4 ? after + spaces : after + 1;
  return { marker, end, size: end - at, state: "filled" };
}
