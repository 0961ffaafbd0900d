import type { Conversations } from "../../memory/context.ts";
import type { FoundMemory, Hit } from "../../recall/recall.ts";
import type { DigestEvent } from "../turn-event.ts";
import type { TurnPorts } from "../turn-ports.ts";

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

/** Does something with a session between its turns. */
export async function inTurn<T>(
  { beginTurn }: ConversationServices,
  session: string,
  work: () => T | Promise<T>,
): Promise<T> {
  const endTurn = await beginTurn(session);
  try {
    return await work();
  } finally {
    endTurn();
  }
}

/** What is known of the last turns of a session only: a request over HTTP opens a conversation of its own. */
interface RecentTurn {
  /** Which of these is to be forgotten: what is said next answers it, and whatever that is, it is asked no more. */
  pending: readonly FoundMemory[];
  /** Memories that recall brought for the last message. */
  hits: readonly Hit[];
}

/** Sessions that are kept in mind, those that were used last. */
const maxSessions = 50;

/** By session; in memory only, for an old question is better asked again. */
export function createRecentTurns(): (session: string) => RecentTurn {
  const turns = new Map<string, RecentTurn>();
  return (session) => {
    const turn = turns.get(session) ?? { pending: [], hits: [] };
    turns.delete(session);
    turns.set(session, turn);
    const [oldest] = turns.keys();
    if (turns.size > maxSessions && oldest !== undefined) turns.delete(oldest);
    return turn;
  };
}
