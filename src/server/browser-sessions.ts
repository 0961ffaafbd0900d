import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** A session of one browser, as it is handed to it. */
interface OpenedSession {
  /** The header that hands over the cookie, which scripts of a page cannot read. */
  readonly setCookie: string;
  /** What pages show beside the cookie where they use the API, and know the server again by. */
  readonly key: string;
}

/** The browsers that may come in. They live in this process alone: useless to another process that takes its port later. */
export interface BrowserSessions {
  /** Makes a code for one browser to come in with, once. */
  newCode(): string;
  /** Undefined where the code is none, was used, or is too old. */
  open(code: string): OpenedSession | undefined;
  /** The key of the session whose cookie the request brings. */
  keyOf(request: IncomingMessage): string | undefined;
}

const codeMs = 10 * 60_000;
const sessionMs = 24 * 60 * 60_000;
/** Past that the oldest goes. */
const most = 64;

/**
 * Keeps the sessions of a server at a port. Browsers send cookies to every port of a host, so the port is in their name,
 * and a cookie alone only reads the site: the key stays in the storage of this one port.
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

/** Values by secret, for so long. Hashes are compared, so that no secret shows in the time this takes. */
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
