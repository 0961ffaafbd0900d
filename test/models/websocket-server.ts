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

/** Of "Loci's tests", for 127.0.0.1 until 2126. Everyone has its key, which guards nothing. */
const testCertificate = `-----BEGIN CERTIFICATE-----
MIIBojCCAUegAwIBAgIUQqkQFXWuv4SihEKeqKUwJyJUJtkwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMTG9jaSdzIHRlc3RzMCAXDTI2MTEyNzA2MzMwOFoYDzIxMjYx
MTAzMDYzMzA4WjAXMRUwEwYDVQQDDAxMb2NpJ3MgdGVzdHMwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAASLpXlnX56HyJ0+tUXc4eDmcAJJRna7ZyeeAN08pJGXDti3
gS71s7QNcN2/RXIFLsvyU2uLjS01lr3J3l+7orAfo28wbTAdBgNVHQ4EFgQUDjVp
w/P1hYQNdcs3QUgafh5qB0kwHwYDVR0jBBgwFoAUDjVpw/P1hYQNdcs3QUgafh5q
B0kwDwYDVR0TAQH/BAUwAwEB/zAaBgNVHREEEzARhwR/AAABgglsb2NhbGhvc3Qw
CgYIKoZIzj0EAwIDSQAwRgIhAM9KAVt9msXwsFpaoVCV0J3w8x4TLBVlNHRKZDJd
rdKdAiEA4Dv+yf2a+it9mL3VUO7sYtE+d8fLxO1JX0Fk2C0u2Es=
-----END CERTIFICATE-----
`;
const testKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg4bEneRreKP5t2Bw8
v2XzfvpiV0qy/I08mFOWU0ZSFP6hRANCAASLpXlnX56HyJ0+tUXc4eDmcAJJRna7
ZyeeAN08pJGXDti3gS71s7QNcN2/RXIFLsvyU2uLjS01lr3J3l+7orAf
-----END PRIVATE KEY-----
`;
