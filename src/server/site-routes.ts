import type { IncomingMessage } from "node:http";
import { LociError } from "../errors.ts";
import { type Credentials, checkToken } from "./check-caller.ts";
import { Refusal } from "./failure.ts";
import type { LoginPages } from "./page-files.ts";
import type { Reply } from "./reply.ts";
import type { Asked, Route } from "./routes.ts";
import type { EventSource } from "./send-events.ts";
import { answerSite } from "./serve-site-file.ts";
import type { ServedSite } from "./server-ports.ts";

export interface SiteRoutes {
  readonly routes: readonly (readonly [string, Route])[];
  /** For every other address. */
  readonly fallback: Route;
}

/** The built site, open with a session's cookie or the token; to others its login page. */
export function createSiteRoutes(
  site: ServedSite,
  credentials: Credentials,
  loginPages: LoginPages,
): SiteRoutes {
  const listen = createListening(site);
  return {
    routes: [
      [
        "/live-events",
        {
          access: "open",
          async GET({ request }) {
            if (!isVisitor(request, credentials)) throw stranger();
            return { type: "events", events: listen() };
          },
        },
      ],
    ],
    fallback: {
      access: "page",
      GET: (asked) => answerVisit(site, { credentials, loginPages }, asked),
    },
  };
}

/** Of the connections that one address may have (start-server.ts), so many are for listening; the others for asking. */
const maxListeners = 32;

/** Each call takes a listener; throws LociError BUSY where there are too many already. */
function createListening(site: ServedSite): () => EventSource {
  let listeners = 0;
  return () => {
    if (listeners >= maxListeners) {
      throw new LociError("BUSY", "Cannot follow the site: too many pages do already; close some");
    }
    return async function* (signal) {
      listeners++;
      try {
        yield* site.changes(signal);
      } finally {
        listeners--;
      }
    };
  };
}

interface SiteAccess {
  readonly credentials: Credentials;
  readonly loginPages: LoginPages;
}

async function answerVisit(site: ServedSite, access: SiteAccess, asked: Asked): Promise<Reply> {
  const { credentials, loginPages } = access;
  const { request, path } = asked;
  const isPage = isPageOf(asked);
  if (!isVisitor(request, credentials)) {
    // For every path: without a key, don't reveal what exists.
    if (!isPage) throw stranger();
    return page(401, loginPages.login, { "www-authenticate": 'Bearer realm="loci"' });
  }
  const state = site.state();
  if (state === "there") return answerSite(site.folder, path, request);
  const wait = { "retry-after": state === "coming" ? "1" : "10" };
  if (isPage) return page(503, loginPages[state], wait);
  throw new LociError("BUSY", `Cannot open "${path.slice(0, 80)}": the site is not built yet`);
}

/** Throws Refusal for a wrong token. */
function isVisitor(request: IncomingMessage, credentials: Credentials): boolean {
  if (request.headers.authorization === undefined)
    return credentials.sessions.keyOf(request) !== undefined;
  checkToken(request, credentials);
  return true;
}

/** What a person may be looking at; what a page loads beside itself is no use as a page. */
const isPageOf = ({ path, request }: Asked): boolean =>
  /\/$|\.html$/.test(path) || (request.headers.accept ?? "").includes("text/html");

const page = (status: number, bytes: Buffer, headers: Readonly<Record<string, string>>): Reply => ({
  ...{ type: "file", contentType: "text/html; charset=utf-8", status, bytes },
  headers: { "cache-control": "no-store", ...headers },
});

const stranger = (): Refusal =>
  new Refusal(
    "UNAUTHORIZED",
    'Cannot open the memory: the request has no key; open the address that "loci up --address" prints, or send "Authorization: Bearer TOKEN" with the token of .loci/token',
    { headers: { "www-authenticate": 'Bearer realm="loci"' } },
  );
