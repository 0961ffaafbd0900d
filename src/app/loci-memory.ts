import type { MemoryChange } from "../memory/edit-memory.ts";
import type { HistoryRequest } from "../memory/history.ts";
import type { FactsRequest } from "../memory/list-facts.ts";
import { namePeople, viewerOn } from "../memory/people.ts";
import { type AskedRecall, findMemories, recallToShow } from "../memory/recall.ts";
import { recentTopics } from "../memory/recent.ts";
import type { Memory, Remembered } from "../memory/remember.ts";
import type { WhichMemories } from "../memory/select-memories.ts";
import { listFilesFor, showTopic } from "../memory/topics.ts";
import type { UndoableQuery } from "../memory/undo.ts";
import type { FoundMemory } from "../recall/recall.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import type { LazyConversations } from "./conversation/lazy-conversations.ts";
import type { OpenVault } from "./vault/open-vault.ts";

/** What reads the memory. */
export function reading(vault: OpenVault) {
  const by = (viewer?: Viewer): Viewer => viewerOn(vault, viewer);
  return {
    /** Answers from a fresh index. Safe on any text; nothing relevant is an empty list. */
    async recall(query: string, asked: AskedRecall = {}) {
      const { viewer, hidesSecrets = false, ...request } = asked;
      const answer = await recallToShow(vault, by(viewer), query, request);
      if (!hidesSecrets) return answer;
      const { redactMemories } = await import("../memory/hide-secrets.ts");
      return { ...answer, hits: redactMemories(vault, by(viewer), answer.hits) };
    },
    /** The memories that words mean to a viewer, for `forget`. */
    find: async (words: string, viewer: Viewer) => findMemories(vault, by(viewer), words),
    /** A page of the memories in force, newest first, or of those that answer a question. NOT_FOUND. */
    list: async (viewer: Viewer, request: FactsRequest) =>
      (await import("../memory/list-facts.ts")).listFacts(vault, by(viewer), request),
    /** Where the memory that words mean comes from. NOT_FOUND. */
    why: async (words: string, viewer?: Viewer) =>
      (await import("../memory/why.ts")).explain(vault, by(viewer), words),
    /** What happened to each entry of a topic. NOT_FOUND or GIT_BLOCKED. */
    history: async (topic: string, request?: HistoryRequest, viewer?: Viewer) =>
      (await import("../memory/history.ts")).topicHistory(vault, by(viewer), topic, request),
    /** One topic by name, alias, title or file. NOT_FOUND. */
    show: (name: string, viewer?: Viewer) => showTopic(vault, by(viewer), name),
    topics: (viewer?: Viewer) => listFilesFor(vault, by(viewer)),
    people: () => namePeople(vault),
    recent: (viewer?: Viewer) => recentTopics(vault, by(viewer)),
    /** The digest log, newest first; at most 10 blocks, unless another limit is asked for. */
    log: async (request: { readonly limit?: number } = {}, viewer?: Viewer) =>
      (await import("../memory/show-log.ts")).showLog(vault, by(viewer), request.limit),
  };
}

/** What changes the memory, each call as one step that can be taken back. */
export function changing(vault: OpenVault, conversations: LazyConversations) {
  const by = (viewer?: Viewer): Viewer => viewerOn(vault, viewer);
  const kept = async () => (conversations.isThere() ? conversations.open() : undefined);
  const undo = () => import("../memory/undo.ts");
  const useDays = async () => (await conversations.open()).db.useDays;
  return {
    /** Resolves when the memories are on disk; `sync.commit` puts them into git. */
    async remember(memories: readonly Memory[]): Promise<readonly Remembered[]> {
      const saved = await (await import("../memory/remember.ts")).remember(vault, memories);
      const files = saved.flatMap(({ status, file }) => (status === "saved" ? file : []));
      if (files.length === 0) return saved;
      const { queueLongTopics } = await import("../digest/split/split-topics.ts");
      await queueLongTopics(vault, files, async () => (await conversations.open()).db.digestions);
      return saved;
    },
    /** Changes the one memory of that id or text. NOT_FOUND or BAD_INPUT. */
    edit: async (entry: string, change: MemoryChange, viewer?: Viewer) =>
      (await import("../memory/edit-memory.ts")).editMemory(vault, by(viewer), entry, change),
    /** The memories of files that are meant, archived ones too, for `forget`. */
    async select(which: WhichMemories, viewer: Viewer) {
      const { selectMemories } = await import("../memory/select-memories.ts");
      const { db } = (which.sessions !== undefined && (await kept())) || {};
      return selectMemories(vault, by(viewer), which, db?.sessions);
    },
    /** Brings the one archived memory that words mean back to where it was. NOT_FOUND or BAD_INPUT. */
    restore: async (words: string, viewer?: Viewer) =>
      (await import("../memory/restore.ts")).restore(vault, by(viewer), words, await useDays()),
    /** What forgetting these would take away, protected ones only where they are named one by one. Changes nothing. */
    async previewForget(
      found: readonly FoundMemory[],
      how: { readonly isNamed: boolean; readonly viewer: Viewer; readonly purge?: boolean },
    ) {
      const { previewForget } = await import("../memory/preview-forget.ts");
      const { viewer, isNamed, purge = false } = how;
      const options = { isNamed, purge, by: by(viewer), conversations: await kept() };
      const { standingSites } = await import("./site/built-sites.ts");
      const sites = purge ? standingSites(vault) : [];
      return { ...previewForget(vault, found, options), sites };
    },
    /**
     * Forgets memories on behalf of the viewer. NOT_FOUND where one has changed or gone. `purge` takes all that this
     * device keeps of them too, and git's history, and looks where their words stand even so.
     */
    async forget(
      memories: readonly FoundMemory[],
      { viewer, purge = false }: { readonly viewer?: Viewer; readonly purge?: boolean } = {},
    ) {
      const { forgetMemories } = await import("./syncing/forget-memories.ts");
      const open = await conversations.open();
      return forgetMemories(vault, open, memories, { purge, by: by(viewer) });
    },
    /**
     * Takes the last step back: a memory that was saved or forgotten, a digestion, a split, a night; undefined where
     * there is none. BAD_CONFIG where commits are off, here and below.
     */
    undo: async () => (await undo()).undoLast(vault, await useDays(), { allPeople: true }),
    /** What can be taken back, the last first: Loci's steps, and commits of edits by hand. */
    undoable: async (query?: UndoableQuery) => (await undo()).listUndoable(vault, query),
    /** Takes one of them back, or the undoing of one. NOT_FOUND where it was taken back meanwhile. */
    undoOne: async (id: string) => (await undo()).undoOne(vault, await useDays(), id),
  };
}
