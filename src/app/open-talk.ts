import type { Digested } from "../digest/digest-ports.ts";
import { digestWaiting } from "../digest/digest-waiting.ts";
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

/** A digestion by a model takes its time, and another process waits for it so long (ms). */
const longestWait = 120_000;

/** Opens what conversations need. Throws LociError SESSION_FAILED, BUSY or BAD_CONFIG. */
export function openTalk(parts: Parts, background: (work: Promise<void>) => void): Talk {
  const { lociDir, settings, now, report } = parts;
  const models = chooseTaskModels(parts);
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
  const splitting = createSplitting(parts, db, models.split);
  const digestAll = async function* (options: { session?: string; signal?: AbortSignal }) {
    await splitting.resume();
    for await (const digested of digestWaiting(digestPorts, options)) {
      yield toEvent(digested);
      background(splitting.split(digested));
    }
  };
  return {
    db,
    turnPorts: createTurnPorts(parts, db, models, background),
    digestPorts,
    beginTurn: createTurnQueue(),
    async digest(session, signal) {
      if (!db.digestions.add(session)) return nothing(session);
      const one = { session, ...(signal === undefined ? {} : { signal }) };
      for await (const event of digestAll(one)) return event;
      return { ...nothing(session), status: "waiting", reason: "another Loci is digesting it" };
    },
    digestWaiting: (signal) => digestAll(signal === undefined ? {} : { signal }),
    close() {
      db.close();
      lock.close();
    },
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
