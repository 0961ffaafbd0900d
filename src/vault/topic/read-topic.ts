import { type Block, scanLines } from "../markdown/scan-lines.ts";
import { endsInNewline, splitLines } from "../split-lines.ts";
import { type EntryWords, parseEntry, textId } from "./entry.ts";
import { type FrontmatterBlock, readFrontmatter } from "./frontmatter.ts";
import { joinOwners, markedOwner } from "./secret-marks.ts";
import type { Entry } from "./topic.ts";
import { personKey } from "./viewer.ts";

/** An item of a top-level list: an entry, or a list item that is none. */
export interface ReadItem {
  readonly line: number;
  readonly endLine: number;
  /** Whose own it is; '' where it is shared. */
  readonly owner: string;
  readonly entry: Entry | undefined;
  /** First and last line of the entry's own words; what follows is nested in it. */
  readonly wordsLine: number;
  readonly wordsEnd: number;
}

/** A top-level block with the sections it stands in; a heading is in its own, unless it names the topic. */
export type ReadBlock = Place &
  (
    | { readonly type: "list"; readonly items: readonly ReadItem[] }
    | { readonly type: "heading"; readonly depth: number; readonly text: string }
    | { readonly type: Exclude<Block["type"], "list" | "heading"> }
  );

interface Place {
  /** Lines count from the top of the file. */
  readonly line: number;
  readonly endLine: number;
  readonly headings: readonly string[];
  /** Whose own it is, by its own mark or one of a heading above; '' where it is shared. Items of a list have their own. */
  readonly owner: string;
}

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

/** The blocks of a file, and of a list its items. */
export const partsOf = (blocks: readonly ReadBlock[]): (ReadBlock | ReadItem)[] =>
  blocks.flatMap((block): readonly (ReadBlock | ReadItem)[] =>
    block.type === "list" ? block.items : [block],
  );

/** Reads the structure of a topic file's text. */
export function readTopic(text: string): ReadTopic {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const topic = read(text);
  if (rereaders > 0) {
    if (keptLength + text.length > maxLength) forgetKept();
    keptLength += text.length;
    kept.set(text, topic);
  }
  return topic;
}

/**
 * Keeps what is read of a text until `work` is done, for work that looks at the same files again and again: a sync reads
 * each changed one a dozen times.
 */
export async function keepingTopics<T>(work: () => Promise<T>): Promise<T> {
  rereaders++;
  try {
    return await work();
  } finally {
    if (--rereaders === 0) forgetKept();
  }
}

// Of the module: readTopic() is called a dozen layers below the round of a sync.
let rereaders = 0;
const kept = new Map<string, ReadTopic>();
let keptLength = 0;
/** UTF-16 units of texts, which take some twenty times as many bytes when read. */
const maxLength = 1_500_000;

function forgetKept(): void {
  kept.clear();
  keptLength = 0;
}

function read(text: string): ReadTopic {
  const lines = splitLines(text);
  const frontmatter = readFrontmatter(lines);
  const skip = frontmatter.lineCount;
  const blocks = scanLines(skip === 0 ? lines : lines.slice(skip), endsInNewline(text));
  const headings = blocks.flatMap((block) => (block.type === "heading" ? [block] : []));
  const top = headings.find(({ depth }) => depth === 1)?.text || undefined;
  const named = frontmatter.values.title;
  const title = typeof named === "string" && named !== "" ? named : top;
  const fileOwner = ownerOfFile(frontmatter.values.person);
  const reader = new EntryReader(title, lines, fileOwner);
  const readBlocks = blocks.map((block) => reader.read(block, skip));
  return { lines, frontmatter, title, fileOwner, blocks: readBlocks };
}

/** Gives entries their ids and the headings above them, block by block. */
class EntryReader {
  private readonly title: string | undefined;
  private readonly lines: readonly string[];
  private readonly fileOwner: string;
  private readonly sections: {
    readonly depth: number;
    readonly text: string;
    readonly owner: string;
  }[] = [];
  private headings: readonly string[] = [];
  private readonly countById = new Map<string, number>();

  constructor(title: string | undefined, lines: readonly string[], fileOwner: string) {
    this.title = title;
    this.lines = lines;
    this.fileOwner = fileOwner;
  }

  read(block: Block, skip: number): ReadBlock {
    const at = { line: block.line + skip, endLine: block.endLine + skip };
    if (block.type === "heading") this.enterSection(block, this.markOf(at));
    const { headings } = this;
    const isOfItems = block.type === "list" || block.type === "heading";
    const place = { ...at, headings, owner: this.ownerOf(isOfItems ? undefined : at) };
    if (block.type === "list") {
      const items = block.items.map((item): ReadItem => {
        const { paragraph, paragraphLine } = item;
        const stretch = { line: item.line + skip, endLine: item.endLine + skip };
        const lines = { ...stretch, owner: this.ownerOf(stretch) };
        if (paragraph === undefined)
          return { ...lines, entry: undefined, wordsLine: 0, wordsEnd: 0 };
        const wordsLine = paragraphLine + skip;
        const words = { wordsLine, wordsEnd: wordsLine + paragraph.length - 1 };
        return { ...lines, ...words, entry: this.entry(parseEntry(paragraph), lines) };
      });
      return { type: "list", ...place, items };
    }
    return { ...block, ...place };
  }

  /** A paragraph of nothing but odd white space is not an entry. */
  private entry(words: EntryWords, lines: Stretch & { owner: string }): Entry | undefined {
    if (words.text.trim() === "") return undefined;
    const base = words.blockId ?? textId(words.text);
    let count = (this.countById.get(base) ?? 0) + 1;
    const idOf = (n: number): string => (n === 1 ? base : `${base}-${n}`);
    while (count > 1 && this.countById.has(idOf(count))) count++;
    this.countById.set(base, count);
    const id = idOf(count);
    if (count > 1) this.countById.set(id, 1);
    return { id, ...words, ...lines, headings: this.headings };
  }

  private enterSection(
    { depth, text }: { readonly depth: number; readonly text: string },
    owner: string,
  ): void {
    while ((this.sections.at(-1)?.depth ?? 0) >= depth) this.sections.pop();
    this.sections.push({ depth, text, owner });
    // The title is not a section: it would stand above everything.
    const own = this.sections.filter((s) => !(s.depth === 1 && s.text === this.title));
    this.headings = own.map((section) => section.text).filter((words) => words !== "");
  }

  /** Whose own a stretch is, by its mark and those of its sections; where there is none, by the file's frontmatter. */
  private ownerOf(stretch: Stretch | undefined): string {
    const own = stretch === undefined ? "" : this.markOf(stretch);
    return joinOwners([...this.sections.map((section) => section.owner), own]) || this.fileOwner;
  }

  private markOf({ line, endLine }: Stretch): string {
    return markedOwner(this.lines.slice(line - 1, endLine));
  }
}

/** Of `person` in frontmatter: one name, or several. */
function ownerOfFile(person: unknown): string {
  const names = Array.isArray(person) ? person : [person];
  return joinOwners(names.map((name) => (typeof name === "string" ? personKey(name) : "")));
}

interface Stretch {
  readonly line: number;
  readonly endLine: number;
}
