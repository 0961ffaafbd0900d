import type { LetterScorer } from "../../language/detect/letter-scores.ts";
import type { Conversations, MemoryContext } from "../../memory/context.ts";
import type { Replying } from "../../models/respond.ts";
import type { TurnEvent } from "../turn-event.ts";
import type { TurnPorts } from "../turn-ports.ts";
import type { RecentTurns } from "./recent-turns.ts";

/** An open vault, as conversations in it need it; `src/app/` wires it. */
export interface ConversationContext extends MemoryContext {
  readonly settings: MemoryContext["settings"] & {
    /** The agent that answers first. */
    readonly agent: string;
  };
  /** Detects languages by their letters; loaded when a text needs it. */
  readonly letters: Pick<LetterScorer, "isReady">;
}

export type DigestEvent = Extract<TurnEvent, { type: "digest"; session: string }>;

/** What conversations in one vault share, opened with the first of them. */
export interface ConversationServices extends Conversations {
  readonly turnPorts: TurnPorts;
  /** The same, with another model that replies. */
  answeredBy(reply: Replying): ConversationServices;
  readonly recentTurns: RecentTurns;
  /** Digests one session now; aborted, it waits on disk. `askedAt`: the person asked then; earlier failures do not count. */
  digest(session: string, signal?: AbortSignal, askedAt?: number): Promise<DigestEvent>;
  /** Digests all that is due, also what a crash left behind and what has been quiet for long enough. */
  digestWaiting(signal?: AbortSignal, askedAt?: number): AsyncIterable<DigestEvent>;
  /** Calls off what a model is asked. */
  hurry(): void;
  close(): Promise<void>;
}

/** The same, where nothing of it may be needed. */
export interface LazyConversationServices {
  /** There are sessions on disk, or a conversation under way. */
  isThere(): boolean;
  open(): Promise<ConversationServices>;
  /** Queues the topics that these memories made too long: a process that has time splits them. */
  queueSplits(
    saved: readonly { readonly status: "saved" | "known"; readonly file: string }[],
  ): Promise<void>;
  /** Waits for what still runs in the background, and calls it off after so long (ms). */
  close(timeoutMs: number): Promise<void>;
}
