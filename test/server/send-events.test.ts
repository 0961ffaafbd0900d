import { setTimeout as wait } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { LociError } from "../../src/errors.ts";
import { serve } from "./serve.ts";

const never = new Promise<never>(() => {});

test("POST /api/chat streams one event each, then done", async () => {
  const { post, loci } = await serve();
  const text = "a\nb\r\n\r\nevent: done\ndata: {}\n\n</script>\u2028";
  loci.events = async function* () {
    yield { type: "message", role: "user", content: text };
    yield { type: "delta", text };
  };
  const answer = await post("/api/chat", { message: "hello" });
  expect(answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const blocks = (await answer.text()).split("\n\n");
  expect(blocks.slice(2)).toEqual(["event: done\ndata: {}", ""]);
  const events = blocks.slice(0, 2).map((block) => JSON.parse(block.slice("data: ".length)));
  expect(events).toEqual([
    { type: "message", role: "user", content: text },
    { type: "delta", text },
  ]);
});

test("each event is sent when it happens", async () => {
  const { post, loci } = await serve();
  let goOn = (): void => {};
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  loci.events = async function* () {
    yield { type: "delta", text: "first" };
    await gate;
    yield { type: "delta", text: "second" };
  };
  const { body } = await post("/api/chat", { message: "a" });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toContain("first");
  goOn();
  expect((await reader?.read())?.value).toContain("second");
});

test("a conversation that fails says so as its last event", async () => {
  const { post, loci, reports } = await serve();
  loci.events = async function* () {
    yield { type: "delta", text: "a" };
    throw new LociError("INDEX_FAILED", "Cannot read the index: it is damaged");
  };
  const text = await (await post("/api/chat", { message: "a" })).text();
  expect(text).toBe(
    'data: {"type":"delta","text":"a"}\n\n' +
      'data: {"type":"error","code":"INDEX_FAILED","message":"Cannot read the index: it is damaged","data":{}}\n\n' +
      "event: done\ndata: {}\n\n",
  );
  expect(reports).toEqual([]);
});

test("a client that goes ends the conversation", async () => {
  const { ask, loci } = await serve();
  const ended = vi.fn();
  loci.events = async function* () {
    try {
      for (let i = 0; ; i++) {
        yield { type: "delta", text: String(i) };
        await wait(5);
      }
    } finally {
      ended();
    }
  };
  const gone = new AbortController();
  const answer = await ask("/api/chat", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"message":"a"}',
    signal: gone.signal,
  });
  await answer.body?.getReader().read();
  gone.abort();
  await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce(), 5_000);
});

test("a slow client is waited for instead of filling the memory", async () => {
  const { post, loci } = await serve();
  let made = 0;
  loci.events = async function* () {
    for (; made < 2_000; made++) yield { type: "delta", text: "x".repeat(50_000) };
  };
  const answer = await post("/api/chat", { message: "a" });
  await wait(500);
  expect(made).toBeLessThan(1_000);
  expect((await answer.text()).length).toBeGreaterThan(2_000 * 50_000);
});

test("close() ends an open stream, even one that waits for ever", async () => {
  const server = await serve();
  server.loci.events = async function* () {
    yield { type: "delta", text: "a" };
    await never;
  };
  const answer = await server.post("/api/chat", { message: "a" });
  const started = performance.now();
  const [text] = await Promise.all([answer.text(), server.close()]);
  expect(text).toMatch(/event: done\ndata: \{\}\n\n$/);
  expect(performance.now() - started).toBeLessThan(1_900); // It would wait 2 s.
});
