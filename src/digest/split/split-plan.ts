import { z } from "zod";
import { openForEdit } from "../../vault/edit/edit-lines.ts";
import { newTopic, removeEntries } from "../../vault/edit/edit-topic.ts";
import { setFrontmatterKey } from "../../vault/edit/set-frontmatter-key.ts";
import {
  fileNameOf,
  pathKey,
  pathOrNone,
  placeOf,
  type TopicPath,
  toTopicPath,
} from "../../vault/paths.ts";
import { slugify } from "../../vault/slugify.ts";
import { usualEol } from "../../vault/split-lines.ts";
import { isSuperseded } from "../../vault/topic/entry.ts";
import { parseTopic } from "../../vault/topic/parse-topic.ts";
import { upLink } from "../../vault/topic/passages.ts";
import type { Entry } from "../../vault/topic/topic.ts";

/** The subtopics that are asked for; what is in none stays in the general one. */
export const splitSchema = z.object({
  subtopics: z.array(
    z.object({ name: z.string(), summary: z.string(), entries: z.array(z.string()) }),
  ),
});

export type SplitAnswer = z.infer<typeof splitSchema>;

/** What becomes of a topic: it gives up what these new files hold. */
export interface SplitPlan {
  /** The topic of which it was made. */
  readonly text: string;
  readonly files: readonly { readonly path: TopicPath; readonly text: string }[];
  /** What stands in none of the others; the last of the files where the topic gets another name. */
  readonly general: string;
}

/** Fewer make no file of their own. */
const minEntries = 3;

/**
 * The entries of a topic that may move, each with the label by which a model refers to it and its line: those of one
 * line that nothing refers to and that refer to nothing in the file. Throws for a file that Loci does not rewrite.
 */
export function movableEntries(bytes: Uint8Array) {
  const { topic, text } = openForEdit(bytes);
  if (/\r(?!\n)/.test(text)) return []; // Not every program sees a line end there.
  const hasDefinitions = topic.lines.some((line) => /^ {0,3}\[[^\]]+\]:/.test(line));
  const refers = hasDefinitions ? /(?<!\[)\[(?![ xX]\]|\[)|\[\[#/ : /\[\[#/;
  const movable = topic.parts.flatMap((part) => {
    const line = topic.lines[part.line - 1] ?? "";
    const isPlain = /^(?:[-*+]|\d{1,9}[.)]) \S/.test(line) && !refers.test(line);
    if (part.type !== "item" || part.endLine !== part.line || !isPlain) return [];
    const { entry } = part;
    const stays = entry === undefined || entry.blockId !== undefined || isSuperseded(entry);
    return stays ? [] : [{ line, entry }];
  });
  return movable.map((one, i) => ({ label: `e${i + 1}`, ...one }));
}

/**
 * Plans the split of a topic by a proposal with the labels of its movable entries; `taken`: every path of the vault.
 * Undefined where it leaves fewer than two subtopics, or cutting would change what the file says. Pure.
 */
export function planSplit(
  path: TopicPath,
  bytes: Uint8Array,
  { subtopics }: SplitAnswer,
  { taken, created }: { readonly taken: readonly string[]; readonly created: string },
): SplitPlan | undefined {
  const topic = parseTopic(path, bytes);
  const take = createNames(path, taken);
  // The rest of an earlier split stays where it is, and so does a file that cannot be given an alias.
  const renamed = path.endsWith("-general.md") ? undefined : underAlias(path, bytes);
  const general = renamed && take("general");
  const slug = fileNameOf(general ?? path);
  const link = upLink(slug, topic.title.replace(/[[\]|]/g, " ").trim() || slug);
  const eol = usualEol(Buffer.from(bytes).toString());
  // A label counts once, where it is named first; what has no plain name of a few words stays where it is.
  const movable = movableEntries(bytes);
  let left = movable;
  const parts = subtopics.flatMap(({ name, summary, entries: labels }) => {
    const own = left.filter(({ label }) => labels.includes(label));
    const isName = /^[\p{L}\p{N}][\p{L}\p{N}\p{M} '’&-]{0,39}$/u.test(name);
    const isOne = own.length >= minEntries && isName && slugify(name) !== "general";
    const part = isOne ? take(slugify(name)) : undefined;
    if (part === undefined) return [];
    left = left.filter((other) => own.every(({ line }) => line !== other.line));
    const head = newTopic({
      title: `${topic.title} – ${name}`,
      summary: summary.replace(/\s+/g, " ").trim().slice(0, 160) || undefined,
      tags: topic.frontmatter.tags,
      bank: topic.frontmatter.bank,
      created,
    });
    const text = `${head}\n${link}\n\n${own.map(({ line }) => `${line}\n`).join("")}`;
    return { path: part, text: text.replaceAll("\n", eol) };
  });
  if (parts.length < 2) return undefined;
  const moved = movable.filter((one) => !left.includes(one)).map(({ line }) => line);
  const rest = withoutLines((general && renamed) ?? bytes, new Set(moved)).toString();
  const all = [...parts, { path: general ?? path, text: rest }];
  const entries = all.flatMap((file) => parseTopic(file.path, Buffer.from(file.text)).entries);
  const [had, has] = [topic.entries, entries].map((some) => some.map(keyOf).sort());
  // The last look: every entry once, no more and no fewer, for a line that goes may change what the next one is.
  if (JSON.stringify(had) !== JSON.stringify(has)) return undefined;
  const files = general === undefined ? all.slice(0, -1) : all;
  return { text: Buffer.from(bytes).toString(), files, general: rest };
}

/** What must be found again, wherever it went. */
const keyOf = ({ text, date, fields, tags, blockId, task, owner }: Entry): string =>
  JSON.stringify([text, date, fields, tags, blockId, task, owner]);

const maxSameNames = 50;

/** Gives the path of a part beside its topic, `cooking-rice.md`, where one is free and fit for every system. */
function createNames(path: TopicPath, taken: readonly string[]) {
  const base = path.replace(/(?:-general)?\.md$/, "");
  const used = new Set(taken.map(pathKey));
  const ends = ["", ...Array.from({ length: maxSameNames }, (_, i) => `-${i + 2}`)];
  return (name: string): TopicPath | undefined => {
    const names = ends.flatMap((end) => pathOrNone(toTopicPath, `${base}-${name}${end}.md`) ?? []);
    const found = names.find((one) => !used.has(pathKey(one)));
    if (found !== undefined) used.add(pathKey(found));
    return found;
  };
}

/** What a topic keeps, byte for byte, when some lines stand elsewhere. Pure. */
export function withoutLines(bytes: Uint8Array, elsewhere: ReadonlySet<string>): Buffer {
  const { lines, parts } = openForEdit(bytes).topic;
  const ids = parts.flatMap((part) => {
    const isElsewhere = part.type === "item" && elsewhere.has(lines[part.line - 1] ?? "");
    return isElsewhere && part.entry !== undefined ? part.entry.id : [];
  });
  return removeEntries(bytes, ids).bytes;
}

/** The file made fit for another name: with the title that the old one gave, and the old one as an alias, where it can be. */
function underAlias(path: TopicPath, bytes: Uint8Array): Buffer | undefined {
  const alias = placeOf(path).topic;
  const { title, frontmatter } = parseTopic(path, bytes);
  const { aliases } = frontmatter;
  try {
    const hasTitle = openForEdit(bytes).topic.title !== undefined;
    const named = hasTitle ? Buffer.from(bytes) : setFrontmatterKey(bytes, "title", title);
    if (aliases.includes(alias)) return named;
    return setFrontmatterKey(named, "aliases", [...aliases, alias]);
  } catch {
    return undefined; // The key is there, but holds no plain words.
  }
}
