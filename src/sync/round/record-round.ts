import { LociError, messageOf } from "../../errors.ts";
import { asSyncError, errorToBlocked } from "../../git/blocked.ts";
import { nodeDisk } from "../../git/disk.ts";
import { readSyncRecord, type SyncFailure, writeSyncRecord } from "./sync-record.ts";
import type { SyncReport, SyncRequest } from "./sync-request.ts";

/** Writes down how a round ended. What the remote was is only known after a success. */
export async function recorded(
  {
    lociDir,
    now,
    disk = nodeDisk,
    signal,
  }: Pick<SyncRequest, "lociDir" | "now" | "disk" | "signal">,
  round: () => Promise<SyncReport>,
): Promise<SyncReport> {
  const lastAttempt = now().toISOString();
  try {
    const report = await round();
    const { heldBack, remote } = report;
    const lastSuccess = now().toISOString();
    const seen = remote ?? (await readSyncRecord(lociDir)).seen;
    const times = { lastSuccess, lastAttempt };
    const record = { ...times, failure: null, heldBack, remote, asked: remote, seen };
    await writeSyncRecord(lociDir, record, disk);
    return report;
  } catch (error) {
    if (signal?.aborted) throw error;
    const failed = asSyncError(toSyncError(error));
    const failure = toFailure(failed);
    const before = await readSyncRecord(lociDir);
    await writeSyncRecord(lociDir, { ...before, lastAttempt, failure }, disk);
    throw failed;
  }
}

/** Whatever failed, as an error that says so in a sentence. */
function toSyncError(error: unknown): LociError {
  if (error instanceof LociError) return error;
  const stopped = errorToBlocked(error);
  const fix = stopped?.fix;
  if (stopped) return new LociError("GIT_BLOCKED", stopped.reason, { data: { fix }, cause: error });
  const message = `Cannot sync the vault: ${messageOf(error)}`;
  return new LociError("SYNC_FAILED", message, { data: { reason: "unknown" }, cause: error });
}

function toFailure({ code, message, data }: LociError): SyncFailure {
  const known = code === "SYNC_FAILED" && typeof data.reason === "string" ? data.reason : undefined;
  const reason = known ?? (code === "GIT_BLOCKED" ? "blocked" : code.toLowerCase());
  return { reason, message, ...(typeof data.fix === "string" ? { fix: data.fix } : {}) };
}
