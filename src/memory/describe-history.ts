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
import { type FindInLog, findInLog } from "./show-log.ts";

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

/** Tells one viewer what happened to entries. */
export interface HistoryTeller {
  readonly findInLog: FindInLog;
  /** Whether the viewer may look into a file, be it there or gone. */
  isPathVisible(path: string): boolean;
  /** Whether the viewer may see an entry at all: a text that stands nowhere for all today was its owner's then, too. */
  isEntryVisible(entry: Entry): boolean;
  /** The words of an entry, struck or not; null where they were forgotten. */
  wordsOf(entry: Pick<Entry, "text" | "fields">): string | null;
  /** True for an entry that is gone and was forgotten: its words are not shown again. */
  isForgotten(life: EntryLife): boolean;
  /** The events of an entry, newest first, without versions that were another person's own. */
  eventsOf(past: TopicPast, life: EntryLife): LifeEvent[];
}

/** Needs a fresh index. */
export async function openHistoryTeller(
  context: MemoryContext,
  viewer: Viewer,
): Promise<HistoryTeller> {
  const owners = context.index.run(ownersOfTexts);
  const removals = parseRemovals(await readForgotten(context.root));
  const teller: HistoryTeller = {
    findInLog: findInLog(context, viewer),
    // Only looked at: nothing is opened by it.
    isPathVisible: (path) => isScopeVisible(viewer, placeOf(path as TopicPath).scope),
    isEntryVisible: ({ owner, text }) => isOwnerVisible(viewer, owner || (owners.get(text) ?? "")),
    wordsOf(entry) {
      const { text } = entry;
      return removals.isForgotten(text) || removals.isForgotten(plainText(entry)) ? null : text;
    },
    isForgotten: ({ entry, last }) => entry === undefined && teller.wordsOf(last) === null,
    eventsOf(past, life) {
      const isGone = teller.isForgotten(life);
      const seen = life.events.filter(({ before, after, version }) => {
        const path = past.versions[version]?.path;
        const isSeen = [before, after].every((entry) => !entry || teller.isEntryVisible(entry));
        return path !== undefined && isSeen && teller.isPathVisible(path);
      });
      return seen.map((event) => describeEvent(teller, { event, past, isGone }, context.settings));
    },
  };
  return teller;
}

function describeEvent(
  teller: HistoryTeller,
  { event, past, isGone }: { event: EntryEvent; past: TopicPast; isGone: boolean },
  { timezone }: Pick<MemoryContext["settings"], "timezone">,
): LifeEvent {
  const { commit, path = "", from } = past.versions[event.version] ?? {};
  const { type, before, after } = event;
  const words = (entry: Entry | undefined): string | null =>
    entry === undefined || isGone ? null : teller.wordsOf(entry);
  const isNew = !isGone && (type === "added" || type === "edited");
  return {
    type,
    ...(type === "moved" && from !== undefined && teller.isPathVisible(from) && { from }),
    at: commit === undefined ? null : offsetTime(commit.authoredAt, timezone),
    before: words(before),
    text: words(after),
    file: path,
    author: commit?.author ?? null,
    agent: commit?.trailers.agent ?? null,
    device: commit?.trailers.device ?? null,
    // What came by a conversation says so, or the log does.
    conversation:
      (isNew && (after?.fields.source ?? (after && teller.findInLog(after.text, path)?.session))) ||
      null,
    commit: commit?.oid ?? null,
    subject: commit?.subject ?? null,
  };
}
