import { existsSync } from "node:fs";
import { join } from "node:path";
import { transcriptsOf } from "../digest/transcript/keep-transcripts.ts";
import type { FoundMemory } from "../recall/recall.ts";
import { placeOf, toTopicPath } from "../vault/paths.ts";
import { splitLines } from "../vault/split-lines.ts";
import { hasTag } from "../vault/topic/entry.ts";
import { tagsOf } from "../vault/topic/entry-tokens.ts";
import { parseTopic } from "../vault/topic/parse-topic.ts";
import { isOwnerVisible, type Viewer } from "../vault/topic/viewer.ts";
import { decodeText } from "../vault/vault-text.ts";
import { readNote } from "../vault/write/read-settled.ts";
import type { Conversations, MemoryContext } from "./context.ts";
import { type PlannedFile, planForget } from "./plan-forget.ts";
import { type SelectedMemory, selectMemories } from "./select-memories.ts";

/** What forgetting memories takes away, and where their words stay. */
export interface ForgetPreview {
  readonly memories: readonly FoundMemory[];
  /** Found, but `#protected`: these go only when named one by one. */
  readonly kept: readonly FoundMemory[];
  /** The lines that would go (from 1), as they stand now; "" where one is not for the one who asks to read. */
  readonly topics: readonly {
    readonly file: string;
    readonly line: number;
    readonly text: string;
  }[];
  /** Those of logs, without their words. */
  readonly log: ForgetPreview["topics"];
  /** Conversations are kept on this device: what mentions it there goes too. */
  readonly inConversations: boolean;
  /** Paths of transcripts that go. */
  readonly transcripts: readonly string[];
  readonly stays: {
    readonly inGit: boolean;
    readonly transcripts: readonly string[];
    /** Archived files that hold the same, or what it is a summary of. */
    readonly archive: readonly string[];
    /** Summaries that retell it, and others. */
    readonly summaries: readonly FoundMemory[];
  };
}

interface Asked {
  readonly by: Viewer;
  /** Each was named by its id or its whole text. */
  readonly isNamed: boolean;
  /** All that this device keeps of them goes too, and git's history. */
  readonly purge: boolean;
  /** Undefined where no conversation was ever kept on this device. */
  readonly conversations: Conversations | undefined;
}

/** Says what forgetting these memories would do. Changes nothing. Throws LociError NOT_FOUND. */
export function previewForget(
  context: MemoryContext,
  found: readonly FoundMemory[],
  { by, isNamed, purge, conversations }: Asked,
): ForgetPreview {
  const { root } = context;
  const { archived: copies, summaries } = retoldIn(context, by, found);
  const all = purge ? [...found, ...copies] : found;
  const isKept = (memory: FoundMemory): boolean => !isNamed && isProtected(root, memory);
  const memories = all.filter((memory) => !isKept(memory));
  const { entries, logs, topics } = planForget(context, conversations, memories, { by });
  const sources = new Set(entries.flatMap(({ sessions }) => sessions));
  const transcripts = [...sources].flatMap((source) => transcriptsOf(context, source));
  return {
    memories,
    kept: all.filter(isKept),
    topics: topics.flatMap((planned) => goneLines(planned, by)),
    log: logs.flatMap((planned) => goneLines(planned, by).map((one) => ({ ...one, text: "" }))),
    inConversations: conversations !== undefined && memories.length > 0,
    transcripts: purge ? transcripts : [],
    stays: {
      inGit: !purge && existsSync(join(root, ".git")),
      transcripts: purge ? [] : transcripts,
      archive: purge ? [] : [...new Set(copies.map(({ file }) => file))],
      summaries,
    },
  };
}

/** Archived copies and summaries that repeat these memories, as far as a viewer may see them. */
function retoldIn(context: MemoryContext, viewer: Viewer, memories: readonly FoundMemory[]) {
  const nameOf = ({ file }: FoundMemory, name: string): string =>
    `${placeOf(toTopicPath(file)).scope}\n${name}`;
  const isArchived = ({ file }: FoundMemory): boolean => placeOf(toTopicPath(file)).archived;
  const all = selectMemories(context, viewer, {});
  const placed = new Set(memories.map(({ file, id }) => `${file}\n${id}`));
  const isMeant = ({ file, id }: FoundMemory): boolean => placed.has(`${file}\n${id}`);
  const texts = new Set(memories.map((one) => nameOf(one, one.text)));
  const ids = new Set(memories.map((one) => nameOf(one, one.id)));
  const others = all.filter((one) => !isMeant(one));
  const retelling = new Set(
    all
      .filter(isMeant)
      .flatMap((one) => (one.summary === undefined ? [] : nameOf(one, one.summary))),
  );
  const isOriginal = (one: SelectedMemory): boolean =>
    one.summary !== undefined && ids.has(nameOf(one, one.summary));
  return {
    /** The same, and what a summary among the memories is of. */
    archived: others.filter(
      (one) => isArchived(one) && (texts.has(nameOf(one, one.text)) || isOriginal(one)),
    ),
    /** Summaries of one of the memories, and of others. */
    summaries: others.filter((one) => !isArchived(one) && retelling.has(nameOf(one, one.id))),
  };
}

/** Itself, or what is nested in it, which would go too. */
function isProtected(root: string, { file, id }: FoundMemory): boolean {
  const path = toTopicPath(file);
  const bytes = readNote(root, path) ?? new Uint8Array();
  const entry = parseTopic(path, bytes).entries.find((one) => one.id === id);
  if (entry === undefined) return false;
  const lines = splitLines(decodeText(bytes).text).slice(entry.line - 1, entry.endLine);
  return hasTag(tagsOf(lines.join("\n")), "protected");
}

/** The lines that go, with their words as far as they may be read. */
function goneLines({ path, before, gone }: PlannedFile, viewer: Viewer): ForgetPreview["topics"] {
  const lines = splitLines(decodeText(before).text);
  const { owners } = parseTopic(path, before);
  return gone
    .map((at) => ({ file: path, line: at + 1, text: lines[at] ?? "" }))
    .filter(({ text }) => text.trim() !== "")
    .map((one) =>
      isOwnerVisible(viewer, owners.get(one.line) ?? "") ? one : { ...one, text: "" },
    );
}
