import type { Commit } from "../../src/git/objects/commit.ts";
import { type History, walkCommits } from "../../src/sync/history/open-history.ts";
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
  const record = commitRecorder(history, hide);
  const records = new Map<string, CommitRecord>();
  const ordered: CommitRecord[] = [];
  const reached = new Set([head]);
  const add = (one: CommitRecord): void => {
    records.set(one.oid, one);
    if (!reached.has(one.oid)) return;
    ordered.push(one);
    for (const parent of one.parents) reached.add(parent);
  };
  const newest = await newestCommits(history, head, { known, maxCommits, isOver, signal });
  isCutShort = newest.isCutShort;
  for (const { oid } of childrenFirst(newest.commits)) {
    signal?.throwIfAborted();
    const one = known.get(oid);
    // A clone that was shallow may have got the rest meanwhile.
    if (one !== undefined && one.isShallow === history.shallow.has(oid)) add(one);
    else if (hasNew && isOver()) isCutShort = true;
    else {
      // One more at least, so that builds come to an end of it however slow the disk.
      hasNew = true;
      try {
        add(await record(oid));
      } catch {
        signal?.throwIfAborted();
        isDamaged = true; // Its older commits may be sound, but what they did is no longer what is here.
      }
    }
  }
  isDamaged ||= !isCutShort && isTorn(ordered, records);
  return { records, ordered, isCutShort, isDamaged, hasNew };
}

/** Once time is over, no further commit is read that is not known. */
async function newestCommits(
  history: History,
  head: string,
  {
    known,
    maxCommits,
    isOver,
    signal,
  }: {
    readonly known: Records;
    readonly maxCommits: number;
    readonly isOver: () => boolean;
    readonly signal: AbortSignal | undefined;
  },
) {
  const commits: Commit[] = [];
  let hasUnknown = false;
  for await (const commit of walkCommits(commitReader(history, known), head)) {
    signal?.throwIfAborted();
    if (commits.length === maxCommits || (hasUnknown && isOver()))
      return { commits, isCutShort: true };
    hasUnknown ||= !known.has(commit.oid);
    commits.push(commit);
  }
  return { commits, isCutShort: false };
}

/** Of what is known, only the end of a shallow clone may have changed. */
function commitReader({ objects }: History, known: Records) {
  return async (oid: string): Promise<Commit> => {
    const one = known.get(oid);
    if (one === undefined || one.isShallow) return objects.readCommit(oid);
    return { oid, tree: "", parents: one.parents, time: one.committedAt / 1_000 };
  };
}

/** Commits that are given newest first: none before all that follow it, else the newest first. */
function childrenFirst(commits: readonly Commit[]): Commit[] {
  const byOid = new Map(commits.map((commit) => [commit.oid, commit]));
  const parentsOf = ({ parents }: Commit): Commit[] =>
    [...new Set(parents)].flatMap((oid) => byOid.get(oid) ?? []);
  const waiting = new Map<Commit, number>();
  for (const parent of commits.flatMap(parentsOf))
    waiting.set(parent, (waiting.get(parent) ?? 0) + 1);
  /** The newest one last; of equal time the one that came first. */
  const ready: Commit[] = [];
  const ordered: Commit[] = [];
  for (let [commit] = commits; commit !== undefined; commit = ready.pop()) {
    ordered.push(commit);
    for (const parent of parentsOf(commit)) {
      const left = (waiting.get(parent) ?? 0) - 1;
      waiting.set(parent, left);
      if (left > 0) continue;
      const at = ready.findIndex(({ time }) => time >= parent.time);
      ready.splice(at < 0 ? ready.length : at, 0, parent);
    }
  }
  return ordered;
}

/** Walks end without a word where a commit cannot be read. */
const isTorn = (ordered: readonly CommitRecord[], records: Records): boolean =>
  ordered.length === 0 || ordered.some(({ parents }) => parents.some((oid) => !records.has(oid)));
