import { answersOf } from "../index/kept.ts";
import { secretFiles, secretTexts } from "../index/secret-texts.ts";
import { createMentionMatcher, type MentionMatcher } from "../vault/log/mention-matcher.ts";
import { placeOf, toTopicPath } from "../vault/paths.ts";
import { parseTopic, withoutSecrets } from "../vault/topic/parse-topic.ts";
import type { Topic } from "../vault/topic/topic.ts";
import { isScopeVisible, topicFor, type Viewer } from "../vault/topic/viewer.ts";
import { readNote } from "../vault/write/read-settled.ts";
import type { MemoryContext } from "./context.ts";

/** Reads a topic file as far as a model elsewhere may know it; undefined where nothing of it can be read. */
export const readRedactedTopic = (context: MemoryContext, file: string): Topic | undefined =>
  readBoth(context, file)?.open;

/** A place in the vault, as recall found it. */
interface Found {
  readonly file: string;
  readonly line: number;
  readonly id: string;
  readonly text: string;
}

/**
 * Memories with the words that a model elsewhere may read; those that are secret are left out, and in doubt those too:
 * where a file has changed meanwhile, its lines may say something else by now, and be another person's.
 */
export function redactMemories<T extends Found>(
  context: MemoryContext,
  viewer: Viewer,
  memories: readonly T[],
): readonly T[] {
  const files = new Map<string, OpenFile | undefined>();
  return memories.flatMap((memory) => {
    const { file } = memory;
    if (!files.has(file)) files.set(file, readBothFor(context, viewer, file));
    const text = redactedText(files.get(file), memory);
    return text === undefined ? [] : [{ ...memory, text }];
  });
}

interface OpenFile {
  readonly all: Topic;
  readonly open: Topic;
}

function readBoth({ root }: MemoryContext, file: string): OpenFile | undefined {
  const path = toTopicPath(file);
  const bytes = readNote(root, path);
  const all = bytes && parseTopic(path, bytes);
  const open = all && withoutSecrets(all);
  return open && { all, open };
}

/** Both without what is others' own. */
function readBothFor(context: MemoryContext, viewer: Viewer, file: string): OpenFile | undefined {
  if (!isScopeVisible(viewer, placeOf(toTopicPath(file)).scope)) return undefined;
  const both = readBoth(context, file);
  return both && { all: topicFor(viewer, both.all), open: topicFor(viewer, both.open) };
}

function redactedText(file: OpenFile | undefined, { id, line, text }: Found): string | undefined {
  if (file === undefined) return undefined;
  const { all, open } = file;
  const entry = all.entries.find((one) => one.id === id);
  if (entry !== undefined) {
    const left = open.entries.find((one) => one.id === id)?.text;
    return text === entry.text || text === left ? left : undefined;
  }
  return open.passages.find((one) => one.line === line && one.text === text)?.text;
}

/** What is secret in a vault now, for words that may reveal it. */
export type SecretRedactor = ReturnType<typeof createSecretRedactor>;

export function createSecretRedactor({ index }: MemoryContext) {
  const mentionsNow = (): MentionMatcher =>
    index.run((db) => answersOf(db)("mentions", () => createMentionMatcher(secretTexts(db))));
  /** True for words that give away what a secret line says. */
  const reveals = (words: string): boolean => words !== "" && mentionsNow().reveals(words);
  return {
    reveals,
    /** True for words that are a secret line, or hold it. */
    quotes: (words: string): boolean => words !== "" && mentionsNow().quotes(words),
    /** The words, or none where they reveal it. */
    redact: (words: string): string => (reveals(words) ? "" : words),
    /** Paths of files that are secret as a whole, or by their name. */
    files: (): ReadonlySet<string> => new Set(index.run(secretFiles)),
  };
}
