import { LociError } from "../errors.ts";
import { plainWords } from "../language/reply/plain-line.ts";
import type { FoundMemory } from "../recall/recall.ts";
import { toTopicPath } from "../vault/paths.ts";
import { cleanText, isCopyIn, isCurrent } from "../vault/topic/entry.ts";
import { withoutSecrets } from "../vault/topic/parse-topic.ts";
import type { Topic } from "../vault/topic/topic.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import type { MemoryContext } from "./context.ts";
import { editMemory, type MemoryChange } from "./edit-memory.ts";
import { createSecretRedactor, redactMemories } from "./hide-secrets.ts";
import { ownFactsFor } from "./own-facts.ts";
import { viewerOn } from "./people.ts";
import { readTopicFor } from "./read-topic.ts";
import { findMemories, type RecallAnswer, type RecallRequest, recallMemories } from "./recall.ts";
import type { Memory, Remembered } from "./remember.ts";
import { findTopicFor, missingTopic, recentTopics, topicsFor } from "./topics.ts";

/** Who asks through a model, and whether that is at home: else nothing secret is told. */
export interface ModelViewer extends Viewer {
  readonly isAtHome: boolean;
}

/** A memory that a model outside Loci saves. */
export interface ModelNote extends Pick<Memory, "text" | "topic" | "bank" | "date"> {
  /** The day to bring it up. */
  readonly remind?: string;
}

/**
 * The memory as another assistant's model gets to know it: what the viewer may see and, where the model is elsewhere,
 * nothing secret. All throw LociError BAD_CONFIG where `privacy` has memory switched off.
 */
export type ModelMemory = ReturnType<typeof openForModels>;

/** The use cases that change the vault, as everyone else gets them too. */
interface Changing {
  readonly remember: (memories: readonly Memory[]) => Promise<readonly Remembered[]>;
  readonly forget: (memories: readonly FoundMemory[], by: { viewer: Viewer }) => Promise<unknown>;
}

/** Opens the memory for the model of one viewer. `isAtHome`: it may know what is secret. */
export function openForModels(
  context: MemoryContext,
  changing: Changing,
  { isAtHome, ...named }: ModelViewer,
) {
  const { enabled, crossSession } = context.settings.privacy;
  const viewer = { ...viewerOn(context, named), isAtHome };
  const reader = createReader(context, viewer);
  const writing = (): ModelViewer => {
    if (enabled) return viewer;
    throw switchedOff("privacy.enabled");
  };
  const reading = (): typeof reader => {
    if (crossSession && writing()) return reader;
    throw switchedOff("privacy.crossSession");
  };
  return {
    /** As `recallMemories`, in words without Markdown, and without what is secret where the model is elsewhere. */
    async recall(query: string, request: RecallRequest = {}): Promise<RecallAnswer> {
      const { open } = reading();
      const { hits, indexedAt } = await recallMemories(context, viewer, query, request);
      const told = open(hits).map((hit) => ({ ...hit, text: plainWords(hit.text) || hit.text }));
      return { hits: told, indexedAt };
    },
    topic: async (name: string) => reading().topic(name),
    /** The topics, most recently updated first. */
    topics: async () => reading().topics(),
    /** What a conversation begins with: what is known of the person and of their home, and what was touched lately. */
    start: async () => reading().start(),
    /** For the viewer: see `Memory`. What looks like a key is marked as secret. */
    async remember({ remind, ...note }: ModelNote): Promise<Remembered> {
      const { person, agent } = writing();
      const fields = remind === undefined ? {} : { remind };
      const owner = { person: person ?? undefined, agent: agent ?? undefined };
      const memory = { ...note, ...owner, fields, isForeignTopic: true };
      const [saved] = await changing.remember([memory]);
      if (saved === undefined) throw new TypeError("remember() returned nothing for one memory");
      return saved;
    },
    /**
     * Forgets what has this id or text, and all lines of the same text as far as they may be told, as one step that
     * `undo` takes back. Returns its words.
     */
    async forget(entry: string): Promise<string> {
      const by = writing();
      const [{ text }] = await reading().called(entry);
      // All entries of this text that the model may know of.
      await changing.forget(await reader.called(text), { viewer: by });
      return text;
    },
    async edit(entry: string, change: MemoryChange) {
      const [{ id }] = await reading().called(entry);
      return editMemory(context, writing(), id, change);
    },
  };
}

const switchedOff = (key: string): LociError =>
  new LociError("BAD_CONFIG", `Cannot use the memory: ${key} is false in the settings`, {
    data: { key },
  });

/** What the model of a viewer may read; also what an agent of Loci's own is told. */
export type ModelReader = ReturnType<typeof createReader>;

export function createReader(context: MemoryContext, viewer: ModelViewer) {
  const secrets = viewer.isAtHome ? undefined : createSecretRedactor(context);
  /** The words, or none where they reveal a secret. */
  const tell = (words: string): string => secrets?.redact(words) ?? words;
  const open = <T extends Parameters<typeof redactMemories>[2][number]>(
    memories: readonly T[],
  ): readonly T[] => (secrets ? redactMemories(context, viewer, memories) : memories);
  const topics = async () => {
    const all = await topicsFor(context, viewer);
    const hidden = secrets?.files(); // Only now is the index fresh.
    return all
      .filter(({ file }) => !hidden?.has(file))
      .map(({ topic, title, summary, file }) => {
        return { topic, title, summary: tell(summary), file };
      });
  };
  /** What is in force in a file, as far as it may be told. */
  const read = (file: string): Topic | undefined => {
    const own = readTopicFor(context, viewer, file)?.topic;
    const topic = own && secrets ? withoutSecrets(own) : own;
    const today = context.time().slice(0, 10);
    return topic && { ...topic, entries: topic.entries.filter((entry) => isCurrent(entry, today)) };
  };
  /** One topic by name, alias, title or file; undefined also for one of which nothing may be told. */
  const find = async (name: string) => {
    const found = await findTopicFor(context, viewer, name);
    const page = found && read(found.file);
    return page && { ...found, summary: tell(found.summary), page };
  };
  /** The topics touched lately, newest first. */
  const recent = async () => {
    const all = await recentTopics(context, viewer);
    const shown = new Set((await topics()).map(({ topic }) => topic));
    return all
      .filter(({ topic }) => shown.has(topic))
      .map((topic) => ({ ...topic, summary: tell(topic.summary) }));
  };
  const facts = async () => ownFactsFor(context, viewer, !viewer.isAtHome);
  return {
    context,
    viewer,
    tell,
    open,
    topics,
    read,
    find,
    recent,
    facts,
    /** The memories of this id or text. Throws LociError NOT_FOUND. */
    async called(entry: string): Promise<readonly [FoundMemory, ...FoundMemory[]]> {
      const exact = (await findMemories(context, viewer, entry)).filter(({ isExact }) => isExact);
      const [first, ...others] = open(exact);
      if (first !== undefined) return [first, ...others];
      throw new LociError("NOT_FOUND", `Cannot find the memory "${entry}": recall gives ids`, {
        data: { entry },
      });
    },
    /** The same as text. Throws LociError NOT_FOUND. */
    async topic(name: string) {
      const found = await find(name);
      if (found === undefined) throw missingTopic(context, viewer, name);
      const { topic, title, summary, file, page } = found;
      return { topic, title, summary, file, text: textOf(file, page) };
    },
    async start() {
      return {
        facts: (await facts()).map(({ text, date, file }) => ({ text, date, file })),
        recent: (await recent()).map(({ topic, ago, summary }) => ({ topic, ago, summary })),
      };
    },
  };
}

/** What of a topic is told, in the file's order, as Markdown: one memory or passage a paragraph. */
function textOf(file: string, { entries, passages }: Topic): string {
  const current = entries.filter((entry) => !isCopyIn(toTopicPath(file), entry));
  const withDay = (text: string, date = ""): string =>
    `- ${cleanText(text)}${date === "" ? "" : ` (${date})`}`;
  const lines = [
    ...current.map(({ line, text, date }) => ({ line, text: withDay(text, date) })),
    ...passages.map(({ text, line }) => ({ line, text })),
  ];
  return lines
    .sort((a, b) => a.line - b.line)
    .map(({ text }) => text)
    .join("\n");
}
