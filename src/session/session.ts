/** How a person talks. */
export type Mode = "text" | "voice";

/**
 * `idle`: without a message yet; `digesting`: it waits in the queue up to some message, and what is said after that is
 * digested in its own turn; `closed`: what mattered is in the vault, and no message comes in any more.
 */
type SessionState = "idle" | "active" | "digesting" | "closed";

/** A conversation with one person, as it is kept in `.loci/sessions.db`. Times are ms since the epoch. */
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

/** A memory that came up in a conversation, and is to be saved at once. */
export interface MemoryToSave {
  /** One line. */
  readonly text: string;
  readonly topic?: string | undefined;
  readonly bank?: string | undefined;
  /** To be brought up from this day (`YYYY-MM-DD`) on. */
  readonly remind?: string | undefined;
  /** How the session's agent is to answer this person: it goes into the agent's own scope, whatever the topic. */
  readonly behaviour?: boolean | undefined;
  /** A short plain preference, saved without a model. */
  readonly preference?: boolean;
}

/** `message`: the person's that it came of, and goes with. */
interface Change<Type, Value = string> {
  readonly type: Type;
  readonly from: Value;
  readonly to: Value;
  readonly message?: number;
}

/** What happened in a session besides messages. */
export type SessionEvent =
  | Change<"mode", Mode>
  | (Change<"language"> & {
      readonly trigger: "user_request" | "auto_detected" | "explicit_setting";
    })
  /** `context`: what the next agent should know. */
  | (Change<"handoff"> & { readonly context: string })
  | { readonly type: "topic"; readonly path: string; readonly message?: number }
  /** A memory was saved while the conversation went on; `isNew`: it did not stand there before. */
  | {
      readonly type: "saved";
      readonly message: number;
      readonly text: string;
      readonly file: string;
      readonly isNew?: boolean;
    }
  /** An agent changed a slot in the turn of that message; '' where it was or is none. */
  | (Change<"slot"> & {
      readonly name: string;
      readonly agent: string;
      readonly message: number;
    });

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
