import type { LazyConversationServices } from "../../agent/conversation/context.ts";
import type { TopicSummary } from "../../index/overview.ts";
import type { Edited, MemoryChange } from "../../memory/edit-memory.ts";
import type { HistoryRequest, TopicHistory } from "../../memory/history.ts";
import type { FactsPage, FactsRequest } from "../../memory/list-facts.ts";
import { namePeople, type People, viewerOn } from "../../memory/people.ts";
import type { ForgetPreview } from "../../memory/preview-forget.ts";
import {
  type AskedRecall,
  findHolding,
  findMemories,
  type RecallAnswer,
  recallMemories,
} from "../../memory/recall.ts";
import { recentTopics } from "../../memory/recent.ts";
import type { Memory, Remembered } from "../../memory/remember.ts";
import type { Restored } from "../../memory/restore.ts";
import type { WhichMemories } from "../../memory/select-memories.ts";
import type { LoggedBlock } from "../../memory/show-log.ts";
import { listFilesFor, showTopic } from "../../memory/topics.ts";
import type { Undoable, Undone } from "../../memory/undo.ts";
import type { Explained } from "../../memory/why.ts";
import type { FoundMemory } from "../../recall/recall.ts";
import type { RecentTopic } from "../../vault/recent-index.ts";
import type { Topic } from "../../vault/topic.ts";
import type { Viewer } from "../../vault/viewer.ts";
import type { OpenVault } from "../open-vault.ts";
import type { LeftOver } from "../syncing/forget-memories.ts";

/** What the vault remembers: asked, added to, and taken out of. */
export interface LociMemory {
  /** Answers from a fresh index. Safe on any text; nothing relevant is an empty list.
   * @example const { hits } = await loci.memory.recall("which rice for paella?", { limit: 3 }); */
  recall(query: string, request?: AskedRecall): Promise<RecallAnswer>;
  /** Resolves when the memories are on disk; `sync.commit` puts them into git.
   * @example await loci.memory.remember([{ text: "Prefers bomba rice", person: "ana" }]); */
  remember(memories: readonly Memory[]): Promise<readonly Remembered[]>;
  /** The memories that words mean to a viewer, for `forget`.
   * @example const [found] = await loci.memory.find("bomba rice", {}); */
  find(words: string, viewer: Viewer): Promise<readonly FoundMemory[]>;
  /** Those of them that hold all the words, for `forget`: at most eight.
   * @example const found = await loci.memory.findAllWords("bomba rice", {}); */
  findAllWords(words: string, viewer: Viewer): Promise<readonly FoundMemory[]>;
  /** The memories in force, newest first, or those that answer a question; a page of them. Throws LociError NOT_FOUND.
   * @example const { facts, total } = await loci.memory.list({}, { topic: "cooking", page: 1, limit: 50 }); */
  list(viewer: Viewer, request: FactsRequest): Promise<FactsPage>;
  /** Changes the one memory of that id or text. Throws LociError NOT_FOUND or BAD_INPUT.
   * @example await loci.memory.edit("The old lamp", { text: "The lamp by the door" }); */
  edit(entry: string, change: MemoryChange, viewer?: Viewer): Promise<Edited>;
  /** The memories of files that are meant, archived ones too, for `forget`.
   * @example const found = await loci.memory.select({ about: "ben" }, {}); */
  select(which: WhichMemories, viewer: Viewer): Promise<readonly FoundMemory[]>;
  /** Brings the one archived memory that words mean back to where it was. Throws LociError NOT_FOUND or BAD_INPUT.
   * @example const { file } = await loci.memory.restore("the old lamp"); */
  restore(words: string, viewer?: Viewer): Promise<Restored>;
  /** What forgetting these would take away; where they are not named one by one, protected ones are kept. Changes nothing.
   * @example const preview = await loci.memory.previewForget(found, { isNamed: true, viewer: {} }); */
  previewForget(
    found: readonly FoundMemory[],
    options: { readonly isNamed: boolean; readonly viewer: Viewer; readonly purge?: boolean },
  ): Promise<ForgetPreview>;
  /**
   * Forgets memories on behalf of the viewer. Throws LociError NOT_FOUND where one has changed or gone.
   * `purge` takes all that this device keeps of them too, and git's history, and looks where their words stand even so.
   * @example await loci.memory.forget(await loci.memory.find("the old lamp", {}));
   */
  forget(
    memories: readonly FoundMemory[],
    options?: { readonly viewer?: Viewer; readonly purge?: boolean; readonly quotes?: boolean },
  ): Promise<LeftOver>;
  /** Takes the last step back: a memory that was saved or forgotten, a digestion, a split; undefined where there is none.
   * @example const undone = await loci.memory.undo(); */
  undo(): Promise<Undone | undefined>;
  /** What can be taken back, the last first: Loci's last step, and commits of edits by hand.
   * @example const [last] = await loci.memory.undoable({ limit: 5 }); */
  undoable(options?: {
    readonly limit?: number;
    readonly signal?: AbortSignal;
  }): Promise<readonly Undoable[]>;
  /** Takes one of them back. Throws LociError NOT_FOUND where something else was done meanwhile.
   * @example if (last !== undefined) await loci.memory.undoOne(last.id); */
  undoOne(id: string): Promise<Undone>;
  /** Where the memory that words mean comes from. Throws LociError NOT_FOUND.
   * @example const { why } = await loci.memory.why("bomba rice"); */
  why(words: string, viewer?: Viewer): Promise<Explained>;
  /** What happened to each entry of a topic. Throws LociError NOT_FOUND or GIT_BLOCKED.
   * @example const { entries } = await loci.memory.history("cooking"); */
  history(topic: string, request?: HistoryRequest, viewer?: Viewer): Promise<TopicHistory>;
  /** One topic by name, alias, title or file. Throws LociError NOT_FOUND.
   * @example const { text } = await loci.memory.show("cooking"); */
  show(name: string, viewer?: Viewer): Promise<{ readonly topic: Topic; readonly text: string }>;
  /** @example for (const { title } of await loci.memory.topics()) console.log(title); */
  topics(viewer?: Viewer): Promise<readonly TopicSummary[]>;
  /** @example const people = await loci.memory.people(); */
  people(): Promise<People>;
  /** @example const [newest] = await loci.memory.recent(); */
  recent(viewer?: Viewer): Promise<readonly (RecentTopic & { readonly ago: string })[]>;
  /** The digest log, newest first; at most 10 blocks, unless another limit is asked for.
   * @example const blocks = await loci.memory.log({ limit: 3 }); */
  log(request?: { readonly limit?: number }, viewer?: Viewer): Promise<readonly LoggedBlock[]>;
}

/** Use cases that most commands need are there at once; the others are loaded by the first that needs them. */
export function openMemory(parts: OpenVault, services: LazyConversationServices): LociMemory {
  const journal = async () => (await services.open()).db.undo;
  return {
    async recall(query, { viewer: named, hidesSecrets = false, ...request } = {}) {
      const viewer = viewerOn(parts, named);
      if (!hidesSecrets) return recallMemories(parts, viewer, query, request);
      const { recallForModel } = await import("../../memory/for-models.ts");
      return recallForModel(parts, { ...viewer, isAtHome: false }, query, request);
    },
    ...openChanges(parts),
    find: async (words, viewer) => findMemories(parts, viewerOn(parts, viewer), words),
    findAllWords: async (words, viewer) => findHolding(parts, viewerOn(parts, viewer), words),
    async list(viewer, request) {
      const { listFacts } = await import("../../memory/list-facts.ts");
      return listFacts(parts, viewerOn(parts, viewer), request);
    },
    async select(which, viewer) {
      const { selectMemories } = await import("../../memory/select-memories.ts");
      const needsKept = which.sessions !== undefined && services.isThere();
      const kept = needsKept ? (await services.open()).db.sessions : undefined;
      return selectMemories(parts, viewerOn(parts, viewer), which, kept);
    },
    async previewForget(found, { viewer, isNamed, purge = false }) {
      const { previewForget } = await import("../../memory/preview-forget.ts");
      const conversations = services.isThere() ? await services.open() : undefined;
      const by = viewerOn(parts, viewer);
      return previewForget(parts, found, { isNamed, purge, by, conversations });
    },
    async forget(memories, { viewer, purge = false, quotes = false } = {}) {
      const { forgetMemories } = await import("../syncing/forget-memories.ts");
      const asked = { purge, quotes, by: viewerOn(parts, viewer) };
      return forgetMemories(parts, services, memories, asked);
    },
    async undo() {
      const { undoLast } = await import("../../memory/undo.ts");
      return undoLast(parts, await journal(), { allPeople: true });
    },
    async undoable(options) {
      const { listUndoable } = await import("../../memory/undo.ts");
      return listUndoable(parts, await journal(), options);
    },
    async undoOne(id) {
      const { undoOne } = await import("../../memory/undo.ts");
      return undoOne(parts, await journal(), id);
    },
    async why(words, viewer) {
      const { explain } = await import("../../memory/why.ts");
      return explain(parts, viewerOn(parts, viewer), words);
    },
    async history(topic, request, viewer) {
      const { topicHistory } = await import("../../memory/history.ts");
      return topicHistory(parts, viewerOn(parts, viewer), topic, request);
    },
    show: (name, viewer) => showTopic(parts, viewerOn(parts, viewer), name),
    topics: (viewer) => listFilesFor(parts, viewerOn(parts, viewer)),
    people: () => namePeople(parts),
    recent: (viewer) => recentTopics(parts, viewerOn(parts, viewer)),
    async log(request = {}, viewer) {
      const { showLog } = await import("../../memory/show-log.ts");
      return showLog(parts, viewerOn(parts, viewer), request.limit);
    },
  };
}

/** What changes files, each call as one step that can be taken back. */
function openChanges(parts: OpenVault): Pick<LociMemory, "remember" | "edit" | "restore"> {
  const journal = async () => {
    const { openUndoJournal } = await import("../session-db.ts");
    return () => openUndoJournal(parts);
  };
  return {
    async remember(memories) {
      const { remember } = await import("../../memory/remember.ts");
      return remember(parts, memories, await journal());
    },
    async edit(entry, change, viewer) {
      const { editMemory } = await import("../../memory/edit-memory.ts");
      return editMemory(parts, viewerOn(parts, viewer), entry, change, await journal());
    },
    async restore(words, viewer) {
      const { restore } = await import("../../memory/restore.ts");
      return restore(parts, viewerOn(parts, viewer), words, await journal());
    },
  };
}
