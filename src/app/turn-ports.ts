import type { Agent, RecentLine, TopicLine, TopicPage, TurnPorts } from "../agent/turn-ports.ts";
import { understoodLanguages } from "../conversation/understood-languages.ts";
import { asksToRemember, isAgreement } from "../digest/gates/spoken-cues.ts";
import {
  openMemories,
  readOpenTopic,
  type SecretWatch,
  watchSecrets,
} from "../memory/hide-secrets.ts";
import { localTime, timeAgo } from "../memory/local-time.ts";
import { askedFor, ownFactsFor, withAskedFor } from "../memory/own-facts.ts";
import { readTopicFor } from "../memory/read-topic.ts";
import { recallMemories } from "../memory/recall.ts";
import { recentTopics } from "../memory/recent.ts";
import { rememberInConversation } from "../memory/remember-in-conversation.ts";
import { findTopicFor } from "../memory/topics.ts";
import type { Hit } from "../recall/recall.ts";
import { createLanguageDetector } from "../session/language/detect-language.ts";
import {
  type LanguageState,
  nextLanguage,
  startLanguage,
} from "../session/language/language-switch.ts";
import type { LetterScorer } from "../session/language/letter-scores.ts";
import { findPrivateData } from "../session/private-data/find-private-data.ts";
import { redact } from "../session/private-data/redact.ts";
import type { Session, SessionDb } from "../session/session.ts";
import type { Settings } from "../settings.ts";
import { cleanText, isSuperseded } from "../vault/entry.ts";
import { placeOf, toTopicPath } from "../vault/paths.ts";
import type { Entry, Topic } from "../vault/topic.ts";
import { isScopeVisible, topicFor, type Viewer } from "../vault/viewer.ts";
import { parseAnswer } from "../voice/commands/parse-answer.ts";
import { phrase } from "../voice/phrases/phrase.ts";
import { candidateTopics } from "./candidate-topics.ts";
import type { Parts } from "./parts.ts";
import type { TaskModels } from "./task-models.ts";

/** Most memories that come into the context with one message. */
const memoriesPerTurn = 5;
/** Rules choose among more and judge for themselves what answers: spoken questions share little with a line. */
const forRules = { limit: 24, floor: 0.02 } as const;

/** What a turn needs of an open vault. */
export function createTurnPorts(
  parts: Parts,
  { sessions, undo }: SessionDb,
  models: TaskModels,
  background: (work: Promise<void>) => void,
): TurnPorts {
  const { settings, time, report } = parts;
  const { enabled, crossSession } = settings.privacy;
  const reads = enabled && crossSession;
  const secrets = leavesHome(models) ? watchSecrets(parts) : undefined;
  return {
    sessions,
    models,
    agents: agentsOf(settings),
    banks: settings.banks,
    memory: { reads, writes: enabled },
    contextTokens: settings.model.contextTokens,
    outgoing: {
      memories: (memories) => (secrets === undefined ? memories : openMemories(parts, memories)),
      words: (words) => secrets?.open(words) ?? words,
    },
    recall: (session, query) =>
      recallFor(parts, session, query, secrets, models.reply.kind === "offline"),
    remember: (session, memory) =>
      rememberInConversation(parts, { sessions, undo, model: models.reply }, session, memory),
    askToNote: (text, language) =>
      phrase("shall_i_note", language, { text: text.replace(/[.!…]+$/, "") }),
    readAnswer,
    candidateTopics: (session, texts) => candidateTopics(parts, session, texts.join("\n"), secrets),
    readTopic: (session, name) => pageOf(parts, session, name, secrets),
    recentTopics: (session) => recentFor(parts, session, secrets),
    profile: async (session) => profileOf(parts, session, secrets),
    ownFacts: (session) => ownFactsFor(parts, session, secrets !== undefined),
    judgeLanguage: createLanguageJudge(understoodLanguages(settings), parts.letters),
    hasPrivateData: (text) => findPrivateData(text).length > 0,
    localTime: (at) => (at === undefined ? time() : localTime(at, settings.timezone)),
    elapsed: () => performance.now(),
    report: (error) => report(`Something went wrong in a conversation: ${redact(String(error))}`),
    background,
    voicePatience: { context: settings.voice.recallMs },
  };
}

/** Some model that gets to see a conversation is on somebody else's machine: one recalls it, another summarizes. */
const leavesHome = ({ reply, extract, detect, summarize }: TaskModels): boolean =>
  [reply, extract, detect, summarize].some(({ isCloud }) => isCloud);

/** "Yes, note that" says more than a yes, and is one. */
function readAnswer(content: string, language: string): "yes" | "no" | undefined {
  const isConsent = isAgreement(content) && asksToRemember(content);
  return parseAnswer(content, language) ?? (isConsent ? "yes" : undefined);
}

/** Every agent that can be talked to, by id. */
function agentsOf({ agent, agents }: Settings): ReadonlyMap<string, Agent> {
  const named = Object.entries(agents).map(([id, { persona, banks = [] }]): [string, Agent] => [
    id,
    { id, persona, banks },
  ]);
  const usual: [string, Agent] = [agent, { id: agent, persona: usualPersona, banks: [] }];
  return new Map([usual, ...named]);
}

const usualPersona =
  "You are Loci, the assistant of a household with a memory of its own. You are warm, plain and brief; you say what you know and from when, and you say so when you do not know.";

async function recallFor(
  parts: Parts,
  session: Session,
  query: string,
  secrets: SecretWatch | undefined,
  isOffline: boolean,
): Promise<readonly Hit[]> {
  const preferred = new Set(agentsOf(parts.settings).get(session.agent)?.banks);
  const request = isOffline ? forRules : { limit: memoriesPerTurn * 2 };
  const { hits } = await recallMemories(parts, session, query, request);
  const score = (hit: Hit): number => hit.score * (preferred.has(hit.bank) ? preferredWorth : 1);
  const asked = askedFor(parts, session, query);
  const ranked = hits.toSorted((a, b) => score(b) - score(a));
  const all = withAskedFor(asked, ranked).slice(0, Math.max(request.limit / 2, asked.length));
  return secrets === undefined ? all : openMemories(parts, all);
}

/** How much more a memory counts in a bank that the agent prefers. */
const preferredWorth = 1.2;

async function pageOf(
  parts: Parts,
  session: Session,
  name: string,
  secrets: SecretWatch | undefined,
): Promise<TopicPage | undefined> {
  const found = await findTopicFor(parts, session, name);
  const read = found && shownTopic(parts, session, found.file, secrets);
  if (found === undefined || read === undefined) return undefined;
  const { title, frontmatter, entries, passages } = read;
  const place = { topic: found.topic, file: found.file };
  const bank = frontmatter.bank ?? parts.settings.defaultBank;
  const today = parts.time().slice(0, 10);
  const lines: TopicLine[] = [
    ...entries
      .filter((entry) => isCurrent(entry, today))
      .map((entry) => ({
        ...place,
        text: entry.text,
        date: entry.date ?? "",
        line: entry.line,
        bank: entry.fields.bank ?? bank,
        ...(entry.fields.key === undefined ? {} : { key: entry.fields.key }),
        keep: entry.tags.includes("protected") || entry.fields.importance === "1",
      })),
    ...passages.map(({ text, line }) => ({ ...place, text, date: "", line, bank, isNote: true })),
  ];
  lines.sort((a, b) => a.line - b.line);
  return { ...place, title, summary: secrets?.open(found.summary) ?? found.summary, lines };
}

const isCurrent = (entry: Entry, today: string): boolean =>
  !isSuperseded(entry) && (entry.fields.until ?? today) >= today;

/** What of a topic a model may get to see. */
function shownTopic(
  parts: Parts,
  viewer: Viewer,
  file: string,
  secrets: SecretWatch | undefined,
): Topic | undefined {
  if (secrets === undefined) return readTopicFor(parts, viewer, file)?.topic;
  if (!isScopeVisible(viewer, placeOf(toTopicPath(file)).scope)) return undefined;
  const open = readOpenTopic(parts, file);
  return open && topicFor(viewer, open);
}

/** With the day and no time of it: a prompt that changes by the minute is in no cache. */
async function recentFor(
  parts: Parts,
  session: Session,
  secrets: SecretWatch | undefined,
): Promise<readonly RecentLine[]> {
  const topics = await recentTopics(parts, session);
  const files = [...(secrets?.files() ?? [])];
  const hidden = new Set(files.map((file) => placeOf(toTopicPath(file)).topic));
  const now = parts.time();
  return topics
    .filter(({ topic }) => !hidden.has(topic))
    .map(({ topic, time, summary }) => ({
      topic,
      ago: timeAgo(`${time.slice(0, 10)}T00:00:00`, now),
      summary: secrets?.open(summary) ?? summary,
    }));
}

function profileOf(
  parts: Parts,
  session: Session,
  secrets: SecretWatch | undefined,
): string | undefined {
  const { person } = session;
  if (person === null) return undefined;
  const read = shownTopic(parts, session, `people/${person}/profile.md`, secrets);
  if (read === undefined) return undefined;
  const { entries, passages } = read;
  const today = parts.time().slice(0, 10);
  const current = entries.filter((entry) => isCurrent(entry, today));
  const lines = [...current, ...passages].sort((a, b) => a.line - b.line);
  return lines.map(({ text }) => cleanText(text)).join("\n");
}

/** Follows the language of each session; what was only a hint is forgotten with the process. */
function createLanguageJudge(
  languages: readonly string[],
  letters: LetterScorer,
): TurnPorts["judgeLanguage"] {
  const states = new Map<string, LanguageState>();
  return async (session, { content, language }) => {
    // Where somebody chose another language than the settings name, it is one of theirs.
    const theirs = [...new Set([...languages, session.language])];
    const detected = await createLanguageDetector(theirs, letters).detect(
      content,
      language,
      session.language,
    );
    const known = states.get(session.id);
    // What is neither where we left it nor the household's first was set by somebody.
    const isChosen = session.language !== (known?.language ?? languages[0]);
    const before =
      known === undefined || isChosen ? startLanguage(session.language, isChosen) : known;
    const { state, trigger } = nextLanguage(before, content, detected);
    states.set(session.id, state);
    return {
      language: state.language,
      detected: detected.language,
      switched: trigger !== null,
      trigger,
    };
  };
}
