import { LociError } from "../errors.ts";
import { fileDigests } from "../index/overview.ts";
import type { FoundMemory, Hit } from "../recall/recall.ts";
import { toTopicPath } from "../vault/paths.ts";
import { cleanText, isCopyIn, isCurrent } from "../vault/topic/entry.ts";
import type { Topic } from "../vault/topic/topic.ts";
import { topicFor, type Viewer } from "../vault/topic/viewer.ts";
import type { MemoryContext } from "./context.ts";
import { type Edited, editMemory, type MemoryChange } from "./edit-memory.ts";
import { createSecretRedactor, readRedactedTopic, redactMemories } from "./hide-secrets.ts";
import { ownFactsFor } from "./own-facts.ts";
import { viewerOn } from "./people.ts";
import { readTopicFor } from "./read-topic.ts";
import { findMemories, type RecallAnswer, type RecallRequest, recallMemories } from "./recall.ts";
import { recentTopics } from "./recent.ts";
import type { Memory, Remembered } from "./remember.ts";
import { findTopicFor, noSuchTopic, topicsFor } from "./topics.ts";

/** Who asks through a model, and whether that is at home: else nothing secret is told. */
interface ModelViewer extends Viewer {
  readonly isAtHome: boolean;
}

/** A memory that a model outside Loci saves. */
interface ModelNote {
  readonly text: string;
  readonly topic?: string;
  readonly bank?: string;
  /** `YYYY-MM-DD`. */
  readonly date?: string;
  /** A day or minute to bring it up from. */
  readonly remind?: string;
}

/**
 * The memory as another assistant's model gets to know it: what the viewer may see and, where the model is elsewhere, nothing
 * secret. All throw LociError BAD_CONFIG where `privacy` has memory switched off.
 */
export interface ModelMemory {
  recall(query: string, request?: RecallRequest): Promise<RecallAnswer>;
  topic(name: string): Promise<ModelTopic>;
  /** The topics, most recently updated first. */
  topics(): Promise<readonly ModelTopicName[]>;
  /** A version of each topic by name, which changes with the topic's file. */
  versions(): Promise<ReadonlyMap<string, string>>;
  start(): Promise<ModelStart>;
  /** For the viewer: see `Memory`. What looks like a key is marked as secret. */
  remember(note: ModelNote): Promise<Remembered>;
  /**
   * Forgets what has this id or text, and all lines of the same text as far as they may be told, as one step that `undo`
   * takes back. Returns its words.
   */
  forget(entry: string): Promise<string>;
  edit(entry: string, change: MemoryChange): Promise<Edited>;
}

/** An open vault, for models outside Loci. */
interface ModelContext extends MemoryContext {
  readonly settings: MemoryContext["settings"] & {
    readonly privacy: { readonly enabled: boolean; readonly crossSession: boolean };
  };
}

/** The use cases that change the vault, as everyone else gets them too. */
interface Changing {
  readonly remember: (memories: readonly Memory[]) => Promise<readonly Remembered[]>;
  readonly forget: (memories: readonly FoundMemory[], by: Viewer) => Promise<unknown>;
}

/** Opens the memory for the model of one viewer. `isAtHome`: it may know what is secret. */
export function openForModels(
  context: ModelContext,
  changing: Changing,
  { isAtHome, ...named }: ModelViewer,
): ModelMemory {
  const { enabled, crossSession } = context.settings.privacy;
  const viewer = { ...viewerOn(context, named), isAtHome };
  const writing = (): ModelViewer => {
    if (enabled) return viewer;
    throw switchedOff("privacy.enabled");
  };
  const reading = (): ModelViewer => {
    if (crossSession) return writing();
    throw switchedOff("privacy.crossSession");
  };
  const called = async (entry: string): Promise<readonly [FoundMemory, ...FoundMemory[]]> => {
    const all = (await findMemories(context, reading(), entry)).filter(({ isExact }) => isExact);
    const [first, ...others] = isAtHome ? all : redactMemories(context, viewer, all);
    if (first !== undefined) return [first, ...others];
    throw new LociError("NOT_FOUND", `Cannot find the memory "${entry}": recall gives ids`, {
      data: { entry },
    });
  };
  return {
    recall: async (query, request = {}) => recallForModel(context, reading(), query, request),
    topic: async (name) => topicForModel(context, reading(), name),
    topics: async () => topicsForModel(context, reading()),
    versions: async () => versionsForModel(context, reading()),
    start: async () => startForModel(context, reading()),
    async remember({ remind, ...note }) {
      const { person, agent } = writing();
      const fields = remind === undefined ? {} : { remind };
      const owner = { person: person ?? undefined, agent: agent ?? undefined };
      const memory = { ...note, ...owner, fields, isForeignTopic: true };
      const [saved] = await changing.remember([memory]);
      if (saved === undefined) throw new TypeError("remember() returned nothing for one memory");
      return saved;
    },
    async forget(entry) {
      const by = writing();
      const [{ text }] = await called(entry);
      // Of equal texts, all: none is to be left over. Part of it may not be told.
      await changing.forget(await called(text), by);
      return text;
    },
    async edit(entry, change) {
      const [{ id }] = await called(entry);
      return editMemory(context, writing(), id, change);
    },
  };
}

const switchedOff = (key: string): LociError =>
  new LociError("BAD_CONFIG", `Cannot use the memory: ${key} is false in the settings`, {
    data: { key },
  });

/** A topic as a model may know it. */
interface ModelTopic {
  readonly topic: string;
  readonly title: string;
  readonly summary: string;
  readonly file: string;
  /** In force, as Markdown: one memory or passage a paragraph. */
  readonly text: string;
}

/** What lists of topics say of one. */
type ModelTopicName = Omit<ModelTopic, "text">;

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
async function topicForModel(
  context: MemoryContext,
  viewer: ModelViewer,
  name: string,
): Promise<ModelTopic> {
  const found = await findTopicFor(context, viewer, name);
  const read = found && readFor(context, viewer, found.file);
  if (found === undefined || read === undefined) {
    throw noSuchTopic(context, name, await topicsForModel(context, viewer));
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

async function topicsForModel(
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

async function versionsForModel(
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
interface ModelStart {
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

async function startForModel(context: MemoryContext, viewer: ModelViewer): Promise<ModelStart> {
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
