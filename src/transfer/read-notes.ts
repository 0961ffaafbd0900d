import { LociError } from "../errors.ts";
import { isSuperseded } from "../vault/entry.ts";
import { parseTopic } from "../vault/parse-topic.ts";
import { toTopicPath } from "../vault/paths.ts";
import { readTopic } from "../vault/read-topic.ts";
import { isSecret } from "../vault/secrets.ts";
import type { Entry, Passage, Topic } from "../vault/topic.ts";
import { decodeText } from "../vault/vault-text.ts";
import type { Imported, ImportedMemory, LeftOut } from "./imported.ts";
import { tagOf } from "./read-json.ts";

/** A Markdown file to be imported. */
export interface NoteFile {
  /** Below the folder that was named, POSIX. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * Reads memories from notes: each list item, and each paragraph of prose, of Obsidian's, OpenClaw's `MEMORY.md` and any other
 * Markdown; the observations and relations of Basic Memory's notes. Pure.
 */
export function readNotes(files: readonly NoteFile[]): Imported {
  const notes = files.map(readNote);
  const isBasic = notes.some(({ memories }) => memories.some(({ isObservation }) => isObservation));
  return {
    kind: isBasic ? "basic-memory" : "markdown",
    memories: notes.flatMap(({ memories }) => memories.map(({ memory }) => memory)),
    leftOut: notes.flatMap(({ leftOut }) => leftOut),
  };
}

interface Note {
  readonly memories: readonly {
    readonly memory: ImportedMemory;
    readonly isObservation: boolean;
  }[];
  readonly leftOut: readonly LeftOut[];
}

function readNote({ path, bytes }: NoteFile): Note {
  const { text, others } = separateProse(bytes);
  let topic: Topic;
  try {
    topic = parseTopic(toTopicPath("topics/note.md"), new TextEncoder().encode(text));
  } catch (error) {
    if (!(error instanceof LociError)) throw error;
    return { memories: [], leftOut: [{ from: path, reason: error.message }] };
  }
  const isBasic = /^permalink:/m.test(new TextDecoder().decode(bytes));
  const place = { path, topic, date: dayIn(path), isBasic };
  const entries = topic.entries.map((entry) => readEntry(place, entry));
  const passages = topic.passages
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
    .flatMap((passage) => readPassage(place, passage));
  const all = [...entries, ...passages];
  return {
    memories: all.flatMap((one) => ("memory" in one ? one : [])),
    leftOut: [
      ...all.flatMap((one) => ("reason" in one ? one : [])),
      ...others.map((line) => ({ from: `${path}:${line}`, reason: noProse })),
    ],
  };
}

/** The text with blank lines in place of what is neither a list nor prose, and the first lines of that. */
function separateProse(bytes: Uint8Array): { readonly text: string; readonly others: number[] } {
  const { lines, blocks } = readTopic(decodeText(bytes).text);
  const kept = [...lines];
  const others: number[] = [];
  for (const { type, line, endLine } of blocks) {
    const isProse =
      type === "paragraph" && !otherParagraph.test(lines.slice(line - 1, endLine).join("\n"));
    if (isProse || isStructure.has(type)) continue;
    others.push(line);
    kept.fill("", line - 1, endLine);
  }
  return { text: kept.join("\n"), others };
}

const isStructure: ReadonlySet<string> = new Set(["list", "heading", "break", "definition"]);

/** A table, an image, a comment of Obsidian's, a formula. */
const otherParagraph =
  /^(?:\s*\|[^\n]*\|\s*(?:\n|$)|!\[[^\]\n]*(?:\]\]|\]\([^)\n]*\))\s*$|%%.*%%\s*$|\$\$.*\$\$\s*$)/s;

const noProse =
  "it is neither a list item nor prose: code, a quote, a callout, a table or the like";

interface Place {
  readonly path: string;
  readonly topic: Topic;
  readonly date: string | undefined;
  /** Written by Basic Memory. */
  readonly isBasic: boolean;
}

type Found = Note["memories"][number] | LeftOut;

function readEntry({ path, topic, date, isBasic }: Place, entry: Entry): Found {
  const from = `${path}:${entry.line}`;
  const title = titleOf(path, topic);
  if (isSuperseded(entry)) return { from, reason: "it is struck: another line stands for it" };
  const { category, text } = observationOf(isBasic ? relationOf(title, entry.text) : entry.text);
  const day = entry.date ?? date;
  const { importance, person } = entry.fields;
  const tags = [...(category === undefined ? [] : [tagOf(category)]), ...entry.tags];
  return {
    isObservation: category !== undefined,
    memory: {
      ...{ text, from, topic: title },
      ...(day === undefined ? {} : { date: day }),
      ...(tags.length === 0 ? {} : { tags: [...new Set(tags)] }),
      ...(person === undefined ? {} : { person }),
      fields: {
        ...(importance === undefined ? {} : { importance }),
        ...(isSecret(entry, topic) ? { sensitivity: "secret" } : {}),
      },
    },
  };
}

/** Basic Memory's `[category] text (context)`. */
function observationOf(text: string): { readonly category?: string; readonly text: string } {
  const [, category, rest = ""] = /^\[([^\][]{2,40})\] +(.+)$/s.exec(text) ?? [];
  return category === undefined ? { text } : { category, text: rest };
}

/** Its relation `works_at [[Acme]]` says no name: alone, nobody would know whose it is. */
function relationOf(title: string, text: string): string {
  const [, relation, target = ""] = /^(\w+) \[\[([^\]|]+)(?:\|[^\]]*)?\]\]/.exec(text) ?? [];
  return relation === undefined ? text : `${title} ${relation.replaceAll("_", " ")} ${target}`;
}

/** The paragraphs of a passage, without its headings; long ones are in several passages already. */
function readPassage({ path, topic, date }: Place, passage: Passage): Found[] {
  const from = `${path}:${passage.line}`;
  const secret = isSecret(passage, topic) ? { fields: { sensitivity: "secret" } } : {};
  return passage.text
    .split(/\n[ \t]*\n/)
    .map((paragraph) => paragraph.replace(/^#{1,6} .*$/gm, "").trim())
    .filter((paragraph) => /[\p{L}\p{N}]/u.test(paragraph))
    .map((text) => {
      const memory = { text, from, topic: titleOf(path, topic), ...secret };
      return { isObservation: false, memory: date === undefined ? memory : { ...memory, date } };
    });
}

/** The note's own title, or its file's name where that is not a day. */
function titleOf(path: string, { title, frontmatter }: Topic): string {
  if (frontmatter.title !== undefined || title.toLowerCase() !== "note") return title;
  const name = path.replace(/^.*\//, "").replace(/\.md$/i, "");
  return /^\d{4}-\d\d-\d\d/.test(name) || name === "MEMORY" ? "imported" : name;
}

/** The day that a file's name says, as those of daily notes do. */
const dayIn = (path: string): string | undefined =>
  /(?:^|\/)(\d{4}-\d\d-\d\d)[^/]*$/.exec(path)?.[1];
