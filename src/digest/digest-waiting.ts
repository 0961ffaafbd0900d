import { LociError } from "../errors.ts";
import type { SessionDb } from "../session/open-session-db.ts";
import type { DigestPorts } from "./digest-ports.ts";
import { type Digested, digestSession, waiting } from "./digest-session.ts";

/**
 * Digests the conversations that wait and are due, one after the other, or the one that is asked for whether it is due
 * or not; that one is put into the queue in its turn, so that no one else takes it up meanwhile. Stops where the model
 * has to rest or digestion is switched off. One digester a device: another one has been at it all the while where the
 * lock is busy, and takes up what waits.
 */
export async function* digestWaiting(ports: DigestPorts, signal?: AbortSignal, session?: string) {
  const { queue, lock } = ports;
  const seen = new Set<string>();
  /** Undefined where nothing is due that was not tried just now. */
  const digestNext = async (): Promise<Digested | undefined> => {
    const first = queue.next();
    if (session !== undefined && !queue.add(session)) return undefined;
    // What a crash left half applied goes first, or it would write again what a later one replaced.
    const next = first?.plan ? first : queue.next(session);
    const stretch = `${next?.session}#${next?.upTo}`;
    if (next === undefined || signal?.aborted === true || seen.has(stretch)) return undefined;
    seen.add(stretch);
    return digestSession(ports, next, signal);
  };
  try {
    for (;;) {
      const digested = await lock(digestNext, signal);
      if (digested !== undefined) yield digested;
      if (digested === undefined || digested.status === "off") return;
    }
  } catch (error) {
    if (signal?.aborted === true) return;
    if (!(error instanceof LociError) || error.code !== "BUSY") throw error;
    if (session !== undefined && queue.add(session))
      yield waiting(session, "another conversation is being digested");
  }
}

/** Queues the conversations that have been quiet for so long (ms), also those that a crash left open. */
export function queueIdle({ sessions, digestions }: SessionDb, inactivityMs: number): void {
  sessions.expire();
  for (const { id } of sessions.idleFor(inactivityMs)) digestions.add(id);
}

/** What became of a session that was digested in parts: it was gone on with while an earlier one waited. */
export function together(session: string, all: readonly Digested[]): Digested {
  const parts = all.filter((part) => part.session === session);
  const last = parts.findLast(({ status }) => status !== "nothing");
  return { session, status: "nothing", ...last, outcomes: parts.flatMap((part) => part.outcomes) };
}
