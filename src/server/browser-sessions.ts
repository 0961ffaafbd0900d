import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** The two secrets of a new browser session. */
interface OpenedSession {
  /** `Set-Cookie` header of the session cookie, which scripts cannot read. */
  readonly setCookie: string;
  /** Key that pages send along with the cookie to use the API, and that lets them verify the server. */
  readonly key: string;
}

/** Sessions of logged-in browsers. Kept in memory only, so that another process on the same port cannot use them. */
export interface BrowserSessions {
  /** Creates a login code, valid once. */
  newCode(): string;
  /** Opens a session with a login code; undefined if the code is unknown, used or expired. */
  open(code: string): OpenedSession | undefined;
  /** Returns the key of the session that the request's cookie belongs to. */
  keyOf(request: IncomingMessage): string | undefined;
}

const codeMs = 10 * 60_000;
const sessionMs = 24 * 60 * 60_000;
/** Most codes, and most sessions; beyond that the oldest is dropped. */
const most = 64;

/**
 * Creates the sessions of a server at `port`. Browsers send cookies to every port of a host, so the port is part of the
 * cookie's name, and the cookie alone only gives access to the site: the API also needs the key, which page storage keeps
 * per port.
 */
export function createBrowserSessions(port: number, now: () => number): BrowserSessions {
  const name = `loci-${port}`;
  const codes = createStore<true>(codeMs, now);
  const keys = createStore<string>(sessionMs, now);
  return {
    newCode() {
      const code = randomBytes(16).toString("base64url");
      codes.add(code, true);
      return code;
    },
    open(code) {
      if (codes.take(code) === undefined) return undefined;
      const [cookie, key] = [newSecret(), newSecret()];
      keys.add(cookie, key);
      return { setCookie: `${name}=${cookie}; Path=/; HttpOnly; SameSite=Strict`, key };
    },
    keyOf({ headers }) {
      const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim());
      const given = pairs.filter((pair) => pair.startsWith(`${name}=`));
      return given.map((pair) => keys.find(pair.slice(name.length + 1))).find(Boolean);
    },
  };
}

const newSecret = (): string => randomBytes(32).toString("base64url");

/** Maps secrets to values that expire. Stores hashes, so that look-up times reveal no secret. */
function createStore<T>(lifeMs: number, now: () => number) {
  const kept = new Map<string, { readonly value: T; readonly until: number }>();
  const hash = (secret: string): string => createHash("sha256").update(secret).digest("hex");
  const find = (secret: string): T | undefined => {
    const found = kept.get(hash(secret));
    return found !== undefined && now() < found.until ? found.value : undefined;
  };
  return {
    find,
    take(secret: string): T | undefined {
      const value = find(secret);
      kept.delete(hash(secret));
      return value;
    },
    add(secret: string, value: T): void {
      kept.set(hash(secret), { value, until: now() + lifeMs });
      for (const oldest of kept.keys()) {
        if (kept.size <= most) return;
        kept.delete(oldest);
      }
    },
  };
}
