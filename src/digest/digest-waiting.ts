import { LociError } from "../errors.ts";
import type { SessionDb } from "../session/open-session-db.ts";
import type { DigestPorts } from "./digest-ports.ts";
import { type Digested, digestSession, outcome, waiting } from "./digest-session.ts";

interface DigestWaitingOptions {
  /** The one conversation that is asked for. */
  readonly session?: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Digests the conversations that wait and are due, one after the other, or the one that is asked for whether it is due
 * or not; that one is put into the queue in its turn, so that no one else takes it up meanwhile. Stops where the model
 * has to rest or digestion is switched off. One digester a device: another one has been at it all the while where the
 * lock is busy, and takes up what waits.
 */
export async function* digestWaiting(
  ports: DigestPorts,
  options: DigestWaitingOptions = {},
): AsyncGenerator<Digested> {
  const seen = new Set<string>();
  let isLast = false;
  while (!isLast) {
    const digested = await ports
      .lock(() => digestNext(ports, options, seen), options.signal)
      .catch((error: unknown) => {
        isLast = true;
        return whenBusy(error, ports, options);
      });
    if (digested === undefined) return;
    yield digested;
    isLast ||= digested.status === "off";
  }
}

function whenBusy(
  error: unknown,
  { queue }: DigestPorts,
  { session, signal }: DigestWaitingOptions,
): Digested | undefined {
  if (signal?.aborted === true) return undefined;
  if (!(error instanceof LociError) || error.code !== "BUSY") throw error;
  const isQueued = session !== undefined && queue.add(session);
  return isQueued ? waiting(session, "another conversation is being digested") : undefined;
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
  const stretch = `${next?.session}#${next?.upTo}`;
  if (next === undefined || signal?.aborted === true || seen.has(stretch)) return undefined;
  seen.add(stretch);
  return digestSession(ports, next, signal);
}

/** Queues the conversations that have been quiet for so long (ms), also those that a crash left open. */
export function queueIdle(
  { sessions, digestions }: Pick<SessionDb, "sessions" | "digestions">,
  inactivityMs: number,
): void {
  sessions.expire();
  for (const { id } of sessions.idleFor(inactivityMs)) digestions.add(id);
}

/** What became of a session that was digested in parts: it was gone on with while an earlier one waited. */
export function together(session: string, all: readonly Digested[]): Digested {
  const parts = all.filter((part) => part.session === session);
  const last = parts.at(-1) ?? outcome(session, "nothing");
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
