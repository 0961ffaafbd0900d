import type { Models } from "../../agent/choose-models.ts";
import { knownOfMemory } from "../../agent/conversation/about-memory.ts";
import { agentsOf } from "../../agent/conversation/agents.ts";
import { createLanguageJudge } from "../../agent/conversation/judge-language.ts";
import { personasIn } from "../../agent/conversation/personas.ts";
import {
  behavioursOf,
  candidateTopics,
  memoriesShown,
  profileOf,
  recallForTurn,
  recentLines,
  topicPage,
} from "../../agent/conversation/turn-context.ts";
import { understoodLanguages } from "../../agent/conversation/understood-languages.ts";
import { detectByRecall, detectWith } from "../../agent/detect-topic.ts";
import type { TurnPorts } from "../../agent/turn-ports.ts";
import { LociError, messageOf } from "../../errors.ts";
import { parseAnswer } from "../../language/commands/parse-answer.ts";
import { offlineReply } from "../../language/offline/offline-reply.ts";
import { statementsIn } from "../../language/reply/wish.ts";
import { phrase } from "../../language/talk/phrase.ts";
import { asksToRemember, isAgreement } from "../../language/talk/spoken-cues.ts";
import { createSecretRedactor, redactMemories } from "../../memory/hide-secrets.ts";
import { localTime } from "../../memory/local-time.ts";
import { ownFactsFor } from "../../memory/own-facts.ts";
import { rememberInConversation } from "../../memory/remember-in-conversation.ts";
import { dueReminders, markReminded } from "../../memory/reminders.ts";
import { recallSaid, saidSoFar } from "../../memory/said-so-far.ts";
import type { Replying } from "../../models/respond.ts";
import type { Sessions } from "../../session/open-session-db.ts";
import { findPrivateData } from "../../session/private-data/find-private-data.ts";
import { redact } from "../../session/private-data/redact.ts";
import type { Session } from "../../session/session.ts";
import type { OpenVault } from "../vault/open-vault.ts";

export interface Turning {
  readonly sessions: Sessions;
  readonly models: Models;
  /** Undefined: replies are made without a server. */
  readonly reply: Replying | undefined;
  readonly background: (work: Promise<void>) => void;
  /** Splits the topic of this file if a saved memory made it too long. */
  readonly split: (file: string) => void;
}

/** Recalled memories are all that an offline reply has: it waits longer for them. */
const offlineContextMs = 15_000;
/** How many memories the model ranks again, the best first, and how long a reply waits for that. */
const rerankCandidates = 20;
const rerankMs = 3_000;

/** What a turn needs of an open vault. */
export function createTurnPorts(vault: OpenVault, turning: Turning): TurnPorts {
  const { settings } = vault;
  const { sessions, reply, models } = turning;
  const { live, patient } = models;
  const { enabled, crossSession } = settings.privacy;
  const agents = agentsOf(settings);
  const isOffline = reply === undefined;
  const { max, rerank, rerankThreshold: threshold, skipAbove } = settings.recall;
  const candidates = live !== undefined && rerank ? rerankCandidates : undefined;
  const redactor = createSecretRedactor(vault);
  const isFar = reply?.isCloud === true || live?.isCloud === true;
  const secretsIn: SecretsIn = ({ isBound }) => (isFar || isBound ? redactor : undefined);
  return {
    sessions,
    reply: reply ?? offlineReply,
    detectTopic: live === undefined ? detectByRecall : detectWith(live),
    ...(patient === undefined ? {} : { summarizer: patient }),
    ...(isOffline ? offlinePorts(vault, sessions, secretsIn) : {}),
    agents,
    persona: personasIn(vault, agents),
    ...knownPorts(vault, secretsIn),
    banks: settings.banks,
    memory: { reads: enabled && crossSession, writes: enabled },
    shortcut: settings.shortcut,
    ...(live !== undefined &&
      candidates !== undefined && {
        rerank: {
          model: live,
          candidates,
          threshold,
          skipAbove,
          ms: rerankMs,
          shown: memoriesShown(isOffline, max),
        },
      }),
    contextTokens: settings.model.contextTokens,
    workingMs: settings.session.workingMinutes * 60_000,
    recall: (session, query) =>
      recallForTurn(vault, session, query, {
        banks: agents.get(session.agent)?.banks ?? [],
        secrets: secretsIn(session),
        isOffline,
        ...(candidates === undefined ? {} : { candidates }),
      }),
    async remember(session, memory) {
      const options = { sessions, isModels: !isOffline };
      const saved = await rememberInConversation(vault, options, session, memory);
      if (saved.status === "saved") turning.split(saved.file);
      return saved;
    },
    askToNote: (text, language) =>
      phrase("shall_i_note", language, { text: text.replace(/[.!…]+$/, "") }),
    readAnswer,
    judgeLanguage: createLanguageJudge(understoodLanguages(settings), vault.letters),
    hasPrivateData: (text) => findPrivateData(text).length > 0,
    clock: () => ({
      utc: new Date(vault.now()).toISOString(),
      zone: settings.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
    localTime: (at) => (at === undefined ? vault.time() : localTime(at, settings.timezone)),
    elapsed: () => performance.now(),
    report: (error) => vault.report(toSentence(error)),
    background: turning.background,
  };
}

const toSentence = (error: unknown): string =>
  `Something went wrong in a conversation: ${redact(error instanceof LociError ? messageOf(error) : String(error))}`;

/** What must not be told in a session; undefined where nothing of it leaves this home. */
type SecretsIn = (
  session: Pick<Session, "isBound">,
) => ReturnType<typeof createSecretRedactor> | undefined;

type KnownPorts = Pick<
  TurnPorts,
  | "behaviours"
  | "outgoing"
  | "candidateTopics"
  | "readTopic"
  | "recentTopics"
  | "profile"
  | "ownFacts"
  | "reminders"
>;

/** What a turn gets to know of the vault, without secrets where it leaves this home. */
const knownPorts = (vault: OpenVault, secretsIn: SecretsIn): KnownPorts => ({
  behaviours: async (session) => behavioursOf(vault, session, secretsIn(session)),
  outgoing: {
    memories: (session, memories) =>
      secretsIn(session) === undefined ? memories : redactMemories(vault, session, memories),
    words: (session, words) => secretsIn(session)?.redact(words) ?? words,
  },
  candidateTopics: (session, texts) =>
    candidateTopics(vault, session, texts.join("\n"), secretsIn(session)),
  readTopic: (session, name) => topicPage(vault, session, name, secretsIn(session)),
  recentTopics: (session) => recentLines(vault, session, secretsIn(session)),
  profile: async (session) => profileOf(vault, session, secretsIn(session)),
  ownFacts: (session) => ownFactsFor(vault, session, secretsIn(session) !== undefined),
  reminders: remindersOf(vault, secretsIn),
});

/** What a reply without a model is made of, besides what recall finds. */
function offlinePorts(
  vault: OpenVault,
  sessions: Sessions,
  secretsIn: SecretsIn,
): Required<Pick<TurnPorts, "timeouts" | "offline">> {
  const { privacy, timezone } = vault.settings;
  const crossSession = privacy.crossSession && privacy.enabled;
  const saidBefore = (session: Session, message: string): ReturnType<typeof saidSoFar> => {
    const ports = { sessions, crossSession, localTime: (at: number) => localTime(at, timezone) };
    const said = saidSoFar(ports, session);
    return said.at(-1)?.text === message ? said.slice(0, -1) : said;
  };
  return {
    timeouts: { context: offlineContextMs },
    offline: {
      recallSaid(session, query) {
        const { language } = session;
        const statements = saidBefore(session, query).flatMap(({ text, date }) =>
          statementsIn(text, language).map((statement) => ({ text: statement, date })),
        );
        return recallSaid(statements, query, language);
      },
      knownOfMemory(session, message) {
        const said = saidBefore(session, message);
        return knownOfMemory(vault, session, { message, said, secrets: secretsIn(session) });
      },
    },
  };
}

/** A reminder that cannot be marked in its file is not brought up again by this process. */
function remindersOf(vault: OpenVault, secretsIn: SecretsIn): NonNullable<TurnPorts["reminders"]> {
  const unmarked = new Set<string>();
  return {
    async due(session, message) {
      const due = await dueReminders(vault, session, message);
      const fresh = due.filter(({ id }) => !unmarked.has(id));
      return secretsIn(session) === undefined ? fresh : redactMemories(vault, session, fresh);
    },
    async done(reminders) {
      try {
        await markReminded(vault, reminders);
      } catch (error) {
        for (const { id } of reminders) unmarked.add(id);
        vault.report(`Cannot mark a reminder as done: ${messageOf(error)}`);
      }
    },
  };
}

/** "Yes, note that" counts as a yes. */
function readAnswer(content: string, language: string): "yes" | "no" | undefined {
  const isConsent = isAgreement(content) && asksToRemember(content);
  return parseAnswer(content, language) ?? (isConsent ? "yes" : undefined);
}
