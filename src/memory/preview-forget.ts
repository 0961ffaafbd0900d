import { existsSync } from "node:fs";
import { join } from "node:path";
import { transcriptsOf } from "../digest/transcript/keep-transcripts.ts";
import { diffLines } from "../digest/undo/undo-lines.ts";
import type { FoundMemory } from "../recall/recall.ts";
import { removeEntry } from "../vault/edit-topic.ts";
import { plainText } from "../vault/entry.ts";
import { forgetInLog } from "../vault/forget-in-log.ts";
import { tagsOf } from "../vault/inline-tags.ts";
import { listFiles, maxFileBytes } from "../vault/list-files.ts";
import { lineKey, toLines } from "../vault/merge-lines.ts";
import { parseTopic } from "../vault/parse-topic.ts";
import { resolveInVault, type TopicPath, toTopicPath } from "../vault/paths.ts";
import { readOwn } from "../vault/read-settled.ts";
import { splitLines } from "../vault/split-lines.ts";
import type { Entry } from "../vault/topic.ts";
import { decodeText } from "../vault/vault-text.ts";
import { isOwnerVisible, personKey, type Viewer } from "../vault/viewer.ts";
import type { Conversations, MemoryContext } from "./context.ts";
import { findEntry, personsWith } from "./forget.ts";
import { mentionsInSessions } from "./forget-in-sessions.ts";
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
  readonly stays: { readonly inGit: boolean; readonly transcripts: readonly string[] };
}

interface Asked {
  readonly by: Viewer;
  /** Each was named by its id or its whole text. */
  readonly isNamed: boolean;
  /** Undefined where no conversation was ever kept on this device. */
  readonly conversations: Conversations | undefined;
}

/** Says what `forget` would do to these memories, one after the other. Changes nothing. Throws LociError NOT_FOUND. */
export function previewForget(
  context: Pick<MemoryContext, "root" | "settings" | "index">,
  found: readonly FoundMemory[],
  { by, isNamed, conversations }: Asked,
): ForgetPreview {
  const { root } = context;
  const isKept = ({ file, id }: FoundMemory): boolean =>
    !isNamed && isProtected(toTopicPath(file), read(root, file), id);
  const memories = found.filter((memory) => !isKept(memory));
  const [topics, logs] = [new Versions(root), new Versions(root)];
  const messages = new Map<string, Set<number>>();
  const transcripts = new Set<string>();
  for (const memory of lastFirst(memories)) {
    const path = toTopicPath(memory.file);
    const entry = findEntry(memory, parseTopic(path, topics.now(path)));
    const { source } = entry.fields;
    const said = takeFromLogs(logs, listFiles(root).logs, { entry, path });
    topics.put(path, removeEntry(topics.now(path), entry.id));
    for (const one of source === undefined ? [] : transcriptsOf(context, source)) {
      transcripts.add(one);
    }
    if (conversations === undefined) continue;
    const persons = personsWith(path, entry, by);
    const mentioned = { text: plainText(entry), persons, source, said };
    for (const { session, person, ids } of mentionsInSessions(context, conversations, mentioned)) {
      if (!isOwnerVisible(by, personKey(person ?? ""))) continue;
      messages.set(session, new Set([...(messages.get(session) ?? []), ...ids]));
    }
  }
  return {
    memories,
    kept: found.filter(isKept),
    topics: topics.gone((path, bytes) => {
      const { owners } = parseTopic(toTopicPath(path), bytes);
      return (line, words) => (isOwnerVisible(by, owners.get(line) ?? "") ? words : "");
    }),
    log: logs.gone(createLogVeil(context, by)),
    sessions: [...messages].map(([session, ids]) => ({ session, messages: ids.size })),
    stays: { inGit: existsSync(join(root, ".git")), transcripts: [...transcripts] },
  };
}

/** What was said of it, as the logs had it. */
function takeFromLogs(
  logs: Versions,
  listed: readonly { readonly path: string }[],
  { entry, path: file }: { readonly entry: Entry; readonly path: TopicPath },
): readonly string[] {
  const forgotten = { text: plainText(entry), file, source: entry.fields.source };
  return listed.flatMap(({ path }) => {
    const { bytes, said } = forgetInLog(logs.now(path), forgotten);
    logs.put(path, bytes);
    return said;
  });
}

/** In an order in which each is still what it was called when its turn comes: of equal texts, the ids are counted. */
export const lastFirst = (memories: readonly FoundMemory[]): readonly FoundMemory[] =>
  memories.toSorted((a, b) => b.line - a.line);

const read = (root: string, file: string): Uint8Array =>
  readOwn(resolveInVault(root, toTopicPath(file)), maxFileBytes) ?? new Uint8Array();

/** Itself, or what is nested in it, which would go too. */
function isProtected(path: TopicPath, bytes: Uint8Array, id: string): boolean {
  const entry = parseTopic(path, bytes).entries.find((one) => one.id === id);
  if (entry === undefined) return false;
  const lines = splitLines(decodeText(bytes).text).slice(entry.line - 1, entry.endLine);
  return tagsOf(lines.join("\n")).some((tag) => tag.toLowerCase() === "protected");
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
