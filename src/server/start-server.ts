import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Loci } from "../app/loci.ts";
import { errnoOf, LociError, messageOf } from "../errors.ts";
import { type ServedDevice, writeAddress } from "./ask-running.ts";
import { isWildcard, toUrlHost } from "./check-request.ts";
import { createApp } from "./create-app.ts";
import { createLogins } from "./logins.ts";
import { openMadeTokens } from "./made-tokens.ts";
import { openMetrics } from "./metrics.ts";
import type { ServedSite } from "./pages.ts";
import { openToken } from "./token-file.ts";
import type { ServedVoice } from "./voice-routes.ts";

/** The part of an open vault that the server uses. */
type Unserved = "digest" | "upkeep" | "close" | "device" | "vault" | "conversations" | "viewerOf";
export type ServedLoci = Omit<Loci, Unserved> & { readonly device: ServedDevice };

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
const closeTimeoutMs = 2_000;

/** Serves the vault over HTTP. Rejects with LociError BUSY, BAD_CONFIG, WRITE_FAILED or UNREADABLE. */
export async function startServer(loci: ServedLoci, options: StartOptions): Promise<RunningServer> {
  const { now = Date.now, report = (sentence: string) => process.emitWarning(sentence) } = options;
  const { device, settings } = loci;
  const { host } = settings.server;
  const tokens = [openToken(device.folder, report), randomBytes(32).toString("base64url")] as const;
  const server = createServer(limits);
  server.maxConnections = 256;
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
    site: options.site,
    voice: options.voice,
    createLoginUrl,
  });
  server.on("request", (_, response) => {
    response.once("finish", () => {
      // A kept-alive connection would delay close().
      if (closing.signal.aborted) server.closeIdleConnections();
    });
  });
  server.on("request", getRequestListener(app.fetch));
  const removeAddress = writeAddress(device, origin, tokens[1]);
  if (!isLoopback(host)) {
    const state = "for the network, unencrypted: whoever has the token can read and change";
    report(`Listening on ${toUrlHost(host)}:${port} ${state} ${loci.root}`);
  }
  return {
    url: createLoginUrl(),
    port,
    async close() {
      closing.abort();
      removeAddress();
      await closeServer(server);
      metrics.close();
    },
  };
}

/** Listens and returns the port. Throws LociError BUSY for one that is taken if `strict`, BAD_CONFIG for a bad host. */
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

const isLoopback = (host: string): boolean => /^(?:localhost|::1|127(?:\.\d{1,3}){3})$/.test(host);

/** A wildcard address is none that a browser can open. */
const reachableHost = (host: string): string =>
  isWildcard(host) ? host.replace("0.0.0.0", "127.0.0.1").replace(/^::$/, "::1") : host;

async function closeServer(server: Server): Promise<void> {
  const overdue = setTimeout(() => server.closeAllConnections(), closeTimeoutMs);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(overdue);
}
