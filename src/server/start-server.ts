import { createServer, type Server } from "node:http";
import { answerRequest } from "./answer-request.ts";
import { bracketed, isWildcard } from "./check-caller.ts";
import { guardConnections } from "./guard-connections.ts";
import { listen } from "./listen.ts";
import { readPageFiles } from "./page-files.ts";
import { refuseMalformed } from "./refuse-malformed.ts";
import { createRoutes } from "./routes.ts";
import type { ServedLoci } from "./served-loci.ts";
import { openToken } from "./token-file.ts";

export interface StartOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** Whether a taken port is an error; else a free one is taken. */
  readonly strict: boolean;
  /** Takes one sentence for the person; without it, Node prints it as a warning. */
  readonly report?: (sentence: string) => void;
}

export interface RunningServer {
  /** For the person's browser; its fragment, which browsers never send, holds the token. */
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
const connectionLimits = { most: 256, mostPerAddress: 64, idleMs: 30_000 };
const closeTimeoutMs = 2_000;

/** Serves the vault over HTTP. Throws LociError BUSY, BAD_CONFIG, WRITE_FAILED or UNREADABLE. */
export async function startServer(loci: ServedLoci, options: StartOptions): Promise<RunningServer> {
  const { port: wanted, strict, report = (sentence) => process.emitWarning(sentence) } = options;
  const { host } = loci.settings.server;
  const token = await openToken(loci.lociDir, report);
  const pageFiles = await readPageFiles();
  const closing = new AbortController();
  const server = createServer(limits);
  guardConnections(server, connectionLimits);
  server.on("clientError", refuseMalformed);
  const port = await listen(server, { host, port: wanted, strict, report });
  const gate = { host, port, token };
  const routes = createRoutes(loci, pageFiles, gate);
  const site = { gate, routes, closing: closing.signal, report };
  server.on("request", (request, response) => {
    response.once("finish", () => {
      // A connection that is kept alive would hold up close().
      if (closing.signal.aborted) request.socket.destroySoon();
    });
    void answerRequest(request, response, site);
  });
  if (!isLoopback(host)) report(warnOfNetwork(host, port, loci.root));
  return {
    url: `http://${bracketed(visitedHost(host))}:${port}/#token=${token}`,
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
