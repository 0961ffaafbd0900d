import { LociError } from "../../src/errors.ts";
import { blankComments } from "../../src/vault/topic/comments.ts";
import { formatEntry, isSuperseded, textId } from "../../src/vault/topic/entry.ts";
import { toFrontmatter } from "../../src/vault/topic/frontmatter.ts";
import { tagsOf } from "../../src/vault/topic/inline-tags.ts";
import { toPassages } from "../../src/vault/topic/passages.ts";
import {
  type ReadBlock,
  type ReadItem,
  type ReadTopic,
  readTopic,
} from "../../src/vault/topic/read-topic.ts";
import type { Entry, Frontmatter, Passage } from "../../src/vault/topic/topic.ts";
import type { HideRules } from "./hide-rules.ts";
import { frontmatterLines, type Property, propertiesIn } from "./known-frontmatter.ts";
import type { Candidate } from "./public-list.ts";

/** What may be listed of a file, of which nothing else is private any more. */
export function candidatesOf(path: string, shown: string): Candidate[] {
  const parts: Candidate[] = [];
  publicText({ path, shown, rules: undefined, isListed: (part) => parts.push(part) > 0 });
  return parts;
}

interface PublicFile {
  readonly path: string;
  /** What `hide` left of it. */
  readonly shown: string;
  /** Which scopes' names may stand in fields. */
  readonly rules: Pick<HideRules, "isScopeShown"> | undefined;
  /** Asked once for each part, in the order of the file. */
  readonly isListed: (part: Candidate) => boolean;
}

interface PublicText {
  /** As many lines as the file; what is not listed is blank. */
  readonly text: string;
  /** Entries that were left out. */
  readonly hidden: number;
  /** Whether anything is left. */
  readonly isListed: boolean;
}

/** Keeps what is listed: title, headings, entries without unreviewed fields, and note text. Pure. */
export function publicText(file: PublicFile): PublicText {
  const read = readTopic(file.shown);
  const { lines, blocks } = read;
  const plain = [...lines];
  blankComments(plain, blocks, { alsoInCode: true });
  const isPlain = plain.every((line, i) => line === lines[i]);
  return new Keeper(file, isPlain ? read : readTopic(`${plain.join("\n")}\n`)).keep();
}

class Keeper {
  private readonly file: PublicFile;
  private readonly read: ReadTopic;
  private readonly kept: string[];
  private readonly passagesByLine = new Map<number, Passage[]>();
  private readonly verdicts = new Map<Passage, boolean>();
  private isAnyListed = false;
  private hidden = 0;

  constructor(file: PublicFile, read: ReadTopic) {
    this.file = file;
    this.read = read;
    this.kept = read.lines.map(() => "");
    for (const passage of toPassages(read)) {
      for (let at = passage.line; at <= passage.endLine; at++) {
        const here = this.passagesByLine.get(at);
        if (here === undefined) this.passagesByLine.set(at, [passage]);
        else here.push(passage);
      }
    }
  }

  keep(): PublicText {
    const isTitleListed = this.keepTitle();
    for (const block of this.read.blocks) {
      if (block.type === "list") for (const item of block.items) this.keepItem(item);
      else if (block.type === "heading") this.keepHeading(block, isTitleListed);
      // What a definition says is in no passage, so it was not reviewed.
      else if (block.type !== "definition") this.keepPassages(block.line, block.endLine);
    }
    const { hidden, isAnyListed: isListed } = this;
    return { text: `${this.kept.join("\n")}\n`, hidden, isListed };
  }

  private keepTitle(): boolean {
    const { frontmatter, title } = this.read;
    const { summary, title: named, ...known } = toFrontmatter(frontmatter.values);
    const properties = propertiesIn(frontmatter.values);
    if (!this.ask("title", titleWords(title ?? "", known, properties))) return false;
    const head = frontmatterLines(
      { title: named, summary: undefined, ...known },
      frontmatter.lineCount,
      properties,
    );
    for (const [i, line] of head.entries()) this.kept[i] = line;
    return true;
  }

  private keepHeading({ line, endLine, depth, text }: Heading, isTitleListed: boolean): void {
    if (text === "") return;
    const isTitle = isTitleListed && text === this.read.title;
    if (!isTitle && !this.ask(`h-${textId(text)}`, `${"#".repeat(depth)} ${text}`)) return;
    for (let at = line; at <= endLine; at++) this.keepLine(at);
  }

  private keepItem(item: ReadItem): void {
    if (item.entry === undefined) this.keepPassages(item.line, item.endLine);
    else if (this.keepEntry(item, item.entry))
      this.keepPassages(item.wordsEnd + 1, item.endLine, item.entry.text);
    else this.hidden++;
  }

  /** Its words stand on one line behind the marker; unreviewed fields are gone, and the block id. */
  private keepEntry({ line }: ReadItem, entry: Entry): boolean {
    if (isSuperseded(entry)) return false;
    const written = publicEntry(entry, this.file.rules);
    if (written === undefined || !this.ask(textId(written.words), written.words)) return false;
    const marker = /^[ \t]*(?:[-*+]|\d{1,9}[.)])/.exec(this.read.lines[line - 1] ?? "")?.[0];
    this.kept[line - 1] = `${marker ?? "-"} ${written.line}`;
    return true;
  }

  /** A line of several passages, one too long for one, is kept where all of them are listed. */
  private keepPassages(line: number, endLine: number, above = ""): void {
    for (let at = line; at <= endLine; at++) {
      const passages = this.passagesByLine.get(at) ?? [];
      if (passages.length > 0 && passages.map((one) => this.verdictOn(one, above)).every(Boolean)) {
        this.keepLine(at);
      }
    }
  }

  private verdictOn(passage: Passage, above: string): boolean {
    const known = this.verdicts.get(passage);
    if (known !== undefined) return known;
    const verdict = this.ask(`n-${textId(passage.text)}`, passageWords(passage, above));
    this.verdicts.set(passage, verdict);
    return verdict;
  }

  private keepLine(line: number): void {
    this.kept[line - 1] = this.read.lines[line - 1] ?? "";
  }

  private ask(id: string, words: string): boolean {
    const isListed = this.file.isListed({ path: this.file.path, id, words });
    this.isAnyListed ||= isListed;
    return isListed;
  }
}

type Heading = Extract<ReadBlock, { type: "heading" }>;

/** All that the title's line lets through, but for dates. */
function titleWords(
  title: string,
  { aliases, tags, bank }: Pick<Frontmatter, "aliases" | "tags" | "bank">,
  properties: readonly Property[],
): string {
  const parts = [
    title === "" ? "(no title)" : title,
    ...(tags.length === 0 ? [] : [`tags: ${tags.join(", ")}`]),
    ...(aliases.length === 0 ? [] : [`aliases: ${aliases.join(", ")}`]),
    ...(bank === undefined ? [] : [`bank: ${bank}`]),
    ...properties.map(({ name, values }) => `${name}: ${values.join(", ")}`),
  ];
  return parts.join(" · ");
}

/** All of it, however long: nothing is published that the reviewer did not see. What is nested in an entry stands without the entry's words, which stand in a line of their own. */
function passageWords({ text }: Passage, above: string): string {
  const end = text.indexOf("\n");
  const isNested = above !== "" && end >= 0 && above.startsWith(text.slice(0, end));
  return (isNested ? text.slice(end + 1) : text).replace(/\s+/g, " ");
}

/** The entry as everyone may see it, and what of it a reviewer has to see; undefined where it cannot be written so. */
function publicEntry(
  entry: Entry,
  rules: PublicFile["rules"],
): { line: string; words: string } | undefined {
  const { text, date, tags, task, fields } = entry;
  const { bank, person, agent } = fields;
  const isOpen = (scope: string): boolean => rules?.isScopeShown(scope) ?? false;
  const open = {
    ...(bank === undefined ? {} : { bank }),
    ...(person !== undefined && isOpen(`people/${person}`) ? { person } : {}),
    ...(agent !== undefined && isOpen(`agents/${agent}`) ? { agent } : {}),
  };
  const inText = new Set(tagsOf(text));
  const behind = tags.filter((tag) => !inText.has(tag)).map((tag) => ` #${tag}`);
  const words = `${text}${bank === undefined ? "" : ` [bank:: ${bank}]`}${behind.join("")}`;
  try {
    return { words, line: formatEntry({ text, date, tags, task, fields: open }) };
  } catch (error) {
    if (error instanceof LociError) return undefined; // Words that Markdown would not give back: left out.
    throw error;
  }
}
