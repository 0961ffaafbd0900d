import { type Block, scanLines } from "../../../vault/markdown/scan-lines.ts";
import { isBlankLine, splitLines } from "../../../vault/split-lines.ts";
import { type EntryWords, parseEntry } from "../../../vault/topic/entry.ts";
import { readFrontmatter } from "../../../vault/topic/frontmatter.ts";
import { type Lines, lineText } from "./merge-parts.ts";
import { joined, type TextVersion } from "./text-version.ts";

/** A part of a Markdown file that is never torn: an entry with all that is nested in it, a heading, a table. */
export interface Unit extends Omit<Span, "line" | "endLine"> {
  /** Two units with one key are the same unit. */
  readonly key: string;
  readonly lines: Lines;
  /** What stands between the unit before and this one: blank lines, and the mark of a part that was kept twice. */
  readonly lead: Lines;
  /** Of what kind the unit above is. */
  readonly behind: Span["kind"] | undefined;
}

interface Span {
  readonly kind: Exclude<Block["type"], "list"> | "item";
  readonly line: number;
  readonly endLine: number;
  /** Of an entry: the lines of its own words, without marker and indentation. */
  readonly words?: readonly string[];
  /** How many lines of an entry are its own words, not nested; undefined where they do not start behind the marker. */
  readonly ownLines?: number | undefined;
}

/** A text in units; with the frontmatter, both fences of it, and the blank lines at the end. */
export type Units = ReturnType<typeof toUnits>;

/** What stands above the second version of a part that was edited on two devices. */
export const keptBothMark = "*(both versions kept: this part was edited on two devices)*";

/** Cuts a Markdown text into units, as the index and the commands read it. */
export function toUnits({ text, lines }: Pick<TextVersion, "text" | "lines">) {
  const plain = splitLines(text);
  const { lineCount } = readFrontmatter(plain);
  const units: Unit[] = [];
  let leadStart = lineCount;
  const lastLine = lines.findLastIndex((line) => !isBlankLine(lineText(line))) + 1;
  for (const { line, endLine, ...span } of scanLines(plain, lineCount).flatMap(toSpans)) {
    const read = lines.slice(line - 1, endLine);
    // The mark belongs to what it stands above.
    if (span.kind === "paragraph" && joined(read) === keptBothMark) continue;
    const isOpen = endLine >= lastLine && (span.kind === "code" || span.kind === "html");
    const own = { ...span, lines: isOpen ? closed(read) : read };
    const lead = lines.slice(leadStart, line - 1);
    units.push({ ...own, lead, behind: units.at(-1)?.kind, key: keyOf(own) });
    leadStart = endLine;
  }
  return { text, units, frontmatter: lines.slice(0, lineCount), tail: lines.slice(leadStart) };
}

function toSpans(block: Block): readonly Span[] {
  if (block.type !== "list")
    return [{ kind: block.type, line: block.line, endLine: block.endLine }];
  return block.items.map(({ line, endLine, paragraph: words, paragraphLine }) => {
    const item = { kind: "item", line, endLine } as const;
    // Of nothing but odd white space: no entry.
    if (words === undefined || words.every((word) => word.trim() === "")) return item;
    return { ...item, words, ownLines: paragraphLine === line ? words.length : undefined };
  });
}

/** What an entry says; undefined for what is none. Read when it is asked for: most units are the same on all sides. */
export const entryOf = ({ words }: Pick<Unit, "words">): EntryWords | undefined =>
  words && parseEntry(words);

/** What two versions of one unit have in common. */
export function keyOf(unit: Pick<Unit, "lines" | "words">): string {
  const words = joined(unit.lines);
  // Where it was learned the log says as well: a device that takes that out of a line has not edited it.
  const source = words.includes(" [source:: ") ? entryOf(unit)?.fields.source : undefined;
  return source === undefined ? words : words.replace(` [source:: ${source}]`, "");
}

/** Code or HTML at the end of a file, with the line that it needs where something is to follow it. */
function closed(lines: Lines): Lines {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(lines[0] ?? "")?.[1] ?? "-->";
  const way = [[], [fence], ["?>"], ["]]>"], ["</script>"], [">"]].find((closer) => {
    const probe = [...lines.map(lineText), ...closer, "", "probe"];
    return scanLines(probe).at(-1)?.line === probe.length;
  });
  return [...lines, ...(way ?? [])];
}
