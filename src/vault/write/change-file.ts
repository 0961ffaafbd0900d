import { join } from "node:path";
import type { DeviceClock } from "../../device-clock.ts";
import { LociError, messageOf } from "../../errors.ts";
import type { Lock } from "../lock.ts";
import { resolveInVault, type TopicPath } from "../paths.ts";
import {
  type Bytes,
  healSave,
  isSameBytes,
  latestSeen,
  type MergeSave,
  type Version,
} from "./heal-save.ts";
import { type Known, readSettled } from "./read-settled.ts";
import {
  acceptLateEdit,
  dropOldWrites,
  forget,
  isDue,
  type LateEdit,
  lastVersion,
  lateEdits,
  noteVersion,
  readVersions,
  type VaultFile,
  writtenPaths,
} from "./recent-writes.ts";
import { type Healing, replaceFile } from "./write-file.ts";

/** A vault that is written to: its folder, its `.loci` folder and its lock. */
export interface WritableVault {
  readonly root: string;
  readonly lociDir: string;
  readonly lock: Lock;
  readonly clock: DeviceClock;
}

/** The same, with the merge that puts right what editors save from old versions. */
export interface MergingVault extends WritableVault {
  readonly merge: MergeSave;
}

/** A file to change. */
export interface ChangeTarget extends MergingVault {
  readonly path: TopicPath;
}

/**
 * Makes the next version of a file from its bytes (`null`: there is no file). Pure, because it is called again whenever
 * the file has changed meanwhile; what it throws reaches the caller, and nothing is written.
 */
export type Change<T> = (bytes: Bytes) => {
  /** `null`: there is to be no file. */
  readonly bytes: Bytes;
  readonly result: T;
};

/** What a change did to a topic, for the words of its commit. */
export interface ChangeNote {
  readonly path: TopicPath;
  readonly topic: string;
  readonly op:
    | "learned"
    | "replaced"
    | "moved"
    | "removed"
    | "archived"
    | "restored"
    | "taken back"
    | "created"
    | "derived";
  readonly agent?: string;
}

/**
 * Changes one file under the vault's writer lock; `change` may run more than once. What `notesOf` makes of the file
 * as it was is noted for the next commit before anything is written.
 */
export type ChangeFile = <T>(
  path: TopicPath,
  change: Change<T>,
  notesOf: (before: Bytes) => readonly ChangeNote[],
) => Promise<T>;

/**
 * Changes one file of the vault. When it resolves, the change is on disk, and stays there whatever an editor, a
 * second Loci or a crash does at the same time; until then, nothing or all of it is.
 */
export async function changeFile<T>(
  target: ChangeTarget,
  change: Change<T>,
  signal?: AbortSignal,
): Promise<T> {
  return target.lock(() => applyChange(target, change), signal);
}

/**
 * Puts right what editors and crashes left in the files that Loci lately changed: late edits are merged, stale saves
 * healed. Cheap when there are none. Returns why some could not be healed, and throws nothing but the reason of the
 * signal: no damage in the bookkeeping may stand in the way of an answer.
 */
export async function healVault(vault: MergingVault, signal?: AbortSignal): Promise<LociError[]> {
  const failures: LociError[] = [];
  for (const path of writtenPaths(vault.lociDir)) {
    const target = { ...vault, path };
    try {
      if (await needsHealing(target)) await changeFile(target, keep, signal);
    } catch (error) {
      signal?.throwIfAborted();
      const message = `Cannot look after the file "${path}": ${messageOf(error)}`;
      const options = { data: { path }, cause: error };
      failures.push(
        error instanceof LociError ? error : new LociError("UNREADABLE", message, options),
      );
    }
  }
  return failures;
}

/** Nobody else gets to write meanwhile. */
const longestTurnMs = 10_000;

/** Changes nothing: what remains is the healing. */
const keep: Change<undefined> = (bytes) => ({ bytes, result: undefined });

async function applyChange<T>(file: ChangeTarget, change: Change<T>): Promise<T> {
  const start = file.clock.elapsed();
  while (file.clock.elapsed() - start < longestTurnMs) {
    const found = await readMended(file, change !== keep);
    if (found === undefined) continue;
    const { bytes: next, result } = change(found.healed);
    if (isSameBytes(found.before, next)) return result;
    const outcome = await replaceFile(file, found.before, next, found);
    if (outcome === "changed") continue;
    if (outcome === "overtaken") await applyChange(file, keep);
    return result;
  }
  throw changedMeanwhile(file.path);
}

/** What stands at the path. */
interface Found extends Healing {
  readonly before: Bytes;
  readonly healed: Bytes;
}

/**
 * The bytes that stand at the path, and what they are to be: a change is made of that, in the same write, or whoever saves
 * again and again would keep Loci at healing. Undefined where a late edit was merged instead. The very bytes that were
 * looked at are given out: a stale save that comes in between is seen by the next try.
 */
async function readMended(file: ChangeTarget, isQuick: boolean): Promise<Found | undefined> {
  const [late] = await lateEdits(file, isQuick);
  dropOldWrites(file);
  const last = lastVersion(file);
  const path = resolveInVault(file.root, file.path);
  const before = await readSettled(path, file.clock, knownAs(last));
  const isKnown = last === undefined || isSameBytes(last.bytes, before);
  const healed = isKnown || before === null ? before : heal(file, before);
  if (late !== undefined) {
    const merged = withLate(file, late, healed);
    const isNew = !isSameBytes(before, merged);
    if (isNew && (await replaceFile(file, before, merged, { stale: late.late })) === "changed")
      return undefined;
    acceptLateEdit(file, late);
    return undefined;
  }
  if (before !== null && !isSameBytes(before, healed)) return { before, healed, stale: before };
  if (!isKnown && before === null) forget(file);
  else if (!isKnown && before !== null && !isQuick) noteVersion(file, before);
  return { before, healed };
}

function heal(file: ChangeTarget, saved: Uint8Array): Bytes {
  return healSave({ path: file.path, saved }, readVersions(file), file.clock.now(), file.merge);
}

/** What was written into an old file may come from a version that is older still. */
function withLate(file: ChangeTarget, { write, base, late }: LateEdit, ours: Bytes): Bytes {
  const versions = readVersions(file).filter(
    ({ at, kind }) => at < write.at || (at === write.at && kind === "was"),
  );
  // Only what the saving program wrote there before too can it have taken away.
  const bases = [latestSeen(versions, late)?.bytes ?? null, base];
  return file.merge({ path: file.path, bases, ours, theirs: late });
}

function knownAs(last: Version | undefined): Known | undefined {
  if (last === undefined || last.bytes === null) return undefined;
  return { size: last.bytes.length, isSame: (bytes) => isSameBytes(bytes, last.bytes) };
}

/** A glance without the lock. */
async function needsHealing(file: VaultFile): Promise<boolean> {
  if (isDue(file)) return true;
  const last = lastVersion(file);
  if (last === undefined) return false;
  const now = await readSettled(join(file.root, file.path), file.clock, knownAs(last));
  return now !== null && !isSameBytes(last.bytes, now);
}

/** For a change that finds another file than it was made for. */
export function changedMeanwhile(path: TopicPath): LociError {
  const message = `Cannot change the file "${path}": another program keeps writing to it; try again when it is done`;
  return new LociError("CHANGED_MEANWHILE", message, { data: { path } });
}

/** False where the file was changed meanwhile. */
export async function unlessChanged<T>(work: () => Promise<T>): Promise<T | false> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LociError && error.code === "CHANGED_MEANWHILE") return false;
    throw error;
  }
}
