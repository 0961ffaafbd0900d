import type { Conversations } from "../../memory/context.ts";
import type { DigestEvent } from "../turn-event.ts";
import type { TurnPorts } from "../turn-ports.ts";
import type { RecentTurn } from "./recent-turns.ts";

/** What conversations in one vault share, opened with the first of them. */
export interface ConversationServices extends Conversations {
  readonly turnPorts: TurnPorts;
  readonly recentTurns: (session: string) => RecentTurn;
  /** Digests one session now; aborted, it waits on disk. */
  digest(session: string, signal?: AbortSignal): Promise<DigestEvent>;
}

/** The same, where nothing of it may be needed. */
export interface LazyConversationServices {
  /** There are sessions on disk, or a conversation under way. */
  isThere(): boolean;
  open(): Promise<ConversationServices>;
}
