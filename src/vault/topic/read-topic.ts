import { type Block, scanLines } from "../markdown/scan-lines.ts";
import { splitLines } from "../split-lines.ts";
import { commentedLines } from "./comments.ts";
import { parseEntry, textId } from "./entry.ts";
import { type FrontmatterBlock, frontmatterWords, readFrontmatter } from "./frontmatter.ts";
import { joinOwners, markedOwner } from "./secret-marks.ts";
import type { Entry, Stretch } from "./topic.ts";
import { personKey } from "./viewer.ts";

/** A top-level block of a file, of a list each item; a heading stands in its own section, unless it names the topic. */
export type Part =
  | Item
  | (Stretch & { readonly type: "heading"; readonly depth: number; readonly text: string })
  | (Stretch & { readonly type: Exclude<Block["type"], "list" | "heading"> });

/** An item of a top-level list: an entry, or a list item that is none. */
export interface Item extends Stretch {
  readonly type: "item";
  /** First line of its list. */
  readonly list: number;
  readonly entry: Entry | undefined;
  /** First and last line of the entry's own words; what follows is nested in it. */
  readonly wordsLine: number;
  readonly wordsEnd: number;
}

/** A topic file's text, read: what parsing and editing both start from. */
export interface ReadTopic {
  readonly lines: readonly string[];
  readonly frontmatter: FrontmatterBlock;
  readonly parts: readonly Part[];
  /** Heading whose text names the topic, so that it stands above nothing as a section. */
  readonly title: string | undefined;
  /** Whose own all is that carries no mark of its own, by `person` in the frontmatter; '' where it is shared. */
  readonly fileOwner: string;
}

/** Reads the structure of a topic file's text. */
export function readTopic(text: string): ReadTopic {
  const lines = splitLines(text);
  const frontmatter = readFrontmatter(lines);
  const blocks = scanLines(lines, frontmatter.lineCount);
  const top = blocks.find((block) => block.type === "heading" && block.depth === 1);
  const named = [frontmatter.values.title, top?.type === "heading" ? top.text : ""];
  const title = named.find((name) => typeof name === "string" && name !== "")?.toString();
  const fileOwner = ownerOfFile({ lines, frontmatter });
  const parts = readParts(blocks, { lines, frontmatter, title, fileOwner });
  return { lines, frontmatter, title, fileOwner, parts };
}

/** Whose a file is; where YAML cannot read who is named, by eye: a slip in the frontmatter opens it to nobody. */
function ownerOfFile(top: Pick<ReadTopic, "lines" | "frontmatter">): string {
  const { values, fault, lineCount } = top.frontmatter;
  const named = Object.entries(values).filter(([key]) => /^person$/i.test(key));
  const owner = joinOwners(named.flatMap(([, value]) => [value].flat().map(personKey)));
  const isRead = owner !== "" || (lineCount > 0 && fault === undefined && named.length === 0);
  return isRead ? owner : joinOwners((frontmatterWords(top).get("person") ?? []).map(personKey));
}

/** Gives parts their headings and owners, and entries their ids. */
function readParts(
  blocks: readonly Block[],
  { lines, frontmatter, title, fileOwner }: Omit<ReadTopic, "parts">,
): Part[] {
  const sections: { readonly depth: number; readonly text: string; readonly owner: string }[] = [];
  /** Those that begin in a comment or a formula: they may be none, and end none around them. */
  const inner: typeof sections = [];
  const file = { lines, parts: blocks, frontmatter };
  const within = commentedLines(file).union(commentedLines(file, "$$"));
  let headings: readonly string[] = [];
  const placeOf = ({ line, endLine }: Pick<Stretch, "line" | "endLine">): Stretch => {
    const mark = markedOwner(lines.slice(line - 1, endLine));
    const owners = [...sections, ...inner].map((section) => section.owner);
    const owner = joinOwners([...owners, mark]) || fileOwner;
    return { line, endLine, headings, owner };
  };
  const idOf = createIds();
  return blocks.flatMap((block): Part[] => {
    if (block.type === "list") {
      return block.items.map((item) => {
        const place = placeOf(item);
        const { paragraph = [], paragraphLine: wordsLine } = item;
        const words = parseEntry(paragraph);
        // A paragraph of nothing but odd white space is not an entry.
        const id = words.text.trim() === "" ? undefined : idOf(words.blockId ?? textId(words.text));
        const entry = id === undefined ? undefined : { id, ...words, ...place };
        const wordsEnd = wordsLine + paragraph.length - 1;
        return { type: "item", list: block.line, entry, wordsLine, wordsEnd, ...place };
      });
    }
    if (block.type !== "heading") return [{ ...block, ...placeOf(block) }];
    const { depth, text } = block;
    const open = within.has(block.line) ? inner : sections;
    if (open === sections) inner.length = 0;
    while ((open.at(-1)?.depth ?? 0) >= depth) open.pop();
    const owner = markedOwner(lines.slice(block.line - 1, block.endLine));
    open.push({ depth, text, owner });
    // The title is not a section: it would stand above everything.
    const own = [...sections, ...inner].filter((one) => one.depth > 1 || one.text !== title);
    headings = own.map((section) => section.text).filter((words) => words !== "");
    return [{ ...block, ...placeOf(block) }];
  });
}

/** Ids that are unique in a file: of equal ones the later are counted. */
function createIds(): (base: string) => string {
  const countById = new Map<string, number>();
  return (base) => {
    let count = (countById.get(base) ?? 0) + 1;
    while (count > 1 && countById.has(`${base}-${count}`)) count++;
    countById.set(base, count);
    if (count === 1) return base;
    countById.set(`${base}-${count}`, 1);
    return `${base}-${count}`;
  };
}
