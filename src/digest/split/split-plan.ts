import { z } from "zod";
import { openForEdit } from "../../vault/edit/edit-lines.ts";
import { newTopic, removeEntries } from "../../vault/edit/edit-topic.ts";
import { setFrontmatterKey } from "../../vault/edit/set-frontmatter-key.ts";
import { pathKey, placeOf, type TopicPath, toTopicPath } from "../../vault/paths.ts";
import { slugify } from "../../vault/slugify.ts";
import { usualEol } from "../../vault/split-lines.ts";
import { isSuperseded } from "../../vault/topic/entry.ts";
import { parseTopic } from "../../vault/topic/parse-topic.ts";
import { upLink } from "../../vault/topic/passages.ts";
import type { Entry } from "../../vault/topic/topic.ts";
import { yamlWord } from "../../vault/topic/yaml.ts";
import { encodeText } from "../../vault/vault-text.ts";

interface SplitInput {
  readonly path: TopicPath;
  readonly bytes: Uint8Array;
  /** By the labels of `movableEntries`. */
  readonly proposal: SplitAnswer;
  /** Every path of the vault: no name is taken twice. */
  readonly taken: readonly string[];
}

/** The subtopics that are asked for; what is in none stays in the general one. */
export const splitSchema = z.object({
  subtopics: z.array(
    z.object({ name: z.string(), summary: z.string(), entries: z.array(z.string()) }),
  ),
});

export type SplitAnswer = z.infer<typeof splitSchema>;

/** Which lines of a topic go where. The files are made of it when it is carried out, from the topic as it then is. */
export interface SplitPlan {
  readonly path: TopicPath;
  /** The file that keeps everything else, the topic's own where it keeps its name. */
  readonly general: TopicPath;
  readonly parts: readonly {
    readonly path: TopicPath;
    readonly name: string;
    readonly summary: string;
    readonly lines: readonly string[];
  }[];
}

/** Fewer make no file of their own. */
const minEntries = 3;

/**
 * The entries of a topic that may move, each with the label by which a model refers to it and its line: those on one
 * line each that nothing refers to and that refer to nothing in their file. Throws for a file that Loci does not rewrite.
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
 * Plans the split of a topic. Pure. Undefined where the proposal leaves fewer than two subtopics, or cutting would
 * change what the file says.
 */
export function planSplit(input: SplitInput): SplitPlan | undefined {
  const { path, bytes, proposal } = input;
  const take = createNames(input);
  // The rest of an earlier split stays where it is, and so does a file that cannot be given an alias.
  const isRest = path.endsWith("-general.md") || underAlias(path, bytes) === undefined;
  const general = (isRest ? undefined : take("general")) ?? path;
  // A label counts once, where it is named first; what has no plain name of a few words stays where it is.
  let left = movableEntries(bytes);
  const parts = proposal.subtopics.flatMap(({ name, summary, entries: labels }) => {
    const own = left.filter(({ label }) => labels.includes(label));
    const isName = /^[\p{L}\p{N}][\p{L}\p{N}\p{M} '’&-]{0,39}$/u.test(name);
    const isOne = own.length >= minEntries && isName && slugify(name) !== "general";
    const part = isOne ? take(slugify(name)) : undefined;
    if (part === undefined) return [];
    const lines = own.map(({ line }) => line);
    left = left.filter(({ line }) => !lines.includes(line));
    return { path: part, name, summary: summary.replace(/\s+/g, " ").trim().slice(0, 160), lines };
  });
  if (parts.length < 2) return undefined;
  const plan = { path, general, parts };
  const moved = new Set(parts.flatMap(({ lines }) => lines));
  const rest = { path, bytes: withoutLines(path, bytes, moved) };
  const files = [...filesOf(plan, bytes, ""), rest];
  const all = files.flatMap((file) => parseTopic(file.path, file.bytes).entries);
  const [had, has] = [parseTopic(path, bytes).entries, all].map((some) => some.map(keyOf).sort());
  // The last look: every entry once, no more and no fewer, for a line that goes may change what the next one is.
  return JSON.stringify(had) === JSON.stringify(has) ? plan : undefined;
}

/** What must be found again, wherever it went. */
const keyOf = ({ text, date, fields, tags, blockId, task, owner }: Entry): string =>
  JSON.stringify([text, date, fields, tags, blockId, task, owner]);

/** Gives the path of a part beside its topic, `cooking-rice.md`, where one is free. */
function createNames({ path, taken }: SplitInput): (name: string) => TopicPath | undefined {
  const base = path.replace(/(?:-general)?\.md$/, "");
  const used = new Set(taken.map(pathKey));
  return (name) => {
    const ends = ["", ...Array.from({ length: 50 }, (_, i) => `-${i + 2}`)];
    const names = ends.map((end) => `${base}-${name}${end}.md`);
    try {
      const found = toTopicPath(names.find((one) => !used.has(pathKey(one))) ?? "");
      used.add(pathKey(found));
      return found;
    } catch {
      return undefined; // Too long, or not for every system.
    }
  };
}

/** The subtopics of a plan, of the lines that still stand in the topic. Pure. */
export function filesOf({ path, general, parts }: SplitPlan, bytes: Uint8Array, created: string) {
  const topic = parseTopic(path, bytes);
  const { tags, bank } = topic.frontmatter;
  const movable = movableEntries(bytes);
  const slug = general.slice(general.lastIndexOf("/") + 1, -".md".length);
  const link = upLink(slug, topic.title.replace(/[[\]|]/g, " ").trim() || slug);
  const eol = usualEol(Buffer.from(bytes).toString());
  return parts.flatMap(({ path, name, summary, lines }) => {
    const title = `${topic.title} – ${name}`;
    const head = newTopic({ title, ...(summary && { summary }), tags, bank, created });
    const own = movable.flatMap(({ line }) => (lines.includes(line) ? `${line}\n` : []));
    const text = `${head}\n${link}\n\n${own.join("")}`;
    return own.length === 0 ? [] : { path, bytes: Buffer.from(text.replaceAll("\n", eol)) };
  });
}

/** What a topic keeps, byte for byte, when some lines stand elsewhere. Pure. */
export function withoutLines(path: TopicPath, bytes: Uint8Array, elsewhere: ReadonlySet<string>) {
  const lines = linesOf(bytes);
  const { entries } = parseTopic(path, bytes);
  const ids = entries.flatMap(({ id, line }) => (elsewhere.has(lines[line - 1] ?? "") ? id : []));
  return removeEntries(bytes, ids).bytes;
}

export const linesOf = (bytes: Uint8Array): string[] =>
  Buffer.from(bytes).toString().split(/\r?\n/);

/** The file made fit for another name: with the old one as an alias, and the title that it gave; undefined where it cannot be. */
export function underAlias(path: TopicPath, bytes: Uint8Array): Buffer | undefined {
  try {
    const { title } = parseTopic(path, bytes);
    const hasTitle = openForEdit(bytes).topic.title !== undefined;
    const named = hasTitle ? bytes : setFrontmatterKey(bytes, "title", title);
    return addAlias(path, named);
  } catch {
    return undefined; // The key is there, but holds no plain words.
  }
}

/** With the file's name added to a list `[in, brackets]`, or as the first; undefined where they are listed in another way. */
function addAlias(path: TopicPath, bytes: Uint8Array): Buffer | undefined {
  const { text, hasBom } = openForEdit(bytes);
  const alias = placeOf(path).topic;
  const had = parseTopic(path, bytes).frontmatter.aliases;
  if (had.includes(alias)) return Buffer.from(bytes);
  const list = text.replace(/^(aliases: *\[.*?) *\]/m, `$1, ${yamlWord(alias)}]`);
  const added =
    had.length > 0 ? encodeText(list, hasBom) : setFrontmatterKey(bytes, "aliases", alias);
  const next = Buffer.from(added.toString().replace(/^aliases: ([^[\r\n]+)/m, "aliases: [$1]"));
  // Read back, so that no odd YAML is ever made worse.
  const has = parseTopic(path, next).frontmatter.aliases;
  return JSON.stringify(has) === JSON.stringify([...had, alias]) ? next : undefined;
}
