import type { ReadBlock, ReadItem, ReadTopic } from "./read-topic.ts";
import type { Passage } from "./topic.ts";

/** Cuts what is not an entry into passages: by heading and owner, then at blocks, none much longer than `maxLength`. */
export function toPassages(topic: ReadTopic): Passage[] {
  const cutter = new PassageCutter(topic);
  cutter.readFrontmatter();
  for (const block of topic.blocks) cutter.read(block);
  return cutter.finish();
}

/** Characters a passage holds at most, unless a single word is longer. */
const maxLength = 1_200;

interface Stretch {
  readonly text: string;
  readonly line: number;
  readonly endLine: number;
  readonly owner: string;
}

type Heading = Extract<ReadBlock, { type: "heading" }>;

class PassageCutter {
  private readonly topic: ReadTopic;
  private readonly passages: Passage[] = [];
  private headings: readonly string[] = [];
  private pending: Stretch[] = [];
  /** The heading above, as long as nothing stands under it. */
  private bare: Heading | undefined;

  constructor(topic: ReadTopic) {
    this.topic = topic;
  }

  /** Frontmatter that cannot be parsed is still text that someone may look for. */
  readFrontmatter(): void {
    const { lineCount, fault } = this.topic.frontmatter;
    if (fault !== undefined && lineCount > 2)
      this.addLines({ line: 2, endLine: lineCount - 1, owner: "" }, plain);
    this.flush();
  }

  read(block: ReadBlock): void {
    if (block.type === "heading") this.enterSection(block);
    else if (block.type === "list") this.readList(block.items);
    else if (block.type !== "definition" && block.type !== "break") {
      this.addLines(block, cleaners[block.type]);
    }
  }

  finish(): Passage[] {
    this.flush();
    this.emitBare();
    return this.passages;
  }

  private readList(items: readonly ReadItem[]): void {
    for (const item of items) {
      if (item.entry === undefined) {
        this.addLines(item, cleaners.paragraph);
        continue;
      }
      this.flush();
      this.bare = undefined;
      if (item.wordsEnd < item.endLine) this.addNested(item, item.entry.text);
    }
  }

  /** What is nested in an entry is found with the entry's words, without which it says little. */
  private addNested(item: ReadItem, words: string): void {
    this.addLines({ ...item, line: item.wordsEnd + 1 }, cleaners.paragraph);
    const [first, ...others] = this.pending;
    if (first === undefined) return;
    const text = `${words.slice(0, maxLength / 4)}\n${first.text}`;
    this.pending = [{ ...first, text }, ...others];
    this.flush();
  }

  private enterSection(heading: Heading): void {
    this.flush();
    if (this.bare !== undefined && this.bare.depth >= heading.depth) this.emitBare();
    this.headings = heading.headings;
    this.bare =
      heading.text !== "" && heading.headings.at(-1) === heading.text ? heading : undefined;
  }

  /** A heading with nothing under it is a note by itself. */
  private emitBare(): void {
    if (this.bare === undefined) return;
    const { text, line, endLine, headings, owner } = this.bare;
    this.passages.push({ text, line, endLine, owner, headings: headings.slice(0, -1) });
    this.bare = undefined;
  }

  private addLines(place: Omit<Stretch, "text">, clean: (text: string) => string): void {
    const { line, endLine, owner } = place;
    const text = clean(dedent(this.topic.lines.slice(line - 1, endLine)));
    if (text.trim() === "" || isUpLink(text)) return;
    if (text.length <= maxLength) this.pending.push({ text, line, endLine, owner });
    else this.pending.push(...cutLong(text, place));
  }

  /** Joins neighbouring stretches as far as they fit. */
  private flush(): void {
    let current: Stretch | undefined;
    for (const next of this.pending) {
      const length = (current?.text.length ?? 0) + next.text.length;
      if (current !== undefined && current.owner === next.owner && length < maxLength) {
        const text: string = `${current.text}\n\n${next.text}`;
        current = { ...current, text, endLine: next.endLine };
      } else {
        this.emit(current);
        current = next;
      }
    }
    this.emit(current);
    this.pending = [];
  }

  private emit(stretch: Stretch | undefined): void {
    if (stretch === undefined) return;
    this.passages.push({ ...stretch, headings: this.headings });
    this.bare = undefined;
  }
}

const plain = (text: string): string => text;

/** Leaves comments out; one that is not closed is plain text, unless it is an HTML block to its end. */
function withoutComments(text: string, toEnd = false): string {
  let kept = "";
  let from = 0;
  for (let open = text.indexOf("<!--"); open >= 0; open = text.indexOf("<!--", from)) {
    const close = text.indexOf("-->", open + 2);
    if (close < 0 && !toEnd) break;
    kept += text.slice(from, open);
    from = close < 0 ? text.length : close + 3;
  }
  return (kept + text.slice(from)).trim();
}

const withoutQuoteMarks = (text: string): string => text.replace(/^ {0,3}> ?/gm, "").trim();

const cleaners = {
  paragraph: (text: string): string => withoutComments(text),
  html: (text: string): string => withoutComments(text, true),
  quote: withoutQuoteMarks,
  code: plain,
};

/** Lines without the indent they share, and without blank ends. */
function dedent(lines: readonly string[]): string {
  const full = lines.filter((line) => line.trim() !== "");
  const indents = full.map((line) => line.length - line.trimStart().length);
  const shared = indents.reduce((a, b) => Math.min(a, b), Number.MAX_SAFE_INTEGER);
  return lines
    .map((line) => line.slice(shared).trimEnd())
    .join("\n")
    .replace(/^\n+/, "")
    .trimEnd();
}

/** Cuts a long block at line ends, and longer lines between words. */
function cutLong(text: string, { line, endLine, owner }: Omit<Stretch, "text">): Stretch[] {
  const stretches: Stretch[] = [];
  text.split("\n").forEach((words, i) => {
    const at = Math.min(line + i, endLine);
    for (const piece of cutLine(words)) {
      const last = stretches.at(-1);
      if (last !== undefined && last.text.length + piece.length < maxLength) {
        stretches[stretches.length - 1] = { ...last, text: `${last.text}\n${piece}`, endLine: at };
      } else if (piece !== "") stretches.push({ text: piece, line: at, endLine: at, owner });
    }
  });
  return stretches;
}

function cutLine(words: string): string[] {
  const pieces: string[] = [];
  let rest = words;
  let from = 0;
  while (rest.length - from > maxLength) {
    // Only the stretch at hand is searched: a text without spaces would be searched back to its start each time.
    const space = rest.slice(from, from + maxLength + 1).lastIndexOf(" ");
    let cut = from + (space > 0 ? space : maxLength);
    // Never between the halves of a character.
    if ((rest.charCodeAt(cut) & 0xfc00) === 0xdc00) cut--;
    pieces.push(rest.slice(from, cut));
    from = cut;
  }
  rest = rest.slice(from);
  return [...pieces, rest];
}

/** The line at the top of a part that leads back to the rest of its topic. */
export const upLink = (name: string, words: string): string => `↑ [[${name}|${words}]]`;

/** It shows the way, and says nothing to remember. */
const isUpLink = (text: string): boolean => /^↑ \[\[[^[\]\n]*\]\]$/.test(text.trim());
