import { findTopics } from "../index/overview.ts";
import type { EntryLife } from "../sync/history/entry-history.ts";
import { pathOrNone, type TopicPath, toTopicPath } from "../vault/paths.ts";
import { slugify } from "../vault/slugify.ts";
import { isSuperseded } from "../vault/topic/entry.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import type { MemoryContext } from "./context.ts";
import {
  type EntriesIn,
  type HistoryTeller,
  type LifeEvent,
  openHistoryTeller,
  readPast,
  type TopicPast,
} from "./describe-history.ts";
import { missingTopic } from "./topics.ts";

export interface HistoryRequest {
  /** Most entries (20). */
  readonly limit?: number;
  readonly entriesIn?: EntriesIn;
}

/** What happened to the entries of a topic. */
export interface TopicHistory {
  readonly topic: string;
  readonly file: string;
  /** Most recently changed first. */
  readonly entries: readonly EntryHistory[];
  /** How many there are beside these. */
  readonly more: number;
  /** Reasons why events may be missing. */
  readonly notes: readonly string[];
}

/** An entry and what happened to it. */
export interface EntryHistory {
  readonly id: string | null;
  /** What it says, or said last; null where it was forgotten. */
  readonly text: string | null;
  readonly state: "there" | "struck" | "removed" | "forgotten";
  /** Where it stands; null where it is gone. */
  readonly line: number | null;
  /** Its date, else the day of the commit that brought it; null for one that was forgotten, or is not committed yet. */
  readonly date: string | null;
  /** Newest first. */
  readonly events: readonly LifeEvent[];
}

/** The history of a topic as a viewer may see it, by entry. Throws LociError NOT_FOUND, and GIT_BLOCKED where there is no history. */
export async function topicHistory(
  context: MemoryContext,
  viewer: Viewer,
  name: string,
  { limit = 20, entriesIn }: HistoryRequest = {},
): Promise<TopicHistory> {
  await context.freshness.ensureFresh();
  const history = await context.openHistory();
  const teller = await openHistoryTeller(context, viewer);
  const [found] = context.index.run((db) => findTopics(db, viewer, name));
  const paths = found === undefined ? pathsOf(name) : [toTopicPath(found.file)];
  for (const path of paths.filter(teller.isPathVisible)) {
    const past = await readPast(context.root, history, path, entriesIn);
    if (past.versions.length === 0) continue;
    const lives = past.lives
      .filter((life) => teller.isEntryVisible(life.last))
      .toSorted((a, b) => (a.events[0]?.version ?? 0) - (b.events[0]?.version ?? 0));
    const entries = lives.slice(0, limit).map((life) => describeEntry(teller, past, life));
    const more = lives.length - entries.length;
    return { topic: name, file: path, entries, more, notes: past.notes };
  }
  throw missingTopic(context, viewer, name);
}

/** One entry and its events. */
function describeEntry(teller: HistoryTeller, past: TopicPast, life: EntryLife): EntryHistory {
  const events = teller.eventsOf(past, life);
  if (teller.isForgotten(life))
    return { id: null, text: null, state: "forgotten", line: null, date: null, events };
  const { entry, last } = life;
  const state = entry === undefined ? "removed" : isSuperseded(entry) ? "struck" : "there";
  const date = last.date ?? events.at(-1)?.at?.slice(0, 10) ?? null;
  return { id: last.id, text: last.text, state, line: entry?.line ?? null, date, events };
}

/** Paths that a deleted topic may have had. */
const pathsOf = (name: string): TopicPath[] =>
  [name, `${name}.md`, `topics/${slugify(name)}.md`].flatMap(
    (path) => pathOrNone(toTopicPath, path) ?? [],
  );
