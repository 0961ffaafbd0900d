import { answersOf } from "../index/kept.ts";
import { secretFiles, secretTexts } from "../index/secret-texts.ts";
import { createMentionMatcher, type MentionMatcher } from "../vault/log/mention-matcher.ts";
import { withoutSecrets } from "../vault/topic/parse-topic.ts";
import type { Topic } from "../vault/topic/topic.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import type { MemoryContext } from "./context.ts";
import { readTopicFor } from "./read-topic.ts";

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
  const files = new Map<string, { readonly all?: Topic; readonly open?: Topic | undefined }>();
  return memories.flatMap((memory) => {
    const { file, id, line } = memory;
    const all = files.has(file) ? undefined : readTopicFor(context, viewer, file)?.topic;
    const known = files.get(file) ?? (all ? { all, open: withoutSecrets(all) } : {});
    files.set(file, known);
    const entry = known.all?.entries.find((one) => one.id === id);
    const left = entry
      ? known.open?.entries.find((one) => one.id === id)
      : known.open?.passages.find((one) => one.line === line);
    const isSame = [entry?.text, left?.text].includes(memory.text);
    return left && isSame ? [{ ...memory, text: left.text }] : [];
  });
}

/** Detects words that reveal what is secret in the vault now. */
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
