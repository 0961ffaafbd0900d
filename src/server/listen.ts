import type { Server } from "node:http";
import { LociError, messageOf } from "../errors.ts";

/**
 * Starts listening and returns the port. If the port is taken: throws LociError BUSY if `strict`, else takes any free one
 * and reports it. Throws LociError BAD_CONFIG for a host that is not of this machine.
 */
export async function listen(
  server: Server,
  {
    host,
    port,
    strict,
    report,
  }: {
    readonly host: string;
    readonly port: number;
    readonly strict: boolean;
    readonly report: (sentence: string) => void;
  },
): Promise<number> {
  try {
    await tryListen(server, host, port);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    const isTaken = code === "EADDRINUSE" || code === "EACCES";
    if (!isTaken) throw badHost(host, error);
    if (strict || port === 0) throw taken(port, code, error);
    await tryListen(server, host, 0);
    const state = code === "EACCES" ? "not for this user" : "taken (another Loci?)";
    report(`Port ${port} is ${state}: using ${portOf(server)}`);
  }
  return portOf(server);
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address === "object" && address !== null) return address.port;
  throw new TypeError("a server that listens on TCP has a port");
}

function tryListen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function taken(port: number, code: unknown, cause: unknown): LociError {
  const state =
    code === "EACCES" ? "this user may not use it" : "another program (or Loci) uses it";
  return new LociError(
    "BUSY",
    `Cannot listen on port ${port}: ${state}; choose another with --port N, or --port 0 for any free one`,
    { cause, data: { port } },
  );
}

function badHost(host: string, cause: unknown): LociError {
  const reason = messageOf(cause);
  return new LociError(
    "BAD_CONFIG",
    `Cannot listen on server.host "${host}": ${reason}; the default is 127.0.0.1`,
    { cause, data: { host } },
  );
}
