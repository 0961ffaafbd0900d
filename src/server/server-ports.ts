import type { ConversationOptions } from "../conversation/conversation.ts";
import type { Removed, WhichSessions } from "../conversation/sessions.ts";
import type { People } from "../memory/people.ts";
import type { RecallRequest } from "../memory/recall.ts";
import type { Viewer } from "../vault/viewer.ts";
import type { Press } from "../voice/orchestrator.ts";

/** What the server needs of an open vault; the app's `Loci` fits it. */
export interface ServedLoci {
  /** Absolute path of the vault. */
  readonly root: string;
  /** Absolute path of this device's own folder in it, `.loci`. */
  readonly lociDir: string;
  readonly settings: { readonly server: { readonly host: string } };
  readonly memory: {
    recall(
      query: string,
      request?: RecallRequest,
    ): Promise<{ readonly hits: readonly object[]; readonly indexedAt: string }>;
    /** Resolves when the memories are on disk. */
    remember(memories: readonly NewMemory[]): Promise<readonly SavedMemory[]>;
    topics(viewer: Viewer): Promise<readonly { readonly kind: string }[]>;
    recent(viewer: Viewer): Promise<readonly object[]>;
    people(): Promise<People>;
  };
  readonly sessions: ServedSessions;
  readonly sync: {
    /** One round; it waits for one that is under way. Throws LociError SYNC_FAILED, GIT_BLOCKED or BUSY. */
    round(options: {
      readonly accept: { readonly rewrite: boolean; readonly deletions: boolean };
      readonly signal: AbortSignal;
    }): Promise<object>;
    /** How the vault stands to its remote, without the network. */
    state(): Promise<object>;
  };
  /** Begins a conversation, or goes on with one. Throws LociError NOT_FOUND for a session or agent that is not there. */
  converse(options: ConversationOptions): Promise<ServedConversation>;
  readonly voice: {
    /** Answers what was recorded elsewhere. Throws as `converse`, and LociError BAD_INPUT for what is no WAV file. */
    recordedTurn(turn: {
      readonly wav: Uint8Array;
      readonly conversation: ConversationOptions;
      readonly speak: boolean;
    }): Promise<(signal: AbortSignal) => AsyncIterable<object>>;
  };
}

/** The conversations on this device; those that name one throw LociError NOT_FOUND where it is not there. */
export interface ServedSessions {
  list(which: WhichSessions): Promise<readonly object[]>;
  read(id: string): Promise<object>;
  /** Digests it now; aborted, it waits on disk. */
  end(id: string, signal: AbortSignal): Promise<object>;
  change(
    id: string,
    change: { readonly mode?: "text" | "voice"; readonly language?: string },
  ): Promise<object>;
  remove(which: WhichSessions, options: { readonly andLearned: boolean }): Promise<Removed>;
}

/** What a person writes, commands too. Failures are events, never exceptions; the reader may stop reading. */
interface ServedConversation {
  say(content: string, extra: object, signal: AbortSignal): AsyncIterable<object>;
}

export interface NewMemory {
  readonly text: string;
  readonly scope: { readonly kind: "global" } | { readonly kind: "person"; readonly id: string };
  readonly topic?: string;
  readonly bank?: string;
  readonly date?: string;
  readonly protected?: boolean;
}

interface SavedMemory {
  readonly status: "saved" | "known";
}

/** A built site as the server sees it; its builder keeps it up to date. */
export interface ServedSite {
  /** Absolute path of its folder, which may not be there yet. */
  readonly folder: string;
  /** Of its interface. */
  readonly language: string;
  /** `there`: a whole site lies in the folder; `failed`: none does, and the last attempt to build one failed. */
  state(): "there" | "coming" | "failed";
  /** First `at …`, which differs from what another reader got where it was built anew since; then `changed` each time. */
  changes(signal: AbortSignal): AsyncIterable<string>;
}

/** Ears and mouth of this device, as the server sees them. */
export interface ServedVoice {
  /** Undefined where they do not run. */
  readonly running?: RunningVoice;
  /** Why they do not, though they should. */
  readonly problem?: string;
}

export interface RunningVoice {
  /** What it does now, and by which parts. */
  state(): object;
  /** Why it cannot hear now, though it should. */
  problem(): string | undefined;
  press(press: Press): void;
  /** Stops what it says now. */
  stopSpeaking(): void;
}
