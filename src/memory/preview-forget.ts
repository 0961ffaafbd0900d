import { existsSync } from "node:fs";
import { join } from "node:path";
import { transcriptsOf } from "../digest/transcript/keep-transcripts.ts";
import type { FoundMemory } from "../recall/recall.ts";
import { removeEntry } from "../vault/edit/edit-topic.ts";
import { listFiles, maxFileBytes } from "../vault/list-files.ts";
import { type ForgottenEntry, forgetInLog } from "../vault/log/forget-in-log.ts";
import { placeOf, resolveInVault, type TopicPath, toTopicPath } from "../vault/paths.ts";
import { splitLines } from "../vault/split-lines.ts";
import { hasTag } from "../vault/topic/entry.ts";
import { tagsOf } from "../vault/topic/inline-tags.ts";
import { parseTopic } from "../vault/topic/parse-topic.ts";
import { isOwnerVisible, personKey, type Viewer } from "../vault/topic/viewer.ts";
import { decodeText } from "../vault/vault-text.ts";
import { lineKey, toLines } from "../vault/write/byte-lines.ts";
import { readOwn } from "../vault/write/read-settled.ts";
import type { Conversations, MemoryContext } from "./context.ts";
import { diffLines } from "./diff-lines.ts";
import { entriesMeant, type Meant, saidInLogs, toForgotten } from "./forget.ts";
import { knowTeachers, mentionsInSessions } from "./forget-in-sessions.ts";
import { type SelectedMemory, selectMemories } from "./select-memories.ts";
import { createLogVeil, type LineVeil } from "./show-log.ts";

/** A line that would go; lines count from 1. */
export interface GoneLine {
  readonly file: string;
  readonly line: number;
  /** As it stands now; "" where it is not for the one who asks to read. */
  readonly text: string;
}

/** What forgetting memories takes away, and where their words stay. */
export interface ForgetPreview {
  readonly memories: readonly FoundMemory[];
  /** Found, but `#protected`: these go only when named one by one. */
  readonly kept: readonly FoundMemory[];
  readonly topics: readonly GoneLine[];
  readonly log: readonly GoneLine[];
  /** Conversations on this device that lose messages, or parts of them. */
  readonly sessions: readonly { readonly session: string; readonly messages: number }[];
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
  context: Pick<MemoryContext, "root" | "settings" | "index">,
  found: readonly FoundMemory[],
  asked: Asked,
): ForgetPreview {
  const { root } = context;
  const { by, isNamed, purge } = asked;
  const { archived: copies, summaries } = retoldIn(context, by, found);
  const all = purge ? [...found, ...copies] : found;
  const isKept = ({ file, id }: FoundMemory): boolean =>
    !isNamed && isProtected(toTopicPath(file), read(root, file), id);
  const memories = all.filter((memory) => !isKept(memory));
  const topics = new Versions(root);
  const meant = entriesMeant(memories, by, (file) =>
    parseTopic(toTopicPath(file), topics.now(file)),
  );
  for (const { path, entry } of meant) {
    topics.put(path, removeEntry(topics.now(path), entry.id));
  }
  const teachers = knowTeachers(context, asked.conversations?.db.sessions);
  const entries = meant.map((one) => toForgotten(one, teachers));
  const sources = new Set(entries.flatMap(({ sessions }) => sessions));
  const transcripts = [...sources].flatMap((source) => transcriptsOf(context, source));
  return {
    memories,
    kept: all.filter(isKept),
    topics: topics.gone((path, bytes) => {
      const { owners } = parseTopic(toTopicPath(path), bytes);
      return (line, words) => (isOwnerVisible(by, owners.get(line) ?? "") ? words : "");
    }),
    ...mentionsOf(context, meant, entries, asked),
    transcripts: purge ? transcripts : [],
    stays: {
      inGit: !purge && existsSync(join(root, ".git")),
      transcripts: purge ? [] : transcripts,
      archive: purge ? [] : [...new Set(copies.map(({ file }) => file))],
      summaries,
    },
  };
}

interface Retold {
  /** In the archive: the same, and what a summary among the memories is of. */
  readonly archived: readonly FoundMemory[];
  /** Summaries of one of the memories, and of others. */
  readonly summaries: readonly FoundMemory[];
}

/** Archived copies and summaries that repeat these memories, as far as a viewer may see them. */
function retoldIn(
  context: Pick<MemoryContext, "root">,
  viewer: Viewer,
  memories: readonly FoundMemory[],
): Retold {
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
    archived: others.filter(
      (one) => isArchived(one) && (texts.has(nameOf(one, one.text)) || isOriginal(one)),
    ),
    summaries: others.filter((one) => !isArchived(one) && retelling.has(nameOf(one, one.id))),
  };
}

/** What of the digest log and of conversations would go. */
function mentionsOf(
  context: Pick<MemoryContext, "root" | "settings" | "index">,
  meant: readonly Meant[],
  entries: readonly Required<ForgottenEntry>[],
  { by, conversations }: Asked,
): Pick<ForgetPreview, "log" | "sessions"> {
  const logs = new Versions(context.root);
  const said = saidInLogs(context, entries);
  for (const { path } of listFiles(context.root).logs) {
    logs.put(path, forgetInLog(logs.now(path), entries).bytes);
  }
  const log = logs.gone(createLogVeil(context, by));
  const messages = new Map<string, Set<number>>();
  for (const [at, { text, sessions }] of entries.entries()) {
    if (conversations === undefined) break;
    const persons = meant[at]?.persons ?? new Set();
    const mentioned = { text, persons, sessions, said: said[at] ?? [] };
    for (const one of mentionsInSessions(context, conversations, mentioned)) {
      if (!isOwnerVisible(by, personKey(one.person ?? ""))) continue;
      messages.set(one.session, new Set([...(messages.get(one.session) ?? []), ...one.ids]));
    }
  }
  const sessions = [...messages].map(([session, ids]) => ({ session, messages: ids.size }));
  return { log, sessions };
}

const read = (root: string, file: string): Uint8Array =>
  readOwn(resolveInVault(root, toTopicPath(file)), maxFileBytes) ?? new Uint8Array();

/** Itself, or what is nested in it, which would go too. */
function isProtected(path: TopicPath, bytes: Uint8Array, id: string): boolean {
  const entry = parseTopic(path, bytes).entries.find((one) => one.id === id);
  if (entry === undefined) return false;
  const lines = splitLines(decodeText(bytes).text).slice(entry.line - 1, entry.endLine);
  return hasTag(tagsOf(lines.join("\n")), "protected");
}

/** Files as they are, and as they would be. */
class Versions {
  private readonly files = new Map<string, { readonly before: Uint8Array; after: Uint8Array }>();
  private readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  now(path: string): Uint8Array {
    return this.file(path).after;
  }

  put(path: string, bytes: Uint8Array): void {
    this.file(path).after = bytes;
  }

  gone(veil: (path: string, bytes: Uint8Array) => LineVeil): GoneLine[] {
    return [...this.files].flatMap(([file, { before, after }]) => {
      const open = veil(file, before);
      return diffLines(toLines(before), toLines(after)).flatMap(({ at, remove }) =>
        remove
          .map((line, i) => ({ file, line: at + i + 1, text: toWords(line) }))
          .filter(({ text }) => text.trim() !== "")
          .map((gone) => ({ ...gone, text: open(gone.line, gone.text) })),
      );
    });
  }

  private file(path: string) {
    const known = this.files.get(path);
    if (known !== undefined) return known;
    const bytes = read(this.root, path);
    const made = { before: bytes, after: bytes };
    this.files.set(path, made);
    return made;
  }
}

const toWords = (line: string): string => Buffer.from(lineKey(line), "latin1").toString("utf8");
