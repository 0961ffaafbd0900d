import { join } from "node:path";
import type { DeviceClock } from "../../device-clock.ts";
import { LociError, messageOf } from "../../errors.ts";
import { maxFileBytes } from "../list-files.ts";
import type { Lock } from "../lock.ts";
import { resolveInVault, type TopicPath } from "../paths.ts";
import { sha256Hex } from "../sha256.ts";
import {
  acceptLateEdit,
  capturedPaths,
  hasDueCaptures,
  type LateEdit,
  lateEdits,
} from "./captures.ts";
import { mergeLines } from "./merge-lines.ts";
import { type Known, readSettled } from "./read-settled.ts";
import {
  describeWrite,
  dropLedger,
  healLines,
  isOutdated,
  keptLines,
  type Ledger,
  readLedger,
  writtenPaths,
} from "./recent-writes.ts";
import { removeLocked } from "./remove-file.ts";
import type { VaultFile } from "./vault-file.ts";
import { type Replacement, replaceFile } from "./write-file.ts";

/** A vault that is written to: its folder, its `.loci` folder and its lock. */
export interface WritableVault {
  readonly root: string;
  readonly lociDir: string;
  readonly lock: Lock;
  readonly clock: DeviceClock;
}

/** A file to change. */
export interface ChangeTarget extends WritableVault {
  readonly path: TopicPath;
}

/**
 * Makes the next version of a file from its bytes (`null`: there is no file). Pure, because it is called again whenever
 * the file has changed meanwhile; what it throws reaches the caller, and nothing is written.
 */
export type Change<T> = (bytes: Uint8Array | null) => Changed<T>;

interface Changed<T> {
  /** `null`: there is to be no file. */
  readonly bytes: Uint8Array | null;
  /** The lines that the caller will call saved: they are put back should an editor's stale save wipe them out. */
  readonly added?: readonly string[];
  readonly result: T;
}

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
  notesOf: (before: Uint8Array | null) => readonly ChangeNote[],
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

/** Puts right what editors and crashes left in one file: late edits are merged, stale saves healed. */
export async function healFile(target: ChangeTarget, signal?: AbortSignal): Promise<void> {
  if (await needsHealing(target)) await target.lock(() => applyChange(target, keep), signal);
}

/**
 * Heals all files that Loci lately changed; cheap when there are none. Returns why some could not be healed, and
 * throws nothing but the reason of the signal: no damage in the bookkeeping may stand in the way of an answer.
 */
export async function healVault(vault: WritableVault, signal?: AbortSignal): Promise<LociError[]> {
  const paths = new Set([...capturedPaths(vault), ...writtenPaths(vault.lociDir)]);
  const failures: LociError[] = [];
  for (const path of paths) {
    try {
      await healFile({ ...vault, path }, signal);
    } catch (error) {
      signal?.throwIfAborted();
      failures.push(error instanceof LociError ? error : notHealed(path, error));
    }
  }
  return failures;
}

function notHealed(path: TopicPath, cause: unknown): LociError {
  const message = `Cannot look after the file "${path}": ${messageOf(cause)}`;
  return new LociError("UNREADABLE", message, { data: { path }, cause });
}

const maxTries = 200;

/** Changes nothing: what remains is the healing. */
const keep = (bytes: Uint8Array | null): { bytes: Uint8Array | null; result: undefined } => ({
  bytes,
  result: undefined,
});

async function applyChange<T>(file: VaultFile, change: Change<T>): Promise<T> {
  for (let tries = 0; tries < maxTries; tries++) {
    const { outcome, result } = await tryChange(file, change);
    if (outcome === "changed") continue;
    if (outcome === "overtaken") await applyChange(file, keep);
    return result;
  }
  throw changedMeanwhile(file.path);
}

/** For a change that finds another file than it was made for. */
export function changedMeanwhile(path: TopicPath): LociError {
  const message = `Cannot change the file "${path}": another program keeps writing to it; try again when it is done`;
  return new LociError("CHANGED_MEANWHILE", message, { data: { path } });
}

async function tryChange<T>(
  file: VaultFile,
  change: Change<T>,
): Promise<{ outcome: Replacement; result: T }> {
  const ledger = readLedger(file);
  const late = await lateEdits(file, change !== keep);
  const before = await readSettled(
    resolveInVault(file.root, file.path),
    file.clock,
    knownVersion(ledger),
  );
  const healed = heal({ before, late, ledger, now: file.clock.now() });
  const { bytes: next, added = [], result } = change(healed.bytes);
  const lines = { ...healed, added: [...healed.merged, ...added.flatMap(lineKeys)] };
  if (next === null && before !== null)
    return { outcome: await tryRemoval(file, before, late.length > 0), result };
  const isUnchanged = next === null || (before !== null && Buffer.compare(before, next) === 0);
  const outcome = isUnchanged ? "replaced" : await replaceFile(file, before, next);
  if (outcome === "changed") return { outcome, result };
  try {
    const isText = [before, next].every(hasLines);
    if (!isText || (isUnchanged && isOutdated(ledger, file.clock.now()))) dropLedger(file);
    else if (next !== null && !(isUnchanged && healed.isOurs)) {
      ledger.append({ at: file.clock.now(), ...describeWrite(before, next, lines) });
    }
    for (const edit of late) acceptLateEdit(file, edit);
  } catch {
    // The change is on disk. That a stale save may now wipe it out is no reason to call it failed.
  }
  return { outcome, result };
}

/** What came late is merged in first. */
async function tryRemoval(
  file: VaultFile,
  before: Uint8Array,
  isLate: boolean,
): Promise<Replacement> {
  if (isLate) await applyChange(file, keep);
  else if ((await removeLocked(file, before)) !== "changed") return "replaced";
  return "changed";
}

interface Healed {
  readonly bytes: Uint8Array | null;
  /** It is as Loci left it. */
  readonly isOurs: boolean;
  /** Lines of late edits. */
  readonly merged: readonly string[];
  readonly restored: readonly string[];
  readonly givenUp: readonly string[];
}

interface Found {
  readonly before: Uint8Array | null;
  readonly late: readonly LateEdit[];
  readonly ledger: Ledger;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Pure: the version that would be on disk, without what was written too late or from an old buffer. */
function heal({ before, late, ledger, now }: Found): Healed {
  const isOurs = late.length === 0 && (before === null || sha256Hex(before) === ledger.last?.hash);
  const nothing = { bytes: before, isOurs, merged: [], restored: [], givenUp: [] };
  if (isOurs) return nothing;
  const kept = keptLines(ledger.writes());
  let bytes = before ?? new Uint8Array();
  const merged: string[] = [];
  let isWhole = false;
  for (const { base, late: version } of late) {
    if (version.includes(0) || ![bytes, base, version].every(hasLines)) {
      bytes = version; // No text, or too much of it: what was saved last is whole.
      isWhole = true;
      continue;
    }
    const result = mergeLines({ current: bytes, base, late: version }, (line) => kept.has(line));
    bytes = result.bytes;
    merged.push(...result.added);
  }
  if (before === null)
    return merged.length === 0 && !isWhole ? nothing : { ...nothing, bytes, merged };
  if (!hasLines(bytes)) return { ...nothing, bytes, merged };
  return { ...nothing, ...healLines(bytes, kept, now), merged };
}

/** Whether a version is one to look at line by line: a hundred million of them would take all the memory there is. */
const hasLines = (bytes: Uint8Array | null): boolean => (bytes?.length ?? 0) <= maxFileBytes;

/** A glance without the lock. */
async function needsHealing(file: VaultFile): Promise<boolean> {
  if (hasDueCaptures(file)) return true;
  const ledger = readLedger(file);
  if (ledger.last === undefined) return false;
  if (isOutdated(ledger, file.clock.now())) return true;
  const bytes = await readSettled(join(file.root, file.path), file.clock, knownVersion(ledger));
  return bytes !== null && sha256Hex(bytes) !== ledger.last?.hash;
}

function knownVersion({ last }: Ledger): Known | undefined {
  if (last === undefined) return undefined;
  return { size: last.size, isSame: (bytes) => sha256Hex(bytes) === last.hash };
}

/** The lines of a text in the form of merge-lines.ts. */
function lineKeys(text: string): string[] {
  const bytes = Buffer.from(text, "utf8").toString("latin1");
  return bytes.split(/\r?\n/).filter((line) => line.trim() !== "");
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
