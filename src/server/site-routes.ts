import type { IncomingMessage } from "node:http";
import { addressOfPage } from "../app/site/show-reply.ts";
import { LociError } from "../errors.ts";
import { checkMay } from "./caller.ts";
import { type Credentials, checkToken } from "./check-caller.ts";
import { Refusal } from "./failure.ts";
import type { LoginPages } from "./page-files.ts";
import type { Reply } from "./reply.ts";
import type { Route, RouteRequest } from "./routes.ts";
import { serveSiteFile } from "./serve-site-file.ts";
import type { ServedSite } from "./server-ports.ts";

export interface SiteRoutes {
  readonly routes: readonly (readonly [string, Route])[];
  /** Route of every other path. */
  readonly fallback: Route;
}

/**
 * Returns the routes of a built site: its pages, their changes, and `/page-of?file=…`, which leads to the page of a file of
 * the vault. Without a session cookie or the token they show the login page.
 */
export function createSiteRoutes(
  site: ServedSite,
  { root, credentials, loginPages }: SiteAccess & { readonly root: string },
): SiteRoutes {
  return {
    routes: [
      [
        "/live-events",
        {
          access: "open",
          async GET({ request }) {
            if (!isAuthorized(request, credentials)) throw unauthorized();
            return { type: "events", events: (signal) => site.changes(signal) };
          },
        },
      ],
      [
        "/page-of",
        {
          access: "page",
          async GET({ request, query }) {
            if (!isAuthorized(request, credentials)) return loginPage(loginPages);
            const file = query.get("file") ?? "";
            const address = await addressOfPage(root, file);
            return { type: "redirect", location: address ?? `/${encodeURIComponent(file)}` };
          },
        },
      ],
    ],
    fallback: {
      access: "page",
      GET: (asked) => answerPage(site, { credentials, loginPages }, asked),
    },
  };
}

interface SiteAccess {
  readonly credentials: Credentials;
  readonly loginPages: LoginPages;
}

async function answerPage(
  site: ServedSite,
  access: SiteAccess,
  asked: RouteRequest,
): Promise<Reply> {
  const { credentials, loginPages } = access;
  const { request, path } = asked;
  const isPage = isPageOf(asked);
  if (!isAuthorized(request, credentials)) {
    // The same for every path, so as not to reveal what exists.
    if (!isPage) throw unauthorized();
    return loginPage(loginPages);
  }
  const state = site.state();
  if (state === "there") return serveSiteFile(site.folder, path, request);
  const wait = { "retry-after": state === "coming" ? "1" : "10" };
  if (isPage) return page(503, loginPages[state], wait);
  throw new LociError("BUSY", `Cannot open "${path.slice(0, 80)}": the site is not built yet`);
}

/** True with a session cookie or the token. Throws Refusal for a wrong token. */
function isAuthorized(request: IncomingMessage, credentials: Credentials): boolean {
  if (request.headers.authorization === undefined)
    return credentials.sessions.keyOf(request) !== undefined;
  checkMay(checkToken(request, credentials), "owner");
  return true;
}

/** True for a request for a page, as opposed to something a page loads. */
const isPageOf = ({ path, request }: RouteRequest): boolean =>
  /\/$|\.html$/.test(path) || (request.headers.accept ?? "").includes("text/html");

const page = (status: number, bytes: Buffer, headers: Readonly<Record<string, string>>): Reply => ({
  ...{ type: "file", contentType: "text/html; charset=utf-8", status, bytes },
  headers: { "cache-control": "no-store", ...headers },
});

const loginPage = ({ login }: LoginPages): Reply =>
  page(401, login, { "www-authenticate": 'Bearer realm="loci"' });

const unauthorized = (): Refusal =>
  new Refusal(
    "UNAUTHORIZED",
    'Cannot open the memory: the request has no key; open the address that "loci up --address" prints, or send "Authorization: Bearer TOKEN" with the token of ~/.config/loci/token',
    { headers: { "www-authenticate": 'Bearer realm="loci"' } },
  );
