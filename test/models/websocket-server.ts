import type { IncomingMessage } from "node:http";
import { createServer } from "node:https";
import type { Duplex } from "node:stream";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { type WebSocket, WebSocketServer } from "ws";

/** One client of a WebSocket server. */
export interface WebSocketPeer {
  send(text: string): void;
  /** Ends it as a server does: with a code and a reason. */
  close(code: number, reason: string): void;
  /** Ends the connection without a word, once what was sent is there. */
  break(): void;
}

interface WebSocketServerOptions {
  /** A status to refuse the upgrade with; undefined: it is taken. */
  readonly refuse: (request: IncomingMessage) => number | undefined;
  /** Answers plain requests: a status and JSON. */
  readonly answer: (request: IncomingMessage) => readonly [status: number, body: unknown];
  readonly onPeer: (
    peer: WebSocketPeer,
    request: IncomingMessage,
  ) => { readonly onText: (text: string) => void; readonly onClose: () => void };
  /** What no client may do. */
  readonly onViolation: (what: string) => void;
}

/** A WebSocket server on loopback, over TLS that this process trusts from now on. */
export async function startWebSocketServer(options: WebSocketServerOptions) {
  trustTestCertificate();
  const open = new Set<Duplex>();
  const websockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    handleProtocols: () => "realtime",
  });
  const server = createServer({ key: testKey, cert: testCertificate }, (request, response) => {
    const [status, body] = options.answer(request);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  });
  const talk = (client: WebSocket, socket: Duplex, request: IncomingMessage): void => {
    const { onText, onClose } = options.onPeer(
      {
        send: (text) => client.send(text),
        close: (code, reason) => client.close(code, reason),
        break: () => void socket.end(),
      },
      request,
    );
    client.on("error", ({ message }) => options.onViolation(message));
    client.on("message", (text, isBinary) => {
      if (isBinary) options.onViolation("a binary message");
      else onText(String(text));
    });
    socket.on("close", onClose);
  };
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => {}); // A client that went away.
    const status = options.refuse(request);
    if (status === undefined) {
      websockets.handleUpgrade(request, socket, head, (client) => talk(client, socket, request));
      return;
    }
    socket.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    port,
    /** Breaks every connection that is open. */
    drop: () => {
      for (const socket of open) socket.destroy();
    },
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of open) socket.destroy();
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function trustTestCertificate(): void {
  const known = getCACertificates("default");
  if (!known.includes(testCertificate)) setDefaultCACertificates([...known, testCertificate]);
}

/** Of "Loci's tests", for 127.0.0.1 and the name in test/app/use-cloud-name.ts until 2126. Everyone has its key, which guards nothing. */
export const testCertificate = `-----BEGIN CERTIFICATE-----
MIIBtzCCAV2gAwIBAgIUZFWn7EtphoFFQkNLd4EO8dTz1kcwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMTG9jaSdzIHRlc3RzMCAXDTI2MTEyNzA2NTcyOFoYDzIxMjYx
MTAzMDY1NzI4WjAXMRUwEwYDVQQDDAxMb2NpJ3MgdGVzdHMwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAASFgi02zaE8TTC1Ox3Ss0Dxxo8mYj+dE0eKRmYT0jrEUzaY
iYBv9dH+ftupY7+aNC2UdAX56neH9ofBpfVneTu3o4GEMIGBMB0GA1UdDgQWBBRd
GqjruLTHdzOk7fw3T8ZrJNwQIjAfBgNVHSMEGDAWgBRdGqjruLTHdzOk7fw3T8Zr
JNwQIjAPBgNVHRMBAf8EBTADAQH/MC4GA1UdEQQnMCWHBH8AAAGCCWxvY2FsaG9z
dIISbW9kZWxzLmV4YW1wbGUub3JnMAoGCCqGSM49BAMCA0gAMEUCIQCxJ1RnfmW2
G9ez4o1Qc0S6HWCduRvZEJJI8Cm44A4A4gIgb36r2/k/T5EPmdZyggz2IrwEjj/7
zaZMPbtzEA9hDNQ=
-----END CERTIFICATE-----
`;
const testKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgsmefMGD9NY+b29T2
0Bewr2lq5bEEBa4YOutm4iIJy2qhRANCAASFgi02zaE8TTC1Ox3Ss0Dxxo8mYj+d
E0eKRmYT0jrEUzaYiYBv9dH+ftupY7+aNC2UdAX56neH9ofBpfVneTu3
-----END PRIVATE KEY-----
`;
