import type { EntryEvent, EntryLife } from "../sync/history/entry-history.ts";
import type { CommitFacts } from "../sync/history/open-history.ts";
import type { Removals } from "../sync/merge/file/removals.ts";
import { placeOf, type TopicPath } from "../vault/paths.ts";
import { plainText } from "../vault/topic/entry.ts";
import type { Entry } from "../vault/topic/topic.ts";
import { isOwnerVisible, isScopeVisible, type Viewer } from "../vault/topic/viewer.ts";
import { offsetTime } from "./local-time.ts";
import type { PastVersion, TopicPast } from "./read-history.ts";
import type { FindInLog } from "./show-log.ts";

/** One thing that happened to an entry, in words for people and programs. */
export interface LifeEvent {
  /** `struck`: another entry stands for it; `moved`: its file was called `from` before. */
  readonly type: "added" | "edited" | "struck" | "moved" | "removed" | "restored";
  /** Local time with its offset; null: on disk, and not committed yet. */
  readonly at: string | null;
  /** What it said before and behind; null where there was nothing, and for what was forgotten. */
  readonly before: string | null;
  readonly text: string | null;
  readonly file: string;
  readonly from?: string;
  /** Whose commit it was; null while there is none. */
  readonly author: string | null;
  readonly agent: string | null;
  readonly device: string | null;
  /** The session that it was learned in. */
  readonly conversation: string | null;
  readonly commit: string | null;
  readonly subject: string | null;
}

/** What is needed to describe what happened to entries. */
export interface HistoryContext {
  /** Who looks. */
  readonly viewer: Viewer;
  /** Whose own a text is today, where it stands nowhere for all: so it was then. */
  readonly owners: ReadonlyMap<string, string>;
  /** Awaited again and again; rejects once it is called off. */
  pause(): Promise<void>;
  readonly findInLog: FindInLog;
  readonly removals: Removals;
  readonly timeZone: string | undefined;
}

/** The events of an entry, newest first, without versions that were another person's own. */
export async function describeHistory(
  context: HistoryContext,
  past: TopicPast,
  life: EntryLife,
): Promise<LifeEvent[]> {
  const isGone = isForgotten(context, life);
  const events: LifeEvent[] = [];
  for (const event of life.events) {
    await context.pause();
    const version = past.versions[event.version];
    if (version !== undefined && isEventVisible(context, event, version))
      events.push(describeEvent(context, { event, version, isGone }));
  }
  return events;
}

/** Whether the viewer may see an entry at all. */
export const isEntryVisible = (
  { viewer, owners }: Pick<HistoryContext, "viewer" | "owners">,
  entry: Entry,
): boolean => isOwnerVisible(viewer, entry.owner || (owners.get(entry.text) ?? ""));

/** Whether the viewer may look into a file, be it there or gone. */
export const isPathVisible = ({ viewer }: Pick<HistoryContext, "viewer">, path: string): boolean =>
  isScopeVisible(viewer, placeOf(path as TopicPath).scope); // Only looked at: nothing is opened by it.

function isEventVisible(
  context: HistoryContext,
  { before, after }: EntryEvent,
  { path }: PastVersion,
): boolean {
  const seen = [before, after].every(
    (entry) => entry === undefined || isEntryVisible(context, entry),
  );
  return seen && isPathVisible(context, path);
}

/** True for an entry that is gone and was forgotten: its words are not shown again. */
export function isForgotten(
  { removals }: Pick<HistoryContext, "removals">,
  life: EntryLife,
): boolean {
  return life.entry === undefined && isMarked(removals, life.last);
}

/** Whether the words of an entry were forgotten; struck or not. */
export function isMarked(removals: Removals, entry: Pick<Entry, "text" | "fields">): boolean {
  return removals.isForgotten(entry.text) || removals.isForgotten(plainText(entry));
}

interface Happened {
  readonly event: EntryEvent;
  readonly version: PastVersion;
  /** The entry was forgotten. */
  readonly isGone: boolean;
}

function describeEvent(context: HistoryContext, { event, version, isGone }: Happened): LifeEvent {
  const { commit, path, from } = version;
  const { before, after } = event;
  const words = (entry: Entry | undefined): string | null =>
    entry === undefined || isGone || isMarked(context.removals, entry) ? null : entry.text;
  const subject = after ?? before;
  return {
    type: event.type,
    ...(event.type === "moved" && from !== undefined && isPathVisible(context, from) && { from }),
    at: commit === undefined ? null : timeOf(context, commit),
    before: words(before),
    text: words(after),
    file: path,
    author: commit?.author ?? null,
    agent: commit?.trailers.agent ?? null,
    device: commit?.trailers.device ?? null,
    conversation: (!isGone && subject && conversationOf(context, event, path)) || null,
    commit: commit?.oid ?? null,
    subject: commit?.subject ?? null,
  };
}

/** When a commit was made, as a local time. */
const timeOf = ({ timeZone }: Pick<HistoryContext, "timeZone">, commit: CommitFacts): string =>
  offsetTime(commit.authoredAt, timeZone);

/** What came by a conversation says so, or the log does. */
function conversationOf(
  { findInLog }: HistoryContext,
  { type, after }: EntryEvent,
  path: string,
): string | undefined {
  if (after === undefined || (type !== "added" && type !== "edited")) return undefined;
  return after.fields.source ?? (findInLog(after.text, path)?.session || undefined);
}
