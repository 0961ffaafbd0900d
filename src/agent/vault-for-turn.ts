import type { LetterScorer } from "../language/detect/letter-scores.ts";
import { extractSaid } from "../language/extract/extract.ts";
import { listAskedIn } from "../language/reply/wish.ts";
import type { AssignedTopic } from "../memory/assign-topic.ts";
import type { MemoryContext } from "../memory/context.ts";
import type { ModelReader } from "../memory/for-models.ts";
import { timeAgo } from "../memory/local-time.ts";
import { ownLines } from "../memory/own-facts.ts";
import type { SaidSoFar } from "../memory/said-so-far.ts";
import { assignedTopics } from "../memory/topics.ts";
import type { NamedTopic, QuotedMemory } from "../models/requests.ts";
import type { Session } from "../session/session.ts";
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

/** Who looks into which vault, and what may be told. */
export interface Look {
  readonly vault: ConversationContext;
  readonly viewer: Viewer;
  readonly reader: ModelReader;
}

/** A topic that a viewer may see, by name, alias, title or vault path; a model may have written the name. */
export async function topicPage(look: Look, name: string): Promise<TopicPage | undefined> {
  const found = await look.reader.find(name);
  if (found === undefined) return undefined;
  const { topic, file, summary, page } = found;
  const place = { topic, file };
  const usualBank = page.frontmatter.bank ?? look.vault.settings.defaultBank;
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
export async function standingFor({ vault, viewer, reader }: Look) {
  const now = vault.time();
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
  { vault, viewer, reader }: Look,
  text: string,
): Promise<readonly Candidate[]> {
  const topics = await reader.topics();
  const assigned = await assignedTopics(vault, viewer, text);
  return topics
    .filter(({ file }) => file !== behaviourFile(viewer))
    .map((topic) => ({ ...topic, fit: assigned.find(({ file }) => file === topic.file) }))
    .sort((a, b) => (b.fit?.score ?? 0) - (a.fit?.score ?? 0));
}

/** All that is known of a topic or of who speaks, where a message asks for it; undefined for any other message. */
export async function allKnown(
  look: Look,
  session: Session,
  message: string,
  /** What the person said and no memory has come of yet, but for the message. */
  said: readonly SaidSoFar[],
): Promise<readonly QuotedMemory[] | undefined> {
  const { vault } = look;
  const words = listAskedIn(message, session.language, vault.time().slice(0, 10));
  if (words === undefined) return undefined;
  if (words !== "") return (await topicPage(look, words))?.lines.filter((line) => !line.isNote);
  const all = [...heardIn(said, session.language), ...(await ownLines(vault, session))];
  return [...new Map(all.map((memory) => [memory.text, memory])).values()];
}

const inNoFile = { topic: "", file: "", line: 0, bank: "" };

/** What will be kept of what was said. */
function heardIn(said: readonly SaidSoFar[], language: string): readonly QuotedMemory[] {
  const texts = said.map(({ text }) => text);
  return extractSaid(texts, { language, today: said.at(-1)?.date ?? "" }).map(
    ({ text, sources }) => ({ ...inNoFile, text, date: said[sources[0] ?? 0]?.date ?? "" }),
  );
}
