import {
  choosePlaces,
  isClosed,
  type Place,
  topicCalled,
  type Writer,
} from "../digest/choose-places.ts";
import { writeEntries } from "../digest/write-entries.ts";
import { LociError, messageOf } from "../errors.ts";
import { respectCheckouts } from "../sync/round/respect-checkouts.ts";
import { isCalendarDate } from "../vault/calendar-date.ts";
import { touchRecentIndex } from "../vault/log/recent-index.ts";
import { placeOf, scopeOf, type TopicPath, toTopicPath } from "../vault/paths.ts";
import { type EntryDraft, writtenText } from "../vault/topic/entry.ts";
import { withoutOwner } from "../vault/topic/secret-marks.ts";
import { isOwnerVisible } from "../vault/topic/viewer.ts";
import type { ChangeFile } from "../vault/write/change-file.ts";
import { changeVaultFile, inStep } from "./change-and-note-file.ts";
import type { MemoryContext } from "./context.ts";
import { findKnown } from "./find-same.ts";
import { checkedPerson } from "./people.ts";
import { checkBank } from "./recall.ts";
import { remindAgain } from "./reminders.ts";
import { filesCalled, placePorts } from "./topics.ts";

/** A memory to save: an agent's own where one is named, and then for the person beside it alone; else the person's; else everyone's. */
export interface Memory {
  readonly person?: string | undefined;
  readonly agent?: string | undefined;
  readonly text: string;
  /** Name, slug or alias of the topic; without one the best fitting topic is looked for. */
  readonly topic?: string | undefined;
  /** The name is not the person's own choice: it leads to no profile, no agent and no other file but a topic. */
  readonly isForeignTopic?: boolean;
  readonly bank?: string | undefined;
  /** `YYYY-MM-DD`; today where it is left out. */
  readonly date?: string | undefined;
  readonly protected?: boolean;
  /** Further tags and fields, such as `person` or `source`. */
  readonly tags?: readonly string[] | undefined;
  readonly fields?: Readonly<Record<string, string>> | undefined;
}

/** A memory of which it is decided who may know of it, and where it may stand. */
interface OwnedMemory extends Omit<Memory, "person" | "agent"> {
  readonly writer: Writer;
}

/** What became of one memory: written, or there already. */
export interface Remembered {
  readonly status: "saved" | "known";
  readonly text: string;
  readonly file: string;
  readonly line: number;
  readonly id: string;
}

/** Saves memories as one step that `loci undo` takes back. */
export async function remember(
  vault: MemoryContext,
  memories: readonly Memory[],
): Promise<readonly Remembered[]> {
  const context = inStep(vault);
  const owned = await withSecretMarks(memories.map((memory) => ownedBy(context, memory)));
  return save(context, owned, changeVaultFile(context));
}

/** What holds a key, a password or a card is marked as secret, whoever saves it and through whichever door. */
async function withSecretMarks(memories: readonly OwnedMemory[]): Promise<readonly OwnedMemory[]> {
  const { secretIn } = await import("../session/private-data/redact.ts");
  const isSecret = secretIn(memories.map(({ text }) => text));
  return memories.map((memory) =>
    isSecret(memory.text)
      ? { ...memory, fields: { ...memory.fields, sensitivity: "secret" } }
      : memory,
  );
}

/**
 * Saves memories as entries of their topics, noted for the next commit, but for what is known already: all for one file
 * in one write. Resolves when they are on disk. Throws LociError BAD_INPUT for a text that cannot be a memory, before
 * anything is written.
 */
export async function save(
  context: MemoryContext,
  memories: readonly OwnedMemory[],
  changeFile: ChangeFile,
): Promise<readonly Remembered[]> {
  for (const memory of memories) {
    checkBank(memory.bank, context.settings);
    checkMemory(memory);
  }
  await context.checkStillThere();
  await respectCheckouts(context);
  const results: Remembered[] = [];
  const placed: PlacedMemory[] = [];
  for (const [index, given] of memories.entries()) {
    const text = withoutOwner(given.text, writtenText); // Whose it is says its scope alone.
    const memory = { ...given, text };
    const { tags = [], fields = {}, writer } = memory;
    const date = memory.date ?? context.time().slice(0, 10);
    const isExempt =
      text.length < context.settings.dedup.shortExempt && tags.includes("preference");
    const mayEmbed = !isExempt && fields.sensitivity === undefined && memories.length === 1;
    const known = await findKnown(context, writer.viewer, text, date, mayEmbed);
    if (known !== undefined) {
      if (fields.remind !== undefined) await remindAgain(changeFile, known, fields.remind);
      results[index] = known;
    } else {
      const place = await placeFor(context, memory);
      placed.push({ memory, place, index });
    }
  }
  for (const own of Map.groupBy(placed, ({ place }) => place.path).values()) {
    const saved = await saveInFile(context, changeFile, own);
    own.forEach(({ index }, i) => {
      const result = saved[i];
      if (result !== undefined) results[index] = result;
    });
  }
  return results;
}

interface PlacedMemory {
  readonly memory: OwnedMemory;
  readonly place: Place;
  readonly index: number;
}

/** The file, and its title should it not be there yet. A topic that is named is made, and may be any file, such as a profile. */
async function placeFor(
  context: MemoryContext,
  { topic, isForeignTopic = false, text, date = context.time(), writer }: OwnedMemory,
): Promise<Place> {
  const ports = placePorts(context);
  const name = withoutOwner(topic?.trim() ?? "");
  if (name !== "") {
    const findTopic: typeof ports.findTopic = async (called, scope) => {
      const [found] = await filesCalled(context, called, scope);
      return found && toTopicPath(found.file);
    };
    const title = name.charAt(0).toUpperCase() + name.slice(1);
    const named = isForeignTopic ? ports : { ...ports, findTopic };
    const place = await topicCalled(named, writer, title);
    const owner = (await ports.readTopic(place.path))?.owner ?? "";
    const isOthers = !isOwnerVisible(writer.viewer, owner);
    if (!isOthers && !isClosed(ports, writer, place.path)) return place;
    const why = isOthers
      ? "it is somebody's own by its frontmatter; name another topic"
      : 'it belongs to the people of this example; name a new topic, or make a vault of your own with "loci init ~/loci"';
    throw new LociError("BAD_INPUT", `Cannot save to "${place.path}": ${why}`);
  }
  const [place] = await choosePlaces(ports, writer, [{ text, date }]);
  if (place === undefined) throw new RangeError(`Cannot place "${text}": no file was chosen`);
  return place;
}

async function saveInFile(
  { time: localTime, report, settings }: MemoryContext,
  changeFile: ChangeFile,
  placed: readonly PlacedMemory[],
): Promise<readonly Remembered[]> {
  const [first] = placed;
  if (first === undefined) return [];
  const { path, title } = first.place;
  const time = localTime();
  const today = time.slice(0, 10);
  const agent = first.memory.writer.viewer.agent ?? undefined;
  const { results, summary } = await writeEntries(
    changeFile,
    { path, title, today, agent },
    placed.map(({ memory }) => toDraft(memory, path, today)),
  );
  if (results.some(({ status }) => status !== "known")) {
    try {
      await touchRecentIndex(changeFile, { path, summary, time }, settings.recent.max);
    } catch (error) {
      // The memory is on disk; the list of recent topics is derived, and no reason to call it unsaved.
      report(`Cannot update the list of recent topics: ${messageOf(error)}`);
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

/** A person's memory names them where it stands in a shared file. */
function toDraft(memory: OwnedMemory, path: TopicPath, today: string): EntryDraft {
  const { text, date = today, bank, fields = {}, tags = [] } = memory;
  const person = placeOf(path).scope === "" ? memory.writer.viewer.person : null;
  return {
    text,
    date,
    fields: {
      ...(bank === undefined ? {} : { bank }),
      ...(person == null ? {} : { person }),
      ...fields,
    },
    tags: memory.protected === true ? ["protected", ...tags] : tags,
  };
}

/** Decides whose a memory is. Throws LociError BAD_NAME for an impossible person. */
function ownedBy(context: MemoryContext, { agent, person: named, ...memory }: Memory): OwnedMemory {
  const person = checkedPerson(context, named);
  const viewer = { person: person ?? memory.fields?.person ?? null, agent: agent ?? null };
  const own = person === null ? "" : scopeOf("people", person);
  const scope = agent === undefined ? own : scopeOf("agents", agent);
  const fields =
    agent === undefined || person === null ? memory.fields : { ...memory.fields, person };
  return { ...memory, fields, writer: { viewer, scopes: [scope], loaded: null } };
}

const maxCharacters = 4_000;

/** Throws LociError BAD_INPUT for what cannot be the words of a memory. */
export function checkWords(text: string): void {
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
}

/** Throws LociError BAD_INPUT or BAD_DATE for what cannot be a memory. */
export function checkMemory({
  text,
  date,
  fields,
}: Pick<Memory, "text" | "date" | "fields">): void {
  checkWords(text);
  if (date !== undefined && !isCalendarDate(date)) {
    throw new LociError(
      "BAD_DATE",
      `Cannot use the date "${date}": write it as YYYY-MM-DD, such as 2026-02-12`,
      { data: { date } },
    );
  }
  if (fields?.remind !== undefined && !isCalendarDate(fields.remind.slice(0, 10))) {
    throw new LociError(
      "BAD_DATE",
      `Cannot remind of it on "${fields.remind}": write a day as 2026-12-01`,
      { data: { date: fields.remind } },
    );
  }
}
