import { createReadStream } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { rawSocket, serve } from "./serve.ts";

/** A request for the API as bytes, with its token. */
const raw = (token: string, more: readonly string[], body = ""): string =>
  [
    "POST /api/facts HTTP/1.1",
    "Host: 127.0.0.1:PORT",
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
    "Connection: close",
    ...more,
    "",
    body,
  ].join("\r\n");

const smuggled = "POST /api/facts HTTP/1.1\r\nHost: x\r\n\r\n";

test.each([
  ["both lengths", ["Content-Length: 5", "Transfer-Encoding: chunked"], `0\r\n\r\n${smuggled}`],
  ["two lengths", ["Content-Length: 5", "Content-Length: 50"], smuggled],
  ["a length that is no number", ["Content-Length: 5, 6"], smuggled],
  ["a negative length", ["Content-Length: -1"], smuggled],
  ["an odd encoding", ["Transfer-Encoding: xchunked"], smuggled],
  ["an encoding in two steps", ["Transfer-Encoding: chunked, identity"], `0\r\n\r\n${smuggled}`],
  ["an encoding behind a blank", ["Transfer-Encoding : chunked"], `0\r\n\r\n${smuggled}`],
  ["a header that goes on", ["Transfer-Encoding:\r\n chunked"], `0\r\n\r\n${smuggled}`],
  ["a chunk without its size", ["Transfer-Encoding: chunked"], `zz\r\n{}\r\n0\r\n\r\n${smuggled}`],
  ["a bare line feed", ["X: a\nContent-Length: 50"], smuggled],
  ["a NUL in a header", ["X: a\u0000b"], smuggled],
])("nothing is smuggled in by %s", async (_, headers, body) => {
  const { port, token, loci } = await serve();
  const text = raw(token, headers, body).replaceAll("PORT", String(port));
  const answer = await rawSocket(port, text);
  expect(answer).not.toMatch(/^HTTP\/1\.1 2/m);
  expect(answer.match(/^HTTP\/1\.1/gm) ?? []).toHaveLength(1);
  expect(loci.saved).toEqual([]);
});

test("a body of a gigabyte is refused long before it is there, and is not kept in memory", async () => {
  const { port, token, loci, ask } = await serve();
  const before = process.memoryUsage().rss;
  const status = await new Promise<number>((resolve, reject) => {
    const sent = request(
      {
        ...{ host: "127.0.0.1", port, path: "/api/facts", method: "POST" },
        headers: {
          authorization: `Bearer ${token}`,
          ...{ "content-type": "application/json", "transfer-encoding": "chunked" },
        },
      },
      (answer) => {
        resolve(answer.statusCode ?? 0);
        sent.destroy();
      },
    );
    sent.on("error", reject);
    createReadStream("/dev/zero", { end: 2 ** 30 })
      .on("error", () => {})
      .pipe(sent);
  });
  expect(status).toBe(413);
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 2 ** 20);
  expect((await ask("/healthz")).status).toBe(200);
  expect(loci.saved).toEqual([]);
});

test.each([
  [
    "as many keys as there is room for",
    `{${Array.from({ length: 6_000 }, (_, i) => `"${i}":1`).join()}}`,
  ],
  ["a deep nest", `${"[".repeat(30_000)}${"]".repeat(30_000)}`],
  ["one key again and again", `{${'"text":"x",'.repeat(5_000)}"texts":1}`],
  ["a prototype", '{"__proto__":{"text":"x"},"constructor":{}}'],
  ["a number without an end", `{"text":${"9".repeat(60_000)}}`],
])("a body of %s is refused, and the next is answered", async (_, body) => {
  const { post, ask, loci } = await serve();
  const answer = await post("/api/facts", body);
  expect(answer.status).toBe(400);
  expect(Object(await answer.json()).error.message.length).toBeLessThan(400);
  expect((await ask("/api/topics")).status).toBe(200);
  expect(loci.saved).toEqual([]);
  expect(Object.hasOwn(Object.prototype, "text")).toBe(false);
});

test.each([
  "/api/facts/../recall?q=x",
  "/api/facts/%2e%2e/recall",
  "//api/topics",
  "/API/topics",
  "/api/topics/",
  "/api/topics%2f..",
  "/api/sessions/a/b/c",
  "/api/facts/a%00b",
  "/./api/topics",
  "http://evil.example/api/topics",
])("the path %s opens nothing without a token", async (path) => {
  const { port, loci } = await serve();
  const text = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`;
  const answer = await rawSocket(port, text);
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d/);
  expect(loci.asked).toEqual([]);
});

test("sixty event streams of one address leave room for what else it asks", async () => {
  const { port, token, loci, ask } = await serve();
  loci.events = async function* (signal) {
    yield { type: "delta" };
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  };
  const body = '{"message":"hi"}';
  const head = raw(token, [`Content-Length: ${body.length}`], body)
    .replace("/api/facts", "/api/chat")
    .replaceAll("PORT", String(port));
  const streams = await Promise.all(
    Array.from({ length: 60 }, () => {
      const socket = connect(port, "127.0.0.1", () => socket.write(head));
      return new Promise<typeof socket>((resolve) => socket.once("data", () => resolve(socket)));
    }),
  );
  expect((await ask("/api/topics")).status).toBe(200);
  for (const socket of streams) socket.destroy();
});
