import type { ModelState } from "../agent/choose-models.ts";
import type { ListedAgent } from "../agent/conversation/agents.ts";
import type { Chat } from "../agent/conversation/chat.ts";
import type { DigestEvent } from "../agent/conversation/context.ts";
import type { ConversationOptions } from "../agent/conversation/conversation.ts";
import type { LociSessions } from "../agent/conversation/sessions.ts";
import type { Digesting } from "../digest/keep-digesting.ts";
import type { LociError } from "../errors.ts";
import type { EmbedResult } from "../index/embed-queue.ts";
import type { BankCount, IndexFigures, TopicSummary } from "../index/overview.ts";
import type { Reconciled } from "../index/reconcile.ts";
import type { IndexDatabase } from "../index/search.ts";
import type { VaultWatcher } from "../index/watch-vault.ts";
import type { Edited, MemoryChange } from "../memory/edit-memory.ts";
import type { HistoryRequest, TopicHistory } from "../memory/history.ts";
import type { ImportResult } from "../memory/import-memories.ts";
import type { ImportedMemory } from "../memory/imported.ts";
import type { FactsPage, FactsRequest } from "../memory/list-facts.ts";
import type { People } from "../memory/people.ts";
import type { ForgetPreview } from "../memory/preview-forget.ts";
import type { OwnMemory } from "../memory/read-import.ts";
import type { AskedRecall, RecallAnswer } from "../memory/recall.ts";
import type { Memory, Remembered } from "../memory/remember.ts";
import type { Restored } from "../memory/restore.ts";
import type { WhichMemories } from "../memory/select-memories.ts";
import type { LoggedBlock } from "../memory/show-log.ts";
import type { Undoable, UndoableQuery, Undone } from "../memory/undo.ts";
import type { Explained } from "../memory/why.ts";
import type { FoundMemory } from "../recall/recall.ts";
import type { Digestion } from "../session/queue.ts";
import type { Settings } from "../settings/schema.ts";
import type { RoundOptions, Syncing } from "../sync/background/syncing.ts";
import type { SyncReport } from "../sync/round/sync-request.ts";
import type { SyncState } from "../sync/sync-state.ts";
import type { UpkeepRequest } from "../upkeep/run-upkeep.ts";
import type { RecentTopic } from "../vault/log/recent-index.ts";
import type { Topic } from "../vault/topic/topic.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import type { VoiceFigures } from "../voice/turn-times.ts";
import type { ModelMemory } from "./for-models.ts";
import type { LeftOver } from "./syncing/forget-memories.ts";
import type { Nightly } from "./upkeep/keep-upkeep.ts";
import type { ShownRun } from "./upkeep/run-upkeep.ts";
import type { DevicePlace } from "./vault/device-place.ts";
import type { AudioDiagnoses } from "./voice/diagnose-audio.ts";
import type { RecordedAnswer, RecordedTurn } from "./voice/recorded-turn.ts";
import type { Voice, VoiceRequest } from "./voice/voice.ts";

/**
 * An open vault: everything the command line, the server and other programs do with it. A `viewer` decides what is
 * shown; by default it is the person in this device's settings. Failures are LociErrors; the codes to expect are named.
 */
export interface Loci {
  readonly root: string;
  readonly lociDir: string;
  readonly settings: Settings;
  /** Where this device keeps settings and tokens, outside the vault. */
  readonly device: DevicePlace;
  /** What the vault remembers: asked, added to, and taken out of. */
  readonly memory: {
    /** Answers from a fresh index. Safe on any text; nothing relevant is an empty list. */
    recall(query: string, request?: AskedRecall): Promise<RecallAnswer>;
    /** Resolves when the memories are on disk; `sync.commit` puts them into git. */
    remember(memories: readonly Memory[]): Promise<readonly Remembered[]>;
    /** The memories that words mean to a viewer, for `forget`. */
    find(words: string, viewer: Viewer): Promise<readonly FoundMemory[]>;
    /** Those of them that hold all the words, for `forget`: at most eight. */
    findAllWords(words: string, viewer: Viewer): Promise<readonly FoundMemory[]>;
    /** A page of the memories in force, newest first, or of those that answer a question. NOT_FOUND. */
    list(viewer: Viewer, request: FactsRequest): Promise<FactsPage>;
    /** Changes the one memory of that id or text. NOT_FOUND or BAD_INPUT. */
    edit(entry: string, change: MemoryChange, viewer?: Viewer): Promise<Edited>;
    /** The memories of files that are meant, archived ones too, for `forget`. */
    select(which: WhichMemories, viewer: Viewer): Promise<readonly FoundMemory[]>;
    /** Brings the one archived memory that words mean back to where it was. NOT_FOUND or BAD_INPUT. */
    restore(words: string, viewer?: Viewer): Promise<Restored>;
    /** What forgetting these would take away, protected ones only where they are named one by one. Changes nothing. */
    previewForget(
      found: readonly FoundMemory[],
      options: { readonly isNamed: boolean; readonly viewer: Viewer; readonly purge?: boolean },
    ): Promise<ForgetPreview>;
    /**
     * Forgets memories on behalf of the viewer. NOT_FOUND where one has changed or gone. `purge` takes all that this device
     * keeps of them too, and git's history, and looks where their words stand even so.
     */
    forget(
      memories: readonly FoundMemory[],
      options?: { readonly viewer?: Viewer; readonly purge?: boolean },
    ): Promise<LeftOver>;
    /**
     * Takes the last step back: a memory that was saved or forgotten, a digestion, a split, a night; undefined where there is
     * none. BAD_CONFIG where commits are off, here and below.
     */
    undo(): Promise<Undone | undefined>;
    /** What can be taken back, the last first: Loci's steps, and commits of edits by hand. */
    undoable(options?: UndoableQuery): Promise<readonly Undoable[]>;
    /** Takes one of them back, or the undoing of one. NOT_FOUND where it was taken back meanwhile. */
    undoOne(id: string): Promise<Undone>;
    /** Where the memory that words mean comes from. NOT_FOUND. */
    why(words: string, viewer?: Viewer): Promise<Explained>;
    /** What happened to each entry of a topic. NOT_FOUND or GIT_BLOCKED. */
    history(topic: string, request?: HistoryRequest, viewer?: Viewer): Promise<TopicHistory>;
    /** One topic by name, alias, title or file. NOT_FOUND. */
    show(name: string, viewer?: Viewer): Promise<{ readonly topic: Topic; readonly text: string }>;
    topics(viewer?: Viewer): Promise<readonly TopicSummary[]>;
    people(): Promise<People>;
    recent(viewer?: Viewer): Promise<readonly (RecentTopic & { readonly ago: string })[]>;
    /** The digest log, newest first; at most 10 blocks, unless another limit is asked for. */
    log(request?: { readonly limit?: number }, viewer?: Viewer): Promise<readonly LoggedBlock[]>;
  };
  /** The memory as another assistant's model may know it: `isAtHome`, with what is secret. */
  forModels(viewer: Viewer & { readonly isAtHome: boolean }): Promise<ModelMemory>;
  /** Begins a conversation, or goes on with one. NOT_FOUND for a session or agent that is not there. */
  converse(options?: ConversationOptions): Promise<Chat>;
  /** The agents that can be talked to, with what is public of them. */
  agents(): readonly ListedAgent[];
  /** The conversations that are kept on this device. */
  readonly sessions: LociSessions;
  /** What becomes of conversations. */
  readonly digest: {
    /** Digests in the background what is due, until closed. */
    keep(onEvent: (event: DigestEvent) => Promise<void>): Digesting;
    /** Digests the conversations that wait, now, also those that failed a moment ago. */
    now(signal?: AbortSignal): AsyncIterable<DigestEvent>;
    /** Digests a transcript, as `docs/formats.md` describes it; `me`: the person's name in a text with speakers. */
    transcript(
      text: string,
      options?: { readonly person?: string; readonly me?: string },
      signal?: AbortSignal,
    ): AsyncIterable<DigestEvent>;
    /** Conversations that wait to be digested, due or not. */
    waiting(): Promise<readonly Digestion[]>;
    /** Which model is in use, and why it does not answer, if it does not. */
    probeModel(): Promise<ModelState>;
  };
  /** The vault's git, here and elsewhere. */
  readonly sync: {
    /** Commits what was written; reports why not, where it cannot. */
    commit(): Promise<void>;
    /** One round of sync: commits, fetches, merges, pushes. SYNC_FAILED, GIT_BLOCKED or BUSY. */
    round(options?: RoundOptions): Promise<SyncReport>;
    /** Syncs in the background until closed; undefined where that is switched off or the vault has no git repository. */
    keep(onRound: (report: SyncReport) => void): Promise<Syncing | undefined>;
    /** How the vault compares with its remote, without the network. GIT_BLOCKED. */
    state(): Promise<SyncState>;
    /** The remote's URL without secrets; null where there is none. */
    remoteUrl(): Promise<string | null>;
  };
  /** Memories from other programs, and for them. */
  readonly transfer: {
    /** Saves what is not known yet, or says what it would save. Fails as `memory.remember` does. */
    import(
      memories: readonly ImportedMemory[],
      options: {
        readonly person?: string;
        readonly isDryRun: boolean;
        readonly onProgress?: (done: number, total: number) => void;
      },
    ): Promise<ImportResult>;
    /** All that the viewer may see; what is secret and archived only where that is asked for. */
    export(
      options: { readonly secrets: boolean; readonly archive: boolean },
      viewer?: Viewer,
    ): Promise<readonly OwnMemory[]>;
  };
  /** What keeps a memory healthy over the years. */
  readonly upkeep: {
    /** One run, now. BUSY while another one goes on. */
    run(request?: UpkeepRequest, viewer?: Viewer): Promise<ShownRun>;
    /** Runs each night until closed; undefined where that is switched off, or another device's. */
    keep(onRun: (run: ShownRun) => void): Promise<Nightly | undefined>;
  };
  /** Ears and mouth. */
  readonly voice: {
    /** Opens them as the settings choose them. Fails as `converse`, and with BAD_CONFIG. */
    open(request?: VoiceRequest): Promise<Voice>;
    /** Answers what was recorded elsewhere. Fails as `open`, and with BAD_INPUT for what is not a WAV file. */
    recordedTurn(turn: RecordedTurn): Promise<RecordedAnswer>;
    /** Where the time of the last turns by voice went; null where there were none. */
    figures(): Promise<VoiceFigures | null>;
    /** Tries programs, devices and servers of ears and mouth; it listens, and a tone sounds. */
    diagnose(say: (sentence: string) => void): Promise<AudioDiagnoses>;
  };
  /** The index of the vault's files, which can always be made again. */
  readonly index: {
    /** Makes the index equal to the files. VAULT_VANISHED or UNREADABLE, with the index kept. */
    refresh(options?: { readonly confirmRemovals?: boolean }): Promise<Reconciled>;
    /** Keeps the index in step until closed; resolves when changes are noticed. */
    watch(onChange: (change: Reconciled) => void): Promise<VaultWatcher>;
    /** Calls back when a `watch` of this process has seen changes, until the returned function is called. */
    onChanged(listener: () => void): () => void;
    /** What the index holds, and how much of the disk it takes. */
    figures(): Promise<IndexFigures & { readonly indexBytes: number }>;
    /** How many memories each bank holds, by whose they are. */
    bankCounts(): Promise<readonly BankCount[]>;
    /** Runs a query on the index as it stands. */
    read<T>(work: (db: IndexDatabase) => T): T;
    /** Empties the index; the next `refresh` fills it again. */
    drop(): void;
    /** Embeds what has no vector yet, however many texts that are; `verify` looks at each vector that is there too. */
    embedAll(options?: { readonly verify?: boolean }): Promise<EmbedResult>;
    /** Why the embedding model does not answer, if it does not. */
    probeModel(): Promise<LociError | undefined>;
  };
  /** Waits for what still runs in the background, and calls it off after so long (30 s); what is not done waits on disk. */
  close(options?: { readonly timeoutMs?: number }): Promise<void>;
}
