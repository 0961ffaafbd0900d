import { LociError } from "../../errors.ts";
import { connectionFailed } from "./connection-failed.ts";
import { cleanText, diskFailure, isRemoteFailure, remoteFailed } from "./remote-failed.ts";
import { ServerError } from "./side-band.ts";

/** The error for what went wrong while objects were sent or received; the caller's own abort stays as it is. */
export function receiveFailed(
  error: unknown,
  url: string,
  isShallow: boolean,
  signal: AbortSignal | undefined,
): Error {
  if (isRemoteFailure(error)) return error;
  if (error instanceof LociError || error instanceof TypeError) return error;
  if (error instanceof ServerError) return serverFailed(error, url);
  if (error instanceof SyntaxError) return packFailed(error, url, isShallow);
  const disk = diskFailure(error, "the disk of the vault");
  return disk ? remoteFailed(url, disk) : connectionFailed(error, url, signal);
}

function serverFailed(error: ServerError, url: string): Error {
  const said = cleanText(error.message);
  if (/not our ref|no branches any more/i.test(said)) {
    return remoteFailed(url, {
      reason: "network",
      state: "its branch moved while we read it",
      fix: "nothing to do: the next sync sees where it is now",
      cause: error,
    });
  }
  return remoteFailed(url, {
    reason: "rejected",
    state: `the server says "${said}"`,
    fix: "ask whoever runs the server",
    cause: error,
  });
}

function packFailed(error: SyntaxError, url: string, isShallow: boolean): Error {
  if (isShallow && error.message.endsWith("is missing")) {
    return remoteFailed(url, {
      reason: "unsupported",
      state: "its own history is cut off (a shallow clone)",
      fix: "complete it there with `git fetch --unshallow`",
      cause: error,
    });
  }
  return remoteFailed(url, {
    reason: "damaged",
    state: `what it sent is not a sound history: ${cleanText(error.message)}`,
    fix: "run `git fsck` on the remote's repository; nothing was taken over",
    cause: error,
  });
}
