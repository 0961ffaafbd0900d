import { LociError } from "../errors.ts";
import type { FoundMemory } from "../recall/recall.ts";
import type { EntryLife } from "../sync/history/entry-history.ts";
import type { History } from "../sync/history/open-history.ts";
import { plainText, textId } from "../vault/entry.ts";
import { toTopicPath } from "../vault/paths.ts";
import type { Entry } from "../vault/topic.ts";
import type { Viewer } from "../vault/viewer.ts";
import type { MemoryContext } from "./context.ts";
import {
  describeHistory,
  type HistoryContext,
  isMarked,
  isPathVisible,
  type LifeEvent,
} from "./describe-history.ts";
import { type Asked, omissions, openHistoryContext } from "./history.ts";
import { readPast } from "./read-history.ts";
import { readTopicFor } from "./read-topic.ts";
import { findMemories } from "./recall.ts";

/** Where a memory comes from. */
export interface Why {
  readonly id: string;
  readonly text: string;
  readonly file: string;
  readonly line: number;
  /** Its date, else the day of the commit that brought the line; null where neither is known. */
  readonly date: string | null;
  readonly dateFrom: "line" | "commit" | null;
  /** The event that brought it; null where the vault has no history of it. */
  readonly learned: LifeEvent | null;
  /** The conversation it was learned in. */
  readonly conversation: {
    readonly session: string;
    readonly time: string | null;
    readonly summary: string;
    readonly person: string | null;
  } | null;
  /** The person's own words. */
  readonly said: string | null;
  /** What it replaced. */
  readonly replaced: string | null;
  /** The entry that stands for it now. */
  readonly replacedBy: string | null;
  /** What happened to it since it came, newest first. */
  readonly changes: readonly LifeEvent[];
  /** Why more may have happened. */
  readonly notes: readonly string[];
}

/** The memories that were meant, and what is known of the first. */
export interface Explained {
  readonly why: Why;
  /** Others that the words may mean. */
  readonly others: readonly FoundMemory[];
}

/** Explains the memory that words mean: its id, its text, or what recall finds. Throws LociError NOT_FOUND. */
export async function explain(
  context: MemoryContext,
  viewer: Viewer,
  words: string,
): Promise<Explained> {
  const found = await findMemories(context, viewer, words.replace(/^\^(?=\S+$)/, ""));
  const holds = ({ text }: FoundMemory): boolean =>
    text.toLowerCase().includes(words.trim().toLowerCase());
  const [first, ...others] = [...found.filter(holds), ...found.filter((one) => !holds(one))];
  if (first === undefined) {
    throw new LociError(
      "NOT_FOUND",
      `Cannot find the memory "${words}": there is none; name its id, or words that stand in it`,
      { data: { entry: words } },
    );
  }
  return { why: await describeWhy(context, { viewer }, first), others };
}

async function describeWhy(
  context: MemoryContext,
  asked: Asked,
  memory: FoundMemory,
): Promise<Why> {
  const entries = readTopicFor(context, asked.viewer, memory.file)?.topic.entries ?? [];
  const entry = entries.find(({ id }) => id === memory.id);
  if (entry === undefined) {
    throw new LociError(
      "NOT_FOUND",
      `Cannot find "${memory.text}": ${memory.file} has just changed`,
    );
  }
  const { described, events, notes } = await readEvents(context, asked, memory, entry);
  const learned = events.findLast(({ type }) => type === "added") ?? events.at(-1) ?? null;
  const logged = mentionOf(described, memory.file, { entry, learned });
  const day = learned?.at?.slice(0, 10);
  const session = entry.fields.source ?? (logged?.session || undefined);
  return {
    ...{ id: entry.id, text: entry.text, file: memory.file, line: entry.line },
    date: entry.date ?? day ?? null,
    dateFrom: entry.date !== undefined ? "line" : day !== undefined ? "commit" : null,
    learned,
    conversation:
      session === undefined
        ? null
        : {
            session,
            time: logged?.time ?? null,
            summary: logged?.summary ?? "",
            person: logged?.person ?? entry.fields.person ?? null,
          },
    said: logged?.said ?? null,
    replaced: whatItReplaced(described, entry, entries, logged?.was),
    replacedBy: whatReplaced(entry, entries),
    changes: events.filter((event) => event !== learned),
    notes,
  };
}

/** What was reworded by hand is told by the words that it came with. */
function mentionOf(
  { findInLog }: HistoryContext,
  file: string,
  { entry, learned }: { readonly entry: Entry; readonly learned: LifeEvent | null },
): ReturnType<HistoryContext["findInLog"]> {
  const mention = findInLog(plainText(entry), file);
  if (mention !== undefined || !learned?.text) return mention;
  return findInLog(learned.text, learned.file);
}

interface Events {
  readonly described: HistoryContext;
  readonly events: readonly LifeEvent[];
  readonly notes: readonly string[];
}

async function readEvents(
  context: MemoryContext,
  asked: Asked,
  { file }: FoundMemory,
  entry: Entry,
): Promise<Events> {
  const history = await context.openHistory().catch(toReason);
  if (typeof history === "string") {
    const described = await openHistoryContext(context, undefined, asked);
    return { described, events: [], notes: [history] };
  }
  try {
    const described = await openHistoryContext(context, history, asked);
    const { events, notes } = await readLife(context, { history, described }, file, entry);
    return { described, events, notes: [...notes, ...omissions(described)] };
  } finally {
    history.close();
  }
}

/** Why there is no history, where that is all that is wrong. */
function toReason(error: unknown): string {
  if (error instanceof LociError && error.code === "GIT_BLOCKED") return error.message;
  throw error;
}

interface Reading {
  readonly history: History;
  readonly described: HistoryContext;
}

/** An entry may have been in so many files; of those behind the first so many bytes are read each. */
const maxMoves = 20;
const maxBytesBehind = 4 * 2 ** 20;

/** The life of an entry, also in the files that it came from. */
async function readLife(
  { root }: Pick<MemoryContext, "root">,
  { history, described }: Reading,
  file: string,
  entry: Entry,
): Promise<Omit<Events, "described">> {
  const events: LifeEvent[] = [];
  const notes = new Set<string>();
  let place: { path: string; from?: string } = { path: file };
  let isMeant = (life: EntryLife): boolean => life.entry?.id === entry.id;
  for (let hop = 0; hop < maxMoves && isPathVisible(described, place.path); hop++) {
    const past = await readPast(root, history, {
      ...place,
      ...(hop > 0 && { maxBytes: maxBytesBehind }),
      path: toTopicPath(place.path),
    });
    for (const note of past.notes) notes.add(note);
    const life = past.lives.find(isMeant);
    if (life === undefined) break;
    const lived = await describeHistory(described, past, life);
    events.push(...lived);
    const [oldest, first] = [lived.at(-1), life.events.at(-1)];
    const parent = past.versions[first?.version ?? 0]?.commit?.parents[0];
    if (first?.type !== "added" || oldest?.from === undefined || parent === undefined) break;
    const text = textId(first.after?.text ?? "");
    place = { path: oldest.from, from: parent };
    isMeant = ({ entry: other }) => other !== undefined && textId(other.text) === text;
  }
  return { events, notes: [...notes] };
}

/** The entry that was struck for this one, else what the log says; nothing that was forgotten. */
function whatItReplaced(
  { removals }: HistoryContext,
  { blockId }: Entry,
  entries: readonly Entry[],
  was: string | undefined,
): string | null {
  const struck = entries.find(
    ({ fields }) => blockId !== undefined && fields.superseded === `^${blockId}`,
  );
  if (struck !== undefined) return isMarked(removals, struck) ? null : plainText(struck);
  return was === undefined || removals.isForgotten(was) ? null : was;
}

function whatReplaced({ fields }: Entry, entries: readonly Entry[]): string | null {
  const id = fields.superseded?.replace(/^\^/, "");
  return (id && entries.find(({ blockId }) => blockId === id)?.text) || null;
}
