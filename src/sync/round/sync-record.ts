import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { errnoOf, LociError, messageOf } from "../../errors.ts";
import { asSyncError, errorToBlocked } from "../../git/blocked.ts";
import { type Disk, nodeDisk, readIfThere } from "../../git/disk.ts";
import type { HeldBack } from "../commit/commit-paths.ts";
import type { SyncReport, SyncRequest } from "./sync-request.ts";

/** Why the last round failed. */
export interface SyncFailure {
  /** As data.reason of SYNC_FAILED; "blocked" where the person's own git stands in the way. */
  readonly reason: string;
  readonly message: string;
  readonly fix?: string;
}

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

const text = z.string().nullable().catch(null);
const failure = z.object({
  reason: z.string(),
  message: z.string(),
  fix: z.string().exactOptional(),
});
const held = z.object({
  path: z.string(),
  reason: z.string(),
  isIncoming: z.boolean().exactOptional(),
});
const recordSchema = z.object({
  lastSuccess: text,
  lastAttempt: text,
  failure: failure.nullable().catch(null),
  heldBack: z.array(held).catch([]),
  remote: text,
  asked: text,
  seen: text,
});

const fileOf = (lociDir: string): string => join(lociDir, "sync.json");

/** Reads the record; one that is damaged counts as none: it only helps people. */
export async function readSyncRecord(lociDir: string): Promise<SyncRecord> {
  try {
    const bytes = await readIfThere(fileOf(lociDir), { maxBytes: 2 ** 20 });
    return recordSchema.parse(JSON.parse(bytes?.toString("utf8") ?? "{}"));
  } catch {
    return recordSchema.parse({}); // Cut short, a link, not ours: the next round writes it again.
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
  if (last.asked !== remote || last.seen !== seen)
    await write(lociDir, { ...last, asked: remote, seen }, disk);
  return isSame;
}

/** Writes down how a round ended. What the remote was is only known after a success. */
export async function recorded(
  request: Pick<SyncRequest, "lociDir" | "now" | "disk" | "signal">,
  round: () => Promise<SyncReport>,
): Promise<SyncReport> {
  const { lociDir, now, disk = nodeDisk, signal } = request;
  const lastAttempt = now().toISOString();
  try {
    const report = await round();
    const { heldBack, remote } = report;
    const times = { lastSuccess: now().toISOString(), lastAttempt };
    const seen = remote ?? (await readSyncRecord(lociDir)).seen;
    await write(lociDir, { ...times, failure: null, heldBack, remote, asked: remote, seen }, disk);
    return report;
  } catch (error) {
    if (signal?.aborted) throw error;
    const failed = asSyncError(toSyncError(error));
    const last = await readSyncRecord(lociDir);
    await write(lociDir, { ...last, lastAttempt, failure: toFailure(failed) }, disk);
    throw failed;
  }
}

/** Replaces the record. That it cannot be written is no reason to call a sync failed. */
async function write(lociDir: string, record: SyncRecord, disk: Disk): Promise<void> {
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

/** Whatever failed, as an error that says so in a sentence. */
function toSyncError(error: unknown): LociError {
  if (error instanceof LociError) return error;
  const stopped = errorToBlocked(error);
  if (stopped !== undefined) {
    const { reason, fix } = stopped;
    return new LociError("GIT_BLOCKED", reason, { data: { fix }, cause: error });
  }
  const message = `Cannot sync the vault: ${messageOf(error)}`;
  return new LociError("SYNC_FAILED", message, { data: { reason: "unknown" }, cause: error });
}

function toFailure({ code, message, data }: LociError): SyncFailure {
  const fix = typeof data.fix === "string" ? { fix: data.fix } : {};
  if (code === "SYNC_FAILED" && typeof data.reason === "string")
    return { reason: data.reason, message, ...fix };
  return { reason: code === "GIT_BLOCKED" ? "blocked" : code.toLowerCase(), message, ...fix };
}
