import type { LetterScorer } from "../language/detect/letter-scores.ts";
import { extractSaid } from "../language/extract/extract.ts";
import { type MemoryQuestion, readMemoryQuestion } from "../language/reply/memory-question.ts";
import type { AssignedTopic } from "../memory/assign-topic.ts";
import type { MemoryContext } from "../memory/context.ts";
import { findSame } from "../memory/find-same.ts";
import type { ModelReader } from "../memory/for-models.ts";
import { timeAgo } from "../memory/local-time.ts";
import { ownLines } from "../memory/own-facts.ts";
import type { SaidSoFar } from "../memory/said-so-far.ts";
import { showLog } from "../memory/show-log.ts";
import { assignedTopics, listFilesFor } from "../memory/topics.ts";
import type { KnownOfMemory, NamedTopic, QuotedMemory } from "../models/requests.ts";
import type { Session } from "../session/session.ts";
import { placeOf, type TopicPath } from "../vault/paths.ts";
import { cleanText, hasTag, isCopy, readImportance } from "../vault/topic/entry.ts";
import type { Viewer } from "../vault/topic/viewer.ts";

/** An open vault, as conversations in it need it; `src/app/` wires it. */
export interface ConversationContext extends MemoryContext {
  /** Detects languages by their letters; loaded when a text needs it. */
  readonly letters: LetterScorer;
}

interface TopicLine extends QuotedMemory {
  /** Never left out to save space before others: #protected, importance 1. */
  readonly keep?: boolean;
}

/** A topic file as it enters a prompt. */
export interface TopicPage extends NamedTopic {
  readonly file: string;
  /** Entries and note passages in the file's order, without what is superseded or past. */
  readonly lines: readonly TopicLine[];
}

/** A topic that a viewer may see, by name, alias, title or vault path; a model may have written the name. */
export async function topicPage(reader: ModelReader, name: string): Promise<TopicPage | undefined> {
  const found = await reader.find(name);
  if (found === undefined) return undefined;
  const { topic, file, summary, page } = found;
  const place = { topic, file };
  const usualBank = page.frontmatter.bank ?? reader.context.settings.defaultBank;
  const entries = page.entries.map(({ text, line, date = "", tags, fields }): TopicLine => {
    const keep = hasTag(tags, "protected") || readImportance(fields.importance) === 1;
    return { ...place, text, date, line, bank: fields.bank ?? usualBank, keep };
  });
  const notes = page.passages.map(({ text, line }) => {
    return { ...place, text, date: "", line, bank: usualBank, isNote: true };
  });
  const lines = [...entries, ...notes].sort((a, b) => a.line - b.line);
  return { ...place, title: page.title, summary, lines };
}

/** What stands in every prompt of a viewer. */
export async function standingFor(reader: ModelReader) {
  const { context, viewer } = reader;
  const now = context.time();
  const facts: readonly QuotedMemory[] = await reader.facts();
  return {
    /** The recent-topics index. With the day and no time of it: a prompt that changes by the minute is in no cache. */
    recent: (await reader.recent()).map(({ topic, time, summary }) => {
      return { topic, ago: timeAgo(`${time.slice(0, 10)}T00:00:00`, now), summary };
    }),
    /** Lines on the person who speaks. */
    profile: viewer.person == null ? [] : wordsIn(reader, `people/${viewer.person}/profile.md`),
    /** How the person wants the agent that answers to do so, oldest first. */
    behaviours: wordsIn(reader, behaviourFile(viewer)),
    /** What the person said of themselves and of their home, the most important first. */
    facts,
  };
}

/** How an agent is to answer; no conversation is about it. */
const behaviourFile = ({ agent }: Viewer): string => `agents/${agent}/topics/behaviour.md`;

/** Of a file that stands in every prompt as a whole, without copies of memories, which are there by themselves. */
function wordsIn(reader: ModelReader, file: string): readonly string[] {
  const { entries = [], passages = [] } = reader.read(file) ?? {};
  return [...entries.filter((entry) => !isCopy(entry)), ...passages]
    .sort((a, b) => a.line - b.line)
    .flatMap(({ text }) => cleanText(text).split(/\r?\n/))
    .filter((line) => line.trim() !== "");
}

type Candidate = NamedTopic & { readonly file: string; readonly fit: AssignedTopic | undefined };

/** Topics that a viewer may be told of and a text may belong to, the most fitting first, then those touched last. */
export async function candidateTopics(
  { context, viewer, topics }: ModelReader,
  text: string,
): Promise<readonly Candidate[]> {
  const known = await topics();
  const assigned = await assignedTopics(context, viewer, text);
  return known
    .filter(({ file }) => file !== behaviourFile(viewer))
    .map((topic) => ({ ...topic, fit: assigned.find(({ file }) => file === topic.file) }))
    .sort((a, b) => (b.fit?.score ?? 0) - (a.fit?.score ?? 0));
}

/** What is known, where a message asks about the memory itself; undefined for any other message or no such topic. */
export async function knownOfMemory(
  reader: ModelReader,
  session: Session,
  message: string,
  /** What the person said and no memory has come of yet, but for the message. */
  said: readonly SaidSoFar[],
): Promise<KnownOfMemory | undefined> {
  const { context } = reader;
  const today = context.time().slice(0, 10);
  const asked = readMemoryQuestion(message, session.language, today);
  if (asked === undefined) return undefined;
  if (asked.type === "count") {
    const files = await listFilesFor(context, session);
    const kept = files.reduce((sum, { entries }) => sum + entries, 0);
    const heard = heardIn(said, session.language).map(({ text }) => text);
    const same = await Promise.all(heard.map((text) => findSame(context, session, text)));
    return { type: "count", count: kept + same.filter((one) => one === undefined).length };
  }
  if (asked.type === "about") {
    const page = await topicPage(reader, asked.words);
    return page && { type: "memories", memories: page.lines.filter((line) => !line.isNote) };
  }
  const { from, to } = asked.type === "self" ? { from: "", to: today } : asked;
  const kept =
    asked.type === "self"
      ? await ownLines(context, session)
      : await loggedIn(context, session, asked);
  const all = [...heardIn(said, session.language), ...kept];
  const meant = all.filter(({ date }) => date >= from && date <= to);
  const byText = new Map(meant.map((memory) => [memory.text, memory]));
  return { type: "memories", memories: [...byText.values()] };
}

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
  context: MemoryContext,
  session: Session,
  asked: Extract<MemoryQuestion, { from: string }>,
): Promise<readonly QuotedMemory[]> {
  const most = asked.from === "" ? maxBlocks : Number.POSITIVE_INFINITY;
  return (await showLog(context, session, most))
    .filter((block) => asked.type === "told" || block.session !== "") // Edits by hand are no talk.
    .flatMap(({ time, topic, summary, lines }) => {
      const learned = lines.flatMap((line) =>
        line.type === "learned" || line.type === "replaced"
          ? { text: line.text, topic: placeOf(line.file as TopicPath).topic }
          : [],
      );
      const told = asked.type === "told" || summary === "" ? learned : [{ text: summary, topic }];
      return told.map((one) => ({ ...inNoFile, ...one, date: time.slice(0, 10) }));
    })
    .filter(({ text }) => text !== "[secret]");
}
