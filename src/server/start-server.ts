import { createServer, type Server } from "node:http";
import { answerRequest, type ServerContext } from "./answer-request.ts";
import { createBrowserSessions } from "./browser-sessions.ts";
import { bracketed, type Credentials, isWildcard } from "./check-caller.ts";
import { guardConnections, refuseMalformed } from "./guard-connections.ts";
import { listen } from "./listen.ts";
import { readLoginPages, readPageFiles } from "./page-files.ts";
import { ok } from "./reply.ts";
import { apiRoutes, openRoutes, type Route, redirectRoute } from "./routes.ts";
import { writeServedAt } from "./server-address.ts";
import type { ServedLoci, ServedSite, ServedVoice } from "./server-ports.ts";
import { createSiteRoutes } from "./site-routes.ts";
import { openToken } from "./token-file.ts";

export interface StartOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** Whether a taken port is an error; else a free one is taken. */
  readonly strict: boolean;
  /** Takes one sentence for the person; without it, Node prints it as a warning. */
  readonly report?: (sentence: string) => void;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

export interface RunningServer {
  /** For the person's browser; its fragment, which browsers never send, holds a code that lets one in, once. */
  readonly url: string;
  readonly port: number;
  /** Ends open event streams, lets other requests finish, and resolves when the last connection is gone. */
  close(): Promise<void>;
}

/** A client that sends or keeps connections at these sizes and times is not one of ours. */
const limits = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 5_000,
};
const connectionLimits = { most: 256, maxPerAddress: 64, idleMs: 30_000 };
const closeTimeoutMs = 2_000;

/**
 * Serves the vault over HTTP: its API, the page to talk on, and the built site where there is one. Throws LociError
 * BUSY, BAD_CONFIG, WRITE_FAILED or UNREADABLE.
 */
export async function startServer(
  loci: ServedLoci,
  {
    site,
    voice,
    ...options
  }: StartOptions & {
    readonly site?: ServedSite | undefined;
    readonly voice?: ServedVoice | undefined;
  },
): Promise<RunningServer> {
  const pageFiles = await readPageFiles({ talk: true, site: site !== undefined });
  const loginPages = site && (await readLoginPages(site.language, true));
  const { root, lociDir, settings } = loci;
  const server = await serve(
    { root, lociDir, host: settings.server.host },
    options,
    (credentials) => {
      const ofSite = site && loginPages && createSiteRoutes(site, credentials, loginPages);
      const home: readonly (readonly [string, Route])[] = [
        ["/talk", redirectRoute("/talk/")],
        ...(ofSite?.routes ?? [["/", redirectRoute("/talk/")] as const]),
      ];
      const routes = new Map([
        ...openRoutes(pageFiles, credentials),
        ...apiRoutes(loci, voice),
        newAddressRoute(credentials),
        ...home,
      ]);
      return { routes, fallback: ofSite?.fallback };
    },
  );
  writeServedAt(lociDir, server.url);
  return server;
}

/** Lets a holder of the token in by a browser. */
const newAddressRoute = (credentials: Credentials): readonly [string, Route] => [
  "/api/address",
  { access: "token", POST: async () => ok({ url: newAddress(credentials) }) },
];

const newAddress = ({ host, port, sessions }: Credentials): string =>
  `http://${bracketed(visitedHost(host))}:${port}/#code=${sessions.newCode()}`;

/** Serves a built site alone, to this machine only. Throws as `startServer`. */
export async function startSiteServer(
  place: Pick<Place, "root" | "lociDir">,
  { site, ...options }: StartOptions & { readonly site: ServedSite },
): Promise<RunningServer> {
  const pageFiles = await readPageFiles({ talk: false, site: true });
  const loginPages = await readLoginPages(site.language, false);
  return serve({ ...place, host: "127.0.0.1" }, options, (credentials) => {
    const { routes, fallback } = createSiteRoutes(site, credentials, loginPages);
    return { routes: new Map([...openRoutes(pageFiles, credentials), ...routes]), fallback };
  });
}

interface Place {
  readonly root: string;
  readonly lociDir: string;
  readonly host: string;
}

async function serve(
  { root, lociDir, host }: Place,
  options: StartOptions,
  routesFor: (credentials: Credentials) => Pick<ServerContext, "routes" | "fallback">,
): Promise<RunningServer> {
  const { port: wanted, strict, now = Date.now } = options;
  const { report = (sentence: string) => process.emitWarning(sentence) } = options;
  const token = await openToken(lociDir, report);
  const closing = new AbortController();
  const server = createServer(limits);
  guardConnections(server, connectionLimits);
  server.on("clientError", refuseMalformed);
  const port = await listen(server, { host, port: wanted, strict, report });
  const credentials = { host, port, token, sessions: createBrowserSessions(port, now) };
  const context = { credentials, ...routesFor(credentials), closing: closing.signal, report };
  server.on("request", (request, response) => {
    response.once("finish", () => {
      // A connection that is kept alive would hold up close().
      if (closing.signal.aborted) request.socket.destroySoon();
    });
    void answerRequest(request, response, context);
  });
  if (!isLoopback(host)) report(warnOfNetwork(host, port, root));
  return {
    url: newAddress(credentials),
    port,
    close() {
      closing.abort();
      return closeServer(server);
    },
  };
}

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);

/** A wildcard is no address to open. */
function visitedHost(host: string): string {
  if (!isWildcard(host)) return host;
  return host === "::" ? "::1" : "127.0.0.1";
}

function warnOfNetwork(host: string, port: number, root: string): string {
  return `Listening on ${bracketed(host)}:${port} for the network, unencrypted: whoever has the token can read and change ${root}`;
}

async function closeServer(server: Server): Promise<void> {
  const overdue = setTimeout(() => server.closeAllConnections(), closeTimeoutMs);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(overdue);
}
