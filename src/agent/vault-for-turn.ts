import type { LetterScorer } from "../language/detect/letter-scores.ts";
import { extractSaid } from "../language/extract/extract.ts";
import { type MemoryQuestion, readMemoryQuestion } from "../language/reply/memory-question.ts";
import { shareOf, stemsOf } from "../language/text/stems.ts";
import type { MemoryContext } from "../memory/context.ts";
import { readRedactedTopic, type SecretRedactor } from "../memory/hide-secrets.ts";
import { timeAgo } from "../memory/local-time.ts";
import { ownFactsFor, ownLines } from "../memory/own-facts.ts";
import { readTopicFor } from "../memory/read-topic.ts";
import { recentTopics } from "../memory/recent.ts";
import type { SaidSoFar } from "../memory/said-so-far.ts";
import { showLog } from "../memory/show-log.ts";
import { assignedTopics, findTopicFor, listFilesFor, topicsFor } from "../memory/topics.ts";
import type { KnownOfMemory, NamedTopic, QuotedMemory } from "../models/requests.ts";
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

export interface TopicCandidate extends NamedTopic {
  /** By what it is called and what it holds, it clearly is the one. */
  readonly fits: boolean;
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
  const read = found && currentIn(look, found.file);
  if (found === undefined || read === undefined) return undefined;
  const place = { topic: found.topic, file: found.file };
  const usualBank = read.frontmatter.bank ?? vault.settings.defaultBank;
  const entries = read.entries.map(({ text, line, date = "", tags, fields }): TopicLine => {
    const keep = hasTag(tags, "protected") || readImportance(fields.importance) === 1;
    const { bank = usualBank, key } = fields;
    return { ...place, text, date, line, bank, keep, ...(key === undefined ? {} : { key }) };
  });
  const notes = read.passages.map(({ text, line }) => {
    return { ...place, text, date: "", line, bank: usualBank, isNote: true };
  });
  const lines = [...entries, ...notes].sort((a, b) => a.line - b.line);
  const summary = secrets?.redact(found.summary) ?? found.summary;
  return { ...place, title: read.title, summary, lines };
}

/** What of a topic a model may get to see, without what is superseded or past. */
function currentIn({ vault, viewer, secrets }: Look, file: string): Topic | undefined {
  const isVisible = isScopeVisible(viewer, placeOf(toTopicPath(file)).scope);
  const open = secrets !== undefined && isVisible ? readRedactedTopic(vault, file) : undefined;
  const topic =
    secrets === undefined
      ? readTopicFor(vault, viewer, file)?.topic
      : open && topicFor(viewer, open);
  const today = vault.time().slice(0, 10);
  return topic && { ...topic, entries: topic.entries.filter((entry) => isCurrent(entry, today)) };
}

/** What stands in every prompt of a viewer. */
export async function standingFor(look: Look) {
  const { vault, viewer, secrets } = look;
  const now = vault.time();
  const topics = await recentTopics(vault, viewer);
  const facts: readonly QuotedMemory[] = await ownFactsFor(vault, viewer, secrets !== undefined);
  // Asked last: the index is fresh only now.
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
  const { entries = [], passages = [] } = currentIn(look, file) ?? {};
  return [...entries.filter((entry) => !isCopy(entry)), ...passages]
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

/** What is known, where a message asks about the memory itself; undefined for any other message, and for a topic that does not exist. */
export async function knownOfMemory(
  look: Look,
  session: Session,
  message: string,
  /** What the person said and no memory has come of yet, but for the message. */
  said: readonly SaidSoFar[],
): Promise<KnownOfMemory | undefined> {
  const { vault } = look;
  const today = vault.time().slice(0, 10);
  const asked = readMemoryQuestion(message, session.language, today);
  if (asked === undefined) return undefined;
  if (asked.type === "count") {
    const files = await listFilesFor(vault, session);
    return { type: "count", count: files.reduce((sum, { entries }) => sum + entries, 0) };
  }
  if (asked.type === "about") {
    const page = await topicPage(look, await fileCalled(look, asked.words));
    return page && { type: "memories", memories: page.lines.filter((line) => !line.isNote) };
  }
  const days = asked.type === "self" ? { from: "", to: today } : asked;
  const waiting = heardIn(said, session.language).filter(isIn(days));
  const kept =
    asked.type === "self" ? await ownLines(vault, session) : await loggedIn(look, session, asked);
  const byText = new Map([...waiting, ...kept].map((memory) => [memory.text, memory]));
  return { type: "memories", memories: [...byText.values()] };
}

const isIn =
  ({ from, to }: { readonly from: string; readonly to: string }) =>
  ({ date }: { readonly date: string }): boolean =>
    date >= from && date <= to;

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

/** What was learned or talked about in these days; the log does not give the words of what is secret. */
async function loggedIn(
  { vault }: Look,
  session: Session,
  asked: Extract<MemoryQuestion, { from: string }>,
): Promise<readonly QuotedMemory[]> {
  const most = asked.from === "" ? maxBlocks : Number.POSITIVE_INFINITY;
  return (await showLog(vault, session, most))
    .flatMap(({ time, topic, summary, lines }) => {
      const learned = lines.flatMap((line) =>
        line.type === "learned" || line.type === "replaced" ? line.text : [],
      );
      const texts = asked.type === "told" ? learned : [summary];
      return texts.map((text) => ({ ...inNoFile, text, topic, date: time.slice(0, 10) }));
    })
    .filter(({ text }) => text !== "" && text !== "[secret]")
    .filter(isIn(asked));
}

/** The file of the topic of this name, title or alias, or of one whose title has the same stems; else the words. */
async function fileCalled({ vault, viewer }: Look, words: string): Promise<string> {
  const stems = stemsOf(words);
  const titled = (await topicsFor(vault, viewer)).find(({ title }) => {
    const own = stemsOf(title);
    return shareOf(stems, own) === 1 && shareOf(own, stems) === 1;
  });
  return titled?.file ?? words;
}
