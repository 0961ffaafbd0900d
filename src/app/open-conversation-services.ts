import { chooseModels, guarded, type Models } from "../agent/choose-models.ts";
import type { ConversationServices, DigestEvent } from "../agent/conversation/context.ts";
import { createRecentTurns } from "../agent/conversation/recent-turns.ts";
import type { TurnPorts } from "../agent/turn-ports.ts";
import { createReplyWatch } from "../agent/watch-replies.ts";
import type { Digested, DigestedText } from "../digest/digest-ports.ts";
import { digestWaiting, queueIdle, together } from "../digest/digest-waiting.ts";
import { proposeWith } from "../digest/split/propose-split.ts";
import { queueLongTopics, type SplitPorts, splitWaiting } from "../digest/split/split-topics.ts";
import { LociError, messageOf } from "../errors.ts";
import { openVaultLock } from "../index/vault-lock.ts";
import { changeVaultFile, inStep } from "../memory/change-and-note-file.ts";
import { createSecretRedactor, type SecretRedactor } from "../memory/hide-secrets.ts";
import type { Model, Replying } from "../models/respond.ts";
import type { SessionDb } from "../session/open-session-db.ts";
import { listFiles } from "../vault/list-files.ts";
import { type Lock, unlocked } from "../vault/lock.ts";
import { createDigestPorts } from "./digest-ports.ts";
import { createTurnPorts } from "./turn-ports.ts";
import type { OpenVault } from "./vault/open-vault.ts";
import { openConversations } from "./vault/session-db.ts";

/** Whoever asks for a digestion waits so long (ms) for another one; then it is left to that one. */
const longestWait = 30_000;

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
  const splits = createSplits(parts, { db, model: models.patient, digesters: lock.lock });
  const unlessClosing = (sentence: string): void => {
    if (!closing.signal.aborted) report(sentence);
  };
  const turning: Turning = {
    parts: { ...parts, report: unlessClosing },
    db,
    models,
    background,
    split: (file) => background(splits.split([file])),
  };
  const digestAll = async function* (
    options: { session?: string; signal?: AbortSignal },
    askedAt?: number,
  ) {
    await splits.finish(options.signal);
    const ports = askedAt === undefined ? digestPorts : { ...digestPorts, askedAt };
    for await (const digested of digestWaiting(ports, options)) {
      const grown = [...digested.learned, ...digested.replaced].map(({ file }) => file);
      background(splits.split(grown, options.signal));
      yield digested;
    }
    background(splits.split([], options.signal));
  };
  const redactor = createSecretRedactor(parts);
  const digest: ConversationServices["digest"] = async (session, signal, askedAt) => {
    const isBound = db.sessions.find(session)?.isBound === true;
    const stretches: Digested[] = [];
    const digesting = digestAll({ session, ...(signal && { signal }) }, askedAt);
    for await (const stretch of digesting) stretches.push(stretch);
    const all = together(session, stretches);
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
  readonly split: (file: string) => void;
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

interface Splitting {
  readonly db: SessionDb;
  readonly model: Model | undefined;
  readonly digesters: Lock;
}

/** `finish` ends the splits that a crash interrupted; `split` also splits these files, where they are too long, and what waits. */
function createSplits(parts: OpenVault, { db, model, digesters }: Splitting) {
  const ports: SplitPorts = {
    vault: parts,
    queue: db.digestions,
    digesters,
    propose:
      model === undefined
        ? async (request) => (await import("../language/offline/split.ts")).splitOffline(request)
        : proposeWith(model, parts.settings.model.contextTokens),
    isCloud: model?.isCloud === true,
    listPaths: () => listFiles(parts.root).files.map(({ path }) => path),
    inOneStep: (step, work) =>
      parts.lock(() => work(changeVaultFile(inStep({ ...parts, lock: unlocked }, { step })))),
    today: () => parts.time().slice(0, 10),
    report: parts.report,
    async commit() {
      parts.freshness.noteWrite();
      await parts.committer.commit();
    },
  };
  return {
    finish: (signal?: AbortSignal) => splitWaiting(ports, signal, { begun: true }),
    async split(files: readonly string[], signal?: AbortSignal): Promise<void> {
      await queueLongTopics(parts, files, async () => db.digestions);
      await splitWaiting(ports, signal);
    },
  };
}

/** What is saved in a conversation may make its topic too long. */
const splittingAfter =
  (remember: TurnPorts["remember"], split: (file: string) => void): TurnPorts["remember"] =>
  async (session, memory) => {
    const saved = await remember(session, memory);
    if (saved.status === "saved") split(saved.file);
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
  const { learned, replaced, known, saved } = digested;
  return {
    ...digested,
    learned: open(learned),
    replaced: open(replaced),
    known: open(known),
    saved: open(saved),
    leftOut: [],
  };
}

const interrupted = {
  status: "waiting",
  reason: "The conversation is not in memory yet, and waits on disk: it was interrupted",
} as const;

const toEvent = (digested: Digested): DigestEvent => ({ type: "digest", ...digested });
