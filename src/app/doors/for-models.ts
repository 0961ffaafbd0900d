import { randomUUID } from "node:crypto";
import type { LazyConversationServices } from "../../conversation/context.ts";
import { LociError } from "../../errors.ts";
import type { Edited, MemoryChange } from "../../memory/edit-memory.ts";
import {
  type ModelStart,
  type ModelTopic,
  type ModelTopicName,
  type ModelViewer,
  readTopicsForModel,
  recallForModel,
  startForModel,
  topicForModel,
  topicsForModel,
  versionsForModel,
} from "../../memory/for-models.ts";
import { viewerOn } from "../../memory/people.ts";
import type { RecallAnswer, RecallRequest } from "../../memory/recall.ts";
import type { Remembered } from "../../memory/remember.ts";
import type { FoundMemory } from "../../recall/recall.ts";
import type { SessionDb } from "../../session/session.ts";
import type { UndoJournal, UndoStep } from "../../session/undo-journal.ts";
import type { Viewer } from "../../vault/viewer.ts";
import type { OpenVault } from "../open-vault.ts";

/** A memory that a model outside Loci saves. */
interface ModelNote {
  readonly text: string;
  readonly topic?: string;
  readonly bank?: string;
  /** `YYYY-MM-DD`. */
  readonly date?: string;
  /** A day or minute to bring it up from. */
  readonly remind?: string;
  /** Further fields of its line. */
  readonly fields?: Readonly<Record<string, string>>;
  /** It is saved also where another topic says the same. */
  readonly evenIfKnown?: boolean;
}

/**
 * The memory as another assistant's model gets to know it: what the viewer may see and, where the model is elsewhere, nothing
 * secret. All throw LociError BAD_CONFIG where `privacy` has memory switched off.
 */
export interface ModelMemory {
  recall(query: string, request?: RecallRequest): Promise<RecallAnswer>;
  topic(name: string): Promise<ModelTopic>;
  topics(): Promise<readonly ModelTopicName[]>;
  readTopics(): Promise<readonly ModelTopic[]>;
  /** Of each topic by name: it changes with the topic's file. */
  versions(): Promise<ReadonlyMap<string, string>>;
  start(): Promise<ModelStart>;
  /** Into the person's own scope, else the vault's. What looks like a key is marked as secret. */
  remember(note: ModelNote): Promise<Remembered>;
  /** Several, as one step. */
  rememberAll(notes: readonly ModelNote[]): Promise<readonly Remembered[]>;
  /**
   * Takes what has those ids or texts out of file, log and index, as far as it may be told, as one step that `loci undo` takes
   * back; nothing where one is not there. Gives their words.
   */
  forget(entries: readonly string[]): Promise<readonly string[]>;
  edit(entry: string, change: MemoryChange): Promise<Edited>;
  /** Gives the topic of that name, alias, title or file another title. */
  renameTopic(name: string, title: string): Promise<void>;
  /** What is changed through it is one step that `loci undo` takes back; `what`: in words, as it is told there. */
  asStep(what: string): Changes;
}

type Changes = Pick<ModelMemory, "rememberAll" | "forget" | "edit" | "renameTopic">;

/** Opens the memory for the model of one viewer. `isAtHome`: it may know what is secret. */
export function openForModels(
  parts: OpenVault,
  services: LazyConversationServices,
  { isAtHome, ...named }: Viewer & { readonly isAtHome: boolean },
): ModelMemory {
  const { enabled, crossSession } = parts.settings.privacy;
  const viewer = { ...viewerOn(parts, named), isAtHome };
  const reading = (): ModelViewer => {
    if (enabled && crossSession) return viewer;
    throw switchedOff(enabled ? "privacy.crossSession" : "privacy.enabled");
  };
  const writing = (): ModelViewer => {
    if (enabled) return viewer;
    throw switchedOff("privacy.enabled");
  };
  const changes = (step?: Step): Changes => ({
    rememberAll: openAdding(parts, writing, step),
    ...openChanging(parts, services, { reading, writing, step }),
  });
  return {
    recall: async (query, request = {}) => recallForModel(parts, reading(), query, request),
    topic: async (name) => topicForModel(parts, reading(), name),
    topics: async () => topicsForModel(parts, reading()),
    readTopics: async () => readTopicsForModel(parts, reading()),
    versions: async () => versionsForModel(parts, reading()),
    start: async () => startForModel(parts, reading()),
    ...changes(),
    async remember(note) {
      const [saved] = await changes().rememberAll([note]);
      if (saved === undefined) throw new TypeError("remember() returned nothing for one memory");
      return saved;
    },
    asStep: (what) => changes({ step: `tool/${randomUUID()}`, what }),
  };
}

type Access = () => ModelViewer;
type Step = Pick<UndoStep, "step" | "what">;

function openAdding(
  parts: OpenVault,
  writing: Access,
  step: Step | undefined,
): Changes["rememberAll"] {
  return async (notes) => {
    const { person, agent } = writing();
    const { remember } = await import("../../memory/remember.ts");
    const open = await openJournal(step);
    const scope = person == null ? global : ({ kind: "person", id: person } as const);
    const by = agent == null ? {} : { by: agent };
    const memories = notes.map(({ remind, ...note }) => {
      const fields = {
        ...note.fields,
        ...(remind === undefined ? {} : { remind }),
      };
      return { ...note, ...by, scope, fields, isForeignTopic: true };
    });
    return remember(parts, memories, () => open(parts));
  };
}

function openChanging(
  parts: OpenVault,
  services: LazyConversationServices,
  {
    reading,
    writing,
    step,
  }: { readonly reading: Access; readonly writing: Access; readonly step: Step | undefined },
): Pick<Changes, "forget" | "edit" | "renameTopic"> {
  const allCalled = async (entry: string): Promise<readonly FoundMemory[]> => {
    const { findMemories } = await import("../../memory/recall.ts");
    const viewer = reading();
    const found = (await findMemories(parts, viewer, entry)).filter(({ isExact }) => isExact);
    const { redactMemories } = await import("../../memory/hide-secrets.ts");
    return viewer.isAtHome ? found : redactMemories(parts, found);
  };
  const oneCalled = async (entry: string): Promise<FoundMemory> => {
    const [one] = await allCalled(entry);
    if (one !== undefined) return one;
    throw notFound(entry);
  };
  const forget: ModelMemory["forget"] = async (entries) => {
    const by = writing();
    const texts: string[] = [];
    for (const entry of entries) texts.push((await oneCalled(entry)).text);
    const memories: FoundMemory[] = [];
    for (const text of new Set(texts)) {
      // Of equal texts, all: none is to be left over.
      const called = await allCalled(text);
      if (called.length === 0) throw notFound(text); // Part of it may not be told.
      memories.push(...called);
    }
    const { forgetMemories } = await import("../syncing/forget-memories.ts");
    await forgetMemories(parts, services, memories, { by, how: "remove", quotes: false, step });
    return texts;
  };
  return {
    forget,
    async edit(entry, change) {
      const { id } = await oneCalled(entry);
      const { editMemory } = await import("../../memory/edit-memory.ts");
      const open = await openJournal(step);
      return editMemory(parts, writing(), id, change, () => open(parts));
    },
    async renameTopic(name, title) {
      const topic = await topicForModel(parts, reading(), name);
      const { renameTopic } = await import("../../memory/rename-topic.ts");
      const open = await openJournal(step);
      return renameTopic(parts, topic, title, () => open(parts));
    },
  };
}

/** Opens where steps are kept; all that is noted there belongs to `step`, where one is named. */
async function openJournal(step: Step | undefined) {
  const { openUndoJournal } = await import("../session-db.ts");
  if (step === undefined) return openUndoJournal;
  return (parts: OpenVault): Pick<SessionDb, "undo" | "close"> => {
    const db = openUndoJournal(parts);
    const note: UndoJournal["note"] = (_step, _what, session, files) =>
      db.undo.note(step.step, step.what, session, files);
    return { undo: { ...db.undo, note }, close: () => db.close() };
  };
}

const global = { kind: "global" } as const;

const notFound = (entry: string): LociError =>
  new LociError("NOT_FOUND", `Cannot find the memory "${entry}": recall gives ids`, {
    data: { entry },
  });

const switchedOff = (key: string): LociError =>
  new LociError("BAD_CONFIG", `Cannot use the memory: ${key} is false in the settings`, {
    data: { key },
  });
