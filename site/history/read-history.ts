import type { GitHome } from "../../src/git/config/git-config.ts";
import { type History, openHistory } from "../../src/sync/history/open-history.ts";
import { parseRemovals } from "../../src/sync/merge/file/removals.ts";
import { readForgotten } from "../../src/sync/round/forgotten.ts";
import type { TopicPath } from "../../src/vault/paths.ts";
import { sha256Hex } from "../../src/vault/sha256.ts";
import { textKey } from "../vault/digests.ts";
import { hide } from "../vault/hide.ts";
import { type HideChoice, toHideRules } from "../vault/hide-rules.ts";
import { type CommitRecord, type EntryEdit, idOf, type PastEntry } from "./commit-record.ts";
import { type DocumentHistory, describeHistory, type HistoryNote } from "./describe-history.ts";
import { readCache, writeCache } from "./history-cache.ts";
import { type RecentPast, recentRecords } from "./recent-records.ts";

export type { DocumentHistory };

export interface HistoryOptions {
  readonly person: GitHome;
  /** The documents that the site shows. */
  readonly documents: Iterable<TopicPath>;
  /** What is private; applied to old versions of all files too; no commit shows hidden lines. */
  readonly choice: HideChoice;
  /**
   * Knows words that are hidden now although no commit says so: in files that were changed since, say. They are
   * left out, as is their earlier wording. None where it is left out.
   */
  readonly isHidden?: ((text: string) => boolean) | undefined;
  /** Of the code that says what is private: what another's kept is reread. */
  readonly version: string;
  /** Where what commits did to entries is kept for the next build: `.loci/site-history.json`. */
  readonly cacheFile: string;
  /** Of a document (50). */
  readonly maxChanges?: number | undefined;
  /** The newest of the vault (2,000). */
  readonly maxCommits?: number | undefined;
  /** Time for reading them, in milliseconds (5,000); the next build goes on from there. */
  readonly maxMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * What the newest commits did to each document; not followed to names that files had before. Notes say where it is
 * damaged or ends early. Rejects with LociError GIT_BLOCKED where there is no repository that Loci can read, and when
 * called off.
 */
export async function readHistory(
  root: string,
  options: HistoryOptions,
): Promise<ReadonlyMap<TopicPath, DocumentHistory>> {
  const documents = new Set(options.documents);
  const history = await openHistory(root, options.person);
  try {
    if (history.head === undefined) {
      return describeHistory([], { documents, hidden: new Set(), maxChanges: 0 }, []);
    }
    return await readOpened(root, { history, head: history.head }, { ...options, documents });
  } finally {
    history.close();
  }
}

async function readOpened(
  root: string,
  { history, head }: { readonly history: History; readonly head: string },
  options: HistoryOptions & { readonly documents: ReadonlySet<TopicPath> },
): Promise<ReadonlyMap<TopicPath, DocumentHistory>> {
  const { documents, cacheFile, maxChanges = 50, signal } = options;
  const { maxCommits = 2_000, maxMs = 5_000, isHidden = () => false } = options;
  const rules = toHideRules(options.choice);
  const key = keyOf(options, maxCommits);
  const known = await readCache(cacheFile, key);
  const past = await recentRecords(history, head, {
    ...{ known, maxCommits, maxMs, signal },
    hide: (path, text) => hide(path, text, rules),
  });
  const { isForgotten } = parseRemovals(await readForgotten(root));
  const forgotten = hiddenTexts(
    past.ordered,
    (text) => isForgotten(text) || isForgotten(textKey(text)),
  );
  // Words that were forgotten are kept nowhere, and what is damaged may be fixed before the next build.
  const { records, hasChanged } = withoutForgotten(past.records, forgotten);
  const isNew = past.hasNew || records.size !== known.size || hasChanged;
  if (isNew && !past.isDamaged) await writeCache(cacheFile, key, records);
  const hidden = hiddenTexts(past.ordered, isHidden);
  const context = { documents, maxChanges, hidden: new Set([...hidden, ...forgotten]) };
  return describeHistory(past.ordered, context, notesOf(past));
}

function keyOf({ version, choice }: HistoryOptions, maxCommits: number): string {
  const { banks, defaultBank, protectedBanks, include } = choice;
  const parts = [version, banks, defaultBank, protectedBanks, include, maxCommits];
  return sha256Hex(JSON.stringify(parts));
}

function notesOf({ ordered, isCutShort, isDamaged }: RecentPast): HistoryNote[] {
  const isShallow = ordered.some((record) => record.isShallow);
  return [
    ...(isCutShort ? (["older"] as const) : []),
    ...(isShallow ? (["shallow"] as const) : []),
    ...(isDamaged ? (["damaged"] as const) : []),
  ];
}

/**
 * The ids of texts that are hidden in one of the commits, or by what the caller knows, and of what those said in other
 * words before: who hides a line, or forgets it, means its earlier versions too. Pure.
 */
function hiddenTexts(
  records: Iterable<CommitRecord>,
  isHidden: (text: string) => boolean,
): ReadonlySet<string> {
  const hidden = new Set<string>();
  const earlier = new Map<string, Set<string>>();
  for (const { entry, was } of allEntries(records)) {
    const id = idOf(entry);
    if (entry.isHidden === true || isHidden(entry.text)) hidden.add(id);
    if (was === undefined) continue;
    const ids = earlier.get(id) ?? new Set();
    earlier.set(id, ids.add(idOf(was)));
  }
  // A set that grows while it is gone through: the words before those before, and so on.
  for (const id of hidden) for (const one of earlier.get(id) ?? []) hidden.add(one);
  return hidden;
}

function* allEntries(
  records: Iterable<CommitRecord>,
): Generator<{ readonly entry: PastEntry; readonly was?: PastEntry | undefined }> {
  for (const { changes } of records) {
    for (const { before, after } of changes.flatMap(({ edits }) => edits)) {
      if (before !== undefined) yield { entry: before };
      if (after !== undefined) yield { entry: after, was: before };
    }
  }
}

/** The commits without words that were forgotten; ids stay, so that older commits' words are known by them. Pure. */
function withoutForgotten(
  records: ReadonlyMap<string, CommitRecord>,
  forgotten: ReadonlySet<string>,
): { readonly records: ReadonlyMap<string, CommitRecord>; readonly hasChanged: boolean } {
  let hasChanged = false;
  const blank = (entry: PastEntry): PastEntry => {
    if (entry.isHidden === true || !forgotten.has(idOf(entry))) return entry;
    hasChanged = true;
    return { ...entry, text: "", isHidden: true };
  };
  const blankEdit = ({ before, after }: EntryEdit): EntryEdit => ({
    ...(before && { before: blank(before) }),
    ...(after && { after: blank(after) }),
  });
  const blanked = [...records].map(([oid, record]): [string, CommitRecord] => [
    oid,
    {
      ...record,
      changes: record.changes.map((change) => ({ ...change, edits: change.edits.map(blankEdit) })),
    },
  ]);
  return { records: forgotten.size === 0 ? records : new Map(blanked), hasChanged };
}
