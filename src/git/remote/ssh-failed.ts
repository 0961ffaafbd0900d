import { connectionFailed } from "./connection-failed.ts";
import { CutError } from "./packet.ts";
import { cleanText, isRemoteFailure, remoteFailed } from "./remote-failed.ts";

/** The error for what went wrong over ssh; `said` is what the server's programs wrote to stderr. */
export function sshFailed(
  error: unknown,
  url: string,
  said: string,
  signal: AbortSignal | undefined,
): Error {
  if (isRemoteFailure(error)) return error;
  const text = cleanText(said.replace(/^(fatal|error|ERROR|remote):\s*/gm, ""));
  if (/git-(upload|receive)-pack['"`]?:( command)? not found/i.test(text)) {
    return remoteFailed(url, {
      reason: "unsupported",
      state: "git is not installed there",
      fix: "install git on that machine, or mount its folder and sync with that",
      cause: error,
    });
  }
  if (/not (appear|seem) to be a git|not found|no such file|does not exist/i.test(text)) {
    return remoteFailed(url, {
      reason: "gone",
      state: `the server knows no such repository ("${text}")`,
      fix: "check the URL, and that this key has a right to it",
      cause: error,
    });
  }
  if (/permission|denied|not allowed|access rights|unauthori[sz]ed/i.test(text)) {
    return remoteFailed(url, {
      reason: "auth",
      state: `the server refuses us ("${text}")`,
      fix: "give this device's key the right to read and write the repository",
      cause: error,
    });
  }
  if (text !== "" && error instanceof CutError) {
    return remoteFailed(url, {
      reason: "rejected",
      state: `the server says "${text}"`,
      fix: "ask whoever runs the server",
      cause: error,
    });
  }
  return connectionFailed(error, url, signal);
}
