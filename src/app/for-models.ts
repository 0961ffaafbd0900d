import type { LazyConversationServices } from "../agent/conversation/context.ts";
import { LociError } from "../errors.ts";
import type { Edited, MemoryChange } from "../memory/edit-memory.ts";
import {
  type ModelStart,
  type ModelTopic,
  type ModelTopicName,
  type ModelViewer,
  recallForModel,
  startForModel,
  topicForModel,
  topicsForModel,
  versionsForModel,
} from "../memory/for-models.ts";
import { viewerOn } from "../memory/people.ts";
import type { RecallAnswer, RecallRequest } from "../memory/recall.ts";
import type { Remembered } from "../memory/remember.ts";
import type { FoundMemory } from "../recall/recall.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import type { OpenVault } from "./vault/open-vault.ts";

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
  topics(): Promise<readonly ModelTopicName[]>;
  /** Of each topic by name: it changes with the topic's file. */
  versions(): Promise<ReadonlyMap<string, string>>;
  start(): Promise<ModelStart>;
  /** For the viewer: see `Memory`. What looks like a key is marked as secret. */
  remember(note: ModelNote): Promise<Remembered>;
  /**
   * Takes what has this id or text out of file, log and index, and all lines of the same text, as far as they may be told, as one
   * step that `loci undo` takes back. Gives its words.
   */
  forget(entry: string): Promise<string>;
  edit(entry: string, change: MemoryChange): Promise<Edited>;
}

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
  return {
    recall: async (query, request = {}) => recallForModel(parts, reading(), query, request),
    topic: async (name) => topicForModel(parts, reading(), name),
    topics: async () => topicsForModel(parts, reading()),
    versions: async () => versionsForModel(parts, reading()),
    start: async () => startForModel(parts, reading()),
    async remember({ remind, ...note }) {
      const { person, agent } = writing();
      const { remember } = await import("../memory/remember.ts");
      const fields = remind === undefined ? {} : { remind };
      const owner = { person: person ?? undefined, agent: agent ?? undefined };
      const memory = { ...note, ...owner, fields, isForeignTopic: true };
      const [saved] = await remember(parts, [memory]);
      if (saved === undefined) throw new TypeError("remember() returned nothing for one memory");
      await services.queueSplits([saved]);
      return saved;
    },
    ...openChanging(parts, services, reading, writing),
  };
}

function openChanging(
  parts: OpenVault,
  services: LazyConversationServices,
  reading: () => ModelViewer,
  writing: () => ModelViewer,
): Pick<ModelMemory, "forget" | "edit"> {
  const allCalled = async (entry: string): Promise<readonly FoundMemory[]> => {
    const { findMemories } = await import("../memory/recall.ts");
    const viewer = reading();
    const found = (await findMemories(parts, viewer, entry)).filter(({ isExact }) => isExact);
    const { redactMemories } = await import("../memory/hide-secrets.ts");
    return viewer.isAtHome ? found : redactMemories(parts, viewer, found);
  };
  const oneCalled = async (entry: string): Promise<FoundMemory> => {
    const [one] = await allCalled(entry);
    if (one !== undefined) return one;
    throw notFound(entry);
  };
  return {
    async forget(entry) {
      const by = writing();
      const { text } = await oneCalled(entry);
      // Of equal texts, all: none is to be left over.
      const memories = await allCalled(text);
      if (memories.length === 0) throw notFound(text); // Part of it may not be told.
      const { forgetMemories } = await import("./syncing/forget-memories.ts");
      await forgetMemories(parts, services, memories, { by, purge: false });
      return text;
    },
    async edit(entry, change) {
      const { id } = await oneCalled(entry);
      const { editMemory } = await import("../memory/edit-memory.ts");
      return editMemory(parts, writing(), id, change);
    },
  };
}

const notFound = (entry: string): LociError =>
  new LociError("NOT_FOUND", `Cannot find the memory "${entry}": recall gives ids`, {
    data: { entry },
  });

const switchedOff = (key: string): LociError =>
  new LociError("BAD_CONFIG", `Cannot use the memory: ${key} is false in the settings`, {
    data: { key },
  });
