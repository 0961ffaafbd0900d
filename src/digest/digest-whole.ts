import type { Digested } from "./digest-ports.ts";

/** What became of a session, be it digested in one part or more. */
export type WholeDigested = Omit<Digested, "dropped" | "saved"> & Partial<Pick<Digested, "saved">>;

interface DigestingSession {
  /** Undefined where there is nothing of it to digest any more. */
  readonly next: () => AsyncIterable<WholeDigested>;
  readonly isCalledOff: () => boolean;
  /** Queues it on disk; false where it has no messages. */
  readonly queue: () => boolean;
}

/** A session, in more than one part where it was gone on with while an earlier one waited. */
export async function digestWhole(
  session: string,
  { next, isCalledOff, queue }: DigestingSession,
): Promise<WholeDigested> {
  let all = nothing(session);
  for (;;) {
    const one = await firstOf(next());
    if (one !== undefined) all = together(all, one);
    if (one?.status === "waiting" || one?.status === "off") return all;
    if (isCalledOff()) return queue() ? { ...all, status: "waiting", reason: interrupted } : all;
    if (one === undefined) return all;
  }
}

const interrupted = "The conversation is not in memory yet, and waits on disk: it was interrupted";

/** Undefined where another process has digested it meanwhile. */
async function firstOf(events: AsyncIterable<WholeDigested>): Promise<WholeDigested | undefined> {
  for await (const event of events) return event;
  return undefined;
}

/** What became of a conversation that was digested in two parts. */
function together(first: WholeDigested, next: WholeDigested): WholeDigested {
  const status = next.status === "nothing" ? first.status : next.status;
  return {
    ...next,
    status,
    learned: [...first.learned, ...next.learned],
    replaced: [...first.replaced, ...next.replaced],
    known: [...first.known, ...next.known],
    saved: [...(first.saved ?? []), ...(next.saved ?? [])],
  };
}

const nothing = (session: string): WholeDigested => ({
  session,
  status: "nothing",
  learned: [],
  replaced: [],
  known: [],
});
