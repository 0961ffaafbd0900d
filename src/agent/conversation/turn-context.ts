import { isCourtesy } from "../../language/reply/courtesy.ts";
import type { MemoryContext } from "../../memory/context.ts";
import {
  readRedactedTopic,
  redactMemories,
  type SecretRedactor,
} from "../../memory/hide-secrets.ts";
import { timeAgo } from "../../memory/local-time.ts";
import { readTopicFor } from "../../memory/read-topic.ts";
import { recallMemories } from "../../memory/recall.ts";
import { recentTopics } from "../../memory/recent.ts";
import { assignedTopics, findTopicFor, topicsFor } from "../../memory/topics.ts";
import type { Hit } from "../../recall/recall.ts";
import type { Session } from "../../session/session.ts";
import { placeOf, toTopicPath } from "../../vault/paths.ts";
import { cleanText, hasTag, isCopy, isCurrent, readImportance } from "../../vault/topic/entry.ts";
import type { Topic } from "../../vault/topic/topic.ts";
import { isScopeVisible, topicFor, type Viewer } from "../../vault/topic/viewer.ts";
import type { RecentLine, TopicCandidate, TopicLine, TopicPage } from "../turn-ports.ts";

/** An open vault, as a turn gets to know it. */
interface TurnContext extends MemoryContext {
  readonly settings: MemoryContext["settings"] & { readonly defaultBank: string };
}

/** Rules choose among more and judge for themselves what answers: spoken questions share little with a line. */
const forRules = { limit: 24, floor: 0.02 } as const;

/** So many memories a message brings in. */
export const memoriesShown = (isOffline: boolean, max: number): number =>
  isOffline ? forRules.limit / 2 : max;

interface RecallForTurn {
  /** Banks that the agent prefers. */
  readonly banks: readonly string[];
  /** What a model elsewhere must not see; undefined where all models are at home. */
  readonly secrets: SecretRedactor | undefined;
  readonly isOffline: boolean;
  /** So many more may be wanted, for a model to choose among. */
  readonly candidates?: number;
}

/** Memories for a message, best first, and none for a greeting; for rules more of them, since they judge for themselves. */
export async function recallForTurn(
  context: TurnContext,
  session: Session,
  query: string,
  { banks, secrets, isOffline, candidates = 0 }: RecallForTurn,
): Promise<readonly Hit[]> {
  if (isCourtesy(query)) return [];
  const preferred = new Set(banks);
  const { max } = context.settings.recall;
  const most = Math.max(memoriesShown(isOffline, max), candidates);
  const usual = isOffline ? forRules : { limit: max * 2 };
  const request = { ...usual, limit: Math.max(usual.limit, most) };
  const { hits } = await recallMemories(context, session, query, request);
  const score = (hit: Hit): number => hit.score * (preferred.has(hit.bank) ? preferredWorth : 1);
  const all = hits.toSorted((a, b) => score(b) - score(a)).slice(0, most);
  return secrets === undefined ? all : redactMemories(context, session, all);
}

/** How much more a memory counts in a bank that the agent prefers. */
const preferredWorth = 1.2;

/** A topic as a model may get to see it. */
export async function topicPage(
  context: TurnContext,
  session: Session,
  name: string,
  secrets: SecretRedactor | undefined,
): Promise<TopicPage | undefined> {
  const found = await findTopicFor(context, session, name);
  const read = found && shownTopic(context, session, found.file, secrets);
  if (found === undefined || read === undefined) return undefined;
  const { title, frontmatter, entries, passages } = read;
  const place = { topic: found.topic, file: found.file };
  const bank = frontmatter.bank ?? context.settings.defaultBank;
  const today = context.time().slice(0, 10);
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
        keep: hasTag(entry.tags, "protected") || readImportance(entry.fields.importance) === 1,
      })),
    ...passages.map(({ text, line }) => ({ ...place, text, date: "", line, bank, isNote: true })),
  ];
  lines.sort((a, b) => a.line - b.line);
  return { ...place, title, summary: secrets?.redact(found.summary) ?? found.summary, lines };
}

/** What of a topic a model may get to see. */
function shownTopic(
  context: TurnContext,
  viewer: Viewer,
  file: string,
  secrets: SecretRedactor | undefined,
): Topic | undefined {
  if (secrets === undefined) return readTopicFor(context, viewer, file)?.topic;
  if (!isScopeVisible(viewer, placeOf(toTopicPath(file)).scope)) return undefined;
  const open = readRedactedTopic(context, file);
  return open && topicFor(viewer, open);
}

/** With the day and no time of it: a prompt that changes by the minute is in no cache. */
export async function recentLines(
  context: TurnContext,
  session: Session,
  secrets: SecretRedactor | undefined,
): Promise<readonly RecentLine[]> {
  const topics = await recentTopics(context, session);
  const files = [...(secrets?.files() ?? [])];
  const hidden = new Set(files.map((file) => placeOf(toTopicPath(file)).topic));
  const now = context.time();
  return topics
    .filter(({ topic }) => !hidden.has(topic))
    .map(({ topic, time, summary }) => ({
      topic,
      ago: timeAgo(`${time.slice(0, 10)}T00:00:00`, now),
      summary: secrets?.redact(summary) ?? summary,
    }));
}

/** The profile of the person who speaks; what is only said again there is in the prompt by itself, as it stands now. */
export function profileOf(
  context: TurnContext,
  session: Session,
  secrets: SecretRedactor | undefined,
): string | undefined {
  const { person } = session;
  if (person === null) return undefined;
  const read = shownTopic(context, session, `people/${person}/profile.md`, secrets);
  if (read === undefined) return undefined;
  const { entries, passages } = read;
  const today = context.time().slice(0, 10);
  const current = entries.filter((entry) => isCurrent(entry, today) && !isCopy(entry));
  const lines = [...current, ...passages].sort((a, b) => a.line - b.line);
  return lines.map(({ text }) => cleanText(text)).join("\n");
}

/** How an agent is to answer; no conversation is about it. */
const behaviourFile = (agent: string): string => `agents/${agent}/topics/behaviour.md`;

/** How the person wants the agent that answers to do so, oldest first. */
export function behavioursOf(
  context: TurnContext,
  session: Session,
  secrets: SecretRedactor | undefined,
): readonly string[] {
  const today = context.time().slice(0, 10);
  const read = shownTopic(context, session, behaviourFile(session.agent), secrets);
  return (read?.entries ?? [])
    .filter((entry) => isCurrent(entry, today))
    .map(({ text }) => cleanText(text));
}

/** Most topics that a model chooses among. */
const maxCandidates = 40;

/**
 * Topics that a viewer may see and a text may belong to, the most fitting first, then those touched last. With `secrets`
 * none that is secret as a whole, and no summary that reveals one.
 */
export async function candidateTopics(
  context: Pick<TurnContext, "index" | "freshness">,
  viewer: Viewer,
  text: string,
  secrets: SecretRedactor | undefined,
): Promise<readonly TopicCandidate[]> {
  const topics = await topicsFor(context, viewer);
  const assigned = await assignedTopics(context, viewer, text);
  const scoreByFile = new Map(assigned.map(({ file, score }) => [file, score]));
  const hidden = secrets?.files();
  return topics
    .filter(({ file }) => hidden?.has(file) !== true && file !== behaviourFile(viewer.agent ?? ""))
    .sort((a, b) => (scoreByFile.get(b.file) ?? 0) - (scoreByFile.get(a.file) ?? 0))
    .slice(0, maxCandidates)
    .map(({ topic, title, summary, file }) => ({
      topic,
      title,
      summary: secrets?.redact(summary) ?? summary,
      file,
      fits: file === assigned[0]?.file,
    }));
}
