import { chooseModels, guarded } from "../../agent/choose-models.ts";
import {
  type ConversationServices,
  createRecentTurns,
} from "../../agent/conversation/conversation.ts";
import { createTurnPorts } from "../../agent/turn-ports.ts";
import { openVaultLock } from "../../index/vault-lock.ts";
import { localTime } from "../../memory/local-time.ts";
import type { Replying } from "../../models/respond.ts";
import { openSessionDb } from "../../session/open-session-db.ts";
import type { OpenVault } from "../vault/open-vault.ts";
import { createDigesting, type Digesting } from "./digesting.ts";

/** What conversations in an open vault share. */
export interface OpenConversations extends ConversationServices {
  readonly digesting: Digesting;
  answeredBy(reply: Replying): OpenConversations;
  /** Waits for what runs in the background, and aborts what is asked of models after so long (ms). */
  close(timeoutMs: number): Promise<void>;
}

/** How long a digestion waits for another process's (ms); then it is left to that one. */
const maxWaitMs = 30_000;

/** Opens what conversations need. Throws LociError SESSION_FAILED, BUSY or BAD_CONFIG. */
export function openConversations(opened: OpenVault): OpenConversations {
  const { lociDir, clock, now, settings, committer } = opened;
  const { session, privacy, timezone } = settings;
  const closing = new AbortController();
  const report = (sentence: string): void => {
    if (!closing.signal.aborted) opened.report(sentence);
  };
  const vault: OpenVault = { ...opened, report };
  const models = chooseModels(vault, closing.signal);
  // Nothing with private data stays to be read where none is to be kept.
  const digestedHours = privacy.anonymize === "all" ? 0 : privacy.retentionDays * 24;
  const db = openSessionDb({
    lociDir,
    now,
    report,
    settings: { ...session, digestedHours },
    saveRecalledContext: privacy.saveRecalledContext,
    inMemory: !privacy.enabled,
    dayOf: (ms) => localTime(ms, timezone).slice(0, 10),
  });
  const lock = openVaultLock(lociDir, { clock, name: "digest", waitMs: maxWaitMs });
  committer.yieldTo(lock.lock);
  const running = new Set<Promise<void>>();
  const background = (work: Promise<void>): void => {
    running.add(work);
    void work.finally(() => running.delete(work));
  };
  const beginTurn = createTurnQueue();
  const recentTurns = createRecentTurns();
  const using = { db, model: models.patient, digesters: lock.lock, beginTurn, background };
  const digesting = createDigesting(vault, using);
  const split = (file: string): void => background(digesting.split(file));
  const answered = (reply: Replying | undefined): OpenConversations => ({
    db,
    digesting,
    digest: digesting.session,
    turnPorts: createTurnPorts(vault, { sessions: db.sessions, models, reply, background, split }),
    answeredBy: (other) => answered(guarded(other, privacy, closing.signal)),
    recentTurns,
    beginTurn,
    async close(timeoutMs) {
      const timer = setTimeout(() => closing.abort(), timeoutMs);
      while (running.size > 0) await Promise.all(running);
      clearTimeout(timer);
      db.close();
      lock.close();
    },
  });
  return answered(models.live);
}

/** Lets the turns of one session follow each other. */
function createTurnQueue(): ConversationServices["beginTurn"] {
  const lastBySession = new Map<string, Promise<void>>();
  return async (session) => {
    const before = lastBySession.get(session);
    const { promise, resolve } = Promise.withResolvers<void>();
    lastBySession.set(session, promise);
    await before;
    return resolve;
  };
}
