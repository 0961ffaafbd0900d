import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Loci } from "../app/loci.ts";
import { errnoOf, LociError, messageOf } from "../errors.ts";
import { removeAddress, type ServedDevice, writeAddress } from "./ask-running.ts";
import { isWildcard, toUrlHost } from "./check-request.ts";
import { createApp } from "./create-app.ts";
import { createLogins } from "./logins.ts";
import { openMadeTokens } from "./made-tokens.ts";
import { openMetrics } from "./metrics.ts";
import type { ServedSite } from "./pages.ts";
import { openToken } from "./token-file.ts";
import type { ServedVoice } from "./voice-routes.ts";

/** The part of an open vault that the server uses. */
export type ServedLoci = Omit<Loci, "digest" | "transfer" | "upkeep" | "close" | "device"> & {
  readonly device: ServedDevice;
};

export interface StartOptions {
  /** 0: any free port. */
  readonly port: number;
  /** Whether a taken port is an error; otherwise any free one is used. */
  readonly strict: boolean;
  /** Prints a sentence for the user (default: a warning of Node). */
  readonly report?: (sentence: string) => void;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly site?: ServedSite | undefined;
  readonly voice?: ServedVoice | undefined;
}

export interface RunningServer {
  /** Login URL for a browser, valid once. */
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

/** Serves the vault over HTTP. Rejects with LociError BUSY, BAD_CONFIG, WRITE_FAILED or UNREADABLE. */
export async function startServer(loci: ServedLoci, options: StartOptions): Promise<RunningServer> {
  const { now = Date.now, site, voice } = options;
  const { report = (sentence: string) => process.emitWarning(sentence) } = options;
  const { root, device } = loci;
  const { host } = loci.settings.server;
  const tokens = [openToken(device.folder, report), randomBytes(32).toString("base64url")] as const;
  const server = createServer(limits);
  server.maxConnections = maxConnections;
  const port = await listen(server, host, { ...options, report });
  const closing = new AbortController();
  const metrics = openMetrics(loci);
  const logins = createLogins(port, now);
  const origin = `http://${toUrlHost(reachableHost(host))}:${port}`;
  const createLoginUrl = (): string => `${origin}/login?code=${logins.newCode()}`;
  const app = createApp(loci, {
    at: { host, port },
    credentials: { tokens, made: openMadeTokens(device.vaultFolder, now), logins },
    closing: closing.signal,
    metrics: metrics.answer,
    report,
    site,
    voice,
    createLoginUrl,
  });
  server.on("request", (_, response) => {
    response.once("finish", () => {
      // A kept-alive connection would delay close().
      if (closing.signal.aborted) server.closeIdleConnections();
    });
  });
  server.on("request", getRequestListener(app.fetch));
  writeAddress(device, origin, tokens[1]);
  if (!isLoopback(host)) {
    report(
      `Listening on ${toUrlHost(host)}:${port} for the network, unencrypted: whoever has the token can read and change ${root}`,
    );
  }
  return {
    url: createLoginUrl(),
    port,
    async close() {
      closing.abort();
      removeAddress(device, tokens[1]);
      await closeServer(server);
      metrics.close();
    },
  };
}

/** Starts listening and returns the port. Throws LociError BUSY for one that is taken if `strict`, BAD_CONFIG for a bad host. */
async function listen(
  server: Server,
  host: string,
  { port, strict, report }: Required<Pick<StartOptions, "port" | "strict" | "report">>,
): Promise<number> {
  try {
    await once(server.listen({ host, port }), "listening");
  } catch (cause) {
    const code = errnoOf(cause);
    if (code !== "EADDRINUSE" && code !== "EACCES") {
      const message = `Cannot listen on server.host "${host}": ${messageOf(cause)}; the default is 127.0.0.1`;
      throw new LociError("BAD_CONFIG", message, { cause, data: { host } });
    }
    const state =
      code === "EACCES" ? "this user may not use it" : "another program (or Loci) uses it";
    const message = `Cannot listen on port ${port}: ${state}`;
    if (strict || port === 0) {
      const advice = "choose another with --port N, or --port 0 for any free one";
      throw new LociError("BUSY", `${message}; ${advice}`, { cause, data: { port } });
    }
    await once(server.listen({ host, port: 0 }), "listening");
    report(`${message}; using ${portOf(server)}`);
  }
  return portOf(server);
}

const portOf = (server: Server): number => Object(server.address()).port;

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);

/** Replaces a wildcard address by one that a browser can open. */
function reachableHost(host: string): string {
  if (!isWildcard(host)) return host;
  return host === "::" ? "::1" : "127.0.0.1";
}

async function closeServer(server: Server): Promise<void> {
  const overdue = setTimeout(() => server.closeAllConnections(), closeTimeoutMs);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(overdue);
}
