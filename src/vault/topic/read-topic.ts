import { type Block, scanLines } from "../markdown/scan-lines.ts";
import { endsInNewline, splitLines } from "../split-lines.ts";
import { parseEntry, textId } from "./entry.ts";
import { type FrontmatterBlock, readFrontmatter } from "./frontmatter.ts";
import { frontmatterWords } from "./frontmatter-words.ts";
import { joinOwners, markedOwner } from "./secret-marks.ts";
import type { Entry, Stretch } from "./topic.ts";
import { personKey } from "./viewer.ts";

/** An item of a top-level list: an entry, or a list item that is none. */
export interface ReadItem extends Stretch {
  readonly entry: Entry | undefined;
  /** First and last line of the entry's own words; what follows is nested in it. */
  readonly wordsLine: number;
  readonly wordsEnd: number;
}

/** A top-level block; a heading stands in its own section, unless it names the topic. */
export type ReadBlock = Stretch &
  (
    | { readonly type: "list"; readonly items: readonly ReadItem[] }
    | { readonly type: "heading"; readonly depth: number; readonly text: string }
    | { readonly type: Exclude<Block["type"], "list" | "heading"> }
  );

/** A topic file's text, read: what parsing and editing both start from. */
export interface ReadTopic {
  readonly lines: readonly string[];
  readonly frontmatter: FrontmatterBlock;
  readonly blocks: readonly ReadBlock[];
  /** Heading whose text names the topic, so that it stands above nothing as a section. */
  readonly title: string | undefined;
  /** Whose own all is that carries no mark of its own, by `person` in the frontmatter; '' where it is shared. */
  readonly fileOwner: string;
}

/** Reads the structure of a topic file's text. */
export function readTopic(text: string): ReadTopic {
  const lines = splitLines(text);
  const frontmatter = readFrontmatter(lines);
  const skip = frontmatter.lineCount;
  const found = scanLines(skip === 0 ? lines : lines.slice(skip), endsInNewline(text));
  const top = found.find((block) => block.type === "heading" && block.depth === 1);
  const named = [frontmatter.values.title, top?.type === "heading" ? top.text : ""];
  const title = named.find((name) => typeof name === "string" && name !== "")?.toString();
  const fileOwner = ownerOfFile({ lines, frontmatter });
  const blocks = readBlocks(found, { lines, skip, title, fileOwner });
  return { lines, frontmatter, title, fileOwner, blocks };
}

/** Whose a file is; where YAML cannot read who is named, by eye: a slip in the frontmatter opens it to nobody. */
function ownerOfFile(top: Pick<ReadTopic, "lines" | "frontmatter">): string {
  const { values, fault, lineCount } = top.frontmatter;
  const named = Object.entries(values).filter(([key]) => /^person$/i.test(key));
  const owner = joinOwners(named.flatMap(([, value]) => [value].flat().map(personKey)));
  const isRead = owner !== "" || (lineCount > 0 && fault === undefined && named.length === 0);
  return isRead ? owner : joinOwners((frontmatterWords(top).get("person") ?? []).map(personKey));
}

/** The blocks of a file, and of a list its items. */
export const partsOf = (blocks: readonly ReadBlock[]): (ReadBlock | ReadItem)[] =>
  blocks.flatMap((block): readonly (ReadBlock | ReadItem)[] =>
    block.type === "list" ? block.items : [block],
  );

type Lines = Pick<Stretch, "line" | "endLine">;

interface Around extends Pick<ReadTopic, "lines" | "title" | "fileOwner"> {
  /** Lines above the blocks. */
  readonly skip: number;
}

/** Gives blocks their headings and owners, and entries their ids. */
function readBlocks(blocks: readonly Block[], around: Around): ReadBlock[] {
  const { lines, skip, title, fileOwner } = around;
  const sections: { readonly depth: number; readonly text: string; readonly owner: string }[] = [];
  let headings: readonly string[] = [];
  const markOf = ({ line, endLine }: Lines): string =>
    markedOwner(lines.slice(line + skip - 1, endLine + skip));
  const placeOf = (at: Lines, mark = markOf(at)): Stretch => {
    const owner = joinOwners([...sections.map((section) => section.owner), mark]) || fileOwner;
    return { line: at.line + skip, endLine: at.endLine + skip, headings, owner };
  };
  const idOf = createIds();
  return blocks.map((block): ReadBlock => {
    if (block.type === "list") {
      const items = block.items.map(({ paragraph = [], paragraphLine, ...item }): ReadItem => {
        const place = placeOf(item);
        const words = parseEntry(paragraph);
        // A paragraph of nothing but odd white space is not an entry.
        const id = words.text.trim() === "" ? undefined : idOf(words.blockId ?? textId(words.text));
        const entry = id === undefined ? undefined : { id, ...words, ...place };
        const wordsLine = paragraphLine + skip;
        return { ...place, entry, wordsLine, wordsEnd: wordsLine + paragraph.length - 1 };
      });
      return { type: "list", ...placeOf(block, ""), items };
    }
    if (block.type === "heading") {
      const { depth, text } = block;
      while ((sections.at(-1)?.depth ?? 0) >= depth) sections.pop();
      sections.push({ depth, text, owner: markOf(block) });
      // The title is not a section: it would stand above everything.
      const own = sections.filter((section) => section.depth > 1 || section.text !== title);
      headings = own.map((section) => section.text).filter((words) => words !== "");
    }
    return { ...block, ...placeOf(block) };
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
