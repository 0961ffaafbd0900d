import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { LociError } from "../errors.ts";
import { findTopics } from "../index/overview.ts";
import { ownersOfTexts } from "../index/visible.ts";
import type { EntryLife } from "../sync/history/entry-history.ts";
import type { History } from "../sync/history/open-history.ts";
import { parseRemovals } from "../sync/merge/file/removals.ts";
import { readForgotten } from "../sync/round/forgotten.ts";
import { type TopicPath, toTopicPath } from "../vault/paths.ts";
import { slugify } from "../vault/slugify.ts";
import { isSuperseded } from "../vault/topic/entry.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import type { MemoryContext } from "./context.ts";
import {
  describeHistory,
  type HistoryContext,
  isEntryVisible,
  isForgotten,
  isPathVisible,
  type LifeEvent,
} from "./describe-history.ts";
import { type PastRequest, readPast, type TopicPast } from "./read-history.ts";
import { findInLog } from "./show-log.ts";
import { missingTopic } from "./topics.ts";

export interface HistoryRequest {
  /** Only entries of this id, of this text, or that hold these words. */
  readonly entry?: string;
  /** Most entries (20). */
  readonly limit?: number;
  /** What was secret in a version is in none that is shown. */
  readonly withoutSecrets?: boolean;
  readonly signal?: AbortSignal;
}

/** What happened to the entries of a topic. */
export interface TopicHistory {
  readonly topic: string;
  readonly file: string;
  /** The one that something happened to last comes first. */
  readonly entries: readonly EntryHistory[];
  /** How many there are beside these. */
  readonly more: number;
  /** Why there may have been more. */
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

/** Who asks, and until when. */
export interface Asked {
  readonly viewer: Viewer;
  readonly signal?: AbortSignal | undefined;
}

type HistoryOf = Pick<MemoryContext, "root" | "settings" | "index" | "freshness" | "openHistory">;

/** The history of a topic as a viewer may see it, by entry. Throws LociError NOT_FOUND, and GIT_BLOCKED where there is no history. */
export async function topicHistory(
  context: HistoryOf,
  viewer: Viewer,
  name: string,
  { entry, limit = 20, signal, withoutSecrets }: HistoryRequest = {},
): Promise<TopicHistory> {
  await context.freshness.ensureFresh();
  const history = await context.openHistory();
  try {
    const { path, past } = await findPast(context, history, {
      viewer,
      name,
      signal,
      withoutSecrets,
    });
    const described = await openHistoryContext(context, { viewer, signal });
    const lives = past.lives
      .filter((life) => isEntryVisible(described, life.last))
      .filter((life) => entry === undefined || isMeant(described, life, entry))
      .toSorted((a, b) => (a.events[0]?.version ?? 0) - (b.events[0]?.version ?? 0));
    if (entry !== undefined && lives.length === 0) throw noSuchEntry(entry, path);
    const entries: EntryHistory[] = [];
    for (const life of lives.slice(0, limit))
      entries.push(await describeEntry(described, past, life));
    return {
      topic: name,
      file: path,
      entries,
      more: lives.length - entries.length,
      notes: past.notes,
    };
  } finally {
    history.close();
  }
}

/** What described lives needs of an open vault. */
export async function openHistoryContext(
  context: Pick<MemoryContext, "root" | "settings" | "index">,
  { viewer, signal }: Asked,
): Promise<HistoryContext> {
  const { root, settings } = context;
  return {
    viewer,
    owners: context.index.run(ownersOfTexts),
    pause: () => yieldToEventLoop(undefined, { signal }),
    findInLog: findInLog(context, viewer),
    removals: parseRemovals(await readForgotten(root)),
    timeZone: settings.timezone,
  };
}

/** One entry and its events. */
async function describeEntry(
  described: HistoryContext,
  past: TopicPast,
  life: EntryLife,
): Promise<EntryHistory> {
  const events = await describeHistory(described, past, life);
  if (isForgotten(described, life)) {
    return { id: null, text: null, state: "forgotten", line: null, date: null, events };
  }
  const { entry, last } = life;
  const state = entry === undefined ? "removed" : isSuperseded(entry) ? "struck" : "there";
  const date = last.date ?? events.at(-1)?.at?.slice(0, 10) ?? null;
  return { id: last.id, text: last.text, state, line: entry?.line ?? null, date, events };
}

/** The topic of a name; one that is gone may have a past, too. */
async function findPast(
  context: HistoryOf,
  history: History,
  { viewer, name, ...how }: Asked & Omit<PastRequest, "path"> & { readonly name: string },
): Promise<{ readonly path: TopicPath; readonly past: TopicPast }> {
  const [found] = context.index.run((db) => findTopics(db, viewer, name));
  const paths = found === undefined ? pathsOf(name) : [toTopicPath(found.file)];
  for (const path of paths.filter((one) => isPathVisible({ viewer }, one))) {
    const past = await readPast(context.root, history, { path, ...how });
    if (found !== undefined || past.versions.length > 0) return { path, past };
  }
  throw missingTopic(context, viewer, name);
}

/** What a topic that is gone may have been called. */
function pathsOf(name: string): TopicPath[] {
  return [name, `${name}.md`, `topics/${slugify(name)}.md`].flatMap((path) => {
    try {
      return [toTopicPath(path)];
    } catch (error) {
      if (error instanceof LociError) return [];
      throw error;
    }
  });
}

function isMeant(described: HistoryContext, life: EntryLife, words: string): boolean {
  if (isForgotten(described, life)) return false;
  const wanted = words.trim().replace(/^\^/, "");
  const { id, text } = life.last;
  return id === wanted || text.toLowerCase().includes(wanted.toLowerCase());
}

const noSuchEntry = (entry: string, path: string): LociError =>
  new LociError(
    "NOT_FOUND",
    `Cannot find the entry "${entry}" in the history of "${path}": it is not there; name its id, or words of its text`,
    { data: { entry, file: path } },
  );
