import { errnoOf, LociError } from "../errors.ts";

/** Nothing was moved; `reason` and `fix` are sentences for the person. */
export interface Blocked {
  readonly status: "blocked";
  readonly reason: string;
  readonly fix: string;
}

const opening = "Cannot commit to the vault: ";

/** The error that stops a commit before anything moved. */
export function blocked(state: string, fix: string, cause?: unknown): LociError {
  return new LociError("GIT_BLOCKED", opening + state, { data: { fix }, cause });
}

/** The same error as one of a whole sync, which stops with the commit, or at its fetch or merge. */
export function asSyncError(error: LociError): LociError {
  const { code, message, data } = error;
  if (code !== "GIT_BLOCKED" || !message.startsWith(opening)) return error;
  const state = message.slice(opening.length);
  return new LociError(code, `Cannot sync the vault: ${state}`, { data, cause: error });
}

/** What failed, as a blocked result where a person can fix it, else undefined. */
export function errorToBlocked(error: unknown): Blocked | undefined {
  if (error instanceof LociError && error.code === "GIT_BLOCKED") {
    return { status: "blocked", reason: error.message, fix: String(error.data.fix) };
  }
  const trouble = diskTrouble(error);
  return trouble && errorToBlocked(blocked(`its disk ${trouble.state}`, trouble.fix, error));
}

/** What is wrong with a disk, as what is said of it or of a folder on it; undefined for any other error. */
export const diskTrouble = (error: unknown): DiskTrouble | undefined => troubleOf(errnoOf(error));

/** The same by the system's code, such as ENOSPC. */
export const troubleOf = (code: unknown): DiskTrouble | undefined =>
  typeof code === "string" ? troubles[code] : undefined;

interface DiskTrouble {
  readonly reason: "full" | "rejected" | "damaged";
  readonly state: string;
  readonly fix: string;
}

const notAllowed: DiskTrouble = {
  reason: "rejected",
  state: "may not be written by this user",
  fix: "give the user that runs Loci write access to it",
};

const troubles: Readonly<Record<string, DiskTrouble>> = {
  EACCES: notAllowed,
  EPERM: notAllowed,
  EROFS: { reason: "rejected", state: "is read-only", fix: "mount it writable" },
  ENOSPC: { reason: "full", state: "is full", fix: "free some space there; nothing is lost" },
  EDQUOT: { reason: "full", state: "has no quota left", fix: "free some space there" },
  EIO: { reason: "damaged", state: "fails to read or write", fix: "check it, or use another one" },
};
