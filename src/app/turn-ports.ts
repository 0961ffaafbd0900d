import type { Agent, TopicLine, TopicPage, TurnPorts } from "../agent/turn-ports.ts";
import type { Hit } from "../recall/recall.ts";
import { createLanguageDetector } from "../session/language/detect-language.ts";
import {
  type LanguageState,
  nextLanguage,
  startLanguage,
} from "../session/language/language-switch.ts";
import { findPrivateData } from "../session/private-data/find-private-data.ts";
import { redact } from "../session/private-data/redact.ts";
import type { Session, SessionDb } from "../session/session.ts";
import type { Settings } from "../settings.ts";
import { cleanText } from "../vault/entry.ts";
import { isSuperseded } from "../vault/supersede-entry.ts";
import type { Entry, Topic } from "../vault/topic.ts";
import { answer } from "./answer.ts";
import { isOpenHit, leavesHome, withoutSecrets } from "./hide-secrets.ts";
import { localTime } from "./local-time.ts";
import type { Parts } from "./parts.ts";
import { recentTopics } from "./recent.ts";
import { rememberFor } from "./remember-for.ts";
import {
  assignedTopics,
  findTopicFor,
  readTopicFile,
  scopesOf,
  topicsFor,
  viewerOf,
} from "./see.ts";
import type { TaskModels } from "./task-models.ts";

/** Most memories that come into the context with one message. */
const memoriesPerTurn = 5;
/** Most topics that a model chooses among. */
const mostCandidates = 40;

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
  const isElsewhere = leavesHome(models);
  return {
    sessions,
    models,
    agents: agentsOf(settings),
    banks: settings.banks,
    memory: { reads, writes: enabled },
    contextTokens: settings.model.contextTokens,
    recall: (session, query) => recallFor(parts, session, query, isElsewhere),
    remember: (session, memory) =>
      rememberFor(parts, { sessions, undo, model: models.reply }, session, memory),
    candidateTopics: (session, texts) => candidateTopics(parts, session, texts),
    readTopic: (session, name) => readTopicFor(parts, session, name, isElsewhere),
    recentTopics: (session) => recentTopics(parts, scopesOf(session)),
    profile: async (session) => profileOf(parts, session, isElsewhere),
    judgeLanguage: createLanguageJudge(settings.languages),
    hasPrivateData: (text) => findPrivateData(text).length > 0,
    localTime: (at) => (at === undefined ? time() : localTime(at, settings.timezone)),
    elapsed: () => performance.now(),
    report: (error) => report(`Something went wrong in a conversation: ${redact(String(error))}`),
    background,
    voicePatience: { context: settings.voice.recallMs },
  };
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
  isElsewhere: boolean,
): Promise<readonly Hit[]> {
  const preferred = new Set(agentsOf(parts.settings).get(session.agent)?.banks);
  const { hits } = await answer(parts, query, { limit: memoriesPerTurn * 2 }, viewerOf(session));
  const score = (hit: Hit): number => hit.score * (preferred.has(hit.bank) ? preferredWorth : 1);
  return hits
    .filter((hit) => !isElsewhere || isOpenHit(parts, hit))
    .sort((a, b) => score(b) - score(a))
    .slice(0, memoriesPerTurn);
}

/** How much more a memory counts in a bank that the agent prefers. */
const preferredWorth = 1.2;

async function candidateTopics(parts: Parts, session: Session, texts: readonly string[]) {
  const topics = await topicsFor(parts, session);
  const assigned = await assignedTopics(parts, session, texts.join("\n"));
  const scoreByFile = new Map(assigned.map(({ file, score }) => [file, score]));
  return [...topics]
    .sort((a, b) => (scoreByFile.get(b.file) ?? 0) - (scoreByFile.get(a.file) ?? 0))
    .slice(0, mostCandidates)
    .map(({ topic, title, summary, file }) => ({
      topic,
      title,
      summary,
      file,
      fits: file === assigned[0]?.file,
    }));
}

async function readTopicFor(
  parts: Parts,
  session: Session,
  name: string,
  isElsewhere: boolean,
): Promise<TopicPage | undefined> {
  const found = await findTopicFor(parts, session, name);
  const read = found && readTopicFile(parts, found.file);
  if (found === undefined || read === undefined) return undefined;
  const { title, frontmatter } = read.topic;
  const { entries, passages } = shownOf(read.topic, isElsewhere);
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
        keep: entry.tags.includes("protected") || entry.fields.importance === "1",
      })),
    ...passages.map(({ text, line }) => ({ ...place, text, date: "", line, bank })),
  ];
  lines.sort((a, b) => a.line - b.line);
  return { ...place, title, summary: found.summary, lines };
}

const isCurrent = (entry: Entry, today: string): boolean =>
  !isSuperseded(entry) && (entry.fields.until ?? today) >= today;

/** What of a topic a model may get to see. */
function shownOf({ entries, passages }: Topic, isElsewhere: boolean) {
  if (!isElsewhere) return { entries, passages };
  return {
    entries: withoutSecrets(entries, entries),
    passages: withoutSecrets(passages, entries),
  };
}

function profileOf(parts: Parts, { person }: Session, isElsewhere: boolean): string | undefined {
  if (person === null) return undefined;
  const read = readTopicFile(parts, `people/${person}/profile.md`);
  if (read === undefined) return undefined;
  const { entries, passages } = shownOf(read.topic, isElsewhere);
  const today = parts.time().slice(0, 10);
  const current = entries.filter((entry) => isCurrent(entry, today));
  const lines = [...current, ...passages].sort((a, b) => a.line - b.line);
  return lines.map(({ text }) => cleanText(text)).join("\n");
}

/** Follows the language of each session; what was only a hint is forgotten with the process. */
function createLanguageJudge(languages: readonly string[]): TurnPorts["judgeLanguage"] {
  const states = new Map<string, LanguageState>();
  return async (session, { content, language }) => {
    // Where somebody chose another language than the settings name, it is one of theirs.
    const theirs = [...new Set([...languages, session.language])];
    const detected = await createLanguageDetector(theirs).detect(content, language);
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
