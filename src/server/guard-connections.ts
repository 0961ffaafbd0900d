import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export interface ConnectionLimits {
  readonly most: number;
  readonly maxPerAddress: number;
  /** A connection this quiet is ended. */
  readonly idleMs: number;
}

/**
 * Keeps the server open for new connections, whatever the old ones do. At a limit the oldest one gives way to which
 * nothing is owed: it asks nothing, or does not read what it was sent. Such a one also ends when it falls quiet; an
 * answer that takes Loci long is never cut off.
 */
export function guardConnections(server: Server, limits: ConnectionLimits): void {
  const { most, maxPerAddress, idleMs } = limits;
  const open = new Set<Socket>();
  const latestAnswers = new WeakMap<Socket, ServerResponse>();
  const isOwed = (socket: Socket): boolean => {
    const answer = latestAnswers.get(socket);
    return answer !== undefined && !answer.writableFinished && socket.writableLength === 0;
  };
  const makeRoom = (crowd: readonly Socket[], newcomer: Socket): void => {
    const leaver = crowd.find((socket) => !isOwed(socket)) ?? newcomer;
    open.delete(leaver);
    leaver.destroy();
  };
  // Beyond this Node itself drops what comes; one place is always kept free.
  server.maxConnections = most;
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    const neighbours = [...open].filter(
      ({ remoteAddress }) => remoteAddress === socket.remoteAddress,
    );
    if (neighbours.length > maxPerAddress) makeRoom(neighbours, socket);
    else if (open.size >= most) makeRoom([...open], socket);
  });
  server.on("request", ({ socket }, answer) => latestAnswers.set(socket, answer));
  server.setTimeout(idleMs, (socket) => {
    if (!isOwed(socket)) socket.destroy();
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

/** Time to read the answer in, for a client that goes on sending or never hangs up. */
const lingerMs = 1_000;

/** Answers what is not HTTP, or too slow or too large for it, and closes the connection, its client willing or not. */
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
  // Not destroyed at once: while sent bytes lie unread, that would reset the connection and lose the answer.
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
