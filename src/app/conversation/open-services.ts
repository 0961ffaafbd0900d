import { chooseModels, guarded } from "../../agent/choose-models.ts";
import {
  type ConversationServices,
  createRecentTurns,
} from "../../agent/conversation/conversation.ts";
import type { DigestEvent } from "../../agent/turn-event.ts";
import { createTurnPorts } from "../../agent/turn-ports.ts";
import { candidateTopics } from "../../agent/vault-for-turn.ts";
import type { DigestPorts } from "../../digest/digest-ports.ts";
import { waiting } from "../../digest/digest-session.ts";
import { digestWaiting, queueIdle, together } from "../../digest/digest-waiting.ts";
import { queueLongTopics, splitWaiting } from "../../digest/split/split-topics.ts";
import { createVaultLock } from "../../index/vault-lock.ts";
import { changeVaultFile, inStep } from "../../memory/change-and-note-file.ts";
import { createNearFinder, memoriesWithKey } from "../../memory/find-same.ts";
import { createReader } from "../../memory/for-models.ts";
import { createSecretRedactor, redactMemories } from "../../memory/hide-secrets.ts";
import { localTime, offsetTime } from "../../memory/local-time.ts";
import { placePorts } from "../../memory/topics.ts";
import type { Model, Replying } from "../../models/respond.ts";
import { openSessionDb, type SessionDb } from "../../session/open-session-db.ts";
import { respectCheckouts } from "../../sync/round/respect-checkouts.ts";
import { type Lock, unlocked } from "../../vault/lock.ts";
import type { OpenVault } from "../vault/open-vault.ts";

/** What conversations in an open vault share. */
export interface OpenConversations extends ConversationServices, Digesting {
  answeredBy(reply: Replying): OpenConversations;
  /** Waits for what runs in the background, and aborts what is asked of models after so long (ms). */
  close(timeoutMs: number): Promise<void>;
}

type Digesting = ReturnType<typeof createDigesting>;

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
  const digesters = createVaultLock(lociDir, { clock, name: "digest" });
  committer.yieldTo(digesters);
  const running = new Set<Promise<void>>();
  const background = (work: Promise<void>): void => {
    running.add(work);
    void work.finally(() => running.delete(work));
  };
  const beginTurn = createTurnQueue();
  const recentTurns = createRecentTurns();
  const ports = digestPorts(vault, db, models.patient, digesters);
  const digesting = createDigesting(vault, db, { ports, beginTurn, background });
  const split = (file: string): void => background(digesting.split([file]));
  const answered = (reply: Replying | undefined): OpenConversations => ({
    ...digesting,
    db,
    turnPorts: createTurnPorts(vault, { sessions: db.sessions, models, reply, background, split }),
    answeredBy: (other) => answered(guarded(other, privacy, closing.signal)),
    recentTurns,
    beginTurn,
    async close(timeoutMs) {
      const timer = setTimeout(() => closing.abort(), timeoutMs);
      while (running.size > 0) await Promise.all(running);
      clearTimeout(timer);
      db.close();
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

interface DigestWith extends Pick<ConversationServices, "beginTurn"> {
  readonly ports: DigestPorts;
  readonly background: (work: Promise<void>) => void;
}

/** What digests conversations, and splits topics that grow too long. */
function createDigesting(
  vault: OpenVault,
  db: SessionDb,
  { ports, beginTurn, background }: DigestWith,
) {
  const { reveals } = createSecretRedactor(vault);
  /** Splits the topics of these files that are too long, and those that wait. */
  const split = async (files: readonly string[], signal?: AbortSignal): Promise<void> => {
    await queueLongTopics(vault, files, async () => db.digestions);
    await splitWaiting(ports, signal);
  };
  const take = async function* (signal?: AbortSignal, session?: string) {
    await splitWaiting(ports, signal, { begun: true });
    for await (const digested of digestWaiting(ports, signal, session)) {
      const grown = digested.outcomes.flatMap(({ status, file = [] }) =>
        status === "learned" || status === "replaced" ? file : [],
      );
      background(split(grown, signal));
      yield digested;
    }
    background(split([], signal));
  };
  /** One session, now. Aborted, it waits on disk. */
  const digest = async (id: string, signal?: AbortSignal): Promise<DigestEvent> => {
    const endTurn = await beginTurn(id); // A reply under way belongs to what is digested.
    const isBound = db.sessions.find(id)?.isBound === true;
    const stretches = Array.fromAsync(take(signal, id)).finally(endTurn);
    const all = together(id, await stretches);
    const isCutShort = signal?.aborted === true && db.digestions.add(id);
    const digested = isCutShort ? waiting(id, "it was interrupted") : all;
    // Who talks with a token is told no secrets.
    const outcomes = isBound
      ? all.outcomes.filter(({ status, text }) => status !== "kept" && !reveals(text))
      : all.outcomes;
    return { type: "digest", ...digested, outcomes };
  };
  const queueQuiet = (): void => queueIdle(db, vault.settings.session.inactivityMs);
  return {
    split,
    digest,
    /** All that is due. */
    async *digestDue(signal?: AbortSignal): AsyncGenerator<DigestEvent> {
      queueQuiet();
      for await (const digested of take(signal)) yield { type: "digest", ...digested };
    },
    /** All that waits, also what has to wait for its next attempt. */
    async *digestAll(signal?: AbortSignal): AsyncGenerator<DigestEvent> {
      queueQuiet();
      for (const { session: id } of db.digestions.waiting()) {
        if (signal?.aborted === true) return;
        const event = await digest(id, signal);
        yield event;
        if (event.status === "off") break;
      }
      background(split([], signal));
    },
  };
}

const dayMs = 86_400_000;

/** `digesters`: one a device. */
function digestPorts(
  vault: OpenVault,
  db: SessionDb,
  model: Model | undefined,
  digesters: Lock,
): DigestPorts {
  const { settings, now } = vault;
  return {
    ...placePorts(vault),
    ...vault,
    sessions: db.sessions,
    queue: db.digestions,
    modelErrors: db.modelErrors,
    model,
    // By the settings' name: a server tells its model's only once it was asked.
    modelKey: `${settings.model.name ?? "the model"} at ${settings.model.baseUrl ?? "OpenAI"}`,
    lock: (work, signal) =>
      digesters(async () => {
        await vault.checkStillThere();
        await respectCheckouts(vault);
        return work();
      }, signal),
    inOneStep: (step, work) =>
      vault.lock(() => work(changeVaultFile(inStep({ ...vault, lock: unlocked }, { step })))),
    near: (session) => createNearFinder(vault, session),
    outgoing: (session, { file, entry }) =>
      redactMemories(vault, session, [{ ...entry, file }])[0]?.text,
    withKey: (session, key) => memoriesWithKey(vault, session, key),
    async topics(session, text) {
      const reader = createReader(vault, { ...session, isAtHome: model?.isCloud !== true });
      const topics = await candidateTopics(reader, text);
      // Don't store what a person says in an agent's own topics.
      return topics.filter(({ file }) => !file.startsWith("agents/"));
    },
    async forgotten() {
      const { parseRemovals } = await import("../../sync/merge/file/removals.ts");
      const { readForgotten } = await import("../../sync/round/forgotten.ts");
      const { forgottenAt } = parseRemovals(readForgotten(vault.root));
      // A mark by a clock that ran far ahead does not take away what was said since.
      return (text) => {
        const at = forgottenAt(text);
        return at !== undefined && at < now() + dayMs ? at : undefined;
      };
    },
    timeAt: (ms) => offsetTime(ms, settings.timezone),
    commit: () => vault.committer.commit(),
  };
}
