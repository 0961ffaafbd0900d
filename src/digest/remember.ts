import { LociError, messageOf } from "../errors.ts";
import { capMarks } from "../vault/cap-marks.ts";
import type { Change } from "../vault/change-file.ts";
import { appendEntry, newTopic } from "../vault/edit-topic.ts";
import { cleanText, type EntryDraft } from "../vault/entry.ts";
import { isCalendarDate } from "../vault/entry-tokens.ts";
import { parseTopic } from "../vault/parse-topic.ts";
import {
  generalPath,
  placeOf,
  recentIndexPath,
  type Scope,
  type TopicPath,
  topicPath,
} from "../vault/paths.ts";
import { type RecentTopic, touchRecent } from "../vault/recent-index.ts";
import { slugify } from "../vault/slugify.ts";

/** A memory to save. */
export interface Memory {
  readonly text: string;
  /** Name, slug or alias of the topic; without one the best fitting topic is looked for. */
  readonly topic?: string;
  readonly scope: Scope;
  readonly bank?: string;
  /** `YYYY-MM-DD`; today where it is left out. */
  readonly date?: string;
  readonly protected?: boolean;
}

/** What became of one memory: written, or there already. */
export interface Remembered {
  readonly status: "saved" | "known";
  readonly text: string;
  readonly file: string;
  readonly line: number;
  readonly id: string;
}

/** What a change did to a topic, for the words of its commit. */
interface ChangeNote {
  readonly path: TopicPath;
  readonly topic: string;
  readonly op: "learned" | "created" | "derived";
  readonly agent?: string;
}

/** What saving needs from the rest of Loci. */
export interface RememberPorts {
  /**
   * Changes one file under the vault's writer lock; `change` may run more than once. What `notesOf` makes of the file
   * as it was is noted for the next commit before anything is written.
   */
  readonly changeFile: <T>(
    path: TopicPath,
    change: Change<T>,
    notesOf: (before: Uint8Array | null) => readonly ChangeNote[],
  ) => Promise<T>;
  /** True when the vault has this file. */
  readonly hasFile: (path: TopicPath) => boolean;
  /** Path of an existing topic by name, slug or alias. */
  readonly findTopic: (name: string, scope: Scope) => Promise<TopicPath | undefined>;
  /** Path of the existing topic a text belongs to, if one clearly fits. */
  readonly assignTopic: (text: string, scope: Scope) => Promise<TopicPath | undefined>;
  /** Local time, `YYYY-MM-DDTHH:MM:SS`. */
  readonly localTime: () => string;
  /** Takes one sentence for the person. */
  readonly report: (sentence: string) => void;
}

/**
 * Saves memories as entries of their topics: all for one file in one write. Resolves when they are on disk.
 * Throws LociError BAD_INPUT for a text that cannot be a memory, before anything is written.
 */
export async function remember(
  ports: RememberPorts,
  memories: readonly Memory[],
): Promise<readonly Remembered[]> {
  for (const memory of memories) checkMemory(memory);
  const paths: TopicPath[] = [];
  for (const memory of memories) paths.push(await choosePath(ports, memory));
  const results: Remembered[] = [];
  for (const path of new Set(paths)) {
    const indices = memories.flatMap((_, i) => (paths[i] === path ? [i] : []));
    const own = indices.flatMap((i) => memories[i] ?? []);
    const saved = await saveInFile(ports, path, own);
    indices.forEach((index, i) => {
      const result = saved[i];
      if (result !== undefined) results[index] = result;
    });
  }
  return results;
}

const mostCharacters = 4_000;

function checkMemory({ text, date }: Memory): void {
  if (text.trim() === "") {
    throw new LociError("BAD_INPUT", "Cannot remember an empty text: say what to remember");
  }
  if (text.length > mostCharacters) {
    throw new LociError(
      "BAD_INPUT",
      `Cannot remember a text of ${text.length} characters: a memory is one line of at most ${mostCharacters}; put longer notes into a topic file`,
      { data: { characters: text.length } },
    );
  }
  if (date !== undefined && !isCalendarDate(date)) {
    throw new LociError(
      "BAD_DATE",
      `Cannot use the date "${date}": write it as YYYY-MM-DD, such as 2026-02-12`,
      { data: { date } },
    );
  }
}

async function choosePath(ports: RememberPorts, memory: Memory): Promise<TopicPath> {
  const { topic, scope } = memory;
  if (topic !== undefined) {
    const direct = topicPath(scope, slugify(topic));
    if (ports.hasFile(direct)) return direct;
    return (await ports.findTopic(topic, scope)) ?? direct;
  }
  return (
    (await ports.assignTopic(memory.text, scope)) ??
    generalPath(scope, (memory.date ?? ports.localTime()).slice(0, 7))
  );
}

async function saveInFile(
  ports: RememberPorts,
  path: TopicPath,
  memories: readonly Memory[],
): Promise<readonly Remembered[]> {
  const [first] = memories;
  if (first === undefined) return [];
  const today = ports.localTime().slice(0, 10);
  const topic = placeOf(path).topic;
  const note = (op: ChangeNote["op"]): ChangeNote => ({ path, topic, op, ...agentOf(first.scope) });
  const { results, summary } = await ports.changeFile(
    path,
    (bytes) => {
      const before = bytes ?? newTopic({ title: titleOf(path, first), created: today });
      return addEntries(path, before, memories, today);
    },
    (bytes) => {
      const learned = countNew(path, bytes, memories);
      const created = bytes === null && learned > 0 ? [note("created")] : [];
      return [...created, ...Array.from({ length: learned }, () => note("learned"))];
    },
  );
  if (results.some(({ status }) => status === "saved")) {
    try {
      await touchIndex(ports, first.scope, { path, summary });
    } catch (error) {
      // The memory is on disk; the list of recent topics is derived, and no reason to call it unsaved.
      ports.report(`Cannot update the list of recent topics: ${messageOf(error)}`);
    }
  }
  return results;
}

const agentOf = (scope: Scope): { readonly agent?: string } =>
  scope.kind === "agent" ? { agent: scope.id } : {};

interface Added {
  readonly results: readonly Remembered[];
  readonly summary: string;
}

/** Pure: how many of the memories the file does not hold yet. */
function countNew(path: TopicPath, bytes: Uint8Array | null, memories: readonly Memory[]): number {
  const entries = bytes === null ? [] : parseTopic(path, bytes).entries;
  const known = new Set(entries.map(({ text }) => sameKey(text)));
  return new Set(memories.map(({ text }) => sameKey(text)).filter((key) => !known.has(key))).size;
}

/** Pure: the file with the new entries, and what became of each memory. */
function addEntries(
  path: TopicPath,
  before: Uint8Array,
  memories: readonly Memory[],
  today: string,
): ReturnType<Change<Added>> {
  const known = new Set(parseTopic(path, before).entries.map(({ text }) => sameKey(text)));
  let bytes = before;
  const added: string[] = [];
  const isNew = memories.map((memory) => {
    const key = sameKey(memory.text);
    if (known.has(key)) return false;
    known.add(key);
    const { bytes: next, written } = appendEntry(bytes, toDraft(memory, today), { updated: today });
    bytes = next;
    added.push(written);
    return true;
  });
  const topic = parseTopic(path, bytes);
  const entries = new Map(topic.entries.map((entry) => [sameKey(entry.text), entry]));
  const results = memories.map((memory, i): Remembered => {
    const entry = entries.get(sameKey(memory.text));
    if (entry === undefined) {
      throw new LociError(
        "BAD_INPUT",
        `Cannot remember "${memory.text.slice(0, 80)}": it does not make one entry of ${path}`,
      );
    }
    const { text, line, id } = entry;
    return { status: isNew[i] === true ? "saved" : "known", text, file: path, line, id };
  });
  return { bytes, added, result: { results, summary: topic.frontmatter.summary ?? topic.title } };
}

function toDraft(memory: Memory, today: string): EntryDraft {
  return {
    text: memory.text,
    date: memory.date ?? today,
    fields: memory.bank === undefined ? {} : { bank: memory.bank },
    tags: memory.protected === true ? ["protected"] : [],
  };
}

/** Two texts with the same key say the same in the same words. Linear, for what a file holds can be long. */
function sameKey(text: string): string {
  const key = capMarks(cleanText(text)).normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim();
  let end = key.length;
  while (end > 0 && ".!…".includes(key.charAt(end - 1))) end--;
  return key.slice(0, end);
}

function titleOf(path: TopicPath, memory: Memory): string {
  const name = memory.topic?.trim() ?? "";
  if (name !== "") return name.charAt(0).toUpperCase() + name.slice(1);
  return path.slice(path.lastIndexOf("/") + 1, -".md".length);
}

async function touchIndex(
  ports: RememberPorts,
  scope: Scope,
  touched: { readonly path: TopicPath; readonly summary: string },
): Promise<void> {
  const { kind, topic } = placeOf(touched.path);
  if (kind !== "topic") return;
  const recent: RecentTopic = { time: ports.localTime(), topic, summary: touched.summary };
  const path = recentIndexPath(scope);
  await ports.changeFile(
    path,
    (bytes) => {
      const text = new TextDecoder().decode(bytes ?? new Uint8Array());
      return { bytes: new TextEncoder().encode(touchRecent(text, recent)), result: undefined };
    },
    () => [{ path, topic, op: "derived", ...agentOf(scope) }],
  );
}
