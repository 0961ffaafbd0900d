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
  const { frontmatter, blocks } = readTopic(text);
  const units: Unit[] = [];
  // How many lines are in units, and where the lead of the next one starts.
  let [end, leadStart] = [frontmatter.lineCount, frontmatter.lineCount];
  const push = (from: number, to: number, unit: Pick<Unit, "kind"> & Partial<Unit>): void => {
    const own = { depth: 0, lines: lines.slice(from, to), ...unit };
    units.push({ ...own, lead: lines.slice(leadStart, from), key: keyOf(own) });
    [end, leadStart] = [to, to];
  };
  // Lines between two blocks are blank, else they are a unit too: none may get lost.
  const pushStray = (to: number): void => {
    for (let at = end; at < to; at++) {
      if (!isBlankLine(lineText(lines[at] ?? ""))) push(at, at + 1, { kind: "other" });
    }
  };
  const lastLine = lines.findLastIndex((line) => !isBlankLine(lineText(line))) + 1;
  for (const { line, endLine, ...unit } of blocks.flatMap(toSpans)) {
    pushStray(line - 1);
    const own = lines.slice(line - 1, endLine);
    const isOpen = endLine >= lastLine && (unit.kind === "code" || unit.kind === "html");
    // The mark belongs to what it stands above.
    if (unit.kind === "paragraph" && own.map(lineText).join() === keptBothMark) end = endLine;
    else push(line - 1, endLine, { ...unit, lines: isOpen ? closed(own) : own });
  }
  pushStray(lines.length);
  return {
    frontmatter: lines.slice(0, frontmatter.lineCount),
    units,
    tail: lines.slice(leadStart),
  };
}

interface Span extends Pick<Unit, "kind"> {
  readonly line: number;
  readonly endLine: number;
  readonly depth?: number;
  readonly entry?: EntryPlaces | undefined;
}

function toSpans(block: ReadBlock): readonly Span[] {
  const { line, endLine } = block;
  if (block.type === "heading") return [{ kind: block.type, line, endLine, depth: block.depth }];
  return block.type === "list" ? block.items.map(toSpan) : [{ kind: block.type, line, endLine }];
}

function toSpan({ line, endLine, entry, wordsLine, wordsEnd }: ReadItem): Span {
  if (entry === undefined) return { kind: "item", line, endLine };
  const ownLines = wordsLine === line ? wordsEnd - line + 1 : undefined;
  return { kind: "entry", line, endLine, entry: { entry, ownLines } };
}

/** What two versions of one unit have in common. */
export function keyOf({ lines, entry }: Pick<Unit, "lines" | "entry">): string {
  const words = lines.length === 1 ? lineText(lines[0] ?? "") : lines.map(lineText).join("\n");
  // Where it was learned the log says as well: a device that takes that out of a line has not edited it.
  const { source } = entry?.entry.fields ?? {};
  return source === undefined ? words : words.replace(` [source:: ${source}]`, "");
}

/** Code or HTML at the end of a file, with the line that it needs where something is to follow it. */
function closed(lines: readonly string[]): readonly string[] {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(lines[0] ?? "")?.[1] ?? "-->";
  const ways = [[], [fence], ["?>"], ["]]>"], ["</script>"], [">"]];
  const way = ways.find((closer) => {
    const probe = [...lines.map(lineText), ...closer, "", "probe"];
    return scanLines(probe).at(-1)?.line === probe.length;
  });
  return [...lines, ...(way ?? [])];
}
