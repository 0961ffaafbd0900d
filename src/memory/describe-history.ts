import { ownersOfTexts } from "../index/visible.ts";
import type { EntryEvent, EntryLife } from "../sync/history/entry-history.ts";
import { parseRemovals } from "../sync/merge/file/removals.ts";
import { readForgotten } from "../sync/round/forgotten.ts";
import { placeOf, type TopicPath } from "../vault/paths.ts";
import { plainText } from "../vault/topic/entry.ts";
import type { Entry } from "../vault/topic/topic.ts";
import { isOwnerVisible, isScopeVisible, type Viewer } from "../vault/topic/viewer.ts";
import type { MemoryContext } from "./context.ts";
import { offsetTime } from "./local-time.ts";
import type { TopicPast } from "./read-history.ts";
import { findInLog } from "./show-log.ts";

/** One thing that happened to an entry, in words for people and programs. */
export interface LifeEvent {
  /** `struck`: another entry stands for it; `moved`: its file was called `from` before. */
  readonly type: "added" | "edited" | "struck" | "moved" | "removed" | "restored";
  /** Local time with its offset; null: on disk, and not committed yet. */
  readonly at: string | null;
  /** Its text before and after the event; null where there was none, or where it was forgotten. */
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

/** Tells one viewer what happened to entries. */
export type HistoryTeller = Awaited<ReturnType<typeof openHistoryTeller>>;

/** Needs a fresh index. */
export async function openHistoryTeller(context: MemoryContext, viewer: Viewer) {
  const owners = context.index.run(ownersOfTexts);
  const removals = parseRemovals(readForgotten(context.root));
  const find = findInLog(context, viewer);
  /** Whether the viewer may look into a file, present or gone. Opens nothing. */
  const isPathVisible = (path: string): boolean =>
    isScopeVisible(viewer, placeOf(path as TopicPath).scope);
  /** Whether the viewer may see an entry: a text that is one person's today was theirs in the past, too. */
  const isEntryVisible = ({ owner, text }: Entry): boolean =>
    isOwnerVisible(viewer, owner || (owners.get(text) ?? ""));
  /** The words of an entry, struck or not; null where they were forgotten. */
  const wordsOf = (entry: Pick<Entry, "text" | "fields">): string | null => {
    const { text } = entry;
    return removals.isForgotten(text) || removals.isForgotten(plainText(entry)) ? null : text;
  };
  /** True for an entry that is gone and was forgotten: its words are not shown again. */
  const isForgotten = ({ entry, last }: EntryLife): boolean =>
    entry === undefined && wordsOf(last) === null;
  const describe = (past: TopicPast, event: EntryEvent, isGone: boolean): LifeEvent => {
    const { commit, path = "", from } = past.versions[event.version] ?? {};
    const { type, before, after } = event;
    const words = (entry: Entry | undefined): string | null =>
      entry === undefined || isGone ? null : wordsOf(entry);
    const isNew = !isGone && (type === "added" || type === "edited");
    return {
      type,
      ...(type === "moved" && from !== undefined && isPathVisible(from) && { from }),
      at: commit === undefined ? null : offsetTime(commit.authoredAt, context.settings.timezone),
      before: words(before),
      text: words(after),
      file: path,
      author: commit?.author ?? null,
      agent: commit?.trailers.agent ?? null,
      device: commit?.trailers.device ?? null,
      // What came by a conversation says so, or the log does.
      conversation:
        (isNew && (after?.fields.source ?? (after && find(after.text, path)?.session))) || null,
      commit: commit?.oid ?? null,
      subject: commit?.subject ?? null,
    };
  };
  return {
    findInLog: find,
    isPathVisible,
    isEntryVisible,
    wordsOf,
    isForgotten,
    /** The events of an entry, newest first, without versions that were another person's own. */
    eventsOf(past: TopicPast, life: EntryLife): LifeEvent[] {
      const isGone = isForgotten(life);
      const seen = life.events.filter(({ before, after, version }) => {
        const path = past.versions[version]?.path;
        const isSeen = [before, after].every((entry) => !entry || isEntryVisible(entry));
        return path !== undefined && isSeen && isPathVisible(path);
      });
      return seen.map((event) => describe(past, event, isGone));
    },
  };
}
