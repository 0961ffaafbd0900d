// First of all, since what follows compiles patterns.
import "./node-22.ts";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type ListedAgent, listAgents } from "../agent/agents.ts";
import type { ModelState } from "../agent/choose-models.ts";
import type { Chat } from "../agent/conversation/chat.ts";
import type { ConversationOptions } from "../agent/conversation/conversation.ts";
import type { LociSessions } from "../agent/conversation/sessions.ts";
import type { DigestEvent } from "../agent/turn-event.ts";
import { keepDigesting } from "../digest/keep-digesting.ts";
import { messageOf } from "../errors.ts";
import { countAll, countBanks } from "../index/overview.ts";
import type { Reconciled } from "../index/reconcile.ts";
import type { IndexDatabase } from "../index/search.ts";
import type { importMemories } from "../memory/import-memories.ts";
import { checkedPerson, viewerOn } from "../memory/people.ts";
import type { FoundMemory } from "../recall/recall.ts";
import type { RoundOptions } from "../sync/background/syncing.ts";
import type { SyncReport } from "../sync/round/sync-request.ts";
import type { UpkeepRequest } from "../upkeep/run-upkeep.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import { type LazyConversations, lazyConversations } from "./conversation/lazy-conversations.ts";
import { changing, reading } from "./loci-memory.ts";
import type { ShownRun } from "./upkeep/run-upkeep.ts";
import { type OpenOptions, type OpenVault, openVault } from "./vault/open-vault.ts";
import type { VoiceRequest } from "./voice/open-voice.ts";
import type { RecordedTurn } from "./voice/recorded-turn.ts";

/**
 * An open vault: everything the command line, the server and other programs do with it. A `viewer` decides what is
 * shown; by default it is the person in this device's settings. Failures are LociErrors; the codes to expect are named.
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
  return {
    root,
    lociDir,
    settings,
    /** Where this device keeps settings and tokens, outside the vault. */
    device,
    /** What the vault remembers: asked, added to, and taken out of. */
    memory: { ...reading(vault), ...changing(vault, conversations) },
    /** The memory as another assistant's model may know it: `isAtHome`, with what is secret. */
    async forModels(viewer: Viewer & { readonly isAtHome: boolean }) {
      const { openForModels } = await import("../memory/for-models.ts");
      const { remember, forget } = changing(vault, conversations);
      const forgetFor = (memories: readonly FoundMemory[], by: Viewer) =>
        forget(memories, { viewer: by });
      return openForModels(vault, { remember, forget: forgetFor }, viewer);
    },
    /** Begins a conversation, or goes on with one. NOT_FOUND for a session or agent that is not there. */
    async converse(request?: ConversationOptions): Promise<Chat> {
      const { openChat } = await import("../agent/conversation/chat.ts");
      return openChat(vault, await conversations.open(), request);
    },
    /** The agents that can be talked to, with what is public of them. */
    agents: (): readonly ListedAgent[] => listAgents(settings),
    /** The conversations that are kept on this device. */
    sessions: lazySessions(vault, conversations),
    /** What becomes of conversations. */
    digest: digesting(vault, conversations),
    /** The vault's git, here and elsewhere. */
    sync: syncing(vault),
    /** Memories from other programs, and for them. */
    transfer: {
      /** Saves what is not known yet, or says what it would save. Fails as `memory.remember` does. */
      async import(...[memories, how]: Tail<Parameters<typeof importMemories>>) {
        return (await import("../memory/import-memories.ts")).importMemories(vault, memories, how);
      },
      /** All that the viewer may see; what is secret and archived only where that is asked for. */
      async export(
        what: { readonly secrets: boolean; readonly archive: boolean },
        viewer?: Viewer,
      ) {
        const { exportMemories } = await import("../memory/export-memories.ts");
        return exportMemories(vault, viewerOn(vault, viewer), what);
      },
    },
    /** What keeps a memory healthy over the years. */
    upkeep: {
      /** One run, now. BUSY while another one goes on. */
      run: async (request?: UpkeepRequest, viewer?: Viewer): Promise<ShownRun> =>
        (await import("./upkeep/run-upkeep.ts")).runNow(vault, conversations, request, viewer),
      /** Runs each night until closed; undefined where that is switched off, or another device's. */
      keep: async (onRun: (run: ShownRun) => void) =>
        (await import("./upkeep/keep-upkeep.ts")).keepUpkeep(vault, conversations, onRun),
    },
    /** Ears and mouth. */
    voice: speaking(vault, conversations),
    /** The index of the vault's files, which can always be made again. */
    index: indexing(vault),
    /** Waits for what still runs in the background, and calls it off after so long (30 s); what is not done waits on disk. */
    async close({ timeoutMs = 30_000 }: { readonly timeoutMs?: number } = {}): Promise<void> {
      await conversations.close(timeoutMs);
      await vault.close();
    },
  };
}

type Tail<T extends readonly unknown[]> = T extends readonly [unknown, ...infer Rest]
  ? Rest
  : never;

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
  const { settings } = vault;
  return {
    /** Digests in the background what is due, until closed. */
    keep(onEvent: (event: DigestEvent) => Promise<void>) {
      const due = async function* (signal: AbortSignal) {
        if (conversations.isThere()) yield* (await conversations.open()).digesting.due(signal);
      };
      return keepDigesting(vault, due, onEvent);
    },
    /** Digests the conversations that wait, now, also those that failed a moment ago. */
    async *now(signal?: AbortSignal): AsyncIterable<DigestEvent> {
      if (conversations.isThere()) yield* (await conversations.open()).digesting.all(signal);
    },
    /** Digests a transcript, as `docs/formats.md` describes it; `me`: the person's name in a text with speakers. */
    async *transcript(
      text: string,
      { person = settings.person, me }: { readonly person?: string; readonly me?: string } = {},
      signal?: AbortSignal,
    ): AsyncIterable<DigestEvent> {
      const { digestTranscript } = await import("../digest/transcript/digest-transcript.ts");
      const { db, digest } = await conversations.open();
      const ports = { ...vault, sessions: db.sessions, digest };
      yield* digestTranscript(ports, { text, person: checkedPerson(vault, person), me }, signal);
    },
    /** Conversations that wait to be digested, due or not. */
    waiting: async () =>
      conversations.isThere() ? (await conversations.open()).db.digestions.waiting() : [],
    /** Which model is in use, and why it does not answer, if it does not. */
    probeModel: async (): Promise<ModelState> =>
      (await import("../agent/choose-models.ts")).probeModel(vault),
  };
}

/** Most commands have nothing to do with other devices. */
function syncing(vault: OpenVault) {
  /** What "loci forget --purge" began, and was killed. */
  const finishPurging = async (accept?: RoundOptions["accept"]): Promise<void> =>
    (await import("./syncing/forget-memories.ts")).finishPurging(vault, accept);
  return {
    /** Commits what was written; reports why not, where it cannot. */
    commit: (): Promise<void> => vault.committer.commit(),
    /** One round of sync: commits, fetches, merges, pushes. SYNC_FAILED, GIT_BLOCKED or BUSY. */
    async round(options?: RoundOptions): Promise<SyncReport> {
      await finishPurging(options?.accept);
      return (await import("./syncing/sync-round.ts")).syncRound(vault, options);
    },
    /** Syncs in the background until closed; undefined where that is switched off or the vault has no git repository. */
    async keep(onRound: (report: SyncReport) => void) {
      await finishPurging().catch((error) => vault.report(messageOf(error)));
      return (await import("./syncing/keep-syncing.ts")).keepSyncing(vault, onRound);
    },
    /** How the vault compares with its remote, without the network. GIT_BLOCKED. */
    state: async () => (await import("./syncing/sync-round.ts")).syncState(vault),
    /** The remote's URL without secrets; null where there is none. */
    remoteUrl: async (): Promise<string | null> =>
      (await import("./syncing/keep-syncing.ts")).remoteUrl(vault),
  };
}

function speaking(vault: OpenVault, conversations: LazyConversations) {
  return {
    /** Opens them as the settings choose them. Fails as `converse`, and with BAD_CONFIG. */
    open: async (request?: VoiceRequest) =>
      (await import("./voice/open-voice.ts")).openVoice(vault, await conversations.open(), request),
    /** Answers what was recorded elsewhere. Fails as `open`, and with BAD_INPUT for what is not a WAV file. */
    async recordedTurn(turn: RecordedTurn) {
      const { recordedTurn } = await import("./voice/recorded-turn.ts");
      return recordedTurn(vault, await conversations.open(), turn);
    },
    /** Where the time of the last turns by voice went; null where there were none. */
    async figures() {
      const { readTimes, voiceFigures } = await import("../voice/turn-times.ts");
      return voiceFigures(readTimes(vault.lociDir));
    },
    /** Tries devices and servers of ears and mouth; it listens, and a tone sounds. */
    diagnose: async (say: (sentence: string) => void) =>
      (await import("./voice/diagnose-voice.ts")).diagnoseVoice(vault, say),
  };
}

function indexing(vault: OpenVault) {
  const { index, embeddings, freshness, lociDir } = vault;
  return {
    /** Makes the index equal to the files. VAULT_VANISHED or UNREADABLE, with the index kept. */
    refresh: freshness.refresh,
    /** Keeps the index in step until closed; resolves when changes are noticed. */
    watch: async (onChange: (change: Reconciled) => void) =>
      (await import("./watch.ts")).watch(vault, onChange),
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
    /** Runs a query on the index as it stands. */
    read: <T>(work: (db: IndexDatabase) => T): T => index.run(work),
    /** Empties the index; the next `refresh` fills it again. */
    drop: (): void => index.drop(),
    /** Embeds what has no vector yet, however many texts that are; `verify` looks at each vector that is there too. */
    embedAll: (options: { readonly verify?: boolean } = {}) =>
      embeddings.catchUp({ all: true, ...options }),
    /** Why the embedding model does not answer, if it does not. */
    probeModel: () => embeddings.probe(),
  };
}
