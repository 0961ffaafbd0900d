import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { errnoOf } from "../../errors.ts";
import { type Disk, readIfThere } from "../../git/disk.ts";
import type { HeldBack } from "../commit/commit-paths.ts";

/** What is remembered of the last rounds, in `.loci/sync.json`. Times are ISO 8601. */
export interface SyncRecord {
  readonly lastSuccess: string | null;
  readonly lastAttempt: string | null;
  readonly failure: SyncFailure | null;
  readonly heldBack: readonly HeldBack[];
  /** The remote of the last success, without secrets. */
  readonly remote: string | null;
  /** The remote that the last round asked. */
  readonly asked: string | null;
  /** The remote whose branches stand below refs/remotes; "" where they may be those of several. */
  readonly seen: string | null;
}

/** Why the last round failed. */
export interface SyncFailure {
  /** As data.reason of SYNC_FAILED; "blocked" where the person's own git stands in the way. */
  readonly reason: string;
  readonly message: string;
  readonly fix?: string;
}

const noRecord: SyncRecord = {
  ...{ lastSuccess: null, lastAttempt: null, failure: null, heldBack: [], remote: null },
  ...{ asked: null, seen: null },
};

const fileOf = (lociDir: string): string => join(lociDir, "sync.json");
const maxBytes = 2 ** 20;

/** Reads the record; one that is damaged counts as none: it only helps people. */
export async function readSyncRecord(lociDir: string): Promise<SyncRecord> {
  try {
    const bytes = await readIfThere(fileOf(lociDir), { maxBytes });
    return bytes === undefined ? noRecord : toRecord(JSON.parse(bytes.toString("utf8")));
  } catch {
    return noRecord; // Cut short, a link, not ours: the next round writes it again.
  }
}

/**
 * Notes which remote is about to be asked; true where what was last seen of a remote was seen of this one.
 * Where it was not, nothing is known until a round with it ends well.
 */
export async function noteAsked(lociDir: string, remote: string, disk: Disk): Promise<boolean> {
  const last = await readSyncRecord(lociDir);
  const isSame = last.seen === null || last.seen === remote;
  const seen = isSame ? remote : "";
  if (last.asked !== remote || last.seen !== seen) {
    await writeSyncRecord(lociDir, { ...last, asked: remote, seen }, disk);
  }
  return isSame;
}

/** Replaces the record. That it cannot be written is no reason to call a sync failed. */
export async function writeSyncRecord(
  lociDir: string,
  record: SyncRecord,
  disk: Disk,
): Promise<void> {
  const file = fileOf(lociDir);
  const draft = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await disk.mkdir(lociDir);
    await disk.create(draft, Buffer.from(`${JSON.stringify(record)}\n`), 0o600);
    await disk.rename(draft, file);
  } catch (error) {
    await disk.unlink(draft).catch(() => undefined); // It may never have been made.
    if (errnoOf(error) === undefined) throw error;
  }
}

function toRecord(value: unknown): SyncRecord {
  if (!isObject(value)) return noRecord;
  const { failure, heldBack } = value;
  return {
    lastSuccess: textOf(value.lastSuccess),
    lastAttempt: textOf(value.lastAttempt),
    failure: isObject(failure) ? toFailure(failure) : null,
    heldBack: Array.isArray(heldBack) ? heldBack.flatMap(toHeldBack) : [],
    remote: textOf(value.remote),
    asked: textOf(value.asked),
    seen: textOf(value.seen) ?? textOf(value.remote),
  };
}

type Fields = Readonly<Partial<Record<string, unknown>>>;

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

function toFailure({ reason, message, fix }: Fields): SyncFailure | null {
  if (typeof reason !== "string" || typeof message !== "string") return null;
  return { reason, message, ...(typeof fix === "string" ? { fix } : {}) };
}

function toHeldBack(value: unknown): HeldBack[] {
  if (!isObject(value)) return [];
  const { path, reason, isIncoming } = value;
  if (typeof path !== "string" || typeof reason !== "string") return [];
  return [{ path, reason, ...(isIncoming === true ? { isIncoming } : {}) }];
}
