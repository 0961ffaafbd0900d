import { slug } from "github-slugger";
import type { VFile } from "vfile";
import { scanLines } from "../../src/vault/markdown/scan-lines.ts";
import { splitLines } from "../../src/vault/split-lines.ts";
import { findLinks, linkName } from "./find-links.ts";
import type { NoteData } from "./note-schema.ts";
import type { Note } from "./read-note.ts";

/** What the plugins in site/markdown/ know of a note. They never see the vault itself. */
export interface NoteFrontmatter {
  readonly links: NoteData["links"];
  readonly entries: NoteData["entries"];
  /** What `![[note#part]]` embeds, by the text before `|`. */
  readonly embeds: Readonly<Record<string, EmbeddedNote>>;
  /** The note's bank, which its entries do not repeat. */
  readonly bank: string | undefined;
  readonly title: string;
  /** Tags that have a page. */
  readonly tags: readonly string[];
  /** The interface's language. */
  readonly language: string;
}

interface EmbeddedNote extends Omit<NoteFrontmatter, "language"> {
  readonly text: string;
}

/** The same, with whether the note is being embedded. */
export interface NoteFile extends NoteFrontmatter {
  /** Rendered inside another note. */
  readonly isEmbedded?: boolean;
}

export const noteOf = (file: VFile): NoteFile => file.data.note as NoteFile;

/** How deep embeds may nest. */
const maxDepth = 2;
const maxEmbedded = 50_000;

/** What the plugins get for a note on its own page. */
export function noteFrontmatter(
  note: Note,
  notes: ReadonlyMap<string, Note>,
  language: string,
): NoteFrontmatter {
  const budget = { left: 4 * maxEmbedded, toSearch: 200 * maxEmbedded };
  return { ...frontmatterOf(note, notes, { budget, trail: [note.data.path] }), language };
}

interface Depth {
  readonly budget: { left: number; toSearch: number };
  /** Paths of the notes around it: none is embedded in itself. */
  readonly trail: readonly string[];
}

function frontmatterOf(
  { text, data }: Note,
  notes: ReadonlyMap<string, Note>,
  depth: Depth,
): Omit<EmbeddedNote, "text"> {
  const { links, entries, bank, title, tags } = data;
  const embeds: Record<string, EmbeddedNote> = {};
  for (const link of text.includes("![[") ? findLinks(text) : []) {
    const target = links[linkName(link)];
    if (!link.isEmbed || link.type !== "wiki" || target?.type !== "note") continue;
    const { heading } = link;
    const name = heading === "" ? link.target : `${link.target}#${heading}`;
    const note = notes.get(target.id);
    const part = note === undefined ? undefined : embedded(note, heading, { notes, depth });
    if (part !== undefined) embeds[name] ??= part;
  }
  return { links, entries: entries.filter(({ isMemory }) => isMemory), embeds, bank, title, tags };
}

function embedded(
  note: Note,
  heading: string,
  {
    notes,
    depth: { budget, trail },
  }: { readonly notes: ReadonlyMap<string, Note>; readonly depth: Depth },
): EmbeddedNote | undefined {
  const { data } = note;
  if (trail.includes(data.path) || trail.length > maxDepth) return undefined;
  budget.toSearch -= note.text.length; // Whether it is found or not.
  const text = budget.toSearch < 0 ? undefined : partOf(note, heading);
  if (text === undefined || text.length > Math.min(maxEmbedded, budget.left)) return undefined;
  budget.left -= text.length;
  return {
    ...frontmatterOf({ ...note, text }, notes, { budget, trail: [...trail, data.path] }),
    text,
  };
}

/** The lines of a section or block; the others are blank, which keeps line numbers. */
function partOf({ text, data }: Note, heading: string): string | undefined {
  if (heading === "") return text;
  const lines = splitLines(text);
  const range = heading.startsWith("^")
    ? blockRange(lines, heading, data)
    : sectionRange(lines, heading);
  if (range === undefined) return undefined;
  const [from, to] = range;
  return lines.map((line, i) => (i + 1 >= from && i + 1 <= to ? line : "")).join("\n");
}

type Range = readonly [from: number, to: number];

function sectionRange(lines: readonly string[], heading: string): Range | undefined {
  const headings = scanLines(lines).filter((block) => block.type === "heading");
  const at = headings.findIndex(({ text }) => slug(text) === slug(heading));
  const own = headings[at];
  if (own === undefined) return undefined;
  const next = headings.slice(at + 1).find(({ depth }) => depth <= own.depth);
  return [own.line, (next?.line ?? lines.length + 1) - 1];
}

function blockRange(lines: readonly string[], heading: string, data: NoteData): Range | undefined {
  const entry = data.entries.find(({ anchor }) => anchor === `e-${heading.slice(1)}`);
  const at = entry?.line ?? lines.findIndex((line) => line.trimEnd().endsWith(heading)) + 1;
  if (at === 0) return undefined;
  const block = scanLines(lines).find(({ line, endLine }) => line <= at && at <= endLine);
  if (block === undefined) return undefined;
  return block.type === "list" ? [at, at] : [block.line, block.endLine];
}
