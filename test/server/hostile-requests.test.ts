import { createReadStream } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { LociError } from "../../src/errors.ts";
import { rawSocket, type Served, serve } from "./serve.ts";

const json = { "content-type": "application/json" };
const send = (headers: Record<string, string>, body: RequestInit["body"]): Promise<RequestInit> =>
  Promise.resolve({ method: "POST", headers, body: body ?? null });

/** Each is wrong in one way; status and body are what clients rely on. */
const wrong: Record<string, (served: Served) => Promise<Response>> = {
  "no token": ({ base }) => fetch(`${base}/api/recent`),
  "foreign origin": ({ ask }) => ask("/api/recent", { headers: { origin: "http://evil.example" } }),
  "no such address": ({ ask }) => ask("/api/facst"),
  "another method": ({ ask }) => ask("/api/recall", { method: "DELETE" }),
  "body without type": async ({ ask }) => ask("/api/facts", await send({}, Buffer.from("{}"))),
  "form body": async ({ ask }) =>
    ask("/api/facts", await send({}, new URLSearchParams({ text: "a" }))),
  "empty body": ({ post }) => post("/api/facts", ""),
  "broken JSON": ({ post }) => post("/api/facts", '{"text": "a"'),
  "not UTF-8": async ({ ask }) =>
    ask("/api/facts", await send(json, Buffer.from('{"text":"caf\xe9"}', "latin1"))),
  "a list": ({ post }) => post("/api/facts", ["a"]),
  "unknown field": ({ post }) => post("/api/facts", { text: "a", bnak: "Work" }),
  "field of a prototype": ({ post }) => post("/api/facts", '{"text":"a","__proto__":{"x":1}}'),
  "wrong kind of field": ({ post }) => post("/api/facts", { text: 5 }),
  "missing field": ({ post }) => post("/api/chat", {}),
  "blank text": ({ post }) => post("/api/facts", { text: "  " }),
  "k too large": ({ ask }) => ask("/api/recall?q=a&k=1001"),
  "k not a number": ({ ask }) => ask("/api/recall?q=a&k=many"),
  "no question": ({ ask }) => ask("/api/recall"),
  "question given twice": ({ ask }) => ask("/api/recall?q=a&q=b"),
  "unknown query field": ({ ask }) => ask("/api/recent?limit=5"),
  "archive neither yes nor no": ({ ask }) => ask("/api/recall?q=a&archive=maybe"),
  "body over 64 KB": ({ post }) => post("/api/facts", { text: "a".repeat(65_536) }),
};

test("every refusal has its status and one sentence that says what is wrong", async () => {
  const served = await serve();
  const said: string[] = [];
  for (const [name, ask] of Object.entries(wrong)) {
    const answer = await ask(served);
    expect(answer.headers.get("content-type"), name).toMatch(/^application\/json/);
    expect(answer.headers.get("cache-control"), name).toBe("no-store");
    const { error } = Object(await answer.json());
    said.push(`${name}: ${answer.status} ${error.code} ${error.message}`);
  }
  expect(said).toMatchSnapshot();
  expect([served.loci.asked, served.reports]).toEqual([[], []]);
});

test.each([
  ["BAD_DATE", 400],
  ["NOT_FOUND", 404],
  ["CHANGED_MEANWHILE", 409],
  ["GIT_BLOCKED", 409],
  ["EMBEDDING_FAILED", 502],
  ["BUSY", 503],
  ["WRITE_FAILED", 500],
] as const)("%s keeps its code, sentence and data, with status %i", async (code, status) => {
  const { ask, loci, reports } = await serve();
  loci.failure = new LociError(code, "Cannot do it: it is so", { data: { file: "a.md" } });
  const answer = await ask("/api/recall?q=a");
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([
    status,
    status === 503 ? "2" : null,
  ]);
  expect(await answer.json()).toEqual({
    error: { code, message: "Cannot do it: it is so", data: { file: "a.md" } },
  });
  expect(reports).toEqual([]);
});

test("an unforeseen failure is told to the terminal, not to the network", async () => {
  const { ask, loci, reports } = await serve();
  loci.failure = new TypeError("secret internals");
  const answer = await ask("/api/recall?q=a");
  expect([answer.status, await answer.text()]).toEqual([
    500,
    expect.not.stringContaining("secret"),
  ]);
  expect(reports).toEqual(["Cannot answer a web request: secret internals"]);
});

const raw = ({ port, token }: Served, more: readonly string[], body: string): string =>
  [
    "POST /api/facts HTTP/1.1",
    `Host: 127.0.0.1:${port}`,
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
  ["an encoding behind a blank", ["Transfer-Encoding : chunked"], `0\r\n\r\n${smuggled}`],
  ["a header that goes on", ["Transfer-Encoding:\r\n chunked"], `0\r\n\r\n${smuggled}`],
  ["a chunk without its size", ["Transfer-Encoding: chunked"], `zz\r\n{}\r\n0\r\n\r\n${smuggled}`],
  ["a bare line feed", ["X: a\nContent-Length: 50"], smuggled],
  ["a NUL in a header", ["X: a\u0000b"], smuggled],
  ["headers over 16 KB", [`X: ${"a".repeat(20_000)}`], "{}"],
])("nothing is smuggled in by %s", async (_, headers, body) => {
  const server = await serve();
  const answer = await rawSocket(server.port, raw(server, headers, body));
  expect(answer).not.toMatch(/^HTTP\/1\.1 2/m);
  expect(answer.match(/^HTTP\/1\.1/gm) ?? []).toHaveLength(1);
  expect(server.loci.asked).toEqual([]);
});

test("a body of 64 KB is taken, one byte more is not, also where no length is announced", async () => {
  const server = await serve();
  const body = (size: number): string => `{"text":"${"a".repeat(size - 11)}"}`;
  expect((await server.post("/api/facts", body(65_536))).status).toBe(201);
  expect((await server.post("/api/facts", body(65_537))).status).toBe(413);
  const chunk = `${(65_537).toString(16)}\r\n${body(65_537)}\r\n0\r\n\r\n`;
  const long = await rawSocket(server.port, raw(server, ["Transfer-Encoding: chunked"], chunk));
  expect(long).toMatch(/^HTTP\/1.1 413/);
  const announced = await rawSocket(server.port, raw(server, ["Content-Length: 9999999999"], ""));
  expect(announced).toMatch(/^HTTP\/1.1 413/);
  expect(server.loci.asked).toHaveLength(1);
});

test("a body of a gigabyte is refused long before it is there, and is not kept in memory", async () => {
  const { port, token, loci, ask } = await serve();
  const before = process.memoryUsage().rss;
  const headers = { authorization: `Bearer ${token}`, ...json, "transfer-encoding": "chunked" };
  const status = await new Promise<number>((resolve, reject) => {
    const about = { host: "127.0.0.1", port, path: "/api/facts", method: "POST", headers };
    const sent = request(about, (answer) => {
      resolve(answer.statusCode ?? 0);
      sent.destroy();
    });
    sent.on("error", reject);
    createReadStream("/dev/zero", { end: 2 ** 30 })
      .on("error", () => {})
      .pipe(sent);
  });
  expect(status).toBe(413);
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 2 ** 20);
  expect((await ask("/healthz")).status).toBe(200);
  expect(loci.asked).toEqual([]);
});

test.each([
  ["as many keys as fit", `{${Array.from({ length: 6_000 }, (_, i) => `"${i}":1`).join()}}`],
  ["a deep nest", `${"[".repeat(30_000)}${"]".repeat(30_000)}`],
  ["one key again and again", `{${'"text":"x",'.repeat(5_000)}"texts":1}`],
  ["a prototype", '{"__proto__":{"text":"x"},"constructor":{}}'],
  ["a number without an end", `{"text":${"9".repeat(60_000)}}`],
])("a body of %s is refused, and the next is answered", async (_, body) => {
  const { post, ask, loci } = await serve();
  const answer = await post("/api/facts", body);
  expect(answer.status).toBe(400);
  expect(Object(await answer.json()).error.message.length).toBeLessThan(400);
  expect(loci.asked).toEqual([]);
  expect((await ask("/api/topics")).status).toBe(200);
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
  "/..\\..\\package.json",
  "/talk/../../package.json",
  "/talk/..%2f..%2fpackage.json",
  "/talk/%2e%2e/%2e%2e/package.json",
  "/talk//etc/passwd",
  "/talk/%5c..%5cpackage.json",
  "/.loci/token",
  "/__proto__",
  "*",
])("the path %s opens nothing without a token", async (path) => {
  const { port, loci } = await serve();
  const text = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`;
  expect(await rawSocket(port, text)).toMatch(/^HTTP\/1\.1 4\d\d/);
  expect(loci.asked).toEqual([]);
});

test("sixty streams, three hundred silent sockets and bodies that never end shut nobody out", async () => {
  const server = await serve();
  const { port, loci, ask, post } = server;
  loci.events = async function* (signal) {
    yield { type: "delta" };
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  };
  const body = '{"message":"hi"}';
  const chat = raw(server, [`Content-Length: ${body.length}`], body).replace("/facts", "/chat");
  const open = (text: string) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    return socket.on("error", () => {});
  };
  const streams = Array.from({ length: 60 }, () => open(chat));
  await Promise.all(
    streams.map((socket) => new Promise((resolve) => socket.once("data", resolve))),
  );
  const slow = Array.from({ length: 20 }, () => open(raw(server, ["Content-Length: 100"], "{")));
  expect((await ask("/api/topics")).status).toBe(200);
  for (const socket of [...streams, ...slow]) socket.destroy();
  const silent = Array.from({ length: 300 }, () => open(""));
  for (const socket of silent.slice(0, 150)) socket.destroy();
  await expect
    .poll(async () => (await post("/api/facts", { text: "a" })).status, { timeout: 20_000 })
    .toBe(201);
  for (const socket of silent) socket.destroy();
});
