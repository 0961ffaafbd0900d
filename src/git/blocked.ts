import { errnoOf, LociError } from "../errors.ts";

/** The error that stops work on the vault's git before anything moved; `state` and `fix` are clauses for the person. */
export function blocked(state: string, fix: string, cause?: unknown): LociError {
  const message = `Cannot use the vault's git: ${state}`;
  return new LociError("GIT_BLOCKED", message, { data: { fix }, cause });
}

/** The same for a fault of the disk that a person can put right; undefined for any other error. */
export function diskBlocked(error: unknown): LociError | undefined {
  const trouble = diskTrouble(error);
  return trouble && blocked(`its disk ${trouble.state}`, trouble.fix, error);
}

/** What is wrong with a disk, as what is said of it or of a folder on it; undefined for any other error. */
export const diskTrouble = (error: unknown): DiskTrouble | undefined =>
  troubles[errnoOf(error) ?? ""];

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
