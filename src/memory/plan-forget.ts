import { LociError } from "../errors.ts";
import type { FoundMemory } from "../recall/recall.ts";
import { removeEntries, removeEntry } from "../vault/edit/edit-topic.ts";
import { setUpdated } from "../vault/edit/set-frontmatter-key.ts";
import { listFiles } from "../vault/list-files.ts";
import { type ForgottenEntry, forgetInLog } from "../vault/log/forget-in-log.ts";
import type { Leaving } from "../vault/log/learned-in.ts";
import { placeOf, profilePath, type TopicPath, toTopicPath } from "../vault/paths.ts";
import { copyName, isCopy, plainText } from "../vault/topic/entry.ts";
import { parseTopic } from "../vault/topic/parse-topic.ts";
import { personOf, type Viewer } from "../vault/topic/viewer.ts";
import { readNote } from "../vault/write/read-settled.ts";
import type { Conversations, MemoryContext } from "./context.ts";
import { findSourceSessions } from "./forget-in-sessions.ts";

/** What forgetting memories makes of the vault's files. */
export interface ForgetPlan {
  readonly entries: readonly PlannedEntry[];
  /** The digest logs that change. */
  readonly logs: readonly PlannedFile[];
  /** The entries' own files. */
  readonly topics: readonly PlannedFile[];
  /** Conversations whose summary in a log goes. */
  readonly summariesGone: ReadonlySet<string>;
}

/** An entry that goes, be it a memory that was named or what says it again in a profile. */
interface PlannedEntry extends Required<ForgottenEntry>, Leaving {
  readonly memory: FoundMemory;
  /** The person's words behind it, as the logs have them. */
  readonly said: readonly string[];
}

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
): ForgetPlan {
  const sourceSessions = findSourceSessions(root, conversations?.db.sessions);
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
  const said = entries.map(() => new Set<string>());
  const summariesGone = new Set<string>();
  const logs = listed.map(({ path }): PlannedFile => {
    const file = toTopicPath(path);
    const before = read(file);
    const found = forgetInLog(before, entries);
    for (const session of found.summariesGone) summariesGone.add(session);
    for (const [at, words] of found.said.entries()) for (const one of words) said[at]?.add(one);
    return { path: file, before, after: found.bytes, count: 0, gone: [...found.gone] };
  });
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
    entries: entries.map((one, at) => ({ ...one, said: [...(said[at] ?? [])] })),
    logs: logs.filter(({ before, after }) => before !== after),
    topics,
    summariesGone,
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
