import { LociError } from "../errors.ts";
import type { SessionDb } from "../session/open-session-db.ts";
import type { Digested, DigestPorts } from "./digest-ports.ts";
import { digestSession, outcome, waiting } from "./digest-session.ts";

interface DigestWaitingOptions {
  /** The one conversation that is asked for. */
  readonly session?: string;
  readonly signal?: AbortSignal;
}

/**
 * Digests the conversations that wait and are due, one after the other, or the one that is asked for whether it is due
 * or not; that one is put into the queue in its turn, so that no one else takes it up meanwhile. Stops where the model
 * has to rest or digestion is switched off. One digester a device: another one waits its turn.
 */
export async function* digestWaiting(
  ports: DigestPorts,
  options: DigestWaitingOptions = {},
): AsyncGenerator<Digested> {
  const { session, signal } = options;
  const seen = new Set<string>();
  for (;;) {
    const digested = await inTurn(ports, () => digestNext(ports, options, seen), signal);
    if (digested === "busy" && session !== undefined && ports.queue.add(session)) {
      yield waiting(session, "another conversation is being digested");
    }
    if (digested === "busy" || digested === undefined) return;
    yield digested;
    if (digested.status === "off") return;
  }
}

/** Queues the conversations that have been quiet for so long (ms), also those that a crash left open. */
export function queueIdle(
  { sessions, digestions }: Pick<SessionDb, "sessions" | "digestions">,
  inactivityMs: number,
): void {
  sessions.expire();
  for (const { id } of sessions.idleFor(inactivityMs)) digestions.add(id);
}

/** Runs work as the one digester; `busy`: another one has been at it all the while, and takes up what waits. */
async function inTurn<T>(
  { lock }: DigestPorts,
  work: () => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T | "busy" | undefined> {
  try {
    return await lock(work, signal);
  } catch (error) {
    if (signal?.aborted === true) return undefined;
    if (error instanceof LociError && error.code === "BUSY") return "busy";
    throw error;
  }
}

/** Undefined where nothing is due that was not tried just now. */
async function digestNext(
  ports: DigestPorts,
  { session, signal }: DigestWaitingOptions,
  seen: Set<string>,
): Promise<Digested | undefined> {
  const first = ports.queue.next();
  if (session !== undefined && !ports.queue.add(session)) return undefined;
  // What a crash left half applied goes first: a later conversation may replace what it wrote, and it would write that again.
  const next = first?.plan ? first : ports.queue.next(session);
  if (next === undefined || signal?.aborted === true) return undefined;
  const stretch = `${next.session}#${next.upTo}`;
  if (seen.has(stretch)) return undefined;
  seen.add(stretch);
  return digestSession(ports, next, signal);
}

/** What became of a session that was digested in parts: it was gone on with while an earlier one waited. */
export function together(session: string, all: readonly Digested[]): Digested {
  const parts = all.filter((part) => part.session === session);
  const last = parts.at(-1) ?? outcome(session, { status: "nothing" });
  return {
    ...last,
    status: parts.findLast(({ status }) => status !== "nothing")?.status ?? last.status,
    learned: parts.flatMap(({ learned }) => learned),
    replaced: parts.flatMap(({ replaced }) => replaced),
    known: parts.flatMap(({ known }) => known),
    saved: parts.flatMap(({ saved }) => saved),
    leftOut: parts.flatMap(({ leftOut }) => leftOut),
  };
}
