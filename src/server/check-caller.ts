import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { BrowserSessions } from "./browser-sessions.ts";
import { type Caller, owner } from "./caller.ts";
import { Refusal } from "./failure.ts";
import type { MadeTokens } from "./made-tokens.ts";

/** The server's address, and what authorizes a request. */
export interface Credentials {
  /** `server.host` of the settings: a name or an IP address. */
  readonly host: string;
  readonly port: number;
  readonly token: string;
  /** What the server proves to other processes of this device that it knows. */
  readonly proofSecret: string;
  readonly made: Pick<MadeTokens, "find">;
  readonly sessions: BrowserSessions;
}

/**
 * Rejects requests that other web sites make a browser send: a foreign Host (DNS rebinding), a foreign Origin, or
 * cross-site by Sec-Fetch-Site. `isPage`: other sites may link to it. Throws Refusal FORBIDDEN.
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
      `Cannot answer for the host "${host.slice(0, 80)}": open http://${authorities[0]}, or set server.host in device.yaml`,
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

/** Requires the vault's token, one that was made, or the cookie and key of a browser session. Throws Refusal UNAUTHORIZED. */
export function checkToken(request: IncomingMessage, credentials: Credentials): Caller {
  const { authorization } = request.headers;
  const given = bearerOf(request);
  if (isSame(given, credentials.token)) return owner;
  const made = credentials.made.find(given);
  if (made !== undefined) return made;
  const key = authorization === undefined ? credentials.sessions.keyOf(request) : undefined;
  const shown = request.headers["loci-key"];
  if (key !== undefined && typeof shown === "string" && isSame(shown, key)) return owner;
  const another =
    'the token was revoked, or is not this vault\'s; make another with "loci token make"';
  const wrong = given.startsWith("loci_") ? another : `the token is not this vault's; ${ways}`;
  const state = authorization === undefined ? `the request has no token; ${ways}` : wrong;
  throw new Refusal("UNAUTHORIZED", `Cannot open the memory: ${state}`, {
    headers: { "www-authenticate": 'Bearer realm="loci"' },
  });
}

/** The token that a request brings; "" for none. */
export const bearerOf = ({ headers }: IncomingMessage): string =>
  /^Bearer +([\w-]+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";

const ways =
  'open the address that "loci up --address" prints, or send "Authorization: Bearer TOKEN" with the token of ~/.config/loci/token, or one that "loci token make" printed';

/** Compares in constant time; hashing hides the length too. */
function isSame(given: string, token: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

function isOwnFetch(headers: IncomingHttpHeaders): boolean {
  const site = headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none";
}

/** Loopback names, and the configured host or, for a wildcard, the address this connection came in at. */
function ownNames({ socket }: IncomingMessage, { host }: Credentials): readonly string[] {
  const names = ["127.0.0.1", "localhost", "::1"];
  if (isWildcard(host)) return [...names, (socket.localAddress ?? "").replace(/^::ffff:/, "")];
  return [...names, host.toLowerCase()];
}

/** True for an address that means every network interface. */
export function isWildcard(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

function authoritiesOf(name: string, port: number): readonly string[] {
  const host = toUrlHost(name);
  return port === 80 ? [`${host}:80`, host] : [`${host}:${port}`];
}

/** Puts an IPv6 address in brackets, as in URLs. */
export function toUrlHost(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}
