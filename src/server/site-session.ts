import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** The cookie that opens the site for reading, and nothing else. */
export interface SiteSession {
  /** The header that hands it to a browser. */
  readonly setCookie: string;
  /** Whether the request brings it. */
  isBroughtBy(request: IncomingMessage): boolean;
}

/**
 * Makes a server's cookie: 256 random bits that only this process knows, so that it dies with it. Browsers send cookies
 * to every port of a host, so the port is in its name: two of Loci do not overwrite each other's.
 */
export function createSiteSession(port: number): SiteSession {
  const name = `loci-${port}`;
  const value = randomBytes(32).toString("base64url");
  const expected = Buffer.from(value);
  return {
    setCookie: `${name}=${value}; Path=/; HttpOnly; SameSite=Strict`,
    isBroughtBy({ headers }) {
      const given = (headers.cookie ?? "").split(";").map((pair) => pair.trim());
      return given.some((pair) => {
        const bytes = Buffer.from(pair.startsWith(`${name}=`) ? pair.slice(name.length + 1) : "");
        return bytes.length === expected.length && timingSafeEqual(bytes, expected);
      });
    },
  };
}
