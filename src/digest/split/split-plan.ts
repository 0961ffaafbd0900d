import type { SplitAnswer } from "../../models/task.ts";
import { type OpenTopic, openForEdit, outline } from "../../vault/edit-lines.ts";
import { newTopic } from "../../vault/edit-topic.ts";
import { isSuperseded } from "../../vault/entry.ts";
import { parseTopic } from "../../vault/parse-topic.ts";
import { upLink } from "../../vault/passages.ts";
import { pathKey, placeOf, type TopicPath, toTopicPath } from "../../vault/paths.ts";
import { type ReadItem, readTopic } from "../../vault/read-topic.ts";
import { setFrontmatterKey } from "../../vault/set-frontmatter-key.ts";
import { slugify } from "../../vault/slugify.ts";
import { isBlankLine, lineStarts, usualEol } from "../../vault/split-lines.ts";
import type { Entry, Topic } from "../../vault/topic.ts";
import { encodeText } from "../../vault/vault-text.ts";
import { addAlias } from "./add-alias.ts";

interface SplitInput {
  readonly path: TopicPath;
  readonly bytes: Uint8Array;
  /** By the labels of `movableEntries`. */
  readonly proposal: SplitAnswer;
  /** Every path of the vault: no name is taken twice. */
  readonly taken: readonly string[];
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

/** The files that a topic becomes: its subtopics, and last the one that keeps everything else. */
export interface SplitPlan {
  readonly path: TopicPath;
  readonly before: Uint8Array;
  readonly files: readonly PlannedFile[];
}

interface PlannedFile {
  readonly path: TopicPath;
  readonly bytes: Uint8Array;
}

/** An entry that may go to another file, under the name by which a model refers to it. */
interface MovableEntry {
  readonly label: string;
  readonly entry: Entry;
  readonly item: ReadItem;
}

/** Fewer make no file of their own. */
const minEntries = 3;

/**
 * The entries of a topic that may move: those on one line each that nothing refers to and that refer to nothing in their
 * file. None of a file that Loci does not rewrite.
 */
export function movableEntries(bytes: Uint8Array): readonly MovableEntry[] {
  const topic = tryOpen(bytes)?.topic;
  if (topic === undefined) return [];
  const hasDefinitions = topic.lines.some((line) => /^ {0,3}\[[^\]]+\]:/.test(line));
  const refers = hasDefinitions ? /(?<!\[)\[(?![ xX]\]|\[)|\[\[#/ : /\[\[#/;
  return topic.blocks
    .flatMap((block) => (block.type === "list" ? block.items : []))
    .flatMap((item) => {
      const { entry, line, endLine } = item;
      const words = topic.lines.slice(line - 1, endLine).join("\n");
      const isPlain = /^(?:[-*+]|\d{1,9}[.)]) \S/.test(words) && !refers.test(words);
      const isAlone = item.wordsLine === line && item.wordsEnd === endLine;
      if (entry === undefined || !isPlain || !isAlone) return [];
      return entry.blockId !== undefined || isSuperseded(entry) ? [] : [{ item, entry }];
    })
    .map((one, i) => ({ label: `e${i + 1}`, ...one }));
}

function tryOpen(bytes: Uint8Array): OpenTopic | undefined {
  try {
    const open = openForEdit(bytes);
    return /\r(?!\n)/.test(open.text) ? undefined : open;
  } catch {
    return undefined; // Not UTF-8, or frontmatter that cannot be read: such a file is never rewritten.
  }
}

/**
 * Plans the split of a topic. Pure. Each entry is in exactly one of the files, byte for byte; everything else stays
 * together. Undefined where the proposal leaves fewer than two subtopics, or cutting would change what the file says.
 */
export function planSplit(input: SplitInput): SplitPlan | undefined {
  const { path, bytes } = input;
  const open = tryOpen(bytes);
  if (open === undefined || placeOf(path).kind !== "topic") return undefined;
  const topic = parseTopic(path, bytes);
  const take = createNames(input);
  // The rest of an earlier split stays where it is, and so does a file that cannot be given an alias.
  const isRest = path.endsWith("-general.md") || underAlias(path, bytes) === undefined;
  const general = (isRest ? undefined : take("general")) ?? path;
  const groups = groupEntries(input, take);
  if (groups.length < 2) return undefined;
  for (const gap of ["", usualEol(open.text)]) {
    const rest = withoutEntries(open, groups, gap);
    const named = rest && (general === path ? rest : underAlias(path, rest));
    if (named === undefined) continue;
    const cut = { open, topic, general, gap, today: input.today };
    const parts = groups.map((group) => ({ path: group.path, bytes: subtopic(cut, group) }));
    const files = [...parts, { path: general, bytes: named }];
    if (isWhole(topic, files)) return { path, before: Buffer.from(bytes), files };
  }
  return undefined;
}

/** Gives the path of a part beside its topic, `cooking-rice.md`, where one is free. */
function createNames({ path, taken }: SplitInput): (name: string) => TopicPath | undefined {
  const base = path.replace(/(?:-general)?\.md$/, "");
  const used = new Set(taken.map(pathKey));
  return (name) => {
    for (let n = 1; n <= 50; n++) {
      try {
        const free = toTopicPath(`${base}-${name}${n === 1 ? "" : `-${n}`}.md`);
        if (used.has(pathKey(free))) continue;
        used.add(pathKey(free));
        return free;
      } catch {
        return undefined; // Too long, or not for every system.
      }
    }
    return undefined;
  };
}

interface Group {
  readonly path: TopicPath;
  readonly name: string;
  readonly summary: string;
  readonly entries: readonly MovableEntry[];
}

/** A label counts once, where it is named first; what has no plain name of a few words stays where it is. */
function groupEntries(
  { bytes, proposal }: SplitInput,
  take: (name: string) => TopicPath | undefined,
): Group[] {
  const left = new Map(movableEntries(bytes).map((one) => [one.label, one]));
  return proposal.subtopics.flatMap(({ name, summary, entries: labels }) => {
    const entries = [...new Set(labels)].flatMap((label) => left.get(label) ?? []);
    const slug = slugify(name);
    const isName = /^[\p{L}\p{N}][\p{L}\p{N}\p{M} '’&-]{0,39}$/u.test(name) && slug !== "general";
    if (entries.length < minEntries || !isName) return [];
    const path = take(slug);
    if (path === undefined) return [];
    for (const { label } of entries) left.delete(label);
    entries.sort((a, b) => a.item.line - b.item.line);
    return [{ path, name, summary: summary.replace(/\s+/g, " ").trim().slice(0, 160), entries }];
  });
}

interface Cut {
  readonly open: OpenTopic;
  readonly topic: Topic;
  readonly general: TopicPath;
  /** What stands between lines that were apart. */
  readonly gap: string;
  readonly today: string;
}

function subtopic({ open, topic, general, gap, today }: Cut, { name, ...group }: Group): Buffer {
  const { tags, bank } = topic.frontmatter;
  const title = `${topic.title} – ${name}`;
  const summary = group.summary === "" ? {} : { summary: group.summary };
  const head = newTopic({ title, ...summary, tags, bank, created: today });
  const slug = general.slice(general.lastIndexOf("/") + 1, -".md".length);
  const opening = `${head}\n${upLink(slug, topic.title.replace(/[[\]|]/g, " ").trim() || slug)}\n\n`;
  const eol = usualEol(open.text);
  const starts = lineStarts(open.text);
  const lines = group.entries.map(({ item: { line, endLine } }) => {
    const own = open.text.slice(starts[line - 1], starts[endLine] ?? open.text.length);
    return own.endsWith("\n") ? own : own + eol;
  });
  return Buffer.from(opening.replaceAll("\n", eol) + lines.join(gap));
}

/** The file without what moves; undefined where what stays would say something else. */
function withoutEntries(
  { text, hasBom, topic }: OpenTopic,
  groups: readonly Group[],
  gap: string,
): Buffer | undefined {
  const moved = groups.flatMap(({ entries }) => entries.map(({ item }) => item));
  const gone = new Set(
    moved.flatMap(({ line, endLine }) => [...topic.lines.keys()].slice(line - 1, endLine)),
  );
  const starts = lineStarts(text);
  const kept: string[] = [];
  for (const i of topic.lines.keys()) {
    const isAfterRun = gone.has(i - 1);
    if (gone.has(i)) {
      if (!isAfterRun && gap !== "") kept.push(gap);
      continue;
    }
    const line = text.slice(starts[i], starts[i + 1] ?? text.length);
    // The blank line that stood between two entries goes with one of them.
    const isDoubled =
      isAfterRun && isBlankLine(line.trimEnd()) && isBlankLine((kept.at(-1) ?? "").trimEnd());
    if (!isDoubled) kept.push(line);
  }
  const isMoved = new Set(moved.map(({ line }) => line));
  const rows = outline(topic).filter(({ line }) => !isMoved.has(line));
  const [left, wanted] = [outline(readTopic(kept.join(""))), rows].map((some) =>
    JSON.stringify(some.map(({ words }) => words)),
  );
  return left === wanted ? encodeText(kept.join(""), hasBom) : undefined;
}

/** The file made fit for another name: with the old one as an alias, and the title that it gave; undefined where it cannot be. */
function underAlias(path: TopicPath, bytes: Uint8Array): Buffer | undefined {
  const hasTitle = openForEdit(bytes).topic.title !== undefined;
  const { title } = parseTopic(path, bytes);
  try {
    const named = hasTitle ? bytes : setFrontmatterKey(bytes, "title", title, { create: true });
    return addAlias(path, named, placeOf(path).topic);
  } catch {
    return undefined; // The key is there, but holds no plain words.
  }
}

/** The last look: every entry once, no more and no fewer. */
function isWhole(topic: Topic, files: readonly PlannedFile[]): boolean {
  const after = files.flatMap(({ path, bytes }) => parseTopic(path, bytes).entries);
  const [had, has] = [topic.entries, after].map((entries) =>
    JSON.stringify(entries.map(keyOf).sort()),
  );
  return had === has;
}

/** What must be found again, wherever it went. */
const keyOf = ({ text, date, fields, tags, blockId, task, owner }: Entry): string =>
  JSON.stringify([text, date, fields, tags, blockId, task, owner]);
