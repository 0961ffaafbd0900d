import { LociError } from "../errors.ts";
import type { Digested, DigestPorts } from "./digest-ports.ts";
import { digestSession, waiting } from "./digest-session.ts";

/**
 * Digests the conversations that wait and are due, one after the other, or one of them whether it is due or not. Stops
 * where the model has to rest or digestion is switched off. One digester a device: another one waits its turn.
 */
export async function* digestWaiting(
  ports: DigestPorts,
  options: { readonly session?: string; readonly signal?: AbortSignal } = {},
): AsyncGenerator<Digested> {
  const { session, signal } = options;
  const seen = new Set<string>();
  for (;;) {
    const digested = await inTurn(ports, () => digestNext(ports, session, seen, signal), signal);
    if (digested === "busy" && session !== undefined) {
      yield waiting(session, "another Loci is digesting");
    }
    if (digested === "busy") return;
    if (digested === undefined) return;
    yield digested;
    if (digested.status === "off") return;
  }
}

/** Runs work as the one digester; `busy`: another process has been at it all the while, and takes up what waits. */
async function inTurn(
  { lock }: DigestPorts,
  work: () => Promise<Digested | undefined>,
  signal: AbortSignal | undefined,
): Promise<Digested | "busy" | undefined> {
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
  session: string | undefined,
  seen: Set<string>,
  signal: AbortSignal | undefined,
): Promise<Digested | undefined> {
  const next =
    session === undefined
      ? ports.queue.next()
      : ports.queue.waiting().find((digestion) => digestion.session === session);
  if (next === undefined || seen.has(next.session) || signal?.aborted === true) return undefined;
  seen.add(next.session);
  return digestSession(ports, next, signal);
}
