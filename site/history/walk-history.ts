import type { History } from "../../src/sync/history/open-history.ts";
import { walkCommits } from "../../src/sync/history/walk-commits.ts";
import type { CommitRecord } from "./commit-record.ts";
import type { Hide } from "./document-version.ts";
import type { KnownPast } from "./history-cache.ts";
import { orderRecords } from "./order-records.ts";
import { commitRecorder } from "./record-commits.ts";

/** How much of a history is read. */
export interface WalkBounds {
  /** Of what is read: see KnownPast. */
  readonly key: string;
  readonly hide: Hide;
  readonly mostCommits: number;
  /** Once that is over only a first commit is begun. */
  readonly mostMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** The newest commits of a history. */
export interface WalkedPast extends KnownPast {
  /** Children first. */
  readonly ordered: readonly CommitRecord[];
  /** Something of it is missing or damaged: it ends there. */
  readonly isDamaged: boolean;
  /** Nothing was read. */
  readonly isKnown: boolean;
}

/** Reads what the newest commits of a branch did, but for those that are known. */
export async function walkHistory(
  history: History,
  head: string,
  { known, ...bounds }: WalkBounds & { readonly known: KnownPast | undefined },
): Promise<WalkedPast> {
  const usable = known !== undefined && isUsable(known, history, bounds) ? known : undefined;
  if (usable?.head === head && usable.end !== "time") {
    const ordered = orderRecords(usable.records, head);
    return { ...usable, ordered, isDamaged: false, isKnown: true };
  }
  const walked = await walk(history, usable, bounds);
  const { hasKnownHead, end } = walked;
  if (usable !== undefined && !hasKnownHead && end !== "time") {
    // The history was rewritten: nothing of the old one is kept, not even for a while.
    return toPast(await walk(history, undefined, bounds), head, bounds);
  }
  return toPast(walked, head, bounds);
}

/** A clone that was shallow may have got the rest meanwhile. */
function isUsable(known: KnownPast, { shallow }: History, { key }: WalkBounds): boolean {
  const isCutOff = [...known.records.values()].every(
    ({ oid, isShallow }) => !isShallow || shallow.has(oid),
  );
  return known.key === key && isCutOff;
}

interface Walked {
  readonly records: ReadonlyMap<string, CommitRecord>;
  readonly end: KnownPast["end"];
  readonly isDamaged: boolean;
  readonly hasKnownHead: boolean;
}

async function walk(
  history: History,
  known: KnownPast | undefined,
  { hide, mostCommits, mostMs, signal }: WalkBounds,
): Promise<Walked> {
  const startedAt = performance.now();
  const records = new Map(known?.records);
  const knownCount = records.size;
  // What is below a commit that is known to its end need not be looked at again.
  const isSettled = known !== undefined && known.end !== "time";
  const ends = isSettled ? new Set([...history.shallow, ...records.keys()]) : history.shallow;
  const record = commitRecorder(history, hide);
  let [count, isDamaged, hasKnownHead] = [0, false, false];
  const result = (end: KnownPast["end"]): Walked => ({ records, end, isDamaged, hasKnownHead });
  for await (const commit of walkCommits({ ...history, shallow: ends }, signal)) {
    if (count++ >= mostCommits) return result("most");
    hasKnownHead ||= commit.oid === known?.head;
    if (records.has(commit.oid)) continue;
    // One more at least, so that builds come to an end of it however slow the disk.
    if (records.size > knownCount && performance.now() - startedAt > mostMs) return result("time");
    try {
      records.set(commit.oid, await record(commit));
    } catch {
      signal?.throwIfAborted();
      isDamaged = true; // Its older commits may be sound, but what they did is no longer what is here.
    }
  }
  return result(isSettled ? known.end : "whole");
}

/** Of those that were known before, the oldest make room. */
function toPast(
  { records, end, isDamaged }: Walked,
  head: string,
  { key, mostCommits }: WalkBounds,
): WalkedPast {
  const all = orderRecords(records, head);
  const ordered = all.slice(0, mostCommits);
  return {
    head,
    end: all.length > mostCommits ? "most" : end,
    key,
    records: new Map(ordered.map((one) => [one.oid, one])),
    ordered,
    isDamaged: isDamaged || (end === "whole" && isTorn(ordered, records)),
    isKnown: false,
  };
}

/** Walks end without a word where a commit cannot be read. */
const isTorn = (
  ordered: readonly CommitRecord[],
  records: ReadonlyMap<string, CommitRecord>,
): boolean =>
  ordered.length === 0 || ordered.some(({ parents }) => parents.some((oid) => !records.has(oid)));
