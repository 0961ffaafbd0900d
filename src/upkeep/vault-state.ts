import type { Embeddings } from "../recall/embeddings.ts";
import type { Sessions } from "../session/open-session-db.ts";
import type { Settings } from "../settings/schema.ts";
import { listFiles } from "../vault/list-files.ts";
import { learnedAmong, readTeachings } from "../vault/log/learned-in.ts";
import { placeOf, type TopicPath } from "../vault/paths.ts";
import { parseTopic } from "../vault/topic/parse-topic.ts";
import type { Entry, Topic } from "../vault/topic/topic.ts";
import { linesOf } from "../vault/vault-text.ts";
import { readNote } from "../vault/write/read-settled.ts";

/** A file that holds memories, outside the archive. */
export interface KeptFile {
  readonly path: TopicPath;
  /** `""`, `people/<id>` or `agents/<id>`. */
  readonly scope: string;
  readonly topic: Topic;
  readonly bytes: Uint8Array;
  /** Without their ends. */
  readonly lines: readonly string[];
  /** Its entries from conversations: all others are people's own. */
  readonly learned: ReadonlySet<Entry>;
}

/** An open vault, as upkeep reads it. */
export interface ReadableVault {
  readonly root: string;
  readonly settings: Pick<
    Settings,
    "languages" | "dedup" | "settle" | "consolidate" | "prune" | "profile" | "embedding"
  >;
  readonly embeddings: Pick<Embeddings, "floor" | "vectorsOf">;
  /** When this device last used an entry, by its id. */
  readonly uses: ReturnType<Sessions["lastUses"]>;
  /** The greatest share of what a scope has learned that one task takes out of recall. */
  readonly maxShare: number;
}

/** What tasks look at; they change nothing. */
export interface VaultState extends ReadableVault {
  readonly files: readonly KeptFile[];
  /** The lines of each file of the archive, behind their markers, by its path. */
  readonly archives: ReadonlyMap<string, readonly string[]>;
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

/** Reads the topics and months of a vault; profiles, notes and whatever else people keep there are not upkeep's. */
export function readVaultState(vault: ReadableVault, today: string): VaultState {
  const { root } = vault;
  const listed = listFiles(root).files.map((file) => ({ ...file, place: placeOf(file.path) }));
  const read = listed.flatMap(({ path, place }) => {
    const bytes = readNote(root, path);
    return bytes === undefined ? [] : [{ path, place, bytes, topic: parseTopic(path, bytes) }];
  });
  const origins = learnedAmong(
    read.map(({ path, topic: { entries } }) => ({ path, entries })),
    readTeachings(root),
  );
  const isLearned = (entry: Entry): boolean =>
    origins.get(entry)?.isSure === true || Object.hasOwn(entry.fields, "summarizes");
  const files = read.flatMap(({ path, place: { kind, archived, scope }, bytes, topic }) => {
    if (archived || (kind !== "topic" && kind !== "general")) return [];
    const learned = new Set(topic.entries.filter(isLearned));
    return [{ path, scope, topic, bytes, lines: linesOf(bytes), learned }];
  });
  const archived = read.filter(({ place }) => place.archived);
  const archives = new Map(archived.map(({ path, bytes }) => [path, linesOf(bytes).map(unmarked)]));
  return { ...vault, files, archives, today };
}

/** A line of the archive, where a marker is one sign. */
export const unmarked = (line: string): string => line.replace(/^[-*+] /, "");

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
    const words = wordsByFile.get(file.path)?.map((one) => one.words) ?? [];
    if (words.length === 0) return file;
    // Of lines that are spelt alike, as many as leave.
    const entries = file.topic.entries.filter((entry) => {
      const at = words.indexOf(wordsOf(entry, file.lines) ?? "");
      if (at >= 0) words.splice(at, 1);
      return at < 0;
    });
    return { ...file, topic: { ...file.topic, entries } };
  });
  return { ...state, files };
}
