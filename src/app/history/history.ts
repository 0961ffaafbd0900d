import { LociError } from "../../errors.ts";
import { gitHome } from "../../git/config/git-config.ts";
import { createYielder } from "../../git/yield-to-event-loop.ts";
import { findTopics } from "../../index/overview.ts";
import { ownersOfTexts } from "../../index/visible.ts";
import type { EntryLife } from "../../sync/history/entry-history.ts";
import { moveFinder } from "../../sync/history/find-move.ts";
import { type History, openHistory } from "../../sync/history/open-history.ts";
import { parseRemovals } from "../../sync/merge/file/removals.ts";
import { readForgotten } from "../../sync/round/forgotten.ts";
import { isSuperseded } from "../../vault/entry.ts";
import { type TopicPath, toTopicPath } from "../../vault/paths.ts";
import { slugify } from "../../vault/slugify.ts";
import type { Viewer } from "../../vault/viewer.ts";
import { missingTopic } from "../answer.ts";
import { lookAtFiles } from "../keep-fresh.ts";
import type { Parts } from "../parts.ts";
import { readPast, type TopicPast } from "./past.ts";
import {
  isEntryVisible,
  isForgotten,
  isPathVisible,
  type LifeEvent,
  type Telling,
  tellLife,
} from "./tell-life.ts";
import { findTold } from "./told.ts";

export interface HistoryRequest {
  /** Only entries of this id, of this text, or that hold these words. */
  readonly entry?: string;
  /** Most entries (20). */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

/** What happened to the entries of a topic. */
export interface TopicHistory {
  readonly topic: string;
  readonly file: string;
  /** The one that something happened to last comes first. */
  readonly entries: readonly ToldEntry[];
  /** How many there are beside these. */
  readonly more: number;
  /** Why there may have been more. */
  readonly notes: readonly string[];
}

/** An entry and what happened to it. */
export interface ToldEntry {
  readonly id: string | null;
  /** What it says, or said last; null where it was forgotten. */
  readonly text: string | null;
  readonly state: "there" | "struck" | "moved" | "removed" | "forgotten";
  /** Where it stands; null where it is gone. */
  readonly line: number | null;
  /** Its date, else the day of the commit that brought it; null for one that was forgotten, or is not committed yet. */
  readonly date: string | null;
  /** Newest first. */
  readonly events: readonly LifeEvent[];
}

/** The history of a topic as a viewer may see it, by entry. Throws LociError NOT_FOUND, and GIT_BLOCKED where there is no history. */
export async function topicHistory(
  parts: Parts,
  viewer: Viewer,
  name: string,
  { entry, limit = 20, signal }: HistoryRequest = {},
): Promise<TopicHistory> {
  await lookAtFiles(parts);
  const history = await openHistory(parts.root, gitHome(parts.env), parts.historyTable);
  try {
    const { path, past } = await findPast(parts, history, { viewer, name, signal });
    const telling = await openTelling(parts, history, { viewer, signal });
    const lives = past.lives
      .filter((life) => isEntryVisible(telling, life.last))
      .filter((life) => entry === undefined || isMeant(telling, life, entry))
      .toSorted((a, b) => (a.events[0]?.version ?? 0) - (b.events[0]?.version ?? 0));
    if (entry !== undefined && lives.length === 0) throw noSuchEntry(entry, path);
    const entries: ToldEntry[] = [];
    for (const life of lives.slice(0, limit)) entries.push(await tellEntry(telling, past, life));
    return {
      ...{ topic: name, file: path, entries },
      more: lives.length - entries.length,
      notes: [...past.notes, ...untold(telling)],
    };
  } finally {
    history.close();
  }
}

/** What telling lives needs of an open vault. */
export async function openTelling(
  parts: Pick<Parts, "root" | "settings" | "index">,
  history: History,
  { viewer, signal }: { readonly viewer: Viewer; readonly signal: AbortSignal | undefined },
): Promise<Telling> {
  const { root, settings } = parts;
  return {
    viewer,
    owners: parts.index.run(ownersOfTexts),
    moves: moveFinder(history, { signal }),
    pause: createYielder(signal),
    told: findTold(parts, viewer),
    removals: parseRemovals(await readForgotten(root)),
    timeZone: settings.timezone,
  };
}

/** What could not be told, in a sentence. */
export const untold = ({ moves }: Telling): readonly string[] =>
  moves.isSpent()
    ? ["where lines were moved from one file to another is not told of all: too much changed"]
    : [];

/** Tells one entry. */
export async function tellEntry(
  telling: Telling,
  past: TopicPast,
  life: EntryLife,
): Promise<ToldEntry> {
  const events = await tellLife(telling, past, life);
  if (isForgotten(telling, life)) {
    return { id: null, text: null, state: "forgotten", line: null, date: null, events };
  }
  const { entry, last } = life;
  const state =
    entry === undefined
      ? events[0]?.to === undefined
        ? "removed"
        : "moved"
      : isSuperseded(entry)
        ? "struck"
        : "there";
  const date = last.date ?? events.at(-1)?.at?.slice(0, 10) ?? null;
  return { id: last.id, text: last.text, state, line: entry?.line ?? null, date, events };
}

/** The topic of a name; one that is gone may have a past, too. */
async function findPast(
  parts: Parts,
  history: History,
  {
    viewer,
    name,
    signal,
  }: {
    readonly viewer: Viewer;
    readonly name: string;
    readonly signal: AbortSignal | undefined;
  },
): Promise<{ readonly path: TopicPath; readonly past: TopicPast }> {
  const [found] = parts.index.run((db) => findTopics(db, viewer, name));
  const paths = found === undefined ? pathsOf(name) : [toTopicPath(found.file)];
  for (const path of paths.filter((one) => isPathVisible({ viewer }, one))) {
    const past = await readPast(parts.root, history, { path, signal });
    if (found !== undefined || past.versions.length > 0) return { path, past };
  }
  throw missingTopic(parts, viewer, name);
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

function isMeant(telling: Telling, life: EntryLife, words: string): boolean {
  if (isForgotten(telling, life)) return false;
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
