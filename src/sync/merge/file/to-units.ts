import { type ReadBlock, type ReadItem, readTopic } from "../../../vault/read-topic.ts";
import { scanLines } from "../../../vault/scan-lines.ts";
import { isBlankLine } from "../../../vault/split-lines.ts";
import type { Entry } from "../../../vault/topic.ts";
import { lineText, type TextVersion } from "./text-version.ts";

/** A part of a Markdown file that is never torn: an entry with what is nested in it, a heading, a paragraph, a table. */
export interface Unit {
  /** Two units with one key are the same unit. */
  readonly key: string;
  readonly kind: UnitKind;
  readonly lines: readonly string[];
  /** What stands between the unit before and this one: blank lines, and the mark of a part that was kept twice. */
  readonly lead: readonly string[];
  readonly entry?: EntryPlaces | undefined;
  /** Of a heading. */
  readonly depth: number;
  /** What would close a block that runs to the end of the file: it must, once something follows. */
  readonly closer?: string | undefined;
}

type UnitKind = Exclude<ReadBlock["type"], "list"> | "entry" | "item" | "other";

/** An entry, and how many of its lines are its own words: what follows is nested. */
interface EntryPlaces {
  readonly entry: Entry;
  /** Undefined where the words do not start behind the marker. */
  readonly ownLines: number | undefined;
}

export interface Units {
  /** With both fences; empty where there is none. */
  readonly frontmatter: readonly string[];
  readonly units: readonly Unit[];
  /** Blank lines at the end. */
  readonly tail: readonly string[];
}

/** What stands above the second version of a part that was edited on two devices. */
export const keptBothMark = "*(both versions kept: this part was edited on two devices)*";

/** Cuts a Markdown text into units, as the index and the commands read it. */
export function toUnits({ text, lines }: TextVersion): Units {
  const topic = readTopic(text);
  const cutter = new Cutter(lines, topic.frontmatter.lineCount);
  for (const block of topic.blocks) {
    if (block.type === "list") for (const item of block.items) cutter.addItem(item);
    else cutter.add(block.type, block, block.type === "heading" ? block.depth : 0);
  }
  const { units, tail } = cutter.finish();
  return { frontmatter: lines.slice(0, topic.frontmatter.lineCount), units, tail };
}

interface Span {
  readonly line: number;
  readonly endLine: number;
}

class Cutter {
  private readonly lines: readonly string[];
  private readonly units: Unit[] = [];
  /** How many lines are in units, and where the lead of the next one starts. */
  private end: number;
  private leadStart: number;
  private readonly lastLine: number;

  constructor(lines: readonly string[], skip: number) {
    this.lines = lines;
    this.lastLine = lines.findLastIndex((line) => !isBlankLine(lineText(line))) + 1;
    this.end = skip;
    this.leadStart = skip;
  }

  addItem(item: ReadItem): void {
    const { entry, wordsLine, wordsEnd } = item;
    const ownLines = wordsLine === item.line ? wordsEnd - item.line + 1 : undefined;
    if (entry === undefined) this.add("item", item, 0);
    else this.add("entry", item, 0, { entry, ownLines });
  }

  add(kind: UnitKind, { line, endLine }: Span, depth: number, entry?: EntryPlaces): void {
    this.addStray(line - 1);
    const lines = this.lines.slice(line - 1, endLine);
    this.end = endLine;
    // The mark belongs to what it stands above.
    if (kind === "paragraph" && lines.length === 1 && lineText(lines[0] ?? "") === keptBothMark)
      return;
    const isLast = endLine >= this.lastLine;
    const closer = isLast && (kind === "code" || kind === "html") ? closerOf(lines) : undefined;
    this.push({ kind, lines, depth, entry, closer }, line - 1);
  }

  finish(): Omit<Units, "frontmatter"> {
    this.addStray(this.lines.length);
    return { units: this.units, tail: this.lines.slice(this.leadStart) };
  }

  /** Lines between two blocks are blank, else they are a unit too: none may get lost. */
  private addStray(to: number): void {
    for (let at = this.end; at < to; at++) {
      const line = this.lines[at] ?? "";
      if (isBlankLine(lineText(line))) continue;
      this.end = at + 1;
      this.push({ kind: "other", lines: [line], depth: 0 }, at);
    }
  }

  private push(unit: Omit<Unit, "key" | "lead">, from: number): void {
    const lead = this.lines.slice(this.leadStart, from);
    this.units.push({ ...unit, lead, key: keyOf(unit) });
    this.leadStart = this.end;
  }
}

/** What two versions of one unit have in common. */
export function keyOf({ lines, entry, closer }: Omit<Unit, "key" | "lead">): string {
  const words = lines.length === 1 ? lineText(lines[0] ?? "") : lines.map(lineText).join("\n");
  if (closer !== undefined) return `${words}\n${closer}`;
  return entry === undefined ? words : withoutSource(words, entry.entry);
}

/** Where it was learned the log says as well: a device that takes that out of a line has not edited it. */
const withoutSource = (words: string, { fields: { source } }: Entry): string =>
  source === undefined ? words : words.replace(` [source:: ${source}]`, "");

/** The line that ends a block of code or HTML which is not closed; undefined where it ends by itself. */
function closerOf(lines: readonly string[]): string | undefined {
  const words = lines.map(lineText);
  if (endsWith(words, [])) return undefined;
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(words[0] ?? "")?.[1];
  const closers = [...(fence === undefined ? [] : [fence]), "-->", "?>", "]]>", "</script>", ">"];
  return closers.find((closer) => endsWith(words, [closer]));
}

/** True when what follows the block is not part of it. */
function endsWith(words: readonly string[], closer: readonly string[]): boolean {
  const probe = [...words, ...closer, "", "probe"];
  return scanLines(probe).at(-1)?.line === probe.length;
}
