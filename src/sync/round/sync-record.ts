import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { errnoOf, LociError, messageOf } from "../../errors.ts";
import { disk, diskBlocked, readIfThere } from "../../git/disk.ts";
import type { Round, SyncReport, SyncRequest } from "./sync-request.ts";

const text = z.string().nullable().catch(null);
/** Why the last round failed. */
const failureSchema = z.object({
  /** As data.reason of SYNC_FAILED; "blocked" where the person's own git stands in the way. */
  reason: z.string(),
  message: z.string(),
  fix: z.string().exactOptional(),
  /** The commit of the remote that waits for an answer. */
  tip: z.string().exactOptional(),
});
const held = z.object({
  path: z.string(),
  reason: z.string(),
  isIncoming: z.boolean().exactOptional(),
});
const recordSchema = z.object({
  lastSuccess: text,
  lastAttempt: text,
  failure: failureSchema.nullable().catch(null),
  heldBack: z.array(held).readonly().catch([]),
  /** The remote that a person's own round asked last, without secrets. */
  remote: text,
  /** The commit whose purges the person was asked about last, whatever failed since. */
  asked: text,
});

/** What is remembered of the last rounds, in `.loci/sync.json`. Times are ISO 8601. */
export type SyncRecord = Readonly<z.infer<typeof recordSchema>>;

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
 * Notes which remote is about to be asked; one that is to take another's place (`isNext`) is noted once its round ended
 * well. Rejects where `onlyKnownRemote` is asked for and this device has never asked it: memories go nowhere that no
 * person named.
 */
export async function noteAsked(
  { lociDir, onlyKnownRemote }: Round,
  remote: string,
  isNext: boolean,
): Promise<void> {
  const last = await readSyncRecord(lociDir);
  if (last.remote === remote) return;
  if (onlyKnownRemote === true) {
    const message = `Cannot sync with ${remote} in the background: this device has never synced with it, and .git/config may have come with the vault`;
    const fix = 'if it is yours, run "loci sync" once';
    throw new LociError("SYNC_FAILED", message, { data: { reason: "unconfirmed", fix } });
  }
  if (!isNext) await write(lociDir, { ...last, remote, lastSuccess: null });
}

/** Writes down how a round ended. */
export async function recorded(
  { lociDir, now, signal }: SyncRequest,
  round: () => Promise<SyncReport>,
): Promise<SyncReport> {
  const lastAttempt = now().toISOString();
  try {
    const report = await round();
    const remote = report.remote ?? (await readSyncRecord(lociDir)).remote;
    const ended = { lastSuccess: now().toISOString(), lastAttempt, failure: null, asked: null };
    await write(lociDir, { ...ended, heldBack: report.heldBack, remote });
    return report;
  } catch (error) {
    if (signal?.aborted) throw error;
    const said = `Cannot sync the vault: ${messageOf(error)}`;
    const unknown = new LociError("SYNC_FAILED", said, {
      data: { reason: "unknown" },
      cause: error,
    });
    const failed = error instanceof LociError ? error : (diskBlocked(error) ?? unknown);
    const { code, message, data } = failed;
    const reason = code === "GIT_BLOCKED" ? "blocked" : code.toLowerCase();
    const failure = failureSchema.catch({ reason, message }).parse({ reason, ...data, message });
    const last = await readSyncRecord(lociDir);
    const asked = text.parse(data.asked ?? last.asked);
    await write(lociDir, { ...last, lastAttempt, failure, asked });
    throw failed;
  }
}

/** Replaces the record. That it cannot be written is no reason to call a sync failed. */
async function write(lociDir: string, record: SyncRecord): Promise<void> {
  const draft = `${fileOf(lociDir)}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await disk.mkdir(lociDir);
    await disk.create(draft, Buffer.from(`${JSON.stringify(record)}\n`), 0o600);
    await disk.rename(draft, fileOf(lociDir));
  } catch (error) {
    await disk.unlink(draft).catch(() => undefined); // It may never have been made.
    if (errnoOf(error) === undefined) throw error;
  }
}
