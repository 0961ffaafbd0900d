import type { Socket } from "node:net";

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
