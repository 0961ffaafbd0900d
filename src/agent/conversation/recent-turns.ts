import type { FoundMemory, Hit } from "../../recall/recall.ts";

/** What is known of the last turns only, by session: a request over HTTP opens a conversation of its own. */
export interface RecentTurns {
  /** Which of these is to be forgotten: what is said next answers it, and whatever that is, it is asked no more. */
  pending(session: string): readonly FoundMemory[] | undefined;
  ask(session: string, pending: readonly FoundMemory[] | undefined): void;
  /** Memories that recall brought for the last message. */
  hits(session: string): readonly Hit[];
  noteHits(session: string, hits: readonly Hit[]): void;
}

/** Sessions that are kept in mind, those that were used last. */
const maxSessions = 50;

/** Begins with none; in memory only, for an old question is better asked again. */
export function createRecentTurns(): RecentTurns {
  const pendings = new Map<string, readonly FoundMemory[]>();
  const hitsBySession = new Map<string, readonly Hit[]>();
  return {
    pending: (session) => pendings.get(session),
    ask(session, pending) {
      if (pending === undefined) pendings.delete(session);
      else put(pendings, session, pending);
    },
    hits: (session) => hitsBySession.get(session) ?? [],
    noteHits: (session, hits) => put(hitsBySession, session, hits),
  };
}

function put<T>(map: Map<string, T>, session: string, value: T): void {
  map.delete(session);
  map.set(session, value);
  const [oldest] = map.keys();
  if (map.size > maxSessions && oldest !== undefined) map.delete(oldest);
}
