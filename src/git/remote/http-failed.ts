import type { LociError } from "../../errors.ts";
import { again } from "./connection-failed.ts";
import type { HttpAnswer } from "./http-exchange.ts";
import { cleanText, type FailureStory, remoteFailed } from "./remote-failed.ts";

/** What we said about ourselves, and what must not be told of it. */
export interface Tried {
  readonly source: string;
  readonly secrets: readonly string[];
}

/** Words an answer that is not what git asked for. */
export async function answerFailed(
  answer: HttpAnswer,
  url: string,
  tried: Tried | undefined,
): Promise<LociError> {
  const said = sayingOf(answer, await answer.text(), tried?.secrets ?? []);
  return remoteFailed(url, statusStory(answer.status, said, tried?.source));
}

function statusStory(status: number, said: string, source: string | undefined): FailureStory {
  if (status === 401 || status === 403) return authStory(status, said, source);
  if (status === 404 || status === 410) {
    return {
      reason: "gone",
      state: `the server knows no such repository (${status})`,
      fix: "check the URL; many hosts also say so where the token is missing or has no right to it",
    };
  }
  if (status === 413 || status === 507) {
    return {
      reason: "full",
      state: `the server takes no more of this size (${status}${said})`,
      fix: "take large files out of the vault, or ask whoever runs the server to raise its limit",
    };
  }
  if (status === 407) {
    return {
      reason: "auth",
      state: "the proxy asks for a password (407)",
      fix: "put user and password for the proxy into HTTPS_PROXY",
    };
  }
  if (status === 429 || status >= 500) {
    return {
      reason: "network",
      state: `the server is busy or in trouble (${status}${said})`,
      fix: again,
    };
  }
  if (status >= 300 && status < 400) {
    return {
      reason: "gone",
      state: `the server sends us elsewhere (${status}), where a push must not follow`,
      fix: "make the repository's new address the URL of the remote (`git remote set-url`)",
    };
  }
  return {
    reason: "rejected",
    state: `the server refuses (${status}${said})`,
    fix: "check the URL, and ask whoever runs the server",
  };
}

function authStory(status: number, said: string, source: string | undefined): FailureStory {
  if (source === undefined) {
    return {
      reason: "auth",
      state: `the server asks who you are (${status})`,
      fix: "give a token in LOCI_SYNC_TOKEN, in a token file, or to git's credential helper",
    };
  }
  return {
    reason: "auth",
    state: `the server does not accept the token of ${source} (${status}${said})`,
    fix: "make a new token with the right to read and write this repository",
  };
}

function sayingOf(answer: HttpAnswer, text: string, secrets: readonly string[]): string {
  const isPlain = answer.header("content-type").startsWith("text/plain");
  const clean = isPlain ? cleanText(text, secrets) : "";
  return clean === "" ? "" : `: ${clean}`;
}
