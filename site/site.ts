import { getLiveCollection } from "astro:content";
import { hueOfBank } from "./banks.ts";
import { stringsFor } from "./i18n/strings.ts";
import { oncePerVault } from "./vault/live-loader.ts";
import type { DigestData, NoteData, NoteEntry } from "./vault/note-schema.ts";
import { siteOptions } from "./vault/site-options.ts";
import { segmentOf, tagId, urlOf, withParents } from "./vault/urls.ts";

export interface Note {
  readonly id: string;
  readonly data: NoteData;
}
export type Digest = DigestData;

/** A memory and its note. */
export interface Memory extends NoteEntry {
  readonly note: Note;
}

/** A folder of the vault, with its direct children. */
export interface Folder {
  readonly id: string;
  readonly title: string;
  readonly parents: Note["data"]["folders"];
  readonly folders: Folder[];
  readonly notes: Note[];
}

/** The notes and memories of a bank or tag. */
interface Group {
  readonly id: string;
  readonly name: string;
  readonly notes: Note[];
  readonly memories: Memory[];
}

export const { title, language, isLive = false } = siteOptions();
export const t = stringsFor(language);
export { urlOf };

/** Everything that pages show, derived from the two collections. */
export const getSite = oncePerVault(readSite);

async function entriesOf<Name extends "notes" | "digests">(name: Name) {
  const { entries, error } = await getLiveCollection(name);
  if (entries === undefined) throw error ?? new TypeError(`The collection "${name}" is not there`);
  return entries;
}

/** Memories a page of a bank. */
const pageSize = 200;

async function readSite() {
  const notes: Note[] = [...(await entriesOf("notes"))].sort((a, b) =>
    a.data.path < b.data.path ? -1 : 1,
  );
  const digests = (await entriesOf("digests")).map(({ data }) => data);
  const current = notes.filter(({ data }) => !data.isArchived);
  const memories = newestFirst(
    current.flatMap((note) =>
      note.data.entries
        .filter(({ isMemory }) => isMemory)
        .map((entry): Memory => ({ ...entry, note })),
    ),
  );
  const folders = foldersOf(notes);
  const sections = [
    ...ownFolders.filter((id) => folders.has(id)),
    ...(current.some(({ data }) => data.bank !== undefined) ? ["banks"] : []),
    ...(current.some(({ data }) => data.tags.length > 0) ? ["tags"] : []),
    ...(digests.length > 0 || memories.some(({ date }) => date !== undefined) ? ["timeline"] : []),
    "graph",
  ];
  return {
    notes,
    current,
    memories,
    folders,
    sections,
    notesById: new Map(notes.map((note) => [note.id, note])),
    banks: banksOf(current, memories),
    tags: tagsOf(notes, memories),
    months: Map.groupBy(daysOf(digests, memories), ({ date }) => date.slice(0, 7)),
    /** The page numbers of a bank as they stand in URLs; the first page has none. */
    pagesOf: ({ memories: own }: Group): (string | undefined)[] =>
      Array.from({ length: Math.max(1, Math.ceil(own.length / pageSize)) }, (_, i) =>
        i === 0 ? undefined : `${i + 1}`,
      ),
    memoriesOn: ({ memories: own }: Group, page: number): Memory[] =>
      own.slice((page - 1) * pageSize, page * pageSize),
  };
}

/** Undated ones come last; those of one day keep the vault's order. */
function newestFirst(memories: readonly Memory[]): Memory[] {
  const byDate = Map.groupBy(memories, ({ date = "" }) => date);
  return [...byDate].sort(([a], [b]) => (a < b ? 1 : -1)).flatMap(([, own]) => own);
}

function foldersOf(notes: readonly Note[]): Map<string, Folder> {
  const folders = new Map<string, Folder>([
    ["", { id: "", title, parents: [], folders: [], notes: [] }],
  ]);
  for (const note of notes) {
    let parent = "";
    for (const [depth, { id, title }] of note.data.folders.entries()) {
      if (!folders.has(id)) {
        const folder = {
          id,
          title,
          parents: note.data.folders.slice(0, depth),
          folders: [],
          notes: [],
        };
        folders.set(id, folder);
        folders.get(parent)?.folders.push(folder);
      }
      parent = id;
    }
    folders.get(parent)?.notes.push(note);
  }
  for (const { folders: within, notes: own } of folders.values()) {
    within.sort((a, b) => byName(folderTitle(a), folderTitle(b)));
    own.sort((a, b) => byName(a.data.title, b.data.title));
  }
  return folders;
}

/** `Part 2` before `Part 10`. */
const byName = new Intl.Collator(language, { numeric: true }).compare;

const names: Readonly<Record<string, unknown>> = t;

/** Loci's own folders are named in the interface's language, a person's as in their profile. */
export function folderTitle({ id, title }: Pick<Folder, "id" | "title">): string {
  const name = id.replace(/^(?:people|agents)\/[^/]+\//, "");
  const own = names[name];
  return typeof own === "string" && ownFolders.includes(name) ? own : title;
}

const ownFolders = ["topics", "people", "agents", "archive"];

/** Links for LinkList.astro. */
export const bankLinks = (banks: ReadonlyMap<string, Group>) =>
  [...banks.values()].map(({ id, name, memories }) => ({
    label: name,
    href: urlOf(`banks/${id}`),
    count: countMemories(memories),
    class: `bank hue-${hueOfBank(name)}`,
  }));
export const tagLinks = (tags: ReadonlyMap<string, Group>) =>
  [...tags.values()].map(({ id, name, notes }) => ({
    label: `#${name}`,
    href: urlOf(`tags/${id}`),
    count: notes.length,
  }));
export const folderLinks = (folders: readonly Folder[]) =>
  folders.map((folder) => ({
    label: folderTitle(folder),
    href: urlOf(folder.id),
    count: countNotes(folder),
  }));

export const noteLinks = (notes: readonly Note[]) =>
  notes.map(({ id, data }) => ({
    label: data.title,
    href: urlOf(id),
    count: countMemories(data.entries),
  }));

/** `7 memories`; "" for none. */
export function memoryCount(memories: readonly NoteEntry[]): string {
  const count = countMemories(memories);
  return count === 0 ? "" : `${count} ${count === 1 ? t.memory : t.memories}`;
}

/** Counts memories that are not superseded. */
const countMemories = (memories: readonly NoteEntry[]): number =>
  memories.filter((entry) => entry.isMemory && !entry.isSuperseded).length;

/** Counts the notes in a folder, at any depth. */
const countNotes = ({ folders, notes }: Folder): number =>
  folders.reduce((sum, folder) => sum + countNotes(folder), notes.length);

function banksOf(notes: readonly Note[], memories: readonly Memory[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const [bank, own] of Map.groupBy(memories, (memory) => memory.bank ?? "")) {
    const group = bank === "" ? undefined : groupOf(groups, segmentOf(bank), bank);
    for (const memory of own) group?.memories.push(memory);
  }
  for (const note of notes) {
    if (note.data.bank) groupOf(groups, segmentOf(note.data.bank), note.data.bank).notes.push(note);
  }
  return sorted(groups);
}

function tagsOf(notes: readonly Note[], memories: readonly Memory[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  const each = (tags: readonly string[], add: (group: Group) => void): void => {
    const own = new Map(tags.flatMap(withParents).map((tag) => [tagId(tag), tag]));
    for (const [id, tag] of own) add(groupOf(groups, id, tag));
  };
  for (const note of notes) each(note.data.tags, (group) => group.notes.push(note));
  for (const memory of memories) each(memory.tags, (group) => group.memories.push(memory));
  return sorted(groups);
}

function groupOf(groups: Map<string, Group>, id: string, name: string): Group {
  const group = groups.get(id) ?? { id, name, notes: [], memories: [] };
  groups.set(id, group);
  return group;
}

const sorted = (groups: Map<string, Group>): Map<string, Group> =>
  new Map([...groups].sort(([, a], [, b]) => a.name.localeCompare(b.name, language)));

/** The conversations and memories of a day. */
export interface Day {
  readonly date: string;
  readonly digests: Digest[];
  readonly memories: Memory[];
}

export function daysOf(digests: readonly Digest[], memories: readonly Memory[]): Day[] {
  const days = new Map<string, Day>();
  const dayOf = (date: string): Day => {
    const day = days.get(date) ?? { date, digests: [], memories: [] };
    days.set(date, day);
    return day;
  };
  for (const digest of digests) dayOf(digest.time.slice(0, 10)).digests.push(digest);
  for (const memory of memories)
    if (memory.date !== undefined) dayOf(memory.date).memories.push(memory);
  return [...days.values()].sort((a, b) => (a.date < b.date ? 1 : -1));
}
