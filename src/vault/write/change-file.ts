import { join } from "node:path";
import { errnoOf, LociError, messageOf } from "../../errors.ts";
import type { Lock } from "../lock.ts";
import { resolveInVault, type TopicPath } from "../paths.ts";
import { type Bytes, healSave, isSameBytes, latestSeen, type MergeSave } from "./heal-save.ts";
import { readSettled } from "./read-settled.ts";
import {
  acceptLateEdit,
  dropOldVersions,
  forget,
  isDue,
  keepVersion,
  lastVersion,
  lateEdits,
  readVersions,
  type VaultFile,
  writtenPaths,
} from "./versions.ts";
import { replaceFile } from "./write-file.ts";

/** A vault that is written to: its folder, its `.loci` folder and its lock. */
export interface WritableVault extends Omit<VaultFile, "path"> {
  readonly lock: Lock;
}

/** A file to change, with the merge that puts right what editors save from old versions. */
interface ChangeTarget extends VaultFile, WritableVault {
  readonly merge: MergeSave;
  /** Called right before each try to write the file. */
  readonly note?: (ops: readonly ChangeOp[]) => Promise<void>;
}

/** What Loci does to the memory of a topic; `derived`: a file that follows from others, which says nothing. */
export const changeOps = [
  "created",
  "learned",
  "replaced",
  "moved",
  "removed",
  "archived",
  "taken back",
  "derived",
] as const;

export type ChangeOp = (typeof changeOps)[number];

/**
 * Makes the next version of a file from its bytes (`null`: there is no file). Pure, because it is called again whenever
 * the file has changed meanwhile; what it throws reaches the caller, and nothing is written.
 */
export type Change<T> = (bytes: Bytes) => {
  /** `null`: there is to be no file. */
  readonly bytes: Bytes;
  readonly result: T;
  /** For the words of its commit; without any, another commit takes it. */
  readonly ops?: readonly ChangeOp[];
};

/**
 * Changes one file under the vault's writer lock; `change` may run more than once. What it does, and which agent asked
 * for it where the person did not, is noted for the next commit before anything is written.
 */
export type ChangeFile = <T>(path: TopicPath, change: Change<T>, agent?: string) => Promise<T>;

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
export async function healVault(
  vault: Omit<ChangeTarget, "path">,
  signal?: AbortSignal,
): Promise<string[]> {
  const failures: string[] = [];
  for (const path of writtenPaths(vault.lociDir)) {
    const target = { ...vault, path };
    try {
      // Changes nothing: what remains is the healing.
      if (await needsHealing(target))
        await changeFile(target, (bytes) => ({ bytes, result: 0 }), signal);
    } catch (error) {
      signal?.throwIfAborted();
      const why = messageOf(error);
      const isClear = error instanceof LociError;
      failures.push(isClear ? why : `Cannot look after the file "${path}": ${why}`);
    }
  }
  return failures;
}

/** Nobody else gets to write meanwhile. */
const longestTurnMs = 10_000;

async function applyChange<T>(file: ChangeTarget, change: Change<T>): Promise<T> {
  const start = file.clock.elapsed();
  while (file.clock.elapsed() - start < longestTurnMs) {
    const found = await look(file);
    const { bytes: next, result, ops = [] } = change(found.merged);
    const isSame = isSameBytes(found.before, next);
    if (!isSame) await file.note?.(ops);
    if (!isSame && !replaceFile(file, found.before, next)) continue;
    try {
      note(file, found, next);
    } catch (error) {
      // The change is on disk. That a stale save may now wipe it out is no reason to call it failed.
      if (errnoOf(error) === undefined) throw error;
    }
    return result;
  }
  throw changedMeanwhile(file.path);
}

/** What stands there; put right where it was saved from an old version; and with what came late into replaced files. */
async function look(file: ChangeTarget) {
  const late = await lateEdits(file);
  dropOldVersions(file);
  let last = lastVersion(file);
  const path = resolveInVault(file.root, file.path);
  const before = await readSettled(path, file.clock, last?.bytes);
  if (before === null && last?.bytes) {
    forget(file); // A person deleted it.
    last = undefined;
  }
  const isKnown = last === undefined || isSameBytes(last.bytes, before);
  const versions = late.length > 0 || !isKnown ? readVersions(file) : [];
  const save = { path: file.path, saved: before ?? new Uint8Array() };
  const isSaved = before !== null && !isKnown;
  const healed = isSaved ? healSave(save, versions, file.clock.now(), file.merge) : before;
  // A change is made of it in the same write, or who saves again and again would keep Loci at healing.
  let merged = healed;
  for (const { kept, base, bytes } of late) {
    // It may come from an older version still; and what the replaced file had not, its editor cannot have taken away.
    const older = versions.filter(({ at }) => at <= kept.at);
    const bases = [latestSeen(older, bytes)?.bytes ?? null, base];
    merged = file.merge({ path: file.path, bases, ours: merged, theirs: bytes });
  }
  return { before, late, healed, merged, last };
}

/** Keeps what a change that is on disk was made of. */
function note(
  file: ChangeTarget,
  { before, late, healed, last }: Awaited<ReturnType<typeof look>>,
  next: Bytes,
): void {
  const isSame = isSameBytes(before, next);
  if (!isSame && !isSameBytes(before, healed)) keepVersion(file, "healed", healed);
  for (const edit of late) acceptLateEdit(file, edit);
  if (!isSameBytes(healed, next)) keepVersion(file, "ours", next);
  else if (isSame && last && !isSameBytes(last.bytes, before)) keepVersion(file, "seen", before);
}

/** A glance without the lock. */
async function needsHealing(file: ChangeTarget): Promise<boolean> {
  if (isDue(file)) return true;
  const last = lastVersion(file);
  if (last === undefined) return false;
  const now = await readSettled(join(file.root, file.path), file.clock, last.bytes);
  return now !== null && !isSameBytes(last.bytes, now);
}

/** For a change that finds another file than it was made for. */
export function changedMeanwhile(path: TopicPath): LociError {
  const message = `Cannot change the file "${path}": another program keeps writing to it; try again when it is done`;
  return new LociError("CHANGED_MEANWHILE", message, { data: { path } });
}
