import { createServer, type Server } from "node:http";
import { answerRequest, type ServerContext } from "./answer-request.ts";
import { createBrowserSessions } from "./browser-sessions.ts";
import { type Credentials, isWildcard, toUrlHost } from "./check-caller.ts";
import { listen } from "./listen.ts";
import { openMadeTokens } from "./made-tokens.ts";
import { ownVersion } from "./mcp/own-version.ts";
import { mcpRoute } from "./mcp-route.ts";
import { openMetrics } from "./metrics.ts";
import { type Operation, toRoutes } from "./operation.ts";
import { readLoginPages, readPageFiles } from "./page-files.ts";
import { ok } from "./reply.ts";
import { apiOperations, openRoutes, type Route, toTalk } from "./routes.ts";
import { proofSecret, writeServerAddress } from "./server-address.ts";
import type { ServedDevice, ServedLoci, ServedSite, ServedVoice } from "./server-ports.ts";
import { createSiteRoutes } from "./site-routes.ts";
import { openToken } from "./token-file.ts";

export interface StartOptions {
  /** 0: any free port. */
  readonly port: number;
  /** Whether a taken port is an error; otherwise any free one is used. */
  readonly strict: boolean;
  /** Prints a sentence for the user (default: a warning of Node). */
  readonly report?: (sentence: string) => void;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

export interface RunningServer {
  /** Login URL for a browser, valid once. The code is in the fragment, which browsers don't send to servers. */
  readonly url: string;
  readonly port: number;
  /** Ends event streams, lets other requests finish, and resolves once the last connection is closed. */
  close(): Promise<void>;
}

/** Limits on headers (bytes) and times (ms) that our own clients never reach. */
const limits = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 5_000,
};
const maxConnections = 256;
const closeTimeoutMs = 2_000;

/**
 * Serves the vault over HTTP: the API, the talk page and, if there is one, the built site. Rejects with LociError BUSY,
 * BAD_CONFIG, WRITE_FAILED or UNREADABLE.
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
  const pageFiles = await readPageFiles(site !== undefined);
  const loginPages = site && (await readLoginPages(site.language));
  const { root, device, settings } = loci;
  const metrics = openMetrics(loci);
  const mcp = mcpRoute(loci);
  const operations = apiOperations(loci, voice);
  const server = await serve(
    { root, device, host: settings.server.host },
    options,
    (credentials) => {
      const ofSite =
        site && loginPages && createSiteRoutes(site, { root, credentials, loginPages });
      const home: readonly (readonly [string, Route])[] = [
        ["/talk", toTalk],
        ...(ofSite?.routes ?? [["/", toTalk] as const]),
      ];
      const routes = new Map([
        ...openRoutes(pageFiles, credentials),
        ...toRoutes(operations),
        openApiRoute(operations),
        ["/metrics", metrics.route] as const,
        ["/mcp", mcp] as const,
        loginUrlRoute(credentials),
        ...home,
      ]);
      return { routes, fallback: ofSite?.fallback };
    },
  ).catch((error: unknown) => {
    metrics.close();
    throw error;
  });
  writeServerAddress(device, server.url);
  return { ...server, close: () => server.close().finally(metrics.close) };
}

/** Route of the OpenAPI document, which tells nothing of the vault. */
function openApiRoute(operations: readonly Operation[]): readonly [string, Route] {
  const describe = async () => {
    const { describeApi } = await import("./openapi.ts");
    return ok(describeApi(operations, ownVersion()));
  };
  let described: ReturnType<typeof describe> | undefined;
  const GET = () => {
    described ??= describe();
    return described;
  };
  return ["/openapi.json", { access: "open", GET }];
}

/** Route that returns a new login URL to a client with the token. */
const loginUrlRoute = (credentials: Credentials): readonly [string, Route] => [
  "/api/address",
  {
    access: "token",
    POST: async () => ok({ url: createLoginUrl(credentials) }),
  },
];

const createLoginUrl = ({ host, port, sessions }: Credentials): string =>
  `http://${toUrlHost(reachableHost(host))}:${port}/#code=${sessions.newCode()}`;

interface Place {
  readonly root: string;
  readonly device: ServedDevice;
  readonly host: string;
}

async function serve(
  { root, device, host }: Place,
  options: StartOptions,
  routesFor: (credentials: Credentials) => Pick<ServerContext, "routes" | "fallback">,
): Promise<RunningServer> {
  const { port: wanted, strict, now = Date.now } = options;
  const { report = (sentence: string) => process.emitWarning(sentence) } = options;
  const token = await openToken(device.folder, report);
  const closing = new AbortController();
  const server = createServer(limits);
  server.maxConnections = maxConnections;
  const port = await listen(server, { host, port: wanted, strict, report });
  const made = openMadeTokens(device.vaultFolder, now);
  const sessions = createBrowserSessions(port, now);
  const credentials = {
    host,
    port,
    token,
    proofSecret: proofSecret(device, token),
    made,
    sessions,
  };
  const context = { credentials, closing: closing.signal, report, ...routesFor(credentials) };
  server.on("request", (request, response) => {
    response.once("finish", () => {
      // A kept-alive connection would delay close().
      if (closing.signal.aborted) request.socket.destroySoon();
    });
    void answerRequest(request, response, context);
  });
  if (!isLoopback(host)) report(networkWarning(host, port, root));
  return {
    url: createLoginUrl(credentials),
    port,
    close() {
      closing.abort();
      return closeServer(server);
    },
  };
}

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);

/** Replaces a wildcard address by one that a browser can open. */
function reachableHost(host: string): string {
  if (!isWildcard(host)) return host;
  return host === "::" ? "::1" : "127.0.0.1";
}

function networkWarning(host: string, port: number, root: string): string {
  return `Listening on ${toUrlHost(host)}:${port} for the network, unencrypted: whoever has the token can read and change ${root}`;
}

async function closeServer(server: Server): Promise<void> {
  const overdue = setTimeout(() => server.closeAllConnections(), closeTimeoutMs);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(overdue);
}
