import type { History } from "../../src/sync/history/open-history.ts";
import { walkCommits } from "../../src/sync/history/walk-commits.ts";
import type { CommitRecord } from "./commit-record.ts";
import type { Hide } from "./document-version.ts";
import type { Records } from "./history-cache.ts";
import { orderRecords } from "./order-records.ts";
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
  /** Children first. */
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
  let count = 0;
  for (const id of walkCommits(graph, head)) {
    signal?.throwIfAborted();
    if (count++ >= maxCommits) {
      isCutShort = true;
      break;
    }
    const oid = graph.oidOf(id);
    const one = known.get(oid);
    // A clone that was shallow may have got the rest meanwhile.
    if (one !== undefined && one.isShallow === isShallowAt(history, one)) records.set(oid, one);
    else if (hasNew && isOver()) isCutShort = true;
    else {
      // One more at least, so that builds come to an end of it however slow the disk.
      hasNew = true;
      try {
        records.set(oid, await record(id));
      } catch {
        signal?.throwIfAborted();
        isDamaged = true; // Its older commits may be sound, but what they did is no longer what is here.
      }
    }
  }
  const ordered = orderRecords(records, head);
  isDamaged ||= !isCutShort && isTorn(ordered, records);
  return { records, ordered, isCutShort, isDamaged, hasNew };
}

const isShallowAt = ({ shallow }: History, { oid, parents, isShallow }: CommitRecord): boolean =>
  shallow.has(oid) && (isShallow || parents.length > 0);

/** Walks end without a word where a commit cannot be read. */
const isTorn = (ordered: readonly CommitRecord[], records: Records): boolean =>
  ordered.length === 0 || ordered.some(({ parents }) => parents.some((oid) => !records.has(oid)));
