import { understoodLanguages } from "../../agent/languages.ts";
import type { DigestEvent } from "../../agent/turn-event.ts";
import { candidateTopics } from "../../agent/vault-for-turn.ts";
import type { DigestPorts } from "../../digest/digest-ports.ts";
import type { Digested } from "../../digest/digest-session.ts";
import { digestWaiting, queueIdle, together } from "../../digest/digest-waiting.ts";
import {
  proposeWith,
  queueLongTopics,
  type SplitPorts,
  splitWaiting,
} from "../../digest/split/split-topics.ts";
import { createLanguageDetector } from "../../language/detect/detect-language.ts";
import { changeVaultFile, inStep } from "../../memory/change-and-note-file.ts";
import { createReader } from "../../memory/for-models.ts";
import { createSecretRedactor, redactMemories } from "../../memory/hide-secrets.ts";
import { offsetTime } from "../../memory/local-time.ts";
import { createNearFinder, memoriesWithKey } from "../../memory/near-memories.ts";
import { stemsBy } from "../../memory/stems.ts";
import { placePorts } from "../../memory/topics.ts";
import type { Model } from "../../models/respond.ts";
import type { SessionDb } from "../../session/open-session-db.ts";
import { respectCheckouts } from "../../sync/round/respect-checkouts.ts";
import { type Lock, unlocked } from "../../vault/lock.ts";
import type { OpenVault } from "../vault/open-vault.ts";

interface DigestWith {
  readonly db: SessionDb;
  /** Undefined: digests without a model. */
  readonly model: Model | undefined;
  /** One digester a device. */
  readonly digesters: Lock;
  readonly beginTurn: (session: string) => Promise<() => void>;
  readonly background: (work: Promise<void>) => void;
}

/** What digests conversations, and splits topics that grow too long. */
export type Digesting = ReturnType<typeof createDigesting>;

/** Wires the digestion of an open vault. */
export function createDigesting(vault: OpenVault, using: DigestWith) {
  const { db, background } = using;
  const ports = digestPorts(vault, using);
  const splits = splitPorts(vault, using);
  const { reveals } = createSecretRedactor(vault);
  const split = async (files: readonly string[], signal?: AbortSignal): Promise<void> => {
    await queueLongTopics(vault, files, async () => db.digestions);
    await splitWaiting(splits, signal);
  };
  const digest = async function* (signal?: AbortSignal, which: { session?: string } = {}) {
    await splitWaiting(splits, signal, { begun: true });
    for await (const digested of digestWaiting(ports, { ...which, signal })) {
      const written = digested.outcomes.filter(({ status }) =>
        /^(?:learned|replaced)$/.test(status),
      );
      background(
        split(
          written.flatMap(({ file }) => file ?? []),
          signal,
        ),
      );
      yield digested;
    }
    background(split([], signal));
  };
  /** All that is due. */
  const due = async function* (signal?: AbortSignal): AsyncGenerator<DigestEvent> {
    queueIdle(db, vault.settings.session.inactivityMs);
    for await (const digested of digest(signal)) yield toEvent(digested);
  };
  /** One session, now. Aborted, it waits on disk. */
  const session = async (id: string, signal?: AbortSignal): Promise<DigestEvent> => {
    const endTurn = await using.beginTurn(id); // A reply under way belongs to what is digested.
    const isBound = db.sessions.find(id)?.isBound === true;
    const stretches: Digested[] = [];
    try {
      for await (const stretch of digest(signal, { session: id })) stretches.push(stretch);
    } finally {
      endTurn();
    }
    const all = together(id, stretches);
    const isCutShort = signal?.aborted === true && db.digestions.add(id);
    const digested = isCutShort ? { ...all, ...interrupted } : all;
    return toEvent(isBound ? withoutSecrets(digested, reveals) : digested);
  };
  return {
    session,
    due,
    /** All that waits, also what has to wait for its next attempt. */
    async *all(signal?: AbortSignal): AsyncGenerator<DigestEvent> {
      queueIdle(db, vault.settings.session.inactivityMs);
      for (const { session: id } of db.digestions.waiting()) {
        if (signal?.aborted === true) return;
        const event = await session(id, signal);
        yield event;
        if (event.status === "off") break;
      }
      background(split([], signal));
    },
    /** Splits the topic of this file, if it is too long, and those that wait. */
    split: (file: string): Promise<void> => split([file]),
  };
}

const toEvent = (digested: Digested): DigestEvent => ({ type: "digest", ...digested });

const interrupted = {
  status: "waiting",
  reason: "The conversation is not in memory yet, and waits on disk: it was interrupted",
} as const;

/** What may be told to someone who talks with a token. */
function withoutSecrets(digested: Digested, reveals: (text: string) => boolean): Digested {
  const open = digested.outcomes.filter(({ status, text }) => status !== "kept" && !reveals(text));
  return { ...digested, outcomes: open };
}

const dayMs = 86_400_000;

function digestPorts(vault: OpenVault, { db, model, digesters }: DigestWith): DigestPorts {
  const { settings, now } = vault;
  const detector = createLanguageDetector(understoodLanguages(settings), vault.letters);
  return {
    ...placePorts(vault),
    settings,
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
    undoable: (step) => changeVaultFile(inStep(vault, { step })),
    near: (session) => createNearFinder(vault, session),
    outgoing: (session, { file, entry }) =>
      redactMemories(vault, session, [{ ...entry, file }])[0]?.text,
    withKey: (session, key) => memoriesWithKey(vault, session, key),
    async topics(session, text) {
      const reader = createReader(vault, { ...session, isAtHome: model?.isCloud !== true });
      const topics = await candidateTopics({ vault, viewer: session, reader }, text);
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
    stems: stemsBy(settings),
    languageOf: async (text) => (await detector.detect(text)).language,
    timeAt: (ms) => offsetTime(ms, settings.timezone),
    now,
    commit: () => vault.committer.commit(),
    report: vault.report,
  };
}

const splitPorts = (vault: OpenVault, { db, model, digesters }: DigestWith): SplitPorts => ({
  vault,
  queue: db.digestions,
  digesters,
  propose:
    model === undefined ? splitOffline : proposeWith(model, vault.settings.model.contextTokens),
  isCloud: model?.isCloud === true,
  inOneStep: (step, work) =>
    vault.lock(() => work(changeVaultFile(inStep({ ...vault, lock: unlocked }, { step })))),
});

/** Proposes subtopics without a model; loaded when a topic is too long. */
const splitOffline: SplitPorts["propose"] = async (request) =>
  (await import("../../language/offline/split.ts")).splitOffline(request);
