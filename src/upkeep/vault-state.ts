import { listFiles, maxFileBytes } from "../vault/list-files.ts";
import { parseTopic } from "../vault/parse-topic.ts";
import { placeOf, resolveInVault, type TopicPath } from "../vault/paths.ts";
import { readOwn } from "../vault/read-settled.ts";
import { splitLines } from "../vault/split-lines.ts";
import type { Entry, Topic } from "../vault/topic.ts";
import { decodeText } from "../vault/vault-text.ts";

/** A file that holds memories, outside the archive. */
export interface KeptFile {
  readonly path: TopicPath;
  /** `""`, `people/<id>` or `agents/<id>`. */
  readonly scope: string;
  readonly topic: Topic;
  readonly bytes: Uint8Array;
  /** Without their ends. */
  readonly lines: readonly string[];
}

/** What tasks look at; they change nothing. */
export interface VaultState {
  readonly files: readonly KeptFile[];
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** When this device last used an entry, by its id. */
  readonly uses: ReadonlyMap<string, { readonly day: string; readonly isRestored: boolean }>;
  /** Bytes of the files in the archive. */
  readonly archiveSizes: ReadonlyMap<string, number>;
}

/** Reads the topics and months of a vault; profiles, notes and whatever else people keep there are not upkeep's. */
export function readVaultState(
  root: string,
  { today, uses }: Pick<VaultState, "today" | "uses">,
): VaultState {
  const listed = listFiles(root).files.map((file) => ({ ...file, place: placeOf(file.path) }));
  const files = listed.flatMap(({ path, place: { kind, archived, scope } }) => {
    if (archived || (kind !== "topic" && kind !== "general")) return [];
    const bytes = readOwn(resolveInVault(root, path), maxFileBytes);
    if (bytes === undefined) return [];
    return [{ path, scope, topic: parseTopic(path, bytes), bytes, lines: linesOf(bytes) }];
  });
  const archiveSizes = new Map(
    listed.flatMap(({ path, size, place }) => (place.archived ? [[path, size] as const] : [])),
  );
  return { files, today, uses, archiveSizes };
}

export const linesOf = (bytes: Uint8Array): readonly string[] => splitLines(decodeText(bytes).text);

/** The words of an entry of one line, as they are spelt behind its marker; undefined where it has several lines. */
export function wordsOf(entry: Entry, lines: readonly string[]): string | undefined {
  if (entry.line !== entry.endLine) return undefined;
  return lines[entry.line - 1]?.replace(/^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]*/, "");
}

/** The same without some lines of its files, for a task that looks at what another one leaves. */
export function without(
  state: VaultState,
  gone: readonly { readonly file: string; readonly words: string }[],
): VaultState {
  const wordsByFile = Map.groupBy(gone, ({ file }) => file);
  const files = state.files.map((file) => {
    const words = new Set(wordsByFile.get(file.path)?.map((one) => one.words));
    if (words.size === 0) return file;
    const isLeft = (entry: Entry): boolean => !words.has(wordsOf(entry, file.lines) ?? "");
    const entries = file.topic.entries.filter(isLeft);
    return { ...file, topic: { ...file.topic, entries } };
  });
  return { ...state, files };
}
