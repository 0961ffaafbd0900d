import type { KeptMessage } from "../agent/conversation/add-message.ts";
import type { ConversationOptions } from "../agent/conversation/conversation.ts";
import type { WhichSessions } from "../agent/conversation/sessions.ts";
import type { FactsRequest } from "../memory/list-facts.ts";
import type { People } from "../memory/people.ts";
import type { RecallRequest } from "../memory/recall.ts";
import type { FoundMemory } from "../recall/recall.ts";
import type { Viewer } from "../vault/viewer.ts";
import type { Press } from "../voice/orchestrator.ts";
import type { McpMemory } from "./mcp/mcp-ports.ts";

/** Where this device keeps what no vault may bring, outside every vault. */
export interface ServedDevice {
  /** Holds the owner's token, `token`. */
  readonly folder: string;
  /** Of this vault alone: tokens of persons, and the address at which it is served. */
  readonly vaultFolder: string;
}

/** The part of an open vault that the server uses; the app's `Loci` fits it. */
export interface ServedLoci {
  /** Absolute path of the vault. */
  readonly root: string;
  readonly device: ServedDevice;
  readonly settings: {
    readonly server: { readonly host: string };
    readonly languages: readonly string[];
    readonly banks: readonly string[];
    readonly defaultBank: string;
  };
  agents(): readonly { readonly id: string; readonly isFirst: boolean }[];
  /** The memory as another assistant's model may know it. */
  forModels(
    viewer: Pick<Viewer, "person" | "agent"> & { readonly isAtHome: boolean },
  ): Promise<McpMemory>;
  readonly memory: {
    recall(
      query: string,
      request?: RecallRequest & { readonly viewer?: Viewer; readonly hidesSecrets?: true },
    ): Promise<{ readonly hits: readonly object[]; readonly indexedAt: string }>;
    /** Resolves once the memories are on disk. */
    remember(memories: readonly NewMemory[]): Promise<readonly SavedMemory[]>;
    /** Rejects with LociError NOT_FOUND for a bank or topic that is not there. */
    list(
      viewer: Viewer,
      request: FactsRequest,
    ): Promise<{ readonly facts: readonly Fact[]; readonly total: number }>;
    /** Rejects with LociError NOT_FOUND or BAD_INPUT. */
    edit(
      entry: string,
      change: { readonly text?: string; readonly bank?: string; readonly protected?: boolean },
      viewer: Viewer,
    ): Promise<{ readonly id: string }>;
    /** Rejects with LociError NOT_FOUND where one has changed or gone. */
    forget(
      memories: readonly FoundMemory[],
      options: { readonly viewer: Viewer },
    ): Promise<unknown>;
    /** What can be taken back, the last first. */
    undoable(): Promise<readonly object[]>;
    /** Rejects with LociError NOT_FOUND where something else was done meanwhile. */
    undoOne(id: string): Promise<object>;
    topics(viewer: Viewer): Promise<readonly { readonly kind: string; readonly file: string }[]>;
    recent(viewer: Viewer): Promise<readonly object[]>;
    people(): Promise<People>;
  };
  readonly sessions: ServedSessions;
  readonly index: {
    /** Calls back when a watcher has seen changes, until the returned function is called. */
    onChanged(listener: () => void): () => void;
    bankCounts(): Promise<
      readonly { readonly bank: string; readonly person: string; readonly entries: number }[]
    >;
  };
  readonly sync: {
    /** Runs a round of sync, after one that is running. Rejects with LociError SYNC_FAILED, GIT_BLOCKED or BUSY. */
    round(options: {
      readonly accept: { readonly rewrite: boolean; readonly deletions: boolean };
      readonly signal: AbortSignal;
    }): Promise<object>;
    /** Returns the state of sync without using the network. */
    state(): Promise<object>;
  };
  /** Starts or resumes a conversation. Rejects with LociError NOT_FOUND for an unknown session or agent. */
  converse(options: ConversationOptions): Promise<ServedConversation>;
  readonly voice: {
    /** Answers a recorded message. Rejects as `converse` does, and with LociError BAD_INPUT if it is not a WAV file. */
    recordedTurn(turn: {
      readonly wav: Uint8Array;
      readonly conversation: ConversationOptions;
      readonly speak: boolean;
    }): Promise<(signal: AbortSignal) => AsyncIterable<object>>;
  };
}

interface SessionRow {
  readonly person: string | null;
  readonly state: string;
  readonly isBound?: true;
}

/** The conversations on this device. Methods that take an id reject with LociError NOT_FOUND for an unknown one. */
export interface ServedSessions {
  list(which: WhichSessions): Promise<readonly SessionRow[]>;
  find(id: string): Promise<SessionRow>;
  read(id: string): Promise<{
    readonly session: SessionRow;
    readonly messages: readonly object[];
    readonly events: readonly { readonly type: string }[];
    readonly context: object;
  }>;
  begin(options: Omit<ConversationOptions, "resume">): Promise<{ readonly id: string }>;
  addMessage(id: string, message: KeptMessage): Promise<object>;
  /** Rejects with LociError NOT_FOUND for an agent that had no part in it. */
  clearThread(id: string, agent: string): Promise<{ readonly messages: number }>;
  /** Ends it and digests it now; after an abort it stays queued on disk. */
  end(id: string, signal: AbortSignal): Promise<object>;
  change(
    id: string,
    change: { readonly mode?: "text" | "voice"; readonly language?: string },
  ): Promise<object>;
  remove(which: WhichSessions): Promise<{ readonly removed: number }>;
}

/** A conversation by text, including slash commands. Failures are events, never exceptions. */
interface ServedConversation {
  /** Yields nothing where no hand-off waits. */
  answerHandedOver(signal: AbortSignal): AsyncIterable<object>;
  say(
    content: string,
    extra: object,
    signal: AbortSignal,
  ): AsyncIterable<{ readonly type: string }>;
}

/** A memory in a list. */
export interface Fact extends Omit<FoundMemory, "isExact"> {
  readonly topic: string;
  readonly bank: string;
  readonly protected: boolean;
  readonly person: string;
}

export interface NewMemory {
  readonly text: string;
  readonly person?: string;
  readonly agent?: string;
  readonly topic?: string;
  readonly bank?: string;
  readonly date?: string;
  readonly protected?: boolean;
  readonly isForeignTopic?: boolean;
}

interface SavedMemory {
  readonly status: "saved" | "known";
  readonly id: string;
  readonly file: string;
}

/** A built site, which its builder keeps up to date. */
export interface ServedSite {
  /** Absolute path of its folder, which may not exist yet. */
  readonly folder: string;
  /** Language of its interface, as a two-letter code. */
  readonly language: string;
  /** `there`: the folder holds a complete site; `coming`: the first build is running; `failed`: the first build failed. */
  state(): "there" | "coming" | "failed";
  /** Yields first `at …`, which identifies the current build, then `changed` after each build. */
  changes(signal: AbortSignal): AsyncIterable<string>;
}

/** Voice on this device. */
export interface ServedVoice {
  /** Undefined if voice is not running. */
  readonly running?: RunningVoice;
  /** Why it is not running although it is enabled. */
  readonly problem?: string;
}

export interface RunningVoice {
  /** Its state, and the parts in use. */
  state(): object;
  /** Why it cannot hear now; undefined if it can. */
  problem(): string | undefined;
  press(press: Press): void;
  /** Cuts off what it says now. */
  stopSpeaking(): void;
}
