import type { LetterScorer } from "../language/detect/letter-scores.ts";
import type { MemoryContext, MemorySettings } from "../memory/context.ts";
import { readRedactedTopic, type SecretRedactor } from "../memory/hide-secrets.ts";
import { timeAgo } from "../memory/local-time.ts";
import { ownFactsFor } from "../memory/own-facts.ts";
import { readTopicFor } from "../memory/read-topic.ts";
import { recentTopics } from "../memory/recent.ts";
import { assignedTopics, findTopicFor, topicsFor } from "../memory/topics.ts";
import type { CandidateTopic, QuotedMemory } from "../models/requests.ts";
import type { Settings } from "../settings/schema.ts";
import { placeOf, toTopicPath } from "../vault/paths.ts";
import { cleanText, hasTag, isCopy, isCurrent, readImportance } from "../vault/topic/entry.ts";
import type { Topic } from "../vault/topic/topic.ts";
import { isScopeVisible, topicFor, type Viewer } from "../vault/topic/viewer.ts";

/** The sections of settings that conversations go by. */
type Sections = "agent" | "agents" | "model" | "session" | "shortcut" | "recall" | "privacy";

/** An open vault, as conversations in it need it; `src/app/` wires it. */
export interface ConversationContext extends MemoryContext {
  readonly settings: MemorySettings & Pick<Settings, Sections>;
  /** Detects languages by their letters; loaded when a text needs it. */
  readonly letters: LetterScorer;
}

export interface TopicCandidate extends CandidateTopic {
  readonly file: string;
}

interface TopicLine extends QuotedMemory {
  /** Never left out to save space before others: #protected, importance 1. */
  readonly keep?: boolean;
}

/** A topic file as it enters a prompt. */
export interface TopicPage {
  readonly topic: string;
  readonly title: string;
  readonly summary: string;
  readonly file: string;
  /** Entries and note passages in the file's order, without what is superseded or past. */
  readonly lines: readonly TopicLine[];
}

type Entry = Topic["entries"][number];

/** Who looks into which vault. */
export interface Look {
  readonly vault: ConversationContext;
  readonly viewer: Viewer;
  /** What a model elsewhere must not see; undefined where all may be told. */
  readonly secrets: SecretRedactor | undefined;
}

/** A topic that a viewer may see, by name, alias, title or vault path; a model may have written the name. */
export async function topicPage(look: Look, name: string): Promise<TopicPage | undefined> {
  const { vault, viewer, secrets } = look;
  const found = await findTopicFor(vault, viewer, name);
  const read = found && shownTopic(look, found.file);
  if (found === undefined || read === undefined) return undefined;
  const { title, frontmatter, passages } = read;
  const place = { topic: found.topic, file: found.file };
  const usualBank = frontmatter.bank ?? vault.settings.defaultBank;
  const ofEntry = ({ text, line, date = "", tags, fields }: Entry): TopicLine => {
    const keep = hasTag(tags, "protected") || readImportance(fields.importance) === 1;
    const { bank = usualBank, key } = fields;
    return { ...place, text, date, line, bank, keep, ...(key === undefined ? {} : { key }) };
  };
  const notes = passages.map(({ text, line }) => {
    return { ...place, text, date: "", line, bank: usualBank, isNote: true };
  });
  const lines = [...currentIn(vault, read).map(ofEntry), ...notes];
  const summary = secrets?.redact(found.summary) ?? found.summary;
  return { ...place, title, summary, lines: lines.sort((a, b) => a.line - b.line) };
}

/** What of a topic a model may get to see. */
function shownTopic({ vault, viewer, secrets }: Look, file: string): Topic | undefined {
  if (secrets === undefined) return readTopicFor(vault, viewer, file)?.topic;
  if (!isScopeVisible(viewer, placeOf(toTopicPath(file)).scope)) return undefined;
  const open = readRedactedTopic(vault, file);
  return open && topicFor(viewer, open);
}

function currentIn({ time }: Look["vault"], { entries }: Topic): readonly Entry[] {
  const today = time().slice(0, 10);
  return entries.filter((entry) => isCurrent(entry, today));
}

/** What stands in every prompt of a viewer. */
export async function standingFor(look: Look) {
  const { vault, viewer, secrets } = look;
  const now = vault.time();
  const topics = await recentTopics(vault, viewer);
  const facts: readonly QuotedMemory[] = await ownFactsFor(vault, viewer, secrets !== undefined);
  const hidden = new Set(
    [...(secrets?.files() ?? [])].map((file) => placeOf(toTopicPath(file)).topic),
  );
  return {
    /** The recent-topics index. With the day and no time of it: a prompt that changes by the minute is in no cache. */
    recent: topics
      .filter(({ topic }) => !hidden.has(topic))
      .map(({ topic, time, summary }) => ({
        topic,
        ago: timeAgo(`${time.slice(0, 10)}T00:00:00`, now),
        summary: secrets?.redact(summary) ?? summary,
      })),
    /** Lines on the person who speaks. */
    profile: viewer.person == null ? [] : wordsIn(look, `people/${viewer.person}/profile.md`),
    /** How the person wants the agent that answers to do so, oldest first. */
    behaviours: wordsIn(look, behaviourFile(viewer)),
    /** What the person said of themselves and of their home, the most important first. */
    facts,
  };
}

/** How an agent is to answer; no conversation is about it. */
const behaviourFile = ({ agent }: Viewer): string => `agents/${agent}/topics/behaviour.md`;

/** Of a file that stands in every prompt as a whole; what is only said again there is in the prompt by itself, as it stands now. */
function wordsIn(look: Look, file: string): readonly string[] {
  const read = shownTopic(look, file);
  if (read === undefined) return [];
  const current = currentIn(look.vault, read).filter((entry) => !isCopy(entry));
  return [...current, ...read.passages]
    .sort((a, b) => a.line - b.line)
    .flatMap(({ text }) => cleanText(text).split(/\r?\n/))
    .filter((line) => line.trim() !== "");
}

/** Most topics that a model chooses among. */
const maxCandidates = 40;

/**
 * Topics that a viewer may see and a text may belong to, the most fitting first, then those touched last. With
 * `secrets` none that is secret as a whole, and no summary that reveals one.
 */
export async function candidateTopics(
  { vault, viewer, secrets }: Look,
  text: string,
): Promise<readonly TopicCandidate[]> {
  const topics = await topicsFor(vault, viewer);
  const assigned = await assignedTopics(vault, viewer, text);
  const scoreByFile = new Map(assigned.map(({ file, score }) => [file, score]));
  const hidden = secrets?.files();
  return topics
    .filter(({ file }) => hidden?.has(file) !== true && file !== behaviourFile(viewer))
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
