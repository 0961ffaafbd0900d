import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "better-sqlite3";
import type { FoundMemory } from "./agent/command-event.ts";
import { answer, type RecallAnswer } from "./app/answer.ts";
import type { Chat } from "./app/commands/open-chat.ts";
import type { ConversationOptions } from "./app/conversation.ts";
import type { DigestTranscriptOptions } from "./app/digest-transcript.ts";
import type { Forgotten } from "./app/forget.ts";
import type { Undone } from "./app/history/undo.ts";
import { type VaultPast, vaultPast } from "./app/history/vault-past.ts";
import { type Digesting, keepDigesting } from "./app/keep-digesting.ts";
import { lookAtFiles, refresh, watch } from "./app/keep-fresh.ts";
import { showTopic, tellLog } from "./app/look.ts";
import { type OpenOptions, openParts, type Parts } from "./app/parts.ts";
import type { LoggedBlock, LogRequest } from "./app/read-log.ts";
import { recentTopics } from "./app/recent.ts";
import type { RestingModel } from "./app/resting.ts";
import { type AskedRecall, namePeople, type People, viewerOn } from "./app/see.ts";
import type { LociSessions } from "./app/sessions.ts";
import type { PackOptions } from "./app/syncing/pack-history.ts";
import type { RoundOptions, Syncing } from "./app/syncing/syncing.ts";
import { type DigestEvent, type LazyTalk, lazyTalk, type Talk } from "./app/talk.ts";
import type { TaskModelState } from "./app/task-models.ts";
import type { AudioDiagnoses } from "./app/voice/diagnose-audio.ts";
import type { RecordedAnswer, RecordedTurn } from "./app/voice/recorded-turn.ts";
import type { Voice, VoiceRequest } from "./app/voice/voice.ts";
import type { VoiceFigures } from "./app/voice/voice-figures.ts";
import type { Memory, Remembered } from "./digest/remember.ts";
import type { LociError } from "./errors.ts";
import type { MaintainReport } from "./git/maintenance/maintain.ts";
import type { EmbedResult } from "./index/embed-queue.ts";
import { countAll, type IndexFigures, listTopics, type TopicSummary } from "./index/overview.ts";
import type { Reconciled } from "./index/reconcile.ts";
import type { VaultWatcher } from "./index/watch-vault.ts";
import type { Digestion } from "./session/session.ts";
import type { Settings } from "./settings.ts";
import type { SyncReport } from "./sync/round/sync-request.ts";
import type { SyncState } from "./sync/sync-state.ts";
import type { RecentTopic } from "./vault/recent-index.ts";
import type { Topic } from "./vault/topic.ts";
import type { Viewer } from "./vault/viewer.ts";
import type { Weakened } from "./weakened.ts";

/**
 * An open vault: everything the command line, the server and other programs do with it. A `viewer` decides what is
 * shown; left out, it is whoever this device's settings name.
 */
export interface Loci extends VaultPast {
  readonly root: string;
  readonly lociDir: string;
  readonly settings: Settings;
  /** What `loci.yaml` would make less private on this device, and does not until somebody says yes. */
  readonly weakened: readonly Weakened[];
  /** Makes the index equal to the files. Throws LociError VAULT_VANISHED or UNREADABLE with the index kept. */
  refresh(options?: { readonly confirmRemovals?: boolean }): Promise<Reconciled>;
  /** Looks at the files, then answers. Safe on any text; nothing relevant is an empty list. */
  recall(query: string, request?: AskedRecall): Promise<RecallAnswer>;
  /** Resolves when the memories are on disk; `commit` puts them into git. */
  remember(memories: readonly Memory[]): Promise<readonly Remembered[]>;
  /** Begins a conversation, or goes on with one. Throws LociError NOT_FOUND for a session or agent that is not there. */
  converse(options?: ConversationOptions): Promise<Chat>;
  /** Ears and mouth, as the settings choose them. Throws as `converse`, and LociError BAD_CONFIG. */
  openVoice(request?: VoiceRequest): Promise<Voice>;
  /** Answers what was recorded elsewhere. Throws as `openVoice`, and LociError BAD_INPUT for what is no WAV file. */
  recordedTurn(turn: RecordedTurn): Promise<RecordedAnswer>;
  /** Where the time of the last turns by voice went. */
  voiceFigures(): Promise<VoiceFigures>;
  /** Tries programs, devices and servers of ears and mouth; it listens, and a tone sounds. */
  diagnoseAudio(tell: (sentence: string) => void): Promise<AudioDiagnoses>;
  /** The conversations that are kept on this device. */
  readonly sessions: LociSessions;
  /** Digests in the background what is due, until closed. */
  keepDigesting(onEvent: (event: DigestEvent) => Promise<void>): Digesting;
  /** Digests the conversations that wait, now, also those that failed a moment ago. */
  digestWaiting(signal?: AbortSignal): AsyncIterable<DigestEvent>;
  /** Digests a transcript: the text of a file that `docs/formats.md` describes. */
  digestTranscript(
    text: string,
    options?: DigestTranscriptOptions,
    signal?: AbortSignal,
  ): AsyncIterable<DigestEvent>;
  /** The memories that words mean to somebody, for `forget`. */
  findMemories(words: string, viewer: Viewer): Promise<readonly FoundMemory[]>;
  /** Removes one memory, and what tells it from log and index. Throws LociError NOT_FOUND where it has changed or gone. */
  forget(memory: FoundMemory, by?: Pick<Viewer, "person">): Promise<Forgotten>;
  /** Takes the last step back: a memory that was saved or forgotten, a digestion, a split; undefined where there is none. */
  undo(): Promise<Undone | undefined>;
  /** One topic by name, alias, title or file. Throws LociError NOT_FOUND. */
  show(name: string, viewer?: Viewer): Promise<{ readonly topic: Topic; readonly text: string }>;
  topics(viewer?: Viewer): Promise<readonly TopicSummary[]>;
  people(): Promise<People>;
  recent(viewer?: Viewer): Promise<readonly (RecentTopic & { readonly ago: string })[]>;
  /** The digest log, newest first. Throws LociError NOT_FOUND for a topic that is not there. */
  log(request?: LogRequest, viewer?: Viewer): Promise<readonly LoggedBlock[]>;
  stats(): Promise<IndexFigures & Readonly<Record<string, unknown>>>;
  /** Runs a query on the index as it stands. */
  read<T>(work: (db: Database) => T): T;
  /** Empties the index; the next `refresh` fills it again. */
  dropIndex(): void;
  /** Embeds what has no vector yet, however many texts that are; `verify` looks at each vector that is there too. */
  embedAll(options?: { readonly verify?: boolean }): Promise<EmbedResult>;
  /** Commits what was written; tells the person why not, where it cannot. */
  commit(): Promise<void>;
  /** Why the embedding model does not answer, if it does not. */
  probeModel(): Promise<LociError | undefined>;
  /** Which model does which task, and why it does not answer, if it does not. */
  probeTaskModels(): Promise<readonly TaskModelState[]>;
  /** One round of sync: commits, fetches, merges, pushes. Throws LociError SYNC_FAILED, GIT_BLOCKED or BUSY. */
  sync(options?: RoundOptions): Promise<SyncReport>;
  /** How the vault stands to its remote, without the network. Throws LociError GIT_BLOCKED. */
  syncState(): Promise<SyncState>;
  /** The remote's URL without secrets; null where there is none. */
  remoteUrl(): Promise<string | null>;
  /** Packs git's history where there is much of it since the last time, else undefined; rejects when called off. */
  packHistory(options?: PackOptions): Promise<MaintainReport | undefined>;
  /** Syncs in the background until closed; undefined where that is switched off or the vault has no git repository. */
  keepSyncing(onRound: (report: SyncReport) => void): Promise<Syncing | undefined>;
  /** Models whose memory work rests, since they failed too often. */
  resting(): Promise<readonly RestingModel[]>;
  /** Conversations that wait to be digested, due or not. */
  waiting(): Promise<readonly Digestion[]>;
  /** Keeps the index in step until closed; resolves when changes are noticed. */
  watch(onChange: (change: Reconciled) => void): Promise<VaultWatcher>;
  /** Waits for what still runs in the background, and calls it off after so long (30 s); what is not done waits on disk. */
  close(options?: { readonly patienceMs?: number }): Promise<void>;
}

/** Opens a vault. Nothing is read of its topics yet. Throws LociError BAD_CONFIG or WRITE_FAILED. */
export async function openLoci(options: OpenOptions): Promise<Loci> {
  const parts = await openParts(options);
  const { root, lociDir, settings, weakened, index, committer, closeLock, embeddings } = parts;
  const talk = lazyTalk(parts);
  return {
    root,
    lociDir,
    settings,
    weakened,
    refresh: (extra) => refresh(parts, extra),
    recall: (query, { allPeople, ...request } = {}) =>
      answer(parts, viewerOn(parts, { ...request, allPeople }), query, request),
    remember: async (memories) =>
      (await import("./app/remember-undoably.ts")).rememberUndoably(parts, memories),
    async converse(options) {
      const { openChat } = await import("./app/commands/open-chat.ts");
      return openChat(parts, await talk.open(), options);
    },
    ...lazyVoice(parts, talk),
    sessions: lazySessions(parts, talk),
    keepDigesting: (onEvent) => keepDigesting(parts, talk, onEvent),
    async *digestWaiting(signal) {
      if (talk.isThere()) yield* digestNow(await talk.open(), parts.now(), signal);
    },
    async *digestTranscript(text, options, signal) {
      const { digestTranscript } = await import("./app/digest-transcript.ts");
      yield* digestTranscript(parts, await talk.open(), { text, ...options }, signal);
    },
    findMemories: async (words, viewer) =>
      (await import("./app/forget.ts")).findMemories(parts, viewer, words),
    async forget(memory, by) {
      const { forgetMemory } = await import("./app/forget.ts");
      return forgetMemory(parts, await talk.open(), memory, by);
    },
    ...lazyPast(parts, talk),
    show: (name, viewer) => showTopic(parts, viewerOn(parts, viewer), name),
    async topics(viewer) {
      await lookAtFiles(parts);
      return index.run((db) => listTopics(db, viewerOn(parts, viewer)));
    },
    people: () => namePeople(parts),
    recent: (viewer) => recentTopics(parts, viewerOn(parts, viewer)),
    log: (request, viewer) => tellLog(parts, viewerOn(parts, viewer), request),
    async stats() {
      await lookAtFiles(parts);
      const { restingUntil } = await import("./app/resting.ts");
      const figures = { ...index.run(countAll), model: embeddings.modelId };
      return { ...figures, indexBytes: sizeOf(lociDir), resting: await restingUntil(parts, talk) };
    },
    read: (work) => index.run(work),
    dropIndex: () => index.drop(),
    embedAll: (embedOptions = {}) => embeddings.catchUp({ all: true, ...embedOptions }),
    commit: () => committer.commit(),
    probeModel: () => embeddings.probe(),
    probeTaskModels: async () => (await import("./app/task-models.ts")).probeTaskModels(parts),
    ...lazySync(parts),
    resting: async () => (await import("./app/resting.ts")).resting(parts, talk),
    waiting: async () => (talk.isThere() ? (await talk.open()).db.digestions.waiting() : []),
    watch: (onChange) => watch(parts, onChange),
    async close({ patienceMs = 30_000 } = {}) {
      await talk.close(patienceMs);
      await committer.close();
      embeddings.close();
      parts.letters.close();
      closeLock();
      index.close();
    },
  };
}

/** What is due, and then what would have to wait for its next attempt. */
async function* digestNow(talk: Talk, askedAt: number, signal?: AbortSignal) {
  const tried = new Set<string>();
  for await (const event of talk.digestWaiting(signal, askedAt)) {
    tried.add(event.session);
    yield event;
    if (event.status === "off") return;
  }
  for (const { session } of talk.db.digestions.waiting()) {
    if (signal?.aborted !== true && !tried.has(session))
      yield await talk.digest(session, signal, askedAt);
  }
}

/** Most commands have nothing to do with other devices. */
const lazySync = (
  parts: Parts,
): Pick<Loci, "sync" | "syncState" | "remoteUrl" | "packHistory" | "keepSyncing"> => ({
  sync: async (options) => (await import("./app/syncing/sync-round.ts")).syncRound(parts, options),
  syncState: async () => (await import("./app/syncing/sync-round.ts")).syncState(parts),
  remoteUrl: async () => (await import("./app/syncing/remote-url.ts")).remoteUrl(parts),
  packHistory: async (options) =>
    (await import("./app/syncing/pack-history.ts")).packHistory(parts, options),
  keepSyncing: async (onRound) =>
    (await import("./app/syncing/keep-syncing.ts")).keepSyncing(parts, onRound),
});

/** Nor has most of what runs ears and a mouth. */
const lazyVoice = (
  parts: Parts,
  talk: LazyTalk,
): Pick<Loci, "openVoice" | "recordedTurn" | "voiceFigures" | "diagnoseAudio"> => ({
  async openVoice(request) {
    const { openVoice } = await import("./app/voice/open-voice.ts");
    return openVoice(parts, await talk.open(), request);
  },
  async recordedTurn(turn) {
    const { recordedTurn } = await import("./app/voice/recorded-turn.ts");
    return recordedTurn(parts, await talk.open(), turn);
  },
  async voiceFigures() {
    const { readTimes } = await import("./app/voice/times-log.ts");
    const { voiceFigures } = await import("./app/voice/voice-figures.ts");
    return voiceFigures(readTimes(parts.lociDir));
  },
  diagnoseAudio: async (tell) =>
    (await import("./app/voice/diagnose-audio.ts")).diagnoseAudio(parts, tell),
});

/** Nor with what was. */
const lazyPast = (
  parts: Parts,
  talk: LazyTalk,
): Pick<Loci, "undo" | "undoable" | "undoOne" | "history" | "why" | "asOf"> => ({
  async undo() {
    const { undoLast } = await import("./app/history/undoable.ts");
    return undoLast(parts, (await talk.open()).db.undo, { allPeople: true });
  },
  ...vaultPast(parts, talk),
});

/** Most commands look at no conversation. */
function lazySessions(parts: Parts, talk: LazyTalk): LociSessions {
  const open = async () => (await import("./app/sessions.ts")).openSessions(parts, talk);
  return {
    list: async (which) => (await open()).list(which),
    learned: async (which) => (await open()).learned(which),
    read: async (id) => (await open()).read(id),
    end: async (id, signal) => (await open()).end(id, signal),
    change: async (id, change) => (await open()).change(id, change),
    remove: async (which, options) => (await open()).remove(which, options),
  };
}

/** Bytes of the search index and the vectors on disk. */
function sizeOf(lociDir: string): number {
  return readdirSync(lociDir)
    .filter((name) => /^(?:index-|vectors)/.test(name))
    .reduce(
      (sum, name) => sum + (statSync(join(lociDir, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
}
