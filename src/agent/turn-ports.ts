import { LociError, messageOf } from "../errors.ts";
import { offlineReply } from "../language/offline/offline-reply.ts";
import { statementsIn } from "../language/reply/wish.ts";
import { isCourtesy } from "../language/talk/courtesy.ts";
import { createReader, type ModelReader } from "../memory/for-models.ts";
import { localTime } from "../memory/local-time.ts";
import { recallMemories } from "../memory/recall.ts";
import { rememberInConversation } from "../memory/remember-in-conversation.ts";
import { type DueReminder, dueReminders, markReminded } from "../memory/reminders.ts";
import { recallSaid, saidSoFar } from "../memory/said-so-far.ts";
import type { Replying } from "../models/respond.ts";
import type { Hit } from "../recall/recall.ts";
import type { Sessions } from "../session/open-session-db.ts";
import { redact } from "../session/private-data/redact.ts";
import type { MemoryToSave, Recalled, Session } from "../session/session.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import { agentsOf, personasIn } from "./agents.ts";
import type { Models } from "./choose-models.ts";
import { createLanguageJudge, understoodLanguages } from "./languages.ts";
import { rerankCandidates } from "./rerank.ts";
import { usualTimeouts } from "./turn.ts";
import {
  type ConversationContext,
  candidateTopics,
  knownOfMemory,
  standingFor,
  topicPage,
} from "./vault-for-turn.ts";

export interface Turning {
  readonly sessions: Sessions;
  readonly models: Models;
  /** Undefined: replies are made without a server. */
  readonly reply: Replying | undefined;
  /** Work that outlives a turn; it never rejects. Closing Loci waits for it. */
  readonly background: (work: Promise<void>) => void;
  /** Splits the topic of this file if a saved memory made it too long. */
  readonly split: (file: string) => void;
}

/** What a turn needs from the rest of Loci. What fails or hangs of it costs its part, never the turn. */
export type TurnPorts = ReturnType<typeof createTurnPorts>;

type ReaderFor = (viewer: Viewer & Pick<Session, "isBound">) => ModelReader;

/** Recalled memories are all that an offline reply has: it waits longer for them. */
const offlineWaits = { context: 15_000, contextByVoice: 15_000 };
/** Most memories that a message brings in where rules choose among them. */
const shownToRules = 12;

export function createTurnPorts(vault: ConversationContext, turning: Turning) {
  const { settings } = vault;
  const { sessions, reply, models, background } = turning;
  const { enabled, crossSession } = settings.privacy;
  const isFar = reply?.isCloud === true || models.live?.isCloud === true;
  const readerFor: ReaderFor = (viewer) =>
    createReader(vault, { ...viewer, isAtHome: !isFar && viewer.isBound !== true });
  const agents = agentsOf(settings);
  return {
    sessions,
    reply: reply ?? offlineReply,
    /** Models on a server: one that somebody waits for, one for work beside. */
    ...models,
    agents,
    banks: settings.banks,
    /** `reads` false: a conversation knows only what was said in it. `writes` false: nothing of it becomes memory. */
    memory: { reads: enabled && crossSession, writes: enabled },
    shortcut: settings.shortcut,
    contextTokens: settings.model.contextTokens,
    /** How long what a conversation recalled stays at hand, in ms since it was recalled last. */
    workingMs: settings.session.workingMinutes * 60_000,
    persona: personasIn(vault, agents),
    ...toldOf(vault, readerFor),
    ...recalling(vault, turning, readerFor),
    offline: reply === undefined ? withoutModel(vault, turning, readerFor) : undefined,
    /** Resolves when it is on disk, or is only proposed: what the person did not say. */
    async remember(session: Session, memory: MemoryToSave) {
      const options = { sessions, isModels: reply !== undefined };
      const saved = await rememberInConversation(vault, options, session, memory);
      if (saved.status === "saved") turning.split(saved.file);
      return saved;
    },
    /** Detection and hysteresis; the session as it was before the message. */
    judgeLanguage: createLanguageJudge(understoodLanguages(settings), vault.letters),
    localTime: (at?: number) =>
      at === undefined ? vault.time() : localTime(at, settings.timezone),
    elapsed: vault.clock.elapsed,
    /** For the log: what a person cannot act on. */
    report(error: unknown): void {
      const words = error instanceof LociError ? messageOf(error) : String(error);
      vault.report(`Something went wrong in a conversation: ${redact(words)}`);
    },
    background,
    timeouts: reply === undefined ? { ...usualTimeouts, ...offlineWaits } : usualTimeouts,
  };
}

/** What a turn gets to know of the vault, without secrets where it leaves this home. */
function toldOf(vault: ConversationContext, readerFor: ReaderFor) {
  return {
    shown: (who: Viewer, memories: readonly Recalled[]): readonly Recalled[] =>
      readerFor(who).open(memories),
    /** "" for words that reveal a secret. */
    shownWords: (session: Session, words: string) => readerFor(session).tell(words),
    standing: (session: Session) => standingFor(readerFor(session)),
    candidateTopics: (session: Session, texts: readonly string[]) =>
      candidateTopics(readerFor(session), texts.join("\n")),
    readTopic: (session: Session, name: string) => topicPage(readerFor(session), name),
    reminders: {
      due: async (who: Pick<Session, "person" | "agent" | "isBound">) =>
        readerFor(who).open(await dueReminders(vault, who)),
      /** Never rejects; what could not be marked comes up again. */
      async done(reminders: readonly DueReminder[]): Promise<void> {
        try {
          await markReminded(vault, reminders);
        } catch (error) {
          vault.report(`Cannot mark a reminder as done: ${messageOf(error)}`);
        }
      },
    },
  };
}

/** Rules choose among more and judge for themselves what answers: spoken questions share little with a line. */
const forRules = { limit: 24, floor: 0.02 } as const;

/** How much more a memory counts in a bank that the agent prefers. */
const preferredWorth = 1.2;

/** Memories that answer a message. */
function recalling(vault: ConversationContext, { models, reply }: Turning, readerFor: ReaderFor) {
  const { max, rerank, rerankThreshold: threshold, skipAbove } = vault.settings.recall;
  const agents = agentsOf(vault.settings);
  const shown = reply === undefined ? shownToRules : max;
  const isRanked = models.live !== undefined && rerank;
  const most = isRanked ? Math.max(shown, rerankCandidates) : shown;
  const options = reply === undefined ? forRules : { limit: Math.max(max * 2, most) };
  return {
    /** Where the live model ranks again what was recalled. */
    rerank: isRanked ? { threshold, skipAbove, shown } : undefined,
    /** Best first, and none for a greeting. */
    recall: async (session: Session, query: string): Promise<readonly Hit[]> => {
      if (isCourtesy(query)) return [];
      const { banks = [] } = agents.get(session.agent) ?? {};
      const { hits } = await recallMemories(vault, session, query, options);
      const worth = ({ score, bank }: Hit): number =>
        banks.includes(bank) ? score * preferredWorth : score;
      const best = hits.toSorted((a, b) => worth(b) - worth(a)).slice(0, most);
      return readerFor(session).open(best);
    },
  };
}

/** What else answers where no model does: what the person said before, and what is known of the memory itself. */
function withoutModel(vault: ConversationContext, { sessions }: Turning, readerFor: ReaderFor) {
  const { privacy, timezone } = vault.settings;
  const crossSession = privacy.crossSession && privacy.enabled;
  const ports = { sessions, crossSession, localTime: (at: number) => localTime(at, timezone) };
  return async (session: Session, message: string) => {
    const { language } = session;
    const all = saidSoFar(ports, session);
    const said = all.at(-1)?.text === message ? all.slice(0, -1) : all;
    const statements = said.flatMap(({ text, date }) =>
      statementsIn(text, language, date).map((statement) => ({ text: statement, date })),
    );
    return {
      said: recallSaid(statements, message, language),
      known: crossSession
        ? await knownOfMemory(readerFor(session), session, message, said)
        : undefined,
    };
  };
}
