import { errnoOf, LociError } from "../../errors.ts";

/** Runs a move; a fault of the disk in it becomes a sentence. */
export async function withDiskFaults<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toSyncFailure(error);
  }
}

/** A fault of this device's disk in the middle of a move, as one sentence with what to do. */
function toSyncFailure(error: unknown): unknown {
  if (error instanceof LociError && !ofFiles.has(error.code)) return error;
  const code = codeOf(error);
  const known = states[code];
  if (known === undefined) return error;
  const path = error instanceof LociError ? error.data.path : undefined;
  const where = typeof path === "string" ? ` at "${path}"` : "";
  const message = `Cannot bring in the changes of other devices: ${known.state}${where}`;
  return new LociError("SYNC_FAILED", message, {
    data: {
      reason: known.reason,
      fix: `${known.fix}; the next sync goes on where this one stopped`,
    },
    cause: error,
  });
}

/** Failures of the vault's own files. */
const ofFiles: ReadonlySet<string> = new Set(["WRITE_FAILED", "UNREADABLE"]);

function codeOf(error: unknown): string {
  const inner = error instanceof LociError ? (error.data.code ?? errnoOf(error.cause)) : undefined;
  return typeof inner === "string" ? inner : (errnoOf(error) ?? "");
}

interface State {
  readonly reason: "full" | "disk";
  readonly state: string;
  readonly fix: string;
}

const noRights: State = {
  reason: "disk",
  state: "no permission to write",
  fix: "give the user that runs Loci write access to the vault",
};
const isFull: State = { reason: "full", state: "the disk is full", fix: "free some space" };

const states: Readonly<Record<string, State>> = {
  EACCES: noRights,
  EPERM: noRights,
  EROFS: { reason: "disk", state: "the disk is read-only", fix: "mount it writable" },
  ENOSPC: isFull,
  EDQUOT: { ...isFull, state: "the disk quota is used up" },
  EIO: {
    reason: "disk",
    state: "the disk cannot be read or written",
    fix: "look at the disk and its cable",
  },
};
