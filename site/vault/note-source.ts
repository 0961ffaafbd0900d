import { slug } from "github-slugger";
import type { VFile } from "vfile";
import { scanLines } from "../../src/vault/markdown/scan-lines.ts";
import { splitLines } from "../../src/vault/split-lines.ts";
import { findLinks, linkName } from "./find-links.ts";
import type { NoteData } from "./note-schema.ts";
import type { Note } from "./read-note.ts";

/** What the plugins of site/markdown/ are told of a note, as its frontmatter: they know no vault. */
export interface NoteFrontmatter {
  readonly links: NoteData["links"];
  readonly entries: NoteData["entries"];
  /** What `![[note#part]]` shows, by what stands between the brackets before `|`. */
  readonly embeds: Readonly<Record<string, EmbeddedNote>>;
  /** Its own bank, which its entries need not say again. */
  readonly bank: string | undefined;
  readonly title: string;
  /** Those that have a page. */
  readonly tags: readonly string[];
  /** Of the site's interface. */
  readonly language: string;
}

interface EmbeddedNote extends Omit<NoteFrontmatter, "language"> {
  readonly text: string;
}

/** What a plugin knows of the note that it works on: what `noteFrontmatter()` wrote. */
export interface NoteFile extends NoteFrontmatter {
  /** It stands in another note. */
  readonly isEmbedded?: boolean;
}

export const noteOf = (file: VFile): NoteFile => file.data.note as NoteFile;

/** A note in a note in this one. */
const maxDepth = 2;
const maxEmbedded = 50_000;

/** What the plugins are told of a note on its own page. */
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
  /** What it stands in: nothing is embedded in itself. */
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

/** The lines of a section or block, the others blank, so that lines count as in the file. */
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
