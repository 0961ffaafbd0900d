import { LociError, messageOf } from "../errors.ts";
import type { ChangeFile } from "../vault/change-file.ts";
import type { EntryDraft } from "../vault/entry.ts";
import { isCalendarDate } from "../vault/entry-tokens.ts";
import { generalPath, placeOf, type Scope, type TopicPath, topicPath } from "../vault/paths.ts";
import { touchRecentIndex } from "../vault/recent-index.ts";
import { slugify } from "../vault/slugify.ts";
import type { NewTopic } from "./choose-places.ts";
import { writeEntries } from "./write-entries.ts";

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
  /** Further tags and fields, such as `person` or `source`. */
  readonly tags?: readonly string[];
  readonly fields?: Readonly<Record<string, string>>;
  /** The agent that saves it in a conversation, for the commit. */
  readonly by?: string;
}

/** What became of one memory: written, or there already. */
export interface Remembered {
  readonly status: "saved" | "known";
  readonly text: string;
  readonly file: string;
  readonly line: number;
  readonly id: string;
}

/** What saving needs from the rest of Loci. */
export interface RememberPorts {
  readonly changeFile: ChangeFile;
  /** True when the vault has this file. */
  readonly hasFile: (path: TopicPath) => boolean;
  /** The entry that says the same already, wherever the viewer can see it. */
  readonly findKnown: (memory: Memory) => Promise<Remembered | undefined>;
  /** Path of an existing topic by name, slug or alias. */
  readonly findTopic: (name: string, scope: Scope) => Promise<TopicPath | undefined>;
  /** Path of the existing topic a text belongs to, if one clearly fits. */
  readonly assignTopic: (text: string, scope: Scope) => Promise<TopicPath | undefined>;
  /** The topic for what kind a text is, if that is clear. */
  readonly placeByKind: (text: string, scope: Scope) => Promise<NewTopic | undefined>;
  /** Local time, `YYYY-MM-DDTHH:MM:SS`. */
  readonly localTime: () => string;
  /** Takes one sentence for the person. */
  readonly report: (sentence: string) => void;
}

/**
 * Saves memories as entries of their topics, but for what is known already: all for one file in one write. Resolves when
 * they are on disk.
 * Throws LociError BAD_INPUT for a text that cannot be a memory, before anything is written.
 */
export async function remember(
  ports: RememberPorts,
  memories: readonly Memory[],
): Promise<readonly Remembered[]> {
  for (const memory of memories) checkMemory(memory);
  const places: (NewTopic | undefined)[] = [];
  const results: Remembered[] = [];
  for (const [i, memory] of memories.entries()) {
    const known = await ports.findKnown(memory);
    if (known !== undefined) results[i] = known;
    places.push(known === undefined ? await choosePlace(ports, memory) : undefined);
  }
  const titles = new Map(places.flatMap((place) => (place ? [[place.path, place.title]] : [])));
  for (const [path, title] of titles) {
    const indices = memories.flatMap((_, i) => (places[i]?.path === path ? [i] : []));
    const own = indices.flatMap((i) => memories[i] ?? []);
    const saved = await saveInFile(ports, { path, title }, own);
    indices.forEach((index, i) => {
      const result = saved[i];
      if (result !== undefined) results[index] = result;
    });
  }
  return results;
}

const maxCharacters = 4_000;

function checkMemory({ text, date }: Memory): void {
  if (text.trim() === "") {
    throw new LociError("BAD_INPUT", "Cannot remember an empty text: say what to remember");
  }
  if (text.length > maxCharacters) {
    throw new LociError(
      "BAD_INPUT",
      `Cannot remember a text of ${text.length} characters: a memory is one line of at most ${maxCharacters}; put longer notes into a topic file`,
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

/** The file, and its title should it not be there yet. */
async function choosePlace(ports: RememberPorts, memory: Memory): Promise<NewTopic> {
  const { topic, scope } = memory;
  const name = topic?.trim() ?? "";
  if (topic !== undefined && name !== "") {
    const title = name.charAt(0).toUpperCase() + name.slice(1);
    const direct = topicPath(scope, slugify(topic));
    if (ports.hasFile(direct)) return { path: direct, title };
    return { path: (await ports.findTopic(topic, scope)) ?? direct, title };
  }
  const path = await ports.assignTopic(memory.text, scope);
  const kind = path === undefined ? await ports.placeByKind(memory.text, scope) : undefined;
  if (kind !== undefined) return kind;
  const month = (memory.date ?? ports.localTime()).slice(0, 7);
  return path === undefined
    ? { path: generalPath(scope, month), title: month }
    : { path, title: placeOf(path).topic };
}

async function saveInFile(
  ports: RememberPorts,
  { path, title }: NewTopic,
  memories: readonly Memory[],
): Promise<readonly Remembered[]> {
  const [first] = memories;
  if (first === undefined) return [];
  const time = ports.localTime();
  const today = time.slice(0, 10);
  const agent = first.by ?? (first.scope.kind === "agent" ? first.scope.id : undefined);
  const { results, summary } = await writeEntries(
    ports.changeFile,
    {
      path,
      title,
      today,
      agent,
    },
    memories.map((memory) => ({ draft: toDraft(memory, today) })),
  );
  if (results.some(({ status }) => status !== "known")) {
    try {
      await touchRecentIndex(ports.changeFile, { path, summary, time, agent });
    } catch (error) {
      // The memory is on disk; the list of recent topics is derived, and no reason to call it unsaved.
      ports.report(`Cannot update the list of recent topics: ${messageOf(error)}`);
    }
  }
  return results.map(({ status, text, line, id }) => ({
    status: status === "known" ? "known" : "saved",
    text,
    file: path,
    line,
    id,
  }));
}

function toDraft(memory: Memory, today: string): EntryDraft {
  const { text, date = today, bank, fields = {}, tags = [] } = memory;
  return {
    text,
    date,
    fields: { ...(bank === undefined ? {} : { bank }), ...fields },
    tags: memory.protected === true ? ["protected", ...tags] : tags,
  };
}
