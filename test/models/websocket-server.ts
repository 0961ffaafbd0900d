import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { createServer } from "node:https";
import type { Duplex } from "node:stream";
import { getCACertificates, setDefaultCACertificates } from "node:tls";

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
  const server = createServer({ key: testKey, cert: testCertificate }, (request, response) => {
    const [status, body] = options.answer(request);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  });
  server.on("upgrade", (request: IncomingMessage, socket: Duplex) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => {}); // A client that went away.
    const status = options.refuse(request);
    if (status !== undefined) {
      socket.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
      return;
    }
    socket.write(handshake(request));
    const peer = peerOver(socket);
    const { onText, onClose } = options.onPeer(peer, request);
    socket.on("close", onClose);
    const read = createFrameReader({ onText, onViolation: options.onViolation, socket });
    socket.on("data", read);
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

function handshake({ headers }: IncomingMessage): string {
  const key = String(headers["sec-websocket-key"]);
  const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`);
  const lines = [
    "HTTP/1.1 101 Switching Protocols",
    "upgrade: websocket",
    "connection: Upgrade",
    `sec-websocket-accept: ${accept.digest("base64")}`,
    "sec-websocket-protocol: realtime",
  ];
  return `${lines.join("\r\n")}\r\n\r\n`;
}

const opcodes = { text: 1, close: 8, ping: 9, pong: 10 } as const;

function peerOver(socket: Duplex): WebSocketPeer {
  return {
    send: (text) => void socket.write(frame(opcodes.text, Buffer.from(text))),
    close(code, reason) {
      const body = Buffer.concat([Buffer.from([code >> 8, code & 255]), Buffer.from(reason)]);
      socket.end(frame(opcodes.close, body));
    },
    break: () => void socket.end(),
  };
}

function frame(opcode: number, body: Buffer): Buffer {
  const first = 0x80 | opcode;
  if (body.length < 126) return Buffer.concat([Buffer.from([first, body.length]), body]);
  const head = Buffer.alloc(body.length < 65_536 ? 4 : 10);
  head[0] = first;
  head[1] = body.length < 65_536 ? 126 : 127;
  if (body.length < 65_536) head.writeUInt16BE(body.length, 2);
  else head.writeBigUInt64BE(BigInt(body.length), 2);
  return Buffer.concat([head, body]);
}

interface FrameReader {
  readonly onText: (text: string) => void;
  readonly onViolation: (what: string) => void;
  readonly socket: Duplex;
}

/** Reads frames as they come in any pieces. A client must mask them, and sends no opcode that is unknown. */
function createFrameReader({ onText, onViolation, socket }: FrameReader): (data: Buffer) => void {
  let held = Buffer.alloc(0);
  let text = Buffer.alloc(0);
  const take = (opcode: number, isLast: boolean, body: Buffer): void => {
    if (opcode === opcodes.close) socket.end(frame(opcodes.close, body));
    else if (opcode === opcodes.ping) socket.write(frame(opcodes.pong, body));
    else if (opcode === opcodes.text || opcode === 0) {
      text = Buffer.concat([text, body]);
      if (!isLast) return;
      const whole = text.toString("utf8");
      text = Buffer.alloc(0);
      onText(whole);
    } else if (opcode !== opcodes.pong) onViolation(`a frame of opcode ${opcode}`);
  };
  return (data) => {
    held = Buffer.concat([held, data]);
    for (;;) {
      const read = readFrame(held);
      if (read === undefined) return;
      held = held.subarray(read.size);
      if (!read.isMasked) onViolation("a frame without a mask");
      take(read.opcode, read.isLast, read.body);
    }
  };
}

function readFrame(bytes: Buffer) {
  if (bytes.length < 2) return undefined;
  const [first = 0, second = 0] = bytes;
  const { start, length } = measure(bytes, second);
  if (bytes.length < start + length) return undefined;
  const isMasked = (second & 128) !== 0;
  const body = Buffer.from(bytes.subarray(start, start + length));
  const mask = bytes.subarray(start - 4, start);
  if (isMasked) for (let i = 0; i < length; i++) body[i] = (body[i] ?? 0) ^ (mask[i % 4] ?? 0);
  return { opcode: first & 15, isLast: (first & 128) !== 0, isMasked, body, size: start + length };
}

/** Where the body starts, and how long it is; infinitely, where that has not come yet. */
function measure(bytes: Buffer, second: number) {
  const short = second & 127;
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
  const start = 2 + lengthBytes + (second & 128 ? 4 : 0);
  if (bytes.length < start) return { start, length: Number.POSITIVE_INFINITY };
  if (lengthBytes === 0) return { start, length: short };
  return { start, length: lengthBytes === 2 ? bytes.readUInt16BE(2) : bytes.readUIntBE(4, 6) };
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
