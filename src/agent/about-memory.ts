import { extractSaid } from "../language/extract/extract.ts";
import { readMemoryQuestion } from "../language/reply/memory-question.ts";
import { shareOf, stemsOf } from "../language/text/stems.ts";
import { ownLines } from "../memory/own-facts.ts";
import type { SaidSoFar } from "../memory/said-so-far.ts";
import { type LoggedBlock, showLog } from "../memory/show-log.ts";
import { findTopicFor, listFilesFor, topicsFor } from "../memory/topics.ts";
import type { KnownOfMemory, QuotedMemory } from "../models/requests.ts";
import type { Session } from "../session/session.ts";
import { type Look, topicPage } from "./vault-for-turn.ts";

export interface AboutMemory {
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
