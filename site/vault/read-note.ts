import { isCalendarDate } from "../../src/vault/calendar-date.ts";
import { type Place, placeOf } from "../../src/vault/paths.ts";
import { splitLines } from "../../src/vault/split-lines.ts";
import { isBehind, isMemory, isSuperseded } from "../../src/vault/topic/entry.ts";
import type { Entry, Topic } from "../../src/vault/topic/topic.ts";
import {
  findLinks,
  inlineTag,
  linkName,
  parseWikilink,
  proseLines,
  type WrittenLink,
} from "./find-links.ts";
import { foldName } from "./hide-rules.ts";
import { type LoadedFile, type LoadedVault, topicIn } from "./load-vault.ts";
import type { NoteData, NoteEntry } from "./note-schema.ts";
import { plainWords } from "./plain-words.ts";
import type { SiteOptions } from "./site-options.ts";

/** A note with its id and its text, in which frontmatter is blank: this keeps line numbers. */
export interface Note {
  readonly id: string;
  readonly text: string;
  readonly data: NoteData;
}

/** A note whose links are not resolved yet. */
export interface OpenNote extends Note {
  readonly isFaulty: boolean;
  readonly topic: Topic;
  readonly written: readonly OwnLink[];
}

/** What reading a note takes from the rest of the vault. */
export interface NotePlace {
  readonly ids: ReadonlyMap<string, string>;
  /** Names of people and agents, by their folder. */
  readonly names: ReadonlyMap<string, string>;
  readonly options: SiteOptions;
}

/** Names of people and agents as their profiles have them, by their folder. */
export const personNames = ({ shown }: LoadedVault): Map<string, string> =>
  new Map(
    shown.flatMap((file): [string, string][] => {
      const [, folder] =
        /^((?:people|agents)\/[^/]+)\/(?:profile|agent)\.md$/.exec(file.path) ?? [];
      return folder === undefined ? [] : [[folder, topicIn(file).title]];
    }),
  );

/** Reads a file as its page shows it; its links are resolved later. */
export function readNote(file: LoadedFile, { ids, names, options }: NotePlace): OpenNote {
  const parsed = parsedNotes.get(file) ?? parseNote(file, options);
  parsedNotes.set(file, parsed);
  const { path } = file;
  // No prototype: V8 would make a hidden class for each set of keys, a third of the time of reading a vault again.
  const links: NoteData["links"] = Object.create(null);
  const own = { links, missing: [], backlinks: [], folders: foldersOf(path, { ids, names }) };
  return { ...parsed, id: ids.get(path) ?? path, data: { ...parsed.data, ...own } };
}

/** An unchanged file is the same object: see KnownFiles. */
const parsedNotes = new WeakMap<LoadedFile, ReturnType<typeof parseNote>>();

function parseNote(file: LoadedFile, options: SiteOptions) {
  const { path, text, entries: asInFile, isFaulty } = file;
  const topic = topicIn(file);
  // Only the ids come from the file itself, as recall has them: its text may contain comments.
  const idsByLine = new Map(asInFile.map(({ line, id }) => [line, id]));
  const entries = topic.entries.map((entry) => ({
    ...entry,
    id: idsByLine.get(entry.line) ?? entry.id,
  }));
  const { bank, tags, aliases, summary, created, updated } = topic.frontmatter;
  const body = splitLines(text).join("\n");
  const own = bankOf(bank, options);
  const memories = toEntries(entries, { place: placeOf(path), bank: own, options });
  const properties = file.properties.map(({ name, values }) => ({ name, values: [...values] }));
  return {
    text: body,
    topic,
    isFaulty,
    written: linksOf(body, { properties, entries: memories }),
    data: {
      path,
      title: topic.title,
      summary,
      // A note without memories has a bank only where its author says so.
      bank: bank || memories.some(({ isMemory }) => isMemory) ? own : undefined,
      tags: tagsOf(tags, entries, body),
      aliases: [...aliases],
      created: isCalendarDate(created?.slice(0, 10) ?? "") ? created?.slice(0, 10) : undefined,
      updated: newestOf(updated, entries),
      isArchived: placeOf(path).archived,
      properties,
      entries: memories,
    },
  };
}

/** A link with the words around it, and the anchor of the memory that it stands in. */
interface OwnLink extends WrittenLink {
  /** By `linkName()`. */
  readonly name: string;
  readonly line: number;
  readonly words: string;
  readonly anchor: string | undefined;
}

/** The links in frontmatter and text. */
function linksOf(
  text: string,
  { properties, entries }: Pick<NoteData, "properties" | "entries">,
): OwnLink[] {
  const inProperties = properties.flatMap(({ name, values }) =>
    values.flatMap((value) =>
      [...value.matchAll(/\[\[([^[\]\n]{1,500})\]\]/g)].flatMap(([, inner = ""]) => {
        const link = parseWikilink(inner);
        return link ? [{ ...link, isEmbed: false, line: 0, words: `${name}: ${value}` }] : [];
      }),
    ),
  );
  const byLine = new Map(entries.map((entry) => [entry.line, entry]));
  return [...inProperties, ...findLinks(text)].map((link) => {
    const entry = byLine.get(link.line);
    const anchor = entry?.isMemory ? entry.anchor : undefined;
    return { ...link, name: linkName(link), words: plainWords(entry?.text ?? link.words), anchor };
  });
}

/** The bank that a name means; an unknown name means the default one. */
function bankOf(
  name: string | undefined,
  { banks, defaultBank }: Pick<SiteOptions, "banks" | "defaultBank">,
): string | undefined {
  const wanted = foldName(name ?? "");
  if (wanted === "") return banks.length === 0 ? undefined : defaultBank;
  return (
    banks.find((bank) => foldName(bank) === wanted) ??
    (banks.length === 0 ? name?.trim() : defaultBank)
  );
}

interface EntryPlace {
  readonly place: Place;
  readonly bank: string | undefined;
  readonly options: SiteOptions;
}

function toEntries(entries: readonly Entry[], { place, bank, options }: EntryPlace): NoteEntry[] {
  const anchors = new Map(entries.map(({ blockId, id }) => [blockId, `e-${id}`]));
  return entries.map((entry): NoteEntry => {
    const { bank: ownBank, superseded, until, ...fields } = entry.fields;
    const behind = entry.tags.filter(isBehind(entry));
    return {
      anchor: `e-${entry.id}`,
      line: entry.line,
      text: entry.text,
      isMemory: isMemory(entry, place),
      date: entry.date,
      bank: ownBank === undefined ? bank : bankOf(ownBank, options),
      tags: behind.filter((tag) => tag.toLowerCase() !== "protected"),
      isProtected: entry.tags.some((tag) => tag.toLowerCase() === "protected"),
      isSuperseded: isSuperseded(entry),
      supersededBy: anchors.get(superseded?.trim().replace(/^\^/, "") || "-"),
      until,
      fields: Object.entries(fields).filter(([key]) => !ownFields.has(key)),
    };
  });
}

/** Loci's bookkeeping. */
const ownFields = new Set(["source", "key", "importance", "copy-of"]);

/** Each tag once, in its first spelling. */
function tagsOf(own: readonly string[], entries: readonly Entry[], body: string): string[] {
  const tags = new Map<string, string>();
  const lines = body.includes("#") ? proseLines(body) : [];
  const prose = lines.flatMap((line) =>
    [...line.prose.matchAll(inlineTag)].map(([, tag = ""]) => tag),
  );
  for (const tag of [...own, ...entries.flatMap((entry) => entry.tags), ...prose]) {
    if (!tags.has(foldName(tag)) && foldName(tag) !== "protected") tags.set(foldName(tag), tag);
  }
  return [...tags.values()];
}

function newestOf(updated: string | undefined, entries: readonly Entry[]): string | undefined {
  const own = updated?.slice(0, 10) ?? "";
  const dates = [
    ...(isCalendarDate(own) ? [own] : []),
    ...entries.flatMap(({ date }) => date ?? []),
  ];
  return dates.sort().at(-1);
}

function foldersOf(
  path: string,
  { ids, names }: Pick<NotePlace, "ids" | "names">,
): NoteData["folders"] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((part, i) => {
    const folder = parts.slice(0, i + 1).join("/");
    return { id: ids.get(`${folder}/`) ?? "", title: names.get(folder) ?? part };
  });
}
