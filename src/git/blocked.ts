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
  const known = diskStates[errnoOf(error) ?? ""];
  return known === undefined ? undefined : errorToBlocked(blocked(known.state, known.fix, error));
}

const diskStates: Readonly<Record<string, { state: string; fix: string }>> = {
  EACCES: {
    state: "its .git folder may not be written",
    fix: "give the user that runs Loci write access to the .git folder",
  },
  EPERM: {
    state: "its .git folder may not be written",
    fix: "give the user that runs Loci write access to the .git folder",
  },
  EROFS: { state: "its disk is read-only", fix: "mount the disk writable" },
  ENOSPC: { state: "its disk is full", fix: "free some space; the files themselves are saved" },
  EDQUOT: { state: "its disk quota is used up", fix: "free some space in this user's quota" },
};
