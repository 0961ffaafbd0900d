import { describe, expect, test } from "vitest";
import { LociError } from "../../src/errors.ts";
import { rawSocket, type Served, serve } from "./serve.ts";

const json = { "content-type": "application/json" };

/** Each is wrong in one way; status, Allow and body are what clients rely on. */
const wrong: Record<string, (served: Served) => Promise<Response>> = {
  "no token": ({ base }) => fetch(`${base}/api/recent`),
  "wrong token": ({ ask }) => ask("/api/recent", { headers: { authorization: "Bearer abc" } }),
  "foreign origin": ({ ask }) => ask("/api/recent", { headers: { origin: "http://evil.example" } }),
  "no such address": ({ ask }) => ask("/api/facst"),
  "DELETE on GET and POST": ({ ask }) => ask("/api/recall", { method: "DELETE" }),
  "GET on POST": ({ ask }) => ask("/api/chat"),
  "POST on the page": ({ post }) => post("/", {}),
  "body without type": ({ ask }) => ask("/api/facts", { method: "POST", body: "{}" }),
  "form body": ({ ask }) =>
    ask("/api/facts", { method: "POST", body: new URLSearchParams({ text: "a" }) }),
  "compressed body": ({ ask }) =>
    ask("/api/facts", {
      method: "POST",
      headers: { ...json, "content-encoding": "gzip" },
      body: "{}",
    }),
  "other charset": ({ ask }) =>
    ask("/api/facts", {
      method: "POST",
      headers: { "content-type": "application/json; charset=utf-16" },
      body: "{}",
    }),
  "empty body": ({ post }) => post("/api/facts", ""),
  "broken JSON": ({ post }) => post("/api/facts", '{"text": "a"'),
  "not UTF-8": ({ ask }) =>
    ask("/api/facts", { method: "POST", headers: json, body: Buffer.from([34, 0xff, 34]) }),
  "a list": ({ post }) => post("/api/facts", ["a"]),
  "unknown field": ({ post }) => post("/api/facts", { text: "a", bnak: "Work" }),
  "field of a prototype": ({ post }) => post("/api/facts", '{"text":"a","__proto__":{"x":1}}'),
  "wrong kind of field": ({ post }) => post("/api/facts", { text: 5 }),
  "missing field": ({ post }) => post("/api/chat", {}),
  "blank text": ({ post }) => post("/api/facts", { text: "  " }),
  "k too large": ({ ask }) => ask("/api/recall?q=a&k=1001"),
  "k not a number": ({ ask }) => ask("/api/recall?q=a&k=many"),
  "no question": ({ ask }) => ask("/api/recall"),
  "question given twice": ({ ask }) => ask("/api/recall?q=a&query=b"),
  "unknown query field": ({ ask }) => ask("/api/recent?limit=5"),
  "archive neither yes nor no": ({ ask }) => ask("/api/recall?q=a&archive=maybe"),
  "body over 64 KB": ({ post }) => post("/api/facts", { text: "a".repeat(65_536) }),
};

test("every refusal has its status and says what is wrong", async () => {
  const served = await serve();
  const answers: Record<string, unknown> = {};
  for (const [name, send] of Object.entries(wrong)) {
    const answer = await send(served);
    const allow = answer.headers.get("allow");
    expect(answer.headers.get("content-type"), name).toBe("application/json; charset=utf-8");
    expect(answer.headers.get("cache-control"), name).toBe("no-store");
    expect(answer.headers.get("x-content-type-options"), name).toBe("nosniff");
    const { error } = (await answer.json()) as { error: object };
    answers[name] = { status: answer.status, ...(allow === null ? {} : { allow }), ...error };
  }
  expect(answers).toMatchSnapshot();
  expect([served.loci.asked, served.loci.saved, served.reports]).toEqual([[], [], []]);
});

describe("errors of Loci", () => {
  test.each([
    ["BAD_DATE", 400],
    ["BAD_NAME", 400],
    ["OUTSIDE_VAULT", 400],
    ["NOT_FOUND", 404],
    ["CHANGED_MEANWHILE", 409],
    ["EMBEDDING_FAILED", 502],
    ["BUSY", 503],
    ["VAULT_VANISHED", 503],
    ["WRITE_FAILED", 500],
  ] as const)("%s keeps its code, sentence and data, with status %i", async (code, status) => {
    const { ask, loci, reports } = await serve();
    loci.failure = new LociError(code, "Cannot do it: it is so", { data: { file: "a.md" } });
    const answer = await ask("/api/recall?q=a");
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({
      error: { code, message: "Cannot do it: it is so", data: { file: "a.md" } },
    });
    expect(answer.headers.get("retry-after")).toBe(status === 503 ? "2" : null);
    expect(reports).toEqual([]);
  });

  test.each([
    ["INDEX_FAILED", 500],
    ["BUSY", 503],
    ["VAULT_VANISHED", 503],
    ["NOT_FOUND", 404],
    ["BAD_DATE", 400],
    // A person has to fix it: asking again in two seconds does not.
    ["GIT_BLOCKED", 409],
  ] as const)(
    "saving tells of %s, with status %i, a chat as its last event",
    async (code, status) => {
      const { post, loci } = await serve();
      const failure = new LociError(code, "Cannot save it: it is so", { data: { file: "a.md" } });
      loci.events = async function* () {
        yield { type: "message" };
        throw failure;
      };
      const chat = await (await post("/api/chat", { message: "a" })).text();
      loci.failure = failure;
      const answer = await post("/api/facts", { text: "a" });
      const error = { code, message: failure.message, data: failure.data };
      expect([answer.status, await answer.json()]).toEqual([status, { error }]);
      expect(answer.headers.get("retry-after")).toBe(status === 503 ? "2" : null);
      const events = chat.split("\n\n").filter((block) => block.startsWith("data: "));
      expect(JSON.parse(events.at(-1)?.slice(6) ?? "")).toEqual({ type: "error", ...error });
      const begun = await post("/api/chat", { message: "a" });
      expect([begun.status, await begun.json()]).toEqual([status, { error }]);
    },
  );

  test("an unforeseen one is told to the terminal, not to the network", async () => {
    const { ask, loci, reports } = await serve();
    loci.failure = new TypeError("secret internals");
    const answer = await ask("/api/recall?q=a");
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain("secret");
    expect(reports).toEqual(["Cannot answer a web request: secret internals"]);
    loci.failure = undefined;
    expect((await ask("/api/recall?q=a")).status).toBe(200);
  });
});

describe("sizes and what is not HTTP", () => {
  const head = ({ port, token }: Served, more: string): string =>
    `POST /api/facts HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nConnection: close\r\n${more}\r\n`;

  test("a body of 64 KB is taken, one byte more is not, also where no length is announced", async () => {
    const served = await serve();
    const body = (size: number): string => `{"text":"${"a".repeat(size - 11)}"}`;
    expect((await served.post("/api/facts", body(65_536))).status).toBe(201);
    expect((await served.post("/api/facts", body(65_537))).status).toBe(413);
    const chunk = `${(65_537).toString(16)}\r\n${body(65_537)}\r\n0\r\n\r\n`;
    const answer = await rawSocket(
      served.port,
      `${head(served, "Transfer-Encoding: chunked\r\n")}${chunk}`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 413/);
    expect(served.loci.saved).toHaveLength(1);
  });

  test("an announced giant is refused before it is sent", async () => {
    const served = await serve();
    const answer = await Promise.race([
      rawSocket(served.port, head(served, "Content-Length: 9999999999\r\n")),
      new Promise((resolve) => setTimeout(resolve, 5_000, "waited")),
    ]);
    expect(answer).toMatch(/^HTTP\/1.1 413/);
  });

  test.each([
    ["garbage", "\x16\x03\x01\x02\x00 hello\r\n\r\n", 400],
    ["headers over 16 KB", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(20_000)}\r\n\r\n`, 431],
    [
      "both lengths",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
      400,
    ],
    ["a folded header", "GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", 400],
  ])("%s is refused and the connection closed", async (_, text, status) => {
    const { port } = await serve();
    const answer = await rawSocket(port, text);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  test("a client that goes in the middle of its body harms nothing", async () => {
    const served = await serve();
    const { connect } = await import("node:net");
    const socket = connect(served.port, "127.0.0.1", () => {
      socket.write(`${head(served, "Content-Length: 100\r\n")}{"te`, () => socket.destroy());
    });
    await new Promise((resolve) => socket.on("close", resolve));
    expect((await served.post("/api/facts", { text: "a" })).status).toBe(201);
    expect(served.reports).toEqual([]);
  });
});
