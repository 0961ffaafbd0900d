import type { LociError } from "../../errors.ts";
import { again } from "./connection-failed.ts";
import type { HttpResponse } from "./http-exchange.ts";
import { cleanText, type RemoteFailure, remoteFailed } from "./remote-failed.ts";
import type { Service } from "./transport.ts";

/** Follows a redirect of the list of refs, as git does, but never to another origin. */
export function redirected(response: HttpResponse, base: URL, service: Service, url: string): URL {
  response.close();
  const target = URL.parse(
    response.header("location"),
    `${base.href.replace(/\/$/, "")}/info/refs`,
  );
  const tail = `/info/refs?service=${service}`;
  const isHere = target?.origin === base.origin && target.href.endsWith(tail);
  if (target && isHere && target.username === "" && target.password === "") {
    return new URL(target.href.slice(0, -tail.length));
  }
  const there = target
    ? `${target.origin}${target.pathname.replace(/\/info\/refs$/, "")}`
    : "elsewhere";
  throw remoteFailed(url, {
    reason: "gone",
    state: `the server sends us to another address (${there}), where your token must not follow`,
    fix: "if that address is right, make it the URL of the remote (`git remote set-url`)",
  });
}

/** Throws unless the response is 200 and what git says. */
export async function checkResponse(
  response: HttpResponse,
  type: string,
  url: string,
  tried: Tried | undefined,
): Promise<void> {
  if (response.status !== 200) throw await responseFailed(response, url, tried);
  const got = response.header("content-type").split(";")[0]?.trim();
  if (got === type) return;
  response.close();
  if (got === "text/html") {
    throw remoteFailed(url, {
      reason: "auth",
      state: "a web page answers in place of git: a login page, it seems",
      fix: "log in to the network if it asks for that; check the URL, and give a token",
    });
  }
  throw remoteFailed(url, {
    reason: "unsupported",
    state: "what answers there does not speak git's smart protocol",
    fix: "check the URL; a plain web server's files cannot be synced with",
  });
}

/** The credential that was sent: where it came from, and what must never be shown. */
export interface Tried {
  readonly source: string;
  readonly secrets: readonly string[];
}

/** The error for a response that is not what git asked for. */
async function responseFailed(
  response: HttpResponse,
  url: string,
  tried: Tried | undefined,
): Promise<LociError> {
  const said = sayingOf(response, await response.text(), tried?.secrets ?? []);
  return remoteFailed(url, statusFailure(response.status, said, tried?.source));
}

function statusFailure(status: number, said: string, source: string | undefined): RemoteFailure {
  if (status === 401 || status === 403) return authFailure(status, said, source);
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

function authFailure(status: number, said: string, source: string | undefined): RemoteFailure {
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

function sayingOf(response: HttpResponse, text: string, secrets: readonly string[]): string {
  const isPlain = response.header("content-type").startsWith("text/plain");
  const clean = isPlain ? cleanText(text, secrets) : "";
  return clean === "" ? "" : `: ${clean}`;
}
