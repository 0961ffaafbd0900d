import { LociError, messageOf } from "../errors.ts";
import type { FoundMemory } from "../recall/recall.ts";
import { toTopicPath } from "../vault/paths.ts";
import { plainText } from "../vault/topic/entry.ts";
import type { Entry } from "../vault/topic/topic.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import type { MemoryContext } from "./context.ts";
import {
  type HistoryTeller,
  type LifeEvent,
  openHistoryTeller,
  readPast,
} from "./describe-history.ts";
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
  /** Reasons why events may be missing. */
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
  return { why: await describeWhy(context, viewer, first), others };
}

async function describeWhy(
  context: MemoryContext,
  viewer: Viewer,
  memory: FoundMemory,
): Promise<Why> {
  const { file } = memory;
  const entries = readTopicFor(context, viewer, file)?.topic.entries ?? [];
  const entry = entries.find(({ id }) => id === memory.id);
  if (entry === undefined) {
    throw new LociError("NOT_FOUND", `Cannot find "${memory.text}": ${file} has just changed`);
  }
  const { id, text, line, date, fields } = entry;
  const teller = await openHistoryTeller(context, viewer);
  const { events, notes } = await readEvents(context, teller, entry, file);
  const learned = events.findLast(({ type }) => type === "added") ?? events.at(-1) ?? null;
  // Falls back to the original wording when the entry was edited by hand.
  const logged =
    teller.findInLog(plainText(entry), file) ??
    (learned?.text ? teller.findInLog(learned.text, learned.file) : undefined);
  const { time = null, summary = "", person = fields.person ?? null } = logged ?? {};
  const session = fields.source ?? logged?.session;
  const day = learned?.at?.slice(0, 10);
  return {
    id,
    text,
    file,
    line,
    date: date ?? day ?? null,
    dateFrom: date !== undefined ? "line" : day !== undefined ? "commit" : null,
    learned,
    conversation: session ? { session, time, summary, person } : null,
    said: logged?.said ?? null,
    replaced: whatItReplaced(teller, entry, entries, logged?.was),
    replacedBy: whatReplaced(entry, entries),
    changes: events.filter((event) => event !== learned),
    notes,
  };
}

/** The life of an entry in its file, as the commits and the disk tell it; a note says why there is none. */
async function readEvents(
  context: MemoryContext,
  teller: HistoryTeller,
  entry: Entry,
  file: string,
): Promise<{ readonly events: readonly LifeEvent[]; readonly notes: readonly string[] }> {
  const history = await context.openHistory().catch((error: unknown) => {
    if (error instanceof LociError && error.code === "GIT_BLOCKED") return messageOf(error);
    throw error;
  });
  if (typeof history === "string") return { events: [], notes: [history] };
  const past = await readPast(context.root, history, toTopicPath(file));
  const life = past.lives.find((one) => one.entry?.id === entry.id);
  return { events: life === undefined ? [] : teller.eventsOf(past, life), notes: past.notes };
}

/** The entry that was struck for this one, else what the log says; nothing that was forgotten. */
function whatItReplaced(
  teller: HistoryTeller,
  { blockId }: Entry,
  entries: readonly Entry[],
  was: string | undefined,
): string | null {
  const struck = entries.find(
    ({ fields }) => blockId !== undefined && fields.superseded === `^${blockId}`,
  );
  const replaced = struck ?? (was === undefined ? undefined : { text: was, fields: {} });
  return replaced && teller.wordsOf(replaced) !== null ? plainText(replaced) : null;
}

function whatReplaced({ fields }: Entry, entries: readonly Entry[]): string | null {
  const id = fields.superseded?.replace(/^\^/, "");
  return (id && entries.find(({ blockId }) => blockId === id)?.text) || null;
}
