import type { Models } from "../agent/choose-models.ts";
import { knownOfMemory } from "../agent/conversation/about-memory.ts";
import { agentsOf } from "../agent/conversation/agents.ts";
import { createLanguageJudge } from "../agent/conversation/judge-language.ts";
import { personasIn } from "../agent/conversation/personas.ts";
import {
  behavioursOf,
  candidateTopics,
  memoriesShown,
  profileOf,
  recallForTurn,
  recentLines,
  topicPage,
} from "../agent/conversation/turn-context.ts";
import { understoodLanguages } from "../agent/conversation/understood-languages.ts";
import { detectByRecall, detectWith } from "../agent/detect-topic.ts";
import type { RerankSettings } from "../agent/rerank.ts";
import type { TurnPorts } from "../agent/turn-ports.ts";
import { messageOf } from "../errors.ts";
import { parseAnswer } from "../language/commands/parse-answer.ts";
import { offlineReply } from "../language/offline/offline-reply.ts";
import { statementsIn } from "../language/reply/wish.ts";
import { phrase } from "../language/talk/phrase.ts";
import { asksToRemember, isAgreement } from "../language/talk/spoken-cues.ts";
import {
  createSecretRedactor,
  redactMemories,
  type SecretRedactor,
} from "../memory/hide-secrets.ts";
import { localTime } from "../memory/local-time.ts";
import { ownFactsFor } from "../memory/own-facts.ts";
import { rememberInConversation } from "../memory/remember-in-conversation.ts";
import { type DueReminder, dueReminders, markReminded } from "../memory/reminders.ts";
import { recallSaid, type SaidSoFar, saidSoFar } from "../memory/said-so-far.ts";
import type { Model, Replying } from "../models/respond.ts";
import type { SessionDb } from "../session/open-session-db.ts";
import { findPrivateData } from "../session/private-data/find-private-data.ts";
import { redact } from "../session/private-data/redact.ts";
import type { Session } from "../session/session.ts";
import type { OpenVault } from "./vault/open-vault.ts";

/** What a turn needs of an open vault. */
export function createTurnPorts(
  parts: OpenVault,
  { sessions }: SessionDb,
  { reply, models }: { readonly reply: Replying | undefined; readonly models: Models },
  background: (work: Promise<void>) => void,
): TurnPorts {
  const { settings, time, report } = parts;
  const { enabled, crossSession } = settings.privacy;
  const reads = enabled && crossSession;
  const agents = agentsOf(settings);
  const { live, patient } = models;
  const isOffline = reply === undefined;
  const rerank = live && settings.recall.rerank ? toRerank(settings, live, isOffline) : undefined;
  // A model that gets to see a conversation is on a remote machine: the one that replies, or the one that does the rest.
  const isFar = reply?.isCloud === true || live?.isCloud === true;
  const redactor = createSecretRedactor(parts);
  /** Where something of a session leaves this home. */
  const secretsIn = ({ isBound }: Pick<Session, "isBound">) =>
    isFar || isBound ? redactor : undefined;
  return {
    sessions,
    reply: reply ?? offlineReply,
    detectTopic: live === undefined ? detectByRecall : detectWith(live),
    ...(patient === undefined ? {} : { summarizer: patient }),
    ...(isOffline ? offlinePorts(parts, sessions, secretsIn) : {}),
    agents,
    persona: personasIn(parts, agents),
    behaviours: async (session) => behavioursOf(parts, session, secretsIn(session)),
    banks: settings.banks,
    memory: { reads, writes: enabled },
    shortcut: settings.shortcut,
    ...(rerank === undefined ? {} : { rerank }),
    contextTokens: settings.model.contextTokens,
    workingMs: settings.session.workingMinutes * 60_000,
    outgoing: {
      memories: (session, memories) =>
        secretsIn(session) === undefined ? memories : redactMemories(parts, session, memories),
      words: (session, words) => secretsIn(session)?.redact(words) ?? words,
    },
    recall: (session, query) =>
      recallForTurn(parts, session, query, {
        banks: agents.get(session.agent)?.banks ?? [],
        secrets: secretsIn(session),
        isOffline,
        ...(rerank === undefined ? {} : { candidates: rerank.candidates }),
      }),
    remember: (session, memory) =>
      rememberInConversation(parts, { sessions, isModels: !isOffline }, session, memory),
    askToNote: (text, language) =>
      phrase("shall_i_note", language, { text: text.replace(/[.!…]+$/, "") }),
    readAnswer,
    candidateTopics: (session, texts) =>
      candidateTopics(parts, session, texts.join("\n"), secretsIn(session)),
    readTopic: (session, name) => topicPage(parts, session, name, secretsIn(session)),
    recentTopics: (session) => recentLines(parts, session, secretsIn(session)),
    profile: async (session) => profileOf(parts, session, secretsIn(session)),
    ownFacts: (session) => ownFactsFor(parts, session, secretsIn(session) !== undefined),
    reminders: remindersOf(parts, (session) => secretsIn(session) !== undefined),
    judgeLanguage: createLanguageJudge(understoodLanguages(settings), parts.letters),
    hasPrivateData: (text) => findPrivateData(text).length > 0,
    clock: () => ({
      utc: new Date(parts.now()).toISOString(),
      zone: settings.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
    localTime: (at) => (at === undefined ? time() : localTime(at, settings.timezone)),
    elapsed: () => performance.now(),
    report: (error) => report(`Something went wrong in a conversation: ${redact(String(error))}`),
    background,
  };
}

/** What answers from recall alone says nothing true without it: it waits longer. */
const offlineContextMs = 15_000;

/** So many memories are judged, the best first, and so long is waited for the answer. */
const rerankCandidates = 20;
const rerankMs = 3_000;

const toRerank = (
  { recall }: OpenVault["settings"],
  model: Model,
  isOffline: boolean,
): RerankSettings => ({
  model,
  candidates: rerankCandidates,
  threshold: recall.rerankThreshold,
  skipAbove: recall.skipAbove,
  ms: rerankMs,
  shown: memoriesShown(isOffline, recall.max),
});

/** What a reply without a model is made of, besides what recall finds. */
function offlinePorts(
  parts: OpenVault,
  sessions: SessionDb["sessions"],
  secretsIn: (session: Pick<Session, "isBound">) => SecretRedactor | undefined,
): Required<Pick<TurnPorts, "timeouts" | "offline">> {
  const { crossSession, enabled } = parts.settings.privacy;
  const ports = {
    sessions,
    localTime: (at: number) => localTime(at, parts.settings.timezone),
    crossSession: crossSession && enabled,
  };
  const saidBefore = (session: Session, message: string): readonly SaidSoFar[] => {
    const said = saidSoFar(ports, session);
    return said.at(-1)?.text === message ? said.slice(0, -1) : said;
  };
  return {
    timeouts: { context: offlineContextMs },
    offline: {
      recallSaid: (session, query) => {
        const statements = saidBefore(session, query).flatMap(({ text, date }) =>
          statementsIn(text, session.language).map((statement) => ({ text: statement, date })),
        );
        return recallSaid(statements, query, session.language);
      },
      knownOfMemory: (session, message) =>
        knownOfMemory(parts, session, {
          message,
          said: saidBefore(session, message),
          secrets: secretsIn(session),
        }),
    },
  };
}

/** What is due; what could not be marked in its file is not brought up again by this process. */
function remindersOf(
  parts: OpenVault,
  leavesHome: (session: Pick<Session, "isBound">) => boolean,
): NonNullable<TurnPorts["reminders"]> {
  const unmarked = new Set<string>();
  const keyOf = ({ file, text }: Pick<DueReminder, "file" | "text">): string => `${file}\n${text}`;
  return {
    async due(session, message) {
      const due = await dueReminders(parts, session, message);
      const fresh = due.filter((one) => !unmarked.has(keyOf(one)));
      return leavesHome(session) ? redactMemories(parts, session, fresh) : fresh;
    },
    async done(reminders) {
      try {
        await markReminded(parts, reminders);
      } catch (error) {
        for (const one of reminders) unmarked.add(keyOf(one));
        parts.report(`Cannot mark a reminder as done: ${messageOf(error)}`);
      }
    },
  };
}

/** "Yes, note that" says more than a yes, and is one. */
function readAnswer(content: string, language: string): "yes" | "no" | undefined {
  const isConsent = isAgreement(content) && asksToRemember(content);
  return parseAnswer(content, language) ?? (isConsent ? "yes" : undefined);
}
