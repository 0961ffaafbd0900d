import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { errnoOf, LociError, messageOf } from "../../errors.ts";
import { relate } from "../../git/ancestry/ancestry.ts";
import { diskBlocked, readIfThere } from "../../git/disk.ts";
import { Objects } from "../../git/objects/objects.ts";
import { readHead, readRef, trackingRef } from "../../git/refs/refs.ts";
import { parseRemoteUrl } from "../../git/remote/remote-url.ts";
import { openRepository } from "../../git/repository/repository.ts";
import { writeWhole } from "../../vault/write/write-file.ts";
import { isMoving } from "../apply/move.ts";
import { heldSchema, openBase } from "../commit/commit-files.ts";
import { changedPaths } from "../commit/scan-changes.ts";
import { branchOf, type Round, type SyncReport, type SyncRequest } from "./sync-request.ts";

const text = z.string().nullable().catch(null);
/** Why the last round failed. */
const failureSchema = z.object({
  /** As data.reason of SYNC_FAILED; "blocked" where the person's own git stands in the way. */
  reason: z.string(),
  message: z.string(),
  fix: z.string().exactOptional(),
});
const recordSchema = z.object({
  lastSuccess: text,
  lastAttempt: text,
  failure: failureSchema.nullable().catch(null),
  heldBack: z.array(heldSchema).readonly().catch([]),
  /** The remote that a person's own round asked last, without secrets. */
  remote: text,
  /** The remote's commit that the person was asked about last, whatever failed since. */
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

/** The address of the vault's remote as a round shows and records it; null where there is none. */
export function shownRemote(
  config: ReadonlyMap<string, string>,
  name: string,
  place: { readonly root: string; readonly home: string | undefined },
): string | null {
  const url = config.get(`remote.${name}.url`) || undefined;
  try {
    return url === undefined ? null : parseRemoteUrl(url, place).shown;
  } catch {
    return name; // The first round says what is wrong with it.
  }
}

/** Notes something in the record. That it cannot be written is no reason to call a sync failed. */
async function note(lociDir: string, change: Partial<SyncRecord>): Promise<void> {
  const record = { ...(await readSyncRecord(lociDir)), ...change };
  try {
    mkdirSync(lociDir, { recursive: true });
    writeWhole(fileOf(lociDir), `${JSON.stringify(record)}\n`);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
  }
}

/**
 * Notes which remote is about to be asked; one that is to take another's place (`isNext`) is noted once its round ended
 * well. Rejects where `onlyKnownRemote` is asked for and this device has never asked it: memories go nowhere that no
 * person named.
 */
export async function noteAsked(round: Round, remote: string, isNext: boolean): Promise<void> {
  const { lociDir, onlyKnownRemote } = round;
  if ((await readSyncRecord(lociDir)).remote === remote) return;
  if (onlyKnownRemote === true) {
    const message = `Cannot sync with ${remote} in the background: this device has never synced with it, and .git/config may have come with the vault`;
    const fix = 'if it is yours, run "loci sync" once';
    throw new LociError("SYNC_FAILED", message, { data: { reason: "unconfirmed", fix } });
  }
  if (!isNext) await note(lociDir, { remote, lastSuccess: null });
}

/** Writes down how a round ended. */
export async function recorded(
  { lociDir, now, signal }: SyncRequest,
  round: () => Promise<SyncReport>,
): Promise<SyncReport> {
  const lastAttempt = now().toISOString();
  try {
    const report = await round();
    const { remote, heldBack } = report;
    const ended = { lastSuccess: now().toISOString(), lastAttempt, failure: null, asked: null };
    await note(lociDir, { ...ended, heldBack, ...(remote === null ? {} : { remote }) });
    return report;
  } catch (error) {
    if (signal?.aborted) throw error;
    const said = `Cannot sync the vault: ${messageOf(error)}`;
    const unknown = { data: { reason: "unknown" }, cause: error };
    const known = error instanceof LociError ? error : diskBlocked(error);
    const failed = known ?? new LociError("SYNC_FAILED", said, unknown);
    const { code, message, data } = failed;
    const reason = code === "GIT_BLOCKED" ? "blocked" : code.toLowerCase();
    const failure = failureSchema.catch({ reason, message }).parse({ reason, ...data, message });
    const asked = typeof data.asked === "string" ? { asked: data.asked } : {};
    await note(lociDir, { lastAttempt, failure, ...asked });
    throw failed;
  }
}

/** How the vault compares with its remote, as far as is known without the network. */
export type SyncState = Awaited<ReturnType<typeof readSyncState>>;

/**
 * Reads how the vault stands beside its remote of this name: the record of rounds, how many commits only this device
 * has (`ahead`), and only the remote had when it was last seen, and how many files differ from the last commit. Changes
 * nothing. Rejects with GIT_BLOCKED where there is no repository Loci can read.
 */
export async function readSyncState(
  request: Pick<SyncRequest, "root" | "lociDir" | "person" | "signal">,
  name: string,
) {
  const { root, lociDir, person, signal } = request;
  const repository = await openRepository(root, person);
  const { gitDir, config } = repository;
  const objects = new Objects(gitDir);
  const head = await readHead(gitDir);
  const branch = branchOf(head);
  const seen = await readRef(gitDir, trackingRef(name, branch));
  const { ahead, behind } = await relate(objects, head.oid, seen, signal);
  const changed = await changedPaths(await openBase({ repository, objects, signal }, head));
  const remote = shownRemote(config, name, { root, home: person.home });
  const record = await readSyncRecord(lociDir);
  // Nothing is told of a remote that this vault no longer uses.
  const isOther = record.remote !== null && record.remote !== remote;
  return {
    ...record,
    ...(isOther && { lastSuccess: null, failure: null }),
    ...((await isMoving(gitDir)) && { failure: interrupted }),
    remote,
    branch,
    ahead: ahead.length,
    behind: behind.length,
    changedFiles: changed.length,
  };
}

const interrupted: SyncRecord["failure"] = {
  reason: "interrupted",
  message: "A sync or commit was interrupted while it wrote files",
  fix: "run `loci sync`; the next save finishes it too",
};
