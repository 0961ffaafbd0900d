import type { Digested } from "../digest/digest-ports.ts";
import { digestWaiting } from "../digest/digest-waiting.ts";
import { LociError, messageOf } from "../errors.ts";
import { openVaultLock } from "../index/vault-lock.ts";
import { systemClock } from "../session/clock.ts";
import { openSessionDb } from "../session/open-session-db.ts";
import { createDigestPorts } from "./digest-ports.ts";
import { localTime } from "./local-time.ts";
import type { Parts } from "./parts.ts";
import { createSplitting } from "./splitting.ts";
import type { DigestEvent, Talk } from "./talk.ts";
import { chooseTaskModels } from "./task-models.ts";
import { createTurnPorts } from "./turn-ports.ts";
import { watchReplies } from "./watch-replies.ts";

/** A digestion by a model takes its time, and another process waits for it so long (ms). */
const longestWait = 120_000;

/** Opens what conversations need. Throws LociError SESSION_FAILED, BUSY or BAD_CONFIG. */
export function openTalk(parts: Parts, background: (work: Promise<void>) => void): Talk {
  const { lociDir, settings, now, report } = parts;
  const closing = new AbortController();
  const models = chooseTaskModels(parts, closing.signal);
  const db = openSessionDb({
    lociDir,
    clock: systemClock(now),
    settings: settings.session,
    saveRecalledContext: settings.privacy.saveRecalledContext,
    inMemory: !settings.privacy.enabled,
    dayOf: (ms) => localTime(ms, settings.timezone).slice(0, 10),
    report,
  });
  const lock = openVaultLock(lociDir, { name: "digest", waitMs: longestWait });
  const digestPorts = createDigestPorts(parts, db, models, lock.lock);
  const splitting = createSplitting(parts, db, models.split, lock.lock);
  const unlessClosing = (sentence: string): void => {
    if (!closing.signal.aborted) report(sentence);
  };
  const replies = watchReplies(models.reply);
  const turnPorts = createTurnPorts(
    { ...parts, report: unlessClosing },
    db,
    { ...models, reply: replies.model },
    background,
  );
  const digestAll = async function* (options: { session?: string; signal?: AbortSignal }) {
    await splitting.resume();
    for await (const digested of digestWaiting(digestPorts, options)) {
      background(splitting.split(digested, options.signal));
      yield toEvent(digested);
    }
  };
  const digest = async (session: string, signal?: AbortSignal): Promise<DigestEvent> => {
    let all = nothing(session);
    // More than once where it was gone on with while an earlier part of it waited.
    while (db.digestions.add(session)) {
      const one = await firstOf(digestAll({ session, ...(signal && { signal }) }));
      if (one !== undefined) all = together(all, one);
      if (one?.status === "waiting" || one?.status === "off") break;
      if (signal?.aborted === true) return { ...all, status: "waiting", reason: interrupted };
    }
    return all;
  };
  const beginTurn = createTurnQueue();
  return {
    db,
    turnPorts: {
      ...turnPorts,
      async report(error) {
        if (!isModelFailure(error)) turnPorts.report(error);
        else if (await replies.wentWell()) turnPorts.report(messageOf(error));
      },
    },
    beginTurn,
    async digest(session, signal) {
      const endTurn = await beginTurn(session); // A reply under way belongs to what is digested.
      try {
        return await digest(session, signal);
      } finally {
        endTurn();
      }
    },
    async *digestWaiting(signal) {
      db.sessions.expire();
      for (const { id } of db.sessions.idleFor(settings.session.inactivityMs)) {
        db.digestions.add(id);
      }
      yield* digestAll(signal === undefined ? {} : { signal });
    },
    hurry: () => closing.abort(),
    close() {
      db.close();
      lock.close();
    },
  };
}

const interrupted = "The conversation is not in memory yet, and waits on disk: it was interrupted";

const isModelFailure = (error: unknown): boolean =>
  error instanceof LociError && error.code === "MODEL_FAILED";

/** Undefined where another process has digested it meanwhile. */
async function firstOf(events: AsyncIterable<DigestEvent>): Promise<DigestEvent | undefined> {
  for await (const event of events) return event;
  return undefined;
}

/** What became of a conversation that was digested in two parts. */
function together(first: DigestEvent, next: DigestEvent): DigestEvent {
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

function createTurnQueue(): Talk["beginTurn"] {
  const lastBySession = new Map<string, Promise<void>>();
  return async (session) => {
    const before = lastBySession.get(session);
    const { promise, resolve } = Promise.withResolvers<void>();
    lastBySession.set(session, promise);
    await before;
    return () => {
      if (lastBySession.get(session) === promise) lastBySession.delete(session);
      resolve();
    };
  };
}

const nothing = (session: string): DigestEvent => ({
  type: "digest",
  session,
  status: "nothing",
  learned: [],
  replaced: [],
  known: [],
});

const toEvent = ({ dropped: _, ...digested }: Digested): DigestEvent => ({
  type: "digest",
  ...digested,
});
