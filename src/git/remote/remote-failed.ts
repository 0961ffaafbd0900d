import { stripVTControlCharacters } from "node:util";
import { errnoOf, LociError } from "../../errors.ts";
import type { FailureReason } from "./remote.ts";

/** Why a remote could not be used, for the person; `state` and `fix` hold no secrets. */
export interface RemoteFailure {
  readonly reason: FailureReason;
  /** What is wrong, as the end of "Cannot sync with …: ". */
  readonly state: string;
  /** What to do about it. */
  readonly fix: string;
  readonly cause?: unknown;
}

/** The one error that remotes throw; `url` is what may be shown of the remote's address. */
export function remoteFailed(url: string, failure: RemoteFailure): LociError {
  const { reason, state, fix, cause } = failure;
  return new LociError("SYNC_FAILED", `Cannot sync with ${url}: ${state}`, {
    data: { reason, fix },
    cause,
  });
}

/** Whether an error already has a message for the person. */
export const isRemoteFailure = (error: unknown): error is LociError =>
  error instanceof LociError && error.code === "SYNC_FAILED";

/** What a server says, fit for a sentence: one line, no control characters, no user info, not long. */
export function cleanText(text: string, secrets: readonly string[] = []): string {
  const plain = stripVTControlCharacters(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ");
  const clean = hideAll(plain, secrets)
    .replace(/\/\/[^/\s@]*@/g, "//")
    .trim();
  return clean.length > 300 ? `${clean.slice(0, 299)}…` : clean;
}

/** Replaces each secret with stars, but those so short that they occur in other words. */
export const hideAll = (text: string, secrets: readonly string[]): string =>
  secrets
    .filter((secret) => secret.length >= 8)
    .reduce((hidden, secret) => hidden.replaceAll(secret, "***"), text);

/** A full or failing disk as a failure; undefined for anything else. */
export function diskFailure(error: unknown, disk: string): RemoteFailure | undefined {
  const known = diskFailures[errnoOf(error) ?? ""];
  return known && { ...known, state: `${disk} ${known.state}`, cause: error };
}

const diskFailures: Readonly<Record<string, RemoteFailure>> = {
  ENOSPC: { reason: "full", state: "is full", fix: "free some space there; nothing is lost" },
  EDQUOT: { reason: "full", state: "has no quota left", fix: "free some space there" },
  EFBIG: { reason: "full", state: "takes no file of this size", fix: "use another file system" },
  EROFS: { reason: "rejected", state: "is read-only", fix: "mount it writable" },
  EACCES: { reason: "rejected", state: "may not be written by this user", fix: "allow it" },
  EPERM: { reason: "rejected", state: "may not be written by this user", fix: "allow it" },
  EIO: { reason: "damaged", state: "fails to read or write", fix: "check it, or use another one" },
  ENODEV: { reason: "gone", state: "was taken away", fix: "put it back and sync again" },
  ENXIO: { reason: "gone", state: "was taken away", fix: "put it back and sync again" },
  ESTALE: { reason: "gone", state: "was taken away", fix: "mount it again and sync again" },
};
