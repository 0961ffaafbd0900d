// First of all, since what follows compiles patterns.
import "./node-22.ts";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { listAgents } from "../agent/agents.ts";
import type { Chat } from "../agent/conversation/chat.ts";
import type { ConversationOptions } from "../agent/conversation/conversation.ts";
import type { LociSessions } from "../agent/conversation/sessions.ts";
import type { DigestEvent } from "../agent/turn-event.ts";
import { keepDigesting } from "../digest/keep-digesting.ts";
import { messageOf } from "../errors.ts";
import { indexVersion } from "../index/open-index.ts";
import { countAll, countBanks } from "../index/overview.ts";
import type { Reconciled } from "../index/reconcile.ts";
import type { MemoryChange } from "../memory/edit-memory.ts";
import type { FactsRequest } from "../memory/list-facts.ts";
import { checkedPerson, namePeople, viewerOn } from "../memory/people.ts";
import { type AskedRecall, findMemories, recallToShow } from "../memory/recall.ts";
import type { Memory, Remembered } from "../memory/remember.ts";
import type { WhichMemories } from "../memory/select-memories.ts";
import { listFilesFor, recentTopics } from "../memory/topics.ts";
import type { UndoableQuery } from "../memory/undo.ts";
import type { FoundMemory } from "../recall/recall.ts";
import type { RoundOptions, SyncReport } from "../sync/round/sync-request.ts";
import type { UpkeepRequest, UpkeepRun } from "../upkeep/run-upkeep.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import { type LazyConversations, lazyConversations } from "./conversation/lazy-conversations.ts";
import { type OpenOptions, type OpenVault, openVault } from "./vault/open-vault.ts";
import type { RecordedTurn, VoiceRequest } from "./voice/open-voice.ts";

/**
 * An open vault, and what the command line and the server do with it. A `viewer` decides what is shown; by default it
 * is the person in this device's settings. Failures are LociErrors; the codes to expect are named.
 */
export type Loci = Awaited<ReturnType<typeof openLoci>>;

/**
 * Opens a vault. Reads none of its topics yet; what only some commands need is loaded by the first that does. Throws
 * LociError BAD_CONFIG or WRITE_FAILED.
 */
export async function openLoci(options: OpenOptions) {
  const vault = await openVault(options);
  const { root, lociDir, settings, device } = vault;
  const conversations = lazyConversations(vault);
  const memory = memoryOf(vault, conversations);
  return {
    root,
    lociDir,
    settings,
    /** Where this device keeps settings and tokens, outside the vault. */
    device,
    /** The open parts, for use cases that one command alone has. */
    vault,
    conversations,
    /** Who looks; by default the person in this device's settings. BAD_NAME for a name that none can have. */
    viewerOf: (named?: Viewer): Viewer => viewerOn(vault, named),
    /** What the vault remembers: asked, added to, and taken out of. */
    memory,
    /** The memory as another assistant's model may know it: `isAtHome`, with what is secret. */
    async forModels(viewer: Viewer & { readonly isAtHome: boolean }) {
      const { openForModels } = await import("../memory/for-models.ts");
      return openForModels(vault, memory, viewer);
    },
    /** Begins a conversation, or goes on with one. NOT_FOUND for a session or agent that is not there. */
    async converse(request?: ConversationOptions): Promise<Chat> {
      const { Chat } = await import("../agent/conversation/chat.ts");
      return new Chat(vault, await conversations.open(), request);
    },
    /** The agents that can be talked to, with what is public of them. */
    agents: () => listAgents(settings),
    /** The conversations that are kept on this device. */
    sessions: lazySessions(vault, conversations),
    digest: digesting(vault, conversations),
    sync: syncing(vault),
    /** What keeps a memory healthy over the years. */
    upkeep: {
      /** One run, now. BUSY while another one goes on. */
      run: async (request?: UpkeepRequest, viewer?: Viewer): Promise<UpkeepRun> =>
        (await import("./upkeep.ts")).runNow(vault, conversations, request, viewer),
      /** Runs each night until closed; undefined where that is switched off, or another device's. */
      keep: async (onRun: (run: UpkeepRun) => void) =>
        (await import("./upkeep.ts")).keepUpkeep(vault, conversations, onRun),
    },
    voice: {
      /** Opens ears and mouth as the settings choose them. Fails as `converse`, and with BAD_CONFIG. */
      async open(request?: VoiceRequest) {
        const { openVoice } = await import("./voice/open-voice.ts");
        return openVoice(vault, await conversations.open(), request);
      },
      /** Answers what was recorded elsewhere. Fails as `open`, and with BAD_INPUT for what is not a WAV file. */
      async recordedTurn(turn: RecordedTurn) {
        const { recordedTurn } = await import("./voice/open-voice.ts");
        return recordedTurn(vault, await conversations.open(), turn);
      },
    },
    index: indexing(vault),
    /** Waits for what runs in the background, and calls it off after so long; what is not done waits on disk. */
    async close({ timeoutMs = 30_000 }: { readonly timeoutMs?: number } = {}): Promise<void> {
      await conversations.close(timeoutMs);
      await vault.close();
    },
  };
}

function memoryOf(vault: OpenVault, conversations: LazyConversations) {
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
    topics: (viewer?: Viewer) => listFilesFor(vault, by(viewer)),
    people: () => namePeople(vault),
    recent: (viewer?: Viewer) => recentTopics(vault, by(viewer)),
    /** Resolves when the memories are on disk; the committer puts them into git. */
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
      return selectMemories(vault, by(viewer), which, (await conversations.ifThere())?.db.sessions);
    },
    /** What forgetting these would take away, protected ones only where they are named one by one. Changes nothing. */
    async previewForget(
      found: readonly FoundMemory[],
      how: { readonly isNamed: boolean; readonly viewer: Viewer; readonly purge: boolean },
    ) {
      const { previewForget } = await import("../memory/plan-forget.ts");
      const options = { ...how, by: by(how.viewer), conversations: await conversations.ifThere() };
      return previewForget(vault, found, options);
    },
    /**
     * Forgets memories on behalf of the viewer. NOT_FOUND where one has changed or gone. `purge` takes all that this
     * device keeps of them too, and git's history, and looks where their words stand even so.
     */
    async forget(
      memories: readonly FoundMemory[],
      { viewer, purge = false }: { readonly viewer?: Viewer; readonly purge?: boolean } = {},
    ) {
      const { forgetMemories } = await import("../memory/purge.ts");
      const open = await conversations.open();
      return forgetMemories(vault, open, memories, { purge, by: by(viewer) });
    },
    /** What can be taken back, the last first: Loci's steps, and edits by hand. BAD_CONFIG where commits are off. */
    undoable: async (query?: UndoableQuery) =>
      (await import("../memory/undo.ts")).listUndoable(vault, query),
    /** Takes one of them back, or the undoing of one. NOT_FOUND where it was taken back meanwhile. */
    async undoOne(id: string) {
      const { undoOne } = await import("../memory/undo.ts");
      return undoOne(vault, (await conversations.open()).db.sessions, id);
    },
  };
}

function lazySessions(vault: OpenVault, conversations: LazyConversations): LociSessions {
  const open = async () =>
    (await import("../agent/conversation/sessions.ts")).openSessions(vault, conversations);
  return {
    list: async (which) => (await open()).list(which),
    find: async (id) => (await open()).find(id),
    read: async (id, which) => (await open()).read(id, which),
    begin: async (options) => (await open()).begin(options),
    addMessage: async (id, message) => (await open()).addMessage(id, message),
    end: async (id, signal) => (await open()).end(id, signal),
    change: async (id, change) => (await open()).change(id, change),
    clearThread: async (id, agent) => (await open()).clearThread(id, agent),
    remove: async (which) => (await open()).remove(which),
  };
}

function digesting(vault: OpenVault, conversations: LazyConversations) {
  return {
    /** Digests in the background what is due, until closed. */
    keep(onEvent: (event: DigestEvent) => Promise<void>) {
      const due = async function* (signal: AbortSignal) {
        yield* (await conversations.ifThere())?.digestDue(signal) ?? [];
      };
      return keepDigesting(vault, due, onEvent);
    },
    /** Digests the conversations that wait, now, also those that failed a moment ago. */
    async *now(signal?: AbortSignal): AsyncIterable<DigestEvent> {
      yield* (await conversations.ifThere())?.digestAll(signal) ?? [];
    },
    /** Digests a transcript, as `docs/formats.md` describes it; `me`: the person's name in a text with speakers. */
    async *transcript(
      text: string,
      { person, me }: { readonly person?: string; readonly me?: string } = {},
      signal?: AbortSignal,
    ): AsyncIterable<DigestEvent> {
      const { digestTranscript } = await import("../digest/read-transcript.ts");
      const { db, digest } = await conversations.open();
      const whose = checkedPerson(vault, person ?? vault.settings.person);
      const ports = { ...vault, sessions: db.sessions, digest };
      yield* digestTranscript(ports, { text, person: whose, me }, signal);
    },
  };
}

/** The vault's git, here and elsewhere; most commands have nothing to do with other devices. */
function syncing(vault: OpenVault) {
  /** What "loci forget --purge" began, and was killed. */
  const finishPurging = async (accept?: RoundOptions["accept"]) =>
    (await import("../memory/purge.ts")).finishPurging(vault, accept);
  return {
    /** One round of sync: commits, fetches, merges, pushes. SYNC_FAILED, GIT_BLOCKED or BUSY. */
    async round(options: RoundOptions = {}): Promise<SyncReport> {
      await finishPurging(options.accept);
      return vault.round(options);
    },
    /** Syncs in the background until closed, soon after `changed()`; undefined where that is off, or without git. */
    async keep(onRound: (report: SyncReport) => void) {
      await finishPurging().catch((error) => vault.report(messageOf(error)));
      return (await import("./vault/sync-round.ts")).keepSyncing(vault, onRound);
    },
    /** How the vault compares with its remote, without the network. GIT_BLOCKED. */
    state: async () => (await import("./vault/sync-round.ts")).syncState(vault),
    /** The remote's URL without secrets; null where there is none. */
    remoteUrl: async () => (await import("./vault/sync-round.ts")).remoteUrl(vault),
  };
}

/** The index of the vault's files, which can always be made again. */
function indexing(vault: OpenVault) {
  const { root, lociDir, report, index, freshness, embeddings } = vault;
  return {
    /** Makes the index equal to the files. VAULT_VANISHED or UNREADABLE, with the index kept. */
    refresh: freshness.refresh,
    /**
     * Keeps the index in step until closed, and tells also of what a question, or another process, indexed first;
     * resolves when changes are noticed.
     */
    async watch(onChange: (change: Reconciled) => void) {
      const { watchVault } = await import("../index/watch-vault.ts");
      let version = index.run(indexVersion);
      const refresh = async (): Promise<void> => {
        const done = await freshness.refresh();
        const before = version;
        version = index.run(indexVersion);
        if (before !== version) onChange(done);
      };
      const onError = (error: unknown): void => report(messageOf(error));
      const watcher = await watchVault({ root, report, onError, refresh });
      await freshness.refresh().catch(() => {}); // The watcher's own scan, about now, reports what is wrong.
      version = index.run(indexVersion); // What changed until now is for the first round of sync.
      const embedding = embeddings.keepUp();
      return {
        async close(): Promise<void> {
          await watcher.close();
          await embedding.close();
        },
      };
    },
    /** What the index holds, and how much of the disk it takes. */
    async figures() {
      await freshness.ensureFresh();
      const files = readdirSync(lociDir).filter((name) => /^(?:index|vectors)\.db/.test(name));
      const sizes = files.map(
        (name) => statSync(join(lociDir, name), { throwIfNoEntry: false })?.size ?? 0,
      );
      return { ...index.run(countAll), indexBytes: sizes.reduce((sum, size) => sum + size, 0) };
    },
    /** How many memories each bank holds, by whose they are. */
    async bankCounts() {
      await freshness.ensureFresh();
      return index.run(countBanks);
    },
  };
}
