import { fileDigests } from "../index/overview.ts";
import type { Hit } from "../recall/recall.ts";
import { toTopicPath } from "../vault/paths.ts";
import { cleanText, isCopyIn, isCurrent } from "../vault/topic/entry.ts";
import type { Topic } from "../vault/topic/topic.ts";
import { topicFor, type Viewer } from "../vault/topic/viewer.ts";
import type { MemoryContext } from "./context.ts";
import { createSecretRedactor, readRedactedTopic, redactMemories } from "./hide-secrets.ts";
import { ownFactsFor } from "./own-facts.ts";
import { readTopicFor } from "./read-topic.ts";
import { type RecallAnswer, type RecallRequest, recallMemories } from "./recall.ts";
import { recentTopics } from "./recent.ts";
import { findTopicFor, noSuchTopic, topicsFor } from "./topics.ts";

/** Who asks through a model, and whether that is at home: else nothing secret is told. */
export interface ModelViewer extends Viewer {
  readonly isAtHome: boolean;
}

/** A topic as a model may know it. */
export interface ModelTopic {
  readonly topic: string;
  readonly title: string;
  readonly summary: string;
  readonly file: string;
  /** In force, as Markdown: one memory or passage a paragraph. */
  readonly text: string;
}

/** What lists of topics say of one. */
export type ModelTopicName = Omit<ModelTopic, "text">;

/** As `recallMemories`, without what is secret where the model is elsewhere. */
export async function recallForModel(
  context: MemoryContext,
  viewer: ModelViewer,
  query: string,
  request: RecallRequest,
): Promise<RecallAnswer> {
  const answer = await recallMemories(context, viewer, query, request);
  const hits: readonly Hit[] = viewer.isAtHome
    ? answer.hits
    : redactMemories(context, viewer, answer.hits);
  return { ...answer, hits };
}

/** One topic by name, alias, title or file. Throws LociError NOT_FOUND, also for one of which nothing may be told. */
export async function topicForModel(
  context: MemoryContext,
  viewer: ModelViewer,
  name: string,
): Promise<ModelTopic> {
  const found = await findTopicFor(context, viewer, name);
  const read = found && readFor(context, viewer, found.file);
  if (found === undefined || read === undefined) {
    throw noSuchTopic(name, await topicsForModel(context, viewer));
  }
  const { topic, title, summary, file } = found;
  const tell = told(context, viewer);
  return { topic, title, summary: tell(summary), file, text: textOf(context, file, read) };
}

/** In force, in the file's order. */
function textOf(
  context: Pick<MemoryContext, "time">,
  file: string,
  { entries, passages }: Topic,
): string {
  const today = context.time().slice(0, 10);
  const current = entries.filter(
    (entry) => isCurrent(entry, today) && !isCopyIn(toTopicPath(file), entry),
  );
  const lines = [
    ...current.map(({ line, text, date = "" }) => ({ line, text: withDay(text, date) })),
    ...passages.map(({ text, line }) => ({ line, text })),
  ];
  return lines
    .sort((a, b) => a.line - b.line)
    .map(({ text }) => text)
    .join("\n");
}

const withDay = (text: string, date: string): string =>
  `- ${cleanText(text)}${date === "" ? "" : ` (${date})`}`;

function readFor(context: MemoryContext, viewer: ModelViewer, file: string): Topic | undefined {
  if (viewer.isAtHome) return readTopicFor(context, viewer, file)?.topic;
  const open = readRedactedTopic(context, file);
  return open && topicFor(viewer, open);
}

/** What of words may be told. */
function told(context: MemoryContext, { isAtHome }: ModelViewer): (words: string) => string {
  if (isAtHome) return (words) => words;
  const secrets = createSecretRedactor(context);
  return (words) => secrets.redact(words);
}

/** The topics, most recently updated first. */
export async function topicsForModel(
  context: MemoryContext,
  viewer: ModelViewer,
): Promise<readonly ModelTopicName[]> {
  const topics = await topicsFor(context, viewer);
  const hidden = viewer.isAtHome ? new Set<string>() : createSecretRedactor(context).files();
  const tell = told(context, viewer);
  return topics
    .filter(({ file }) => !hidden.has(file))
    .map(({ topic, title, summary, file }) => ({ topic, title, summary: tell(summary), file }));
}

/** Of each topic by name: it changes with the topic's file. */
export async function versionsForModel(
  context: MemoryContext,
  viewer: ModelViewer,
): Promise<ReadonlyMap<string, string>> {
  const topics = await topicsForModel(context, viewer);
  const digests = context.index.run(fileDigests);
  const byName = Map.groupBy(topics, ({ topic }) => topic);
  return new Map(
    [...byName].map(([topic, own]) => [topic, own.map(({ file }) => digests.get(file)).join()]),
  );
}

/** What a conversation begins with: what is known of the person and of their home, and what was touched lately. */
export interface ModelStart {
  readonly facts: readonly {
    readonly text: string;
    readonly date: string;
    readonly file: string;
  }[];
  readonly recent: readonly {
    readonly topic: string;
    readonly ago: string;
    readonly summary: string;
  }[];
}

export async function startForModel(
  context: MemoryContext,
  viewer: ModelViewer,
): Promise<ModelStart> {
  const [facts, recent, topics] = await Promise.all([
    ownFactsFor(context, viewer, !viewer.isAtHome),
    recentTopics(context, viewer),
    topicsForModel(context, viewer),
  ]);
  const shown = new Set(topics.map(({ topic }) => topic));
  const tell = told(context, viewer);
  return {
    facts: facts.map(({ text, date, file }) => ({ text, date, file })),
    recent: recent
      .filter(({ topic }) => shown.has(topic))
      .map(({ topic, ago, summary }) => ({ topic, ago, summary: tell(summary) })),
  };
}
