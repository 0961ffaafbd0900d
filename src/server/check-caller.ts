import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { BrowserSessions } from "./browser-sessions.ts";
import { Refusal } from "./failure.ts";

/** Where the server listens, and what lets a request in. */
export interface Credentials {
  /** As set: a name or an address. */
  readonly host: string;
  readonly port: number;
  readonly token: string;
  readonly sessions: BrowserSessions;
}

/**
 * Turns away what another web site makes a browser send: a foreign name in Host (DNS rebinding), a foreign Origin, a
 * request that the browser itself marks as cross-site. `isPage`: a link elsewhere may lead to it. Throws Refusal.
 */
export function checkCaller(
  request: IncomingMessage,
  credentials: Credentials,
  isPage: boolean,
): void {
  const { headers } = request;
  const authorities = ownNames(request, credentials).flatMap((name) =>
    authoritiesOf(name, credentials.port),
  );
  const [host = "", ...more] = request.headersDistinct.host ?? [];
  if (more.length > 0 || !authorities.includes(host.toLowerCase())) {
    throw new Refusal(
      "FORBIDDEN",
      `Cannot answer for the host "${host.slice(0, 80)}": open http://${authorities[0]}, or set server.host in .loci/device.yaml`,
      { data: { header: "Host" } },
    );
  }
  const { origin } = headers;
  if (origin !== undefined && !authorities.some((own) => origin === `http://${own}`)) {
    throw new Refusal(
      "FORBIDDEN",
      `Cannot answer a page of "${origin.slice(0, 80)}": only Loci's own page may ask`,
      { data: { header: "Origin" } },
    );
  }
  if (!isOwnFetch(headers) && !(isPage && headers["sec-fetch-mode"] === "navigate")) {
    throw new Refusal("FORBIDDEN", "Cannot answer another site's page: only Loci's own may ask", {
      data: { header: "Sec-Fetch-Site" },
    });
  }
}

/** Asks for the token, or for the cookie and the key of a browser's session. Throws Refusal. */
export function checkToken(request: IncomingMessage, credentials: Credentials): void {
  const { authorization } = request.headers;
  const given = /^Bearer +([\w-]+)$/i.exec(authorization ?? "")?.[1];
  if (given !== undefined && isSame(given, credentials.token)) return;
  const key = authorization === undefined ? credentials.sessions.keyOf(request) : undefined;
  const shown = request.headers["loci-key"];
  if (key !== undefined && typeof shown === "string" && isSame(shown, key)) return;
  const state =
    authorization === undefined ? "the request has no token" : "the token is not this vault's";
  throw new Refusal(
    "UNAUTHORIZED",
    `Cannot open the memory: ${state}; open the address that "loci up --address" prints, or send "Authorization: Bearer TOKEN" with the token of .loci/token`,
    { headers: { "www-authenticate": 'Bearer realm="loci"' } },
  );
}

/** Digests have one length, so that neither length nor content of the token shows in the time this takes. */
function isSame(given: string, token: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

function isOwnFetch(headers: IncomingHttpHeaders): boolean {
  const site = headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none";
}

/** Loopback names, the host that is set, and the address this connection came in at: no name can be rebound to that. */
function ownNames({ socket }: IncomingMessage, { host }: Credentials): readonly string[] {
  const names = ["127.0.0.1", "localhost", "::1"];
  if (isWildcard(host)) return [...names, (socket.localAddress ?? "").replace(/^::ffff:/, "")];
  return [...names, host.toLowerCase()];
}

/** True for an address that stands for every network of the machine. */
export function isWildcard(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

function authoritiesOf(name: string, port: number): readonly string[] {
  const host = bracketed(name);
  return port === 80 ? [`${host}:80`, host] : [`${host}:${port}`];
}

/** The host as URLs write it. */
export function bracketed(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}
