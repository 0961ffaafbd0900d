import { NewestFirst } from "../../src/git/ancestry/newest-first.ts";
import type { CommitGraph } from "../../src/sync/history/commit-graph.ts";
import type { History } from "../../src/sync/history/open-history.ts";
import { walkCommits } from "../../src/sync/history/walk-commits.ts";
import type { CommitRecord } from "./commit-record.ts";
import type { Hide } from "./compare-versions.ts";
import type { Records } from "./history-cache.ts";
import { commitRecorder } from "./record-commits.ts";

/** How much of a history is read. */
export interface Bounds {
  readonly hide: Hide;
  readonly maxCommits: number;
  /** Once that is over only a first commit is begun. */
  readonly maxMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** The newest commits of a history. */
export interface RecentPast {
  readonly records: Records;
  /** Those that the head leads to, children first. */
  readonly ordered: readonly CommitRecord[];
  /** There are older commits. */
  readonly isCutShort: boolean;
  /** Something of it is missing or damaged: it ends there. */
  readonly isDamaged: boolean;
  /** Some were not known before. */
  readonly hasNew: boolean;
}

/** Reads what the newest commits of a branch did; of those that are known nothing is read again. */
export async function recentRecords(
  history: History,
  head: string,
  { known, hide, maxCommits, maxMs, signal }: Bounds & { readonly known: Records },
): Promise<RecentPast> {
  const startedAt = performance.now();
  const isOver = (): boolean => performance.now() - startedAt > maxMs;
  let [isCutShort, isDamaged, hasNew] = [false, false, false];
  const shouldStop = (): boolean => {
    isCutShort ||= isOver();
    return isCutShort;
  };
  const graph = await history.graph({ signal, shouldStop });
  const record = commitRecorder(history, graph, hide);
  const records = new Map<string, CommitRecord>();
  const ordered: CommitRecord[] = [];
  const reached = new Set([head]);
  const add = (one: CommitRecord): void => {
    records.set(one.oid, one);
    if (!reached.has(one.oid)) return;
    ordered.push(one);
    for (const parent of one.parents) reached.add(parent);
  };
  const ids = childrenFirst(graph, head);
  isCutShort ||= ids.length > maxCommits;
  for (const id of ids.slice(0, maxCommits)) {
    signal?.throwIfAborted();
    const one = known.get(graph.oidOf(id));
    // A clone that was shallow may have got the rest meanwhile.
    if (one !== undefined && one.isShallow === isShallowAt(history, one)) add(one);
    else if (hasNew && isOver()) isCutShort = true;
    else {
      // One more at least, so that builds come to an end of it however slow the disk.
      hasNew = true;
      try {
        add(await record(id));
      } catch {
        signal?.throwIfAborted();
        isDamaged = true; // Its older commits may be sound, but what they did is no longer what is here.
      }
    }
  }
  isDamaged ||= !isCutShort && isTorn(ordered, records);
  return { records, ordered, isCutShort, isDamaged, hasNew };
}

/** The commits that a head leads to: none before all that follow it, else the newest first. */
function childrenFirst(graph: CommitGraph, head: string): number[] {
  const ids = new Set(walkCommits(graph, head));
  const parentsOf = (id: number): number[] =>
    [...new Set(graph.node(id)?.parents)].filter((parent) => ids.has(parent));
  const waiting = new Map<number, number>();
  for (const id of ids) {
    for (const parent of parentsOf(id)) waiting.set(parent, (waiting.get(parent) ?? 0) + 1);
  }
  const ready = new NewestFirst<number>();
  const ordered: number[] = [];
  for (let [id] = ids; id !== undefined; id = ready.pop()) {
    ordered.push(id);
    for (const parent of parentsOf(id)) {
      const left = (waiting.get(parent) ?? 0) - 1;
      waiting.set(parent, left);
      if (left === 0) ready.push(parent, graph.node(parent)?.time ?? 0);
    }
  }
  return ordered;
}

const isShallowAt = ({ shallow }: History, { oid, parents, isShallow }: CommitRecord): boolean =>
  shallow.has(oid) && (isShallow || parents.length > 0);

/** Walks end without a word where a commit cannot be read. */
const isTorn = (ordered: readonly CommitRecord[], records: Records): boolean =>
  ordered.length === 0 || ordered.some(({ parents }) => parents.some((oid) => !records.has(oid)));
