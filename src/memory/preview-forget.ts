import { existsSync } from "node:fs";
import { join } from "node:path";
import { transcriptsOf } from "../digest/transcript/keep-transcripts.ts";
import { diffLines } from "../digest/undo/undo-lines.ts";
import { entriesOfWords } from "../index/keyed-entries.ts";
import type { FoundMemory } from "../recall/recall.ts";
import { removeEntry } from "../vault/edit-topic.ts";
import { plainText } from "../vault/entry.ts";
import { forgetInLog } from "../vault/forget-in-log.ts";
import { listFiles, maxFileBytes } from "../vault/list-files.ts";
import { lineKey, toLines } from "../vault/merge-lines.ts";
import { parseTopic } from "../vault/parse-topic.ts";
import { placeOf, resolveInVault, type TopicPath, toTopicPath } from "../vault/paths.ts";
import { readOwn } from "../vault/read-settled.ts";
import type { Viewer } from "../vault/viewer.ts";
import type { Conversations, MemoryContext } from "./context.ts";
import { findEntry, personsWith } from "./forget.ts";
import { mentionsInSessions } from "./forget-in-sessions.ts";

/** A line that would go, as it stands now; lines count from 1. */
export interface GoneLine {
  readonly file: string;
  readonly line: number;
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
  readonly by: Pick<Viewer, "person">;
  /** Each was named by its id or its whole text. */
  readonly isNamed: boolean;
  /** Undefined where no conversation was ever kept on this device. */
  readonly conversations: Conversations | undefined;
}

/** Says what `forget` would do to these memories, one after the other. Changes nothing. Throws LociError NOT_FOUND. */
export function previewForget(
  context: Pick<MemoryContext, "root" | "settings">,
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
  for (const memory of memories) {
    const path = toTopicPath(memory.file);
    const entry = findEntry(memory, parseTopic(path, topics.now(path)));
    const { source } = entry.fields;
    const said: string[] = [];
    for (const { path: log } of listFiles(root).logs) {
      const next = forgetInLog(logs.now(log), { text: plainText(entry), file: path, source });
      logs.put(log, next.bytes);
      said.push(...next.said);
    }
    topics.put(path, removeEntry(topics.now(path), entry.id));
    for (const one of source === undefined ? [] : transcriptsOf(context, source)) {
      transcripts.add(one);
    }
    if (conversations === undefined) continue;
    const persons = personsWith(path, entry, by);
    const mentioned = { text: plainText(entry), persons, source, said };
    for (const { session, ids } of mentionsInSessions(context, conversations, mentioned)) {
      messages.set(session, new Set([...(messages.get(session) ?? []), ...ids]));
    }
  }
  return {
    memories,
    kept: found.filter(isKept),
    topics: topics.gone(),
    log: logs.gone(),
    sessions: [...messages].map(([session, ids]) => ({ session, messages: ids.size })),
    stays: { inGit: existsSync(join(root, ".git")), transcripts: [...transcripts] },
  };
}

/** Of memories that words found, those that hold all of them: what is only near is not meant to go. Needs a fresh index. */
export function holdingAll(
  { index }: Pick<MemoryContext, "index">,
  found: readonly FoundMemory[],
  words: string,
): readonly FoundMemory[] {
  const scopes = [...new Set(found.map(({ file }) => placeOf(toTopicPath(file)).scope))];
  const holding = index.run((db) => entriesOfWords(db, words, scopes));
  return found.filter(({ id, file }) => holding.some((one) => one.uid === id && one.file === file));
}

const read = (root: string, file: string): Uint8Array =>
  readOwn(resolveInVault(root, toTopicPath(file)), maxFileBytes) ?? new Uint8Array();

const isProtected = (path: TopicPath, bytes: Uint8Array, id: string): boolean =>
  parseTopic(path, bytes)
    .entries.find((entry) => entry.id === id)
    ?.tags.some((tag) => tag.toLowerCase() === "protected") === true;

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

  gone(): GoneLine[] {
    return [...this.files].flatMap(([file, { before, after }]) =>
      diffLines(toLines(before), toLines(after)).flatMap(({ at, remove }) =>
        remove
          .map((line, i) => ({ file, line: at + i + 1, text: toWords(line) }))
          .filter(({ text }) => text.trim() !== ""),
      ),
    );
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
