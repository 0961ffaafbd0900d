import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export interface ConnectionLimits {
  readonly most: number;
  readonly maxPerAddress: number;
  /** How long a connection may be idle (ms). */
  readonly idleMs: number;
}

/**
 * Keeps room for new connections. At a limit, closes the oldest connection that awaits no answer: it has sent no request,
 * or does not read what was sent. Such connections also time out after `idleMs`; an answer that takes Loci long does not.
 */
export function guardConnections(server: Server, limits: ConnectionLimits): void {
  const { most, maxPerAddress, idleMs } = limits;
  const open = new Set<Socket>();
  const latestAnswers = new WeakMap<Socket, ServerResponse>();
  const awaitsAnswer = (socket: Socket): boolean => {
    const answer = latestAnswers.get(socket);
    return answer !== undefined && !answer.writableFinished && socket.writableLength === 0;
  };
  const makeRoom = (candidates: readonly Socket[], newcomer: Socket): void => {
    const oldest = candidates.find((socket) => !awaitsAnswer(socket)) ?? newcomer;
    open.delete(oldest);
    oldest.destroy();
  };
  // Node itself refuses more; one place is always kept free.
  server.maxConnections = most;
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    const fromSameAddress = [...open].filter(
      ({ remoteAddress }) => remoteAddress === socket.remoteAddress,
    );
    if (fromSameAddress.length > maxPerAddress) makeRoom(fromSameAddress, socket);
    else if (open.size >= most) makeRoom([...open], socket);
  });
  server.on("request", ({ socket }, answer) => latestAnswers.set(socket, answer));
  server.setTimeout(idleMs, (socket) => {
    if (!awaitsAnswer(socket)) socket.destroy();
  });
}

const answers: Readonly<Record<string, readonly [string, string, string]>> = {
  HPE_HEADER_OVERFLOW: [
    "431 Request Header Fields Too Large",
    "TOO_LARGE",
    "its headers are too large",
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "TIMEOUT", "it took too long to arrive"],
};

/** Time to read the answer, for a client that keeps sending or never hangs up (ms). */
const lingerMs = 1_000;

/** Answers a request that is malformed, too slow or too large, and closes the connection. */
export function refuseMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const [status, code, state] = answers[error.code ?? ""] ?? [
    "400 Bad Request",
    "BAD_INPUT",
    "it is not HTTP/1.1",
  ];
  const message = `Cannot read the request: ${state}`;
  const body = JSON.stringify({ error: { code, message, data: {} } });
  // Destroying it at once would reset the connection, and the client would lose the answer.
  const overdue = setTimeout(() => socket.destroy(), lingerMs);
  socket.once("close", () => clearTimeout(overdue));
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      "Connection: close",
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Cache-Control: no-store",
      "X-Content-Type-Options: nosniff",
      "",
      body,
    ].join("\r\n"),
  );
}
