import type { LetterScorer } from "../language/detect/letter-scores.ts";
import { extractSaid } from "../language/extract/extract.ts";
import { readMemoryQuestion } from "../language/reply/memory-question.ts";
import { shareOf, stemsOf } from "../language/text/stems.ts";
import type { MemoryContext } from "../memory/context.ts";
import { readRedactedTopic, type SecretRedactor } from "../memory/hide-secrets.ts";
import { timeAgo } from "../memory/local-time.ts";
import { ownFactsFor, ownLines } from "../memory/own-facts.ts";
import { readTopicFor } from "../memory/read-topic.ts";
import { recentTopics } from "../memory/recent.ts";
import type { SaidSoFar } from "../memory/said-so-far.ts";
import { type LoggedBlock, showLog } from "../memory/show-log.ts";
import { assignedTopics, findTopicFor, listFilesFor, topicsFor } from "../memory/topics.ts";
import type { CandidateTopic, KnownOfMemory, QuotedMemory } from "../models/requests.ts";
import type { Session } from "../session/session.ts";
import { placeOf, toTopicPath } from "../vault/paths.ts";
import { cleanText, hasTag, isCopy, isCurrent, readImportance } from "../vault/topic/entry.ts";
import type { Topic } from "../vault/topic/topic.ts";
import { isScopeVisible, topicFor, type Viewer } from "../vault/topic/viewer.ts";

/** An open vault, as conversations in it need it; `src/app/` wires it. */
export interface ConversationContext extends MemoryContext {
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

interface AboutMemory {
  readonly message: string;
  /** What the person said and no memory has come of yet, but for the message. */
  readonly said: readonly SaidSoFar[];
}

/** What is known, where a message asks about the memory itself; undefined for any other message, and for a topic that does not exist. */
export async function knownOfMemory(
  look: Look,
  session: Session,
  { message, said }: AboutMemory,
): Promise<KnownOfMemory | undefined> {
  const { vault } = look;
  const today = vault.time().slice(0, 10);
  const asked = readMemoryQuestion(message, session.language, today);
  const waiting = (from: string, to: string): readonly QuotedMemory[] =>
    heardIn(said, session.language).filter(({ date }) => date >= from && date <= to);
  switch (asked?.type) {
    case undefined:
      return undefined;
    case "count": {
      const files = await listFilesFor(vault, session);
      return { type: "count", count: files.reduce((sum, { entries }) => sum + entries, 0) };
    }
    case "self":
      return memories([...waiting("", today), ...(await ownLines(vault, session))]);
    case "told":
    case "talked": {
      const { from, to } = asked;
      const most = from === "" ? maxBlocks : Number.POSITIVE_INFINITY;
      const blocks = (await showLog(vault, session, most)).filter(
        ({ time }) => time.slice(0, 10) >= from && time.slice(0, 10) <= to,
      );
      const logged = blocks.flatMap(asked.type === "told" ? learnedIn : summaryOf);
      return memories([...waiting(from, to), ...logged]);
    }
    case "about":
      return topicCalled(look, asked.words);
  }
}

const memories = (found: readonly QuotedMemory[]): KnownOfMemory => ({
  type: "memories",
  memories: [...new Map(found.map((memory) => [memory.text, memory])).values()],
});

const inNoFile = { topic: "", file: "", line: 0, bank: "" };

/** What will be kept of what was said. */
function heardIn(said: readonly SaidSoFar[], language: string): readonly QuotedMemory[] {
  const texts = said.map(({ text }) => text);
  return extractSaid(texts, { language, today: said.at(-1)?.date ?? "" }).map(
    ({ text, sources }) => ({ ...inNoFile, text, date: said[sources[0] ?? 0]?.date ?? "" }),
  );
}

/** Most blocks of the digest log that are looked at where no day is named. */
const maxBlocks = 20;

/** Without the words of what is secret, which the log does not give. */
function learnedIn({ time, lines }: LoggedBlock): readonly QuotedMemory[] {
  return lines.flatMap((line) => {
    if (line.type !== "learned" && line.type !== "replaced") return [];
    const { text, file } = line;
    const topic = /([^/]+)\.md$/.exec(file)?.[1] ?? "";
    return text === "[secret]" ? [] : [{ ...inNoFile, text, topic, date: time.slice(0, 10) }];
  });
}

const summaryOf = ({ time, topic, summary }: LoggedBlock): readonly QuotedMemory[] =>
  summary === "" ? [] : [{ ...inNoFile, text: summary, topic, date: time.slice(0, 10) }];

/** The lines of the topic of this name, title or alias, or one whose title has the same stems. */
async function topicCalled(look: Look, words: string): Promise<KnownOfMemory | undefined> {
  const { vault, viewer } = look;
  const stems = stemsOf(words);
  const isCalled = ({ title }: { readonly title: string }): boolean => {
    const own = stemsOf(title);
    return shareOf(stems, own) === 1 && shareOf(own, stems) === 1;
  };
  const found =
    (await findTopicFor(vault, viewer, words)) ?? (await topicsFor(vault, viewer)).find(isCalled);
  const page = found && (await topicPage(look, found.file));
  return page && memories(page.lines.filter(({ isNote }) => isNote !== true));
}
