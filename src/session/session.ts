import type { DigestionQueue } from "./digestion.ts";
import type { ForgottenWords } from "./forget-words.ts";
import type { ModelErrors } from "./model-errors.ts";
import type { UseDays } from "./use-days.ts";
import type { Withdrawn } from "./withdraw.ts";

/** How a person talks. */
export type Mode = "text" | "voice";

/**
 * `idle`: without a message yet; `digesting`: its conversation waits in the queue on disk; `closed`: what mattered is
 * in the vault, and no message comes in any more.
 *
 * A session can be resumed while `digesting`: new messages are kept and the state stays `digesting`. The
 * digestion covers the messages up to the one it was queued with (`Digestion.upTo`), `finish` clears only those and
 * leaves the session `active` with the others, which are digested in their own turn: none is lost, none digested twice.
 */
export type SessionState = "idle" | "active" | "digesting" | "closed";

/** A conversation with one person, as it is kept in `.loci/sessions.db`. Times are ms since the epoch, by a clock that was right. */
export interface Session {
  /** Sortable by start; 26 characters (a ULID). */
  readonly id: string;
  readonly person: string | null;
  /** The agent that answers. */
  readonly agent: string;
  readonly mode: Mode;
  /** Two letters. */
  readonly language: string;
  readonly state: SessionState;
  /** Vault path of the topic file that was found, or null. */
  readonly topic: string | null;
  readonly startedAt: number;
  readonly lastAt: number;
  /** It was begun with a person's token: what is secret stays out of it, and its person does not change. */
  readonly isBound?: true;
}

/** A memory that was put into the context of a session. */
export interface Recalled {
  readonly id: string;
  readonly text: string;
  readonly date: string;
  readonly topic: string;
  readonly bank: string;
  readonly file: string;
  readonly line: number;
  readonly score: number;
  /** The last message of the person that it was recalled for. */
  readonly message?: number;
}

export interface NewMessage {
  readonly role: "user" | "assistant" | "tool";
  /** The thread it belongs to. */
  readonly agent: string;
  readonly content: string;
  /** The provider's full structure, for an assistant's tool calls and their results. */
  readonly toolCalls?: readonly {
    readonly id: string;
    readonly name: string;
    readonly arguments: string;
  }[];
  readonly callId?: string;
  readonly mode: Mode;
  readonly language: string;
  /** What detection or the transcriber said, whatever was made of it. */
  readonly detected: string | null;
  readonly switched: boolean;
  readonly recalled: readonly Recalled[];
  /** Milliseconds by stage. */
  readonly latency: Readonly<Record<string, number>>;
  /** What did not work as it should: "recall timed out". */
  readonly degradations: readonly string[];
  readonly hasPrivateData: boolean;
  /** 0 to 1, of a transcriber. */
  readonly confidence?: number;
  /** Where it was said elsewhere and earlier: when. */
  readonly saidAt?: number;
}

export interface Message extends NewMessage {
  /** 1, 2, … within its session. */
  readonly id: number;
  readonly at: number;
}

/** What a conversation wants to be remembered. */
export interface WantedMemory {
  /** One line. */
  readonly text: string;
  readonly topic?: string;
  readonly bank?: string;
  /** To be brought up from this day (`YYYY-MM-DD`) or minute (`YYYY-MM-DDTHH:MM`) on; or once these words come up. */
  readonly remind?: string;
  readonly remindWhen?: string;
  /** How the session's agent is to answer this person: it goes into the agent's own scope, whatever the topic. */
  readonly behaviour?: boolean;
}

/** A memory that came up in a conversation, and is to be saved at once. */
export interface MemoryToSave extends WantedMemory {
  /** A short plain preference, saved without a model. */
  readonly preference?: boolean;
  /** It was proposed, and the person said yes. */
  readonly confirmed?: boolean;
}

/** What happened in a session besides messages; `message`: the person's that it came of, and goes with. */
export type SessionEvent =
  | { readonly type: "mode"; readonly from: Mode; readonly to: Mode }
  | {
      readonly type: "language";
      readonly from: string;
      readonly to: string;
      readonly trigger: "user_request" | "auto_detected" | "explicit_setting";
      readonly message?: number;
    }
  | {
      readonly type: "handoff";
      readonly from: string;
      readonly to: string;
      /** What the next agent should know. */
      readonly context: string;
      readonly message?: number;
    }
  | { readonly type: "topic"; readonly path: string; readonly message?: number }
  /** A memory was saved while the conversation went on. */
  | {
      readonly type: "saved";
      readonly message: number;
      readonly text: string;
      readonly file: string;
      /** It did not stand there before. */
      readonly isNew?: boolean;
      /** The message says nothing else: it was a short preference. */
      readonly isWhole?: boolean;
    }
  /** A model wants to save what the person did not say: they are asked. */
  | (WantedMemory & { readonly type: "proposal"; readonly message: number })
  /** The person said no to it. */
  | { readonly type: "declined"; readonly message: number; readonly text: string }
  /** An agent's thread was cleared up to this number: of what others were told before it gets nothing either. */
  | { readonly type: "cleared"; readonly agent: string; readonly upTo: number }
  /** An agent changed a slot in the turn of that message: what it was and is, '' where it was or is none. */
  | {
      readonly type: "slot";
      readonly name: string;
      readonly from: string;
      readonly to: string;
      readonly agent: string;
      readonly message: number;
    };

/** What a conversation came to, kept for 30 days. */
export interface Resolved {
  readonly session: string;
  readonly person: string | null;
  readonly at: number;
  readonly summary: string;
  /** Slug, or ''. */
  readonly topic: string;
  readonly sentiment: "positive" | "neutral" | "negative";
  readonly intents: readonly string[];
}

/**
 * Some sessions: one, or those that all of this is true of. A day (`2026-02-12`) is one on which a session began, ended
 * or went on; an agent's are those that it had a part in.
 */
export type WhichSessions =
  | "all"
  | { readonly id: string }
  | { readonly day?: string; readonly person?: string; readonly agent?: string };

/** Sessions on disk. Whatever a method returns from is durable; all of them throw LociError SESSION_FAILED for a disk that fails. */
export interface Sessions {
  start(options: {
    readonly person: string | null;
    readonly agent: string;
    readonly mode: Mode;
    readonly language: string;
    /** false: nothing of it is kept once it was digested. */
    readonly keeps?: boolean;
    readonly isBound?: true;
  }): Session;
  find(id: string): Session | undefined;
  /** Newest first. */
  list(): Session[];
  /** Makes the session active (one that is `digesting` stays so), and live as long again. Throws where it is closed. */
  addMessage(id: string, message: NewMessage): Message;
  /** The same for many at once, all of them or none. */
  addMessages(id: string, messages: readonly NewMessage[]): void;
  /**
   * Of one thread or of all, oldest first; the last `limit` (50; Infinity for all) up to the number `upTo`. Those that
   * were digested are no part of the conversation any more: only reading and forgetting need them.
   */
  messages(
    id: string,
    options?: {
      readonly agent?: string;
      readonly limit?: number;
      readonly upTo?: number;
      readonly withDigested?: boolean;
    },
  ): Message[];
  /**
   * `state`: only between `idle`, `active` and `closed`, and `closed` only where no message of the person waits to be
   * digested; the queue does the rest. `event`: kept with the change or not at all. Throws where the session is closed.
   */
  update(
    id: string,
    change: Partial<Pick<Session, "agent" | "mode" | "language" | "topic" | "state">>,
    event?: SessionEvent,
  ): Session;
  addEvent(id: string, event: SessionEvent): void;
  events(id: string): readonly (SessionEvent & { readonly at: number })[];
  /** Agents that have been here, in order of their first turn. */
  visited(id: string): readonly string[];
  slots(id: string): Readonly<Record<string, string>>;
  /** `by`: kept as an event, so that what a slot was before can be read. */
  setSlot(
    id: string,
    name: string,
    value: string | null,
    by?: { readonly agent: string; readonly message: number },
  ): void;
  /** Memories in the context of an agent, or of any, each once for each agent, in order of their coming. */
  recalled(id: string, agent?: string): readonly Recalled[];
  /** An agent recalled them, some perhaps again: others may not see the same. Returns those that were not there yet. */
  addRecalled(id: string, agent: string, memories: readonly Recalled[]): readonly Recalled[];
  /**
   * Active sessions without a message for so long (ms), by a clock that no adjustment moves; also those of an earlier
   * start of the machine where no clock can measure it.
   */
  idleFor(ms: number): Session[];
  /**
   * Not expired, newest first; those without a person are those of `person: null`. An agent's are those of conversations with it alone:
   * another agent may have said there what only it may know.
   */
  resolved(person: string | null, agent?: string): readonly Resolved[];
  /**
   * Removes sessions with all that is kept of them; returns their ids. No byte of them
   * stays in the database.
   */
  remove(which: WhichSessions): readonly string[];
  /** Ids of the sessions, and of what earlier ones came to. */
  idsOf(which: WhichSessions): readonly string[];
  /**
   * Cuts a reply down to what the person heard of it, '' for nothing; false where the message is none of the agent's,
   * or where a digestion has it already.
   */
  keepHeard(id: string, message: number, heard: string): boolean;
  /**
   * Takes the person's last message back: it goes with all that came after it, and no byte of it stays in the database.
   * The topic, the agent and a language that was asked for are again as they were before. False, and nothing happens,
   * where it is not their last one or a digestion has it.
   */
  withdraw(id: string, withdrawn: Withdrawn): boolean;
  /**
   * Takes one agent's thread out of a session for good, what was not digested too; no byte of it stays in the database. What
   * another agent answered stays with that one's thread, as do slots. Returns how many messages went. Throws LociError BUSY
   * where a digestion has some of it.
   */
  clearThread(id: string, agent: string): number;
  /** Takes words out of a session; no byte of them stays in its messages, events, slots and memories. */
  forgetWords(id: string, words: ForgottenWords): void;
  /** Removes what a session came to: its summary contains what is to be forgotten. */
  removeSummary(id: string): void;
  /**
   * Removes what has outlived its settings; returns how many sessions. What a person said and was not digested yet is
   * never dropped: it goes into the queue.
   */
  expire(): number;
}

export interface SessionDb {
  readonly sessions: Sessions;
  readonly digestions: DigestionQueue;
  readonly modelErrors: ModelErrors;
  readonly useDays: UseDays;
  close(): void;
}
