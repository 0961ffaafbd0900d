import { existsSync } from "node:fs";
import { join } from "node:path";
import { transcriptsOf } from "../digest/keep-transcripts.ts";
import { LociError } from "../errors.ts";
import type { FoundMemory } from "../recall/recall.ts";
import { removeEntries, removeEntry } from "../vault/edit/edit-topic.ts";
import { setUpdated } from "../vault/edit/set-frontmatter-key.ts";
import { listFiles } from "../vault/list-files.ts";
import { forgetInLog } from "../vault/log/forget-in-log.ts";
import { type Leaving, teachersOf } from "../vault/log/learned-in.ts";
import { placeOf, profilePath, type TopicPath, toTopicPath } from "../vault/paths.ts";
import { copyName, hasTag, isCopy, plainText } from "../vault/topic/entry.ts";
import { tagsOf } from "../vault/topic/entry-tokens.ts";
import { parseTopic } from "../vault/topic/parse-topic.ts";
import { isOwnerVisible, personOf, type Viewer } from "../vault/topic/viewer.ts";
import { linesOf } from "../vault/vault-text.ts";
import { readNote } from "../vault/write/read-settled.ts";
import { standingSites } from "./built-sites.ts";
import type { Conversations, MemoryContext } from "./context.ts";
import { allTeachings } from "./forget-in-sessions.ts";
import { type SelectedMemory, selectMemories } from "./select-memories.ts";

/** What forgetting memories makes of the vault's files. */
export type ForgetPlan = ReturnType<typeof planForget>;

/** A file as it is, and as it will be. */
export interface PlannedFile {
  readonly path: TopicPath;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** How many entries go from it: none from a log. */
  readonly count: number;
  /** The lines that go, from 0. */
  readonly gone: readonly number[];
}

type Asker = Pick<Viewer, "person"> | undefined;

/**
 * Plans to forget memories. Changes nothing. `by`: who asks; by default, the person that a memory is about. `updated`:
 * the day that changed files say they were updated on. Throws LociError NOT_FOUND where one has changed or gone.
 */
export function planForget(
  { root }: MemoryContext,
  conversations: Conversations | undefined,
  memories: readonly FoundMemory[],
  { by, updated }: { readonly by?: Asker; readonly updated?: string },
) {
  const sourceSessions = teachersOf(root, allTeachings(root, conversations?.db.sessions));
  const read = (path: TopicPath): Uint8Array => readNote(root, path) ?? new Uint8Array();
  const { files, logs: listed } = listFiles(root);
  const plain = new Set(files.map(({ path }) => path));
  const named = memories.map((memory) => toMeant(read, memory, by));
  const copies = copiesOf((path) => (plain.has(path) ? read(path) : undefined), named);
  const entries = [...named, ...copies].map((one) => ({
    ...one,
    text: plainText(one.entry),
    file: one.path,
    sessions: sourceSessions(one),
  }));
  const logs = listed.map(({ path }) => {
    const before = read(path);
    return { path, before, ...forgetInLog(before, entries) };
  });
  const saidOf = (at: number) => new Set(logs.flatMap(({ said }) => said[at] ?? []));
  const topics = [...Map.groupBy(entries, ({ path }) => path)].map(([path, own]) => {
    const before = read(path);
    const ids = own.map(({ entry }) => entry.id);
    const { bytes, removed } = removeEntries(before, ids);
    for (const id of ids) if (!removed.has(id)) removeEntry(bytes, id); // It says why it cannot go.
    const after = updated === undefined ? bytes : setUpdated(bytes, updated);
    const gone = own.flatMap(({ entry: { line, endLine } }) =>
      Array.from({ length: endLine - line + 1 }, (_, i) => line - 1 + i),
    );
    return { path, before, after, count: own.length, gone: gone.sort((a, b) => a - b) };
  });
  return {
    /** The memories that were named, and what says them again in profiles; with the person's words, as the logs have them. */
    entries: entries.map((one, at) => ({ ...one, said: [...saidOf(at)] })),
    /** The digest logs that change. */
    logs: logs.flatMap(({ path, before, bytes: after, gone }): PlannedFile[] =>
      before === after ? [] : [{ path, before, after, count: 0, gone: [...gone] }],
    ),
    /** The entries' own files. */
    topics,
    /** Conversations whose summary in a log goes. */
    summariesGone: new Set(logs.flatMap((log) => log.summariesGone)),
  };
}

type Meant = Leaving & { readonly memory: FoundMemory };

function toMeant(read: (path: TopicPath) => Uint8Array, memory: FoundMemory, by: Asker): Meant {
  const { id, text, file } = memory;
  const path = toTopicPath(file);
  const entry = parseTopic(path, read(path)).entries.find((one) => one.id === id);
  if (entry?.text !== text)
    throw new LociError("NOT_FOUND", `Cannot forget "${text}": ${file} holds it no more`);
  const about = personOf(path, entry);
  // Whose conversations lose it: those of the person it is about, and of who asks.
  const persons = new Set([about, by === undefined ? about : (by.person ?? null)]);
  return { memory, path, entry, persons };
}

/** The lines of profiles that say again what these entries say. */
function copiesOf(
  read: (path: TopicPath) => Uint8Array | undefined,
  meant: readonly Meant[],
): readonly Meant[] {
  const named = new Map(meant.map((one) => [copyName(one.path, one.entry), one]));
  // Of a file that was renamed since, the text tells.
  const said = new Map(meant.map((one) => [one.entry.text, one]));
  const taken = new Set(meant.map(({ path, entry }) => `${path.toLowerCase()}#${entry.id}`));
  // In whose profiles they may stand.
  const people = meant.flatMap(({ path, entry: { owner, fields } }) => {
    const [group, id = ""] = placeOf(path).scope.split("/");
    return [group === "people" ? id : owner, fields.person ?? ""];
  });
  return [...new Set(people)].flatMap((person) => {
    const path = person === "" ? undefined : profilePath(person);
    const bytes = path && read(path); // Where a link stands in its place, Loci has written nothing.
    return (path && bytes ? parseTopic(path, bytes).entries : []).flatMap((entry) => {
      const name = `${path?.toLowerCase()}#${entry.id}`; // One file by two names, on some disks.
      const isNew = isCopy(entry) && !taken.has(name);
      taken.add(name);
      const original = named.get(entry.fields["copy-of"] ?? "") ?? said.get(entry.text);
      if (path === undefined || original === undefined || !isNew) return [];
      const { id, text, date = "", line } = entry;
      const memory = { id, text, date, file: path, line, isExact: true };
      return { memory, path, entry, persons: original.persons };
    });
  });
}

/** What forgetting memories takes away, and where their words stay. */
export interface ForgetPreview {
  readonly memories: readonly FoundMemory[];
  /** Found, but `#protected`: these go only when named one by one. */
  readonly kept: readonly FoundMemory[];
  /** The lines that would go (from 1), as they stand now; "" where one is not for the one who asks to read. */
  readonly topics: readonly {
    readonly file: string;
    readonly line: number;
    readonly text: string;
  }[];
  /** Those of logs, without their words. */
  readonly log: ForgetPreview["topics"];
  /** Conversations are kept on this device: what mentions it there goes too. */
  readonly inConversations: boolean;
  /** Paths of transcripts that go. */
  readonly transcripts: readonly string[];
  readonly stays: {
    readonly inGit: boolean;
    readonly transcripts: readonly string[];
    /** Archived files that hold the same, or what it is a summary of. */
    readonly archive: readonly string[];
    /** Summaries that retell it, and others. */
    readonly summaries: readonly FoundMemory[];
  };
  /** Folders with a site that was built of the vault, which goes. */
  readonly sites: readonly string[];
}

interface Asked {
  readonly by: Viewer;
  /** Each was named by its id or its whole text. */
  readonly isNamed: boolean;
  /** All that this device keeps of them goes too, and git's history. */
  readonly purge: boolean;
  /** Undefined where no conversation was ever kept on this device. */
  readonly conversations: Conversations | undefined;
}

/** Says what forgetting these memories would do. Changes nothing. Throws LociError NOT_FOUND. */
export function previewForget(
  context: MemoryContext,
  found: readonly FoundMemory[],
  { by, isNamed, purge, conversations }: Asked,
): ForgetPreview {
  const { root } = context;
  const { archived: copies, summaries } = retoldIn(context, by, found);
  const all = purge ? [...found, ...copies] : found;
  const isKept = (memory: FoundMemory): boolean => !isNamed && isProtected(root, memory);
  const memories = all.filter((memory) => !isKept(memory));
  const { entries, logs, topics } = planForget(context, conversations, memories, { by });
  const sources = new Set(entries.flatMap(({ sessions }) => sessions));
  const transcripts = [...sources].flatMap((source) => transcriptsOf(context, source));
  return {
    memories,
    kept: all.filter(isKept),
    topics: topics.flatMap((planned) => goneLines(planned, by)),
    log: logs.flatMap((planned) => goneLines(planned, by).map((one) => ({ ...one, text: "" }))),
    inConversations: conversations !== undefined && memories.length > 0,
    transcripts: purge ? transcripts : [],
    stays: {
      inGit: !purge && existsSync(join(root, ".git")),
      transcripts: purge ? [] : transcripts,
      archive: purge ? [] : [...new Set(copies.map(({ file }) => file))],
      summaries,
    },
    sites: purge ? standingSites(root) : [],
  };
}

/** Archived copies and summaries that repeat these memories, as far as a viewer may see them. */
function retoldIn(context: MemoryContext, viewer: Viewer, memories: readonly FoundMemory[]) {
  const nameOf = ({ file }: FoundMemory, name: string): string =>
    `${placeOf(toTopicPath(file)).scope}\n${name}`;
  const isArchived = ({ file }: FoundMemory): boolean => placeOf(toTopicPath(file)).archived;
  const all = selectMemories(context, viewer, {});
  const placed = new Set(memories.map(({ file, id }) => `${file}\n${id}`));
  const isMeant = ({ file, id }: FoundMemory): boolean => placed.has(`${file}\n${id}`);
  const texts = new Set(memories.map((one) => nameOf(one, one.text)));
  const ids = new Set(memories.map((one) => nameOf(one, one.id)));
  const others = all.filter((one) => !isMeant(one));
  const retelling = new Set(
    all
      .filter(isMeant)
      .flatMap((one) => (one.summary === undefined ? [] : nameOf(one, one.summary))),
  );
  const isOriginal = (one: SelectedMemory): boolean =>
    one.summary !== undefined && ids.has(nameOf(one, one.summary));
  return {
    /** The same, and what a summary among the memories is of. */
    archived: others.filter(
      (one) => isArchived(one) && (texts.has(nameOf(one, one.text)) || isOriginal(one)),
    ),
    /** Summaries of one of the memories, and of others. */
    summaries: others.filter((one) => !isArchived(one) && retelling.has(nameOf(one, one.id))),
  };
}

/** Itself, or what is nested in it, which would go too. */
function isProtected(root: string, { file, id }: FoundMemory): boolean {
  const path = toTopicPath(file);
  const bytes = readNote(root, path) ?? new Uint8Array();
  const entry = parseTopic(path, bytes).entries.find((one) => one.id === id);
  if (entry === undefined) return false;
  const lines = linesOf(bytes).slice(entry.line - 1, entry.endLine);
  return hasTag(tagsOf(lines.join("\n")), "protected");
}

/** The lines that go, with their words as far as they may be read. */
function goneLines({ path, before, gone }: PlannedFile, viewer: Viewer): ForgetPreview["topics"] {
  const lines = linesOf(before);
  const { owners } = parseTopic(path, before);
  return gone
    .map((at) => ({ file: path, line: at + 1, text: lines[at] ?? "" }))
    .filter(({ text }) => text.trim() !== "")
    .map((one) =>
      isOwnerVisible(viewer, owners.get(one.line) ?? "") ? one : { ...one, text: "" },
    );
}
