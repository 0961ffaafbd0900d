import { createServer, type RequestListener, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import {
  type ConnectionLimits,
  guardConnections,
  refuseMalformed,
} from "../../src/server/guard-connections.ts";
import { rawRequest, rawSocket, serve } from "./serve.ts";

/** Connections that send `text`, read nothing, and never hang up, whatever the server does. */
async function crowd(port: number, count: number, text = ""): Promise<readonly Socket[]> {
  const sockets = Array.from({ length: count }, () => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    socket.pause().on("error", () => {});
    if (text !== "") socket.write(text);
    return socket;
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(
    sockets.map((socket) => new Promise((resolve) => socket.once("connect", resolve))),
  );
  return sockets;
}

interface Guarded {
  readonly server: Server;
  readonly port: number;
  readonly connections: () => Promise<number>;
}

async function guarded(
  limits: Partial<ConnectionLimits> = {},
  answer: RequestListener = (_, response) => response.end("ok"),
): Promise<Guarded> {
  const server = createServer({ headersTimeout: 200, connectionsCheckingInterval: 50 }, answer);
  server.on("clientError", refuseMalformed);
  guardConnections(server, { most: 256, maxPerAddress: 64, idleMs: 30_000, ...limits });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  const connections = () =>
    new Promise<number>((resolve, reject) =>
      server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  return { server, port: address.port, connections };
}

test("300 silent sockets shut the server out for ever", { timeout: 12_000 }, async () => {
  const { port } = await serve();
  await crowd(port, 300);
  const { status, body } = await rawRequest(port, { path: "/healthz" });
  expect([status, body]).toEqual([200, '{"ok":true}']);
});

test("a silent socket was only half-closed after its time, and stayed", async () => {
  const { port, connections } = await guarded();
  await crowd(port, 20);
  await expect.poll(connections, { timeout: 1_000 }).toBe(20);
  await expect.poll(connections, { timeout: 5_000 }).toBe(0);
});

test("a socket that stopped in the middle of its headers, or sent no HTTP, stayed", async () => {
  const { port, connections } = await guarded();
  await crowd(port, 5, "GET / HTTP/1.1\r\nHos");
  await crowd(port, 5, "\x16\x03\x01 hello\r\n\r\n");
  await expect.poll(connections, { timeout: 5_000 }).toBe(0);
});

test("refuseMalformed() lets a client that goes on sending read its answer", async () => {
  const { port } = await guarded();
  const answer = await rawSocket(port, `GET / HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(60_000)}`);
  expect(answer).toMatch(/^HTTP\/1.1 431 /);
});

test("guardConnections() lets the oldest silent one of an address give way, never a new one", async () => {
  const { port, connections } = await guarded({ maxPerAddress: 4 });
  await crowd(port, 10);
  await expect.poll(connections).toBe(4);
  const from = await rawRequest(port, { path: "/" });
  expect(from.body).toBe("ok");
});

test("guardConnections() keeps a place free of all, whatever their addresses", async () => {
  const { port, connections } = await guarded({ most: 6, maxPerAddress: 4 });
  await crowd(port, 10);
  for (const localAddress of ["127.0.0.2", "127.0.0.3"]) {
    for (let i = 0; i < 4; i++) {
      const socket = connect({ port, host: "127.0.0.1", localAddress }).on("error", () => {});
      onTestFinished(() => void socket.destroy());
    }
  }
  await expect.poll(connections).toBeLessThan(6);
  expect((await rawRequest(port, { path: "/" })).body).toBe("ok");
});

test("guardConnections() never cuts off an answer that Loci still owes", async () => {
  let answerNow = (): void => {};
  const { port } = await guarded({ maxPerAddress: 3, idleMs: 100 }, (_, response) => {
    answerNow = () => response.end("late");
  });
  const answer = rawRequest(port, { path: "/" });
  await crowd(port, 8);
  await new Promise((resolve) => setTimeout(resolve, 400));
  answerNow();
  expect((await answer).body).toBe("late");
});

test("guardConnections() ends a connection that does not read what it asked for", async () => {
  const big = Buffer.alloc(20_000_000);
  const { port, connections } = await guarded({ idleMs: 300 }, (_, response) => response.end(big));
  await crowd(port, 1, "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await expect.poll(connections, { timeout: 5_000 }).toBe(0);
});
