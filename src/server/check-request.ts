import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { MiddlewareHandler } from "hono";
import { LociError } from "../errors.ts";
import type { Env } from "./operation.ts";

/** Where the server listens: `host` of the settings is a name or an IP address. */
export interface ServedAt {
  readonly host: string;
  readonly port: number;
}

/** These may be opened by a link on another site; they show nothing to who has no cookie. */
const isPage = (path: string): boolean => !/^\/(?:api|v1|metrics|mcp)(?:\/|$)/.test(path);

/**
 * Rejects requests that other web sites make a browser send: a foreign Host (DNS rebinding), a foreign Origin, or
 * cross-site by Sec-Fetch-Site. Throws LociError FORBIDDEN.
 */
export const checkRequest =
  (at: ServedAt): MiddlewareHandler<Env> =>
  async ({ env: { incoming }, req }, next) => {
    const authorities = ownNames(incoming, at).flatMap((name) => authoritiesOf(name, at.port));
    const [host = "", ...more] = incoming.headersDistinct.host ?? [];
    if (more.length > 0 || !authorities.includes(host.toLowerCase())) {
      throw refuse(
        "Host",
        `Cannot answer for the host "${host.slice(0, 80)}": open http://${authorities[0]}, or set server.host in device.yaml`,
      );
    }
    const origin = req.header("origin");
    if (origin !== undefined && !authorities.some((own) => origin === `http://${own}`)) {
      throw refuse(
        "Origin",
        `Cannot answer a page of "${origin.slice(0, 80)}": only Loci's own page may ask`,
      );
    }
    const site = req.header("sec-fetch-site") ?? "none";
    const isLink = isPage(req.path) && req.header("sec-fetch-mode") === "navigate";
    if (site !== "same-origin" && site !== "none" && !isLink) {
      throw refuse("Sec-Fetch-Site", "Cannot answer another site's page: only Loci's own may ask");
    }
    await next();
  };

const refuse = (header: string, message: string): LociError =>
  new LociError("FORBIDDEN", message, { data: { header } });

/** Loopback names, and the configured host or, for a wildcard, the address this connection came in at. */
function ownNames({ socket }: IncomingMessage, { host }: ServedAt): readonly string[] {
  const names = ["127.0.0.1", "localhost", "::1"];
  if (isWildcard(host)) return [...names, (socket.localAddress ?? "").replace(/^::ffff:/, "")];
  return [...names, host.toLowerCase()];
}

/** True for an address that means every network interface. */
export const isWildcard = (host: string): boolean => host === "0.0.0.0" || host === "::";

function authoritiesOf(name: string, port: number): readonly string[] {
  const host = toUrlHost(name);
  return port === 80 ? [`${host}:80`, host] : [`${host}:${port}`];
}

/** Puts an IPv6 address in brackets, as in URLs. */
export const toUrlHost = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host);
