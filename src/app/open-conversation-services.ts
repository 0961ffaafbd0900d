import type { ConversationServices, DigestEvent } from "../agent/conversation/context.ts";
import { createRecentTurns } from "../agent/conversation/recent-turns.ts";
import { chooseModels, guarded, type Models } from "../agent/task-models.ts";
import type { TurnPorts } from "../agent/turn-ports.ts";
import { createReplyWatch } from "../agent/watch-replies.ts";
import type { Digested, DigestedText } from "../digest/digest-ports.ts";
import { digestWaiting, queueIdle, together } from "../digest/digest-waiting.ts";
import { createSplitting, type Splitting, type SplittingVault } from "../digest/split/splitting.ts";
import { LociError, messageOf } from "../errors.ts";
import { openVaultLock } from "../index/vault-lock.ts";
import { createSecretRedactor, type SecretRedactor } from "../memory/hide-secrets.ts";
import type { Replying } from "../models/respond.ts";
import type { SessionDb } from "../session/session.ts";
import { createDigestPorts } from "./digest-ports.ts";
import { createTurnPorts } from "./turn-ports.ts";
import type { OpenVault } from "./vault/open-vault.ts";
import { openConversations } from "./vault/session-db.ts";

/** A digestion by a model takes its time, and another process waits for it so long (ms). */
const longestWait = 120_000;

/** Opens what conversations need. Throws LociError SESSION_FAILED, BUSY or BAD_CONFIG. */
export function openConversationServices(
  parts: OpenVault,
  background: (work: Promise<void>) => void,
): ConversationServices {
  const { lociDir, clock, settings, report, committer } = parts;
  const closing = new AbortController();
  const models = chooseModels(parts, closing.signal);
  const db = openConversations(parts);
  const lock = openVaultLock(lociDir, { clock, name: "digest", waitMs: longestWait });
  committer.yieldTo(lock.lock);
  const digestPorts = createDigestPorts(parts, db, models.patient, lock.lock);
  const splitting = createSplitting(splittingVault(parts), db, models.patient, lock.lock);
  const unlessClosing = (sentence: string): void => {
    if (!closing.signal.aborted) report(sentence);
  };
  const turning: Turning = {
    ...{ parts: { ...parts, report: unlessClosing }, db, models, background },
    split: (grown) => background(splitting.split(grown)),
  };
  const digestAll = async function* (
    options: { session?: string; signal?: AbortSignal },
    askedAt?: number,
  ) {
    await splitting.resume();
    const ports = askedAt === undefined ? digestPorts : { ...digestPorts, askedAt };
    for await (const digested of digestWaiting(ports, options)) {
      background(splitting.split(digested, options.signal));
      yield digested;
    }
    background(splitting.splitWaiting(options.signal));
  };
  const redactor = createSecretRedactor(parts);
  const digest: ConversationServices["digest"] = async (session, signal, askedAt) => {
    const isBound = db.sessions.find(session)?.isBound === true;
    const parts: Digested[] = [];
    const digesting = digestAll({ session, ...(signal && { signal }) }, askedAt);
    for await (const part of digesting) parts.push(part);
    const all = together(session, parts);
    const isCutShort = signal?.aborted === true && db.digestions.add(session);
    const digested = isCutShort ? { ...all, ...interrupted } : all;
    return toEvent(isBound ? withoutSecrets(digested, redactor) : digested);
  };
  const beginTurn = createTurnQueue();
  const services: ConversationServices = {
    db,
    turnPorts: turnPortsFor(turning, models.live),
    answeredBy(reply) {
      const asked = guarded(reply, settings.privacy, closing.signal);
      return { ...services, turnPorts: turnPortsFor(turning, asked) };
    },
    recentTurns: createRecentTurns(),
    beginTurn,
    async digest(session, signal, askedAt) {
      const endTurn = await beginTurn(session); // A reply under way belongs to what is digested.
      try {
        return await digest(session, signal, askedAt);
      } finally {
        endTurn();
      }
    },
    async *digestWaiting(signal, askedAt) {
      queueIdle(db, settings.session.inactivityMs);
      const all = digestAll(signal === undefined ? {} : { signal }, askedAt);
      for await (const digested of all) yield toEvent(digested);
    },
    hurry: () => closing.abort(),
    async close() {
      db.close();
      lock.close();
    },
  };
  return services;
}

/** What turns need, whichever model answers. */
interface Turning {
  readonly parts: OpenVault;
  readonly db: SessionDb;
  readonly models: Models;
  readonly background: (work: Promise<void>) => void;
  /** What was saved may have made its topic too long. */
  readonly split: (grown: Parameters<Splitting["split"]>[0]) => void;
}

/** `live` undefined: it replies without a server. */
function turnPortsFor(
  { parts, db, models, background, split }: Turning,
  live: Replying | undefined,
): TurnPorts {
  const replies = createReplyWatch();
  const answering = { reply: live && replies.watch(live), models };
  const turnPorts = createTurnPorts(parts, db, answering, background);
  return {
    ...turnPorts,
    remember: splittingAfter(turnPorts.remember, split),
    report: reportOnce(turnPorts.report, replies.wentWell),
  };
}

const splittingVault = (parts: OpenVault): SplittingVault => ({
  ...parts,
  note: (step, records) => parts.committer.note(records.map((one) => ({ ...one, step }))),
  putBack: async ({ lock }, versions) =>
    (await import("../memory/undo-file.ts")).putBack({ ...parts, lock }, versions),
  async commit() {
    parts.freshness.noteWrite();
    await parts.committer.commit();
  },
});

/** What is saved in a conversation may make its topic too long. */
const splittingAfter =
  (
    remember: TurnPorts["remember"],
    split: (grown: Parameters<Splitting["split"]>[0]) => void,
  ): TurnPorts["remember"] =>
  async (session, memory) => {
    const saved = await remember(session, memory);
    if (saved.status === "saved") split({ learned: [saved], replaced: [] });
    return saved;
  };

/** A model that fails in a reply has said so there. */
const reportOnce =
  (report: TurnPorts["report"], wentWell: () => Promise<boolean>) =>
  async (error: unknown): Promise<void> => {
    if (!isModelFailure(error)) report(error);
    else if (await wentWell()) report(messageOf(error));
  };

const isModelFailure = (error: unknown): boolean =>
  error instanceof LociError && error.code === "MODEL_FAILED";

function createTurnQueue(): ConversationServices["beginTurn"] {
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

/** What may be told where a conversation was begun with a token. */
function withoutSecrets(digested: Digested, { reveals }: SecretRedactor): Digested {
  const open = (texts: readonly DigestedText[]) => texts.filter(({ text }) => !reveals(text));
  const { learned, replaced, known, saved = [], leftOut: _, ...rest } = digested;
  return {
    ...rest,
    ...{ learned: open(learned), replaced: open(replaced), known: open(known), saved: open(saved) },
  };
}

const interrupted = {
  status: "waiting",
  reason: "The conversation is not in memory yet, and waits on disk: it was interrupted",
} as const;

const toEvent = (digested: Digested): DigestEvent => ({ type: "digest", ...digested });
