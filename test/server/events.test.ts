import { setTimeout as wait } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { LociError } from "../../src/errors.ts";
import { serve } from "./serve.ts";

const json = { "content-type": "application/json" };
const chat = { method: "POST", headers: json, body: '{"message":"a"}' };

test("each event is sent when it happens, as data, then done", async () => {
  const { post, loci } = await serve();
  const text = "a\nb\r\n\r\nevent: done\ndata: {}\n\n</script>\u2028";
  const { promise: gate, resolve: goOn } = Promise.withResolvers<void>();
  loci.events = async function* () {
    yield { type: "delta", text };
    await gate;
    yield { type: "delta", text: "second" };
  };
  const answer = await post("/api/chat", { message: "hello" });
  expect(answer.headers.get("content-type")).toMatch(/^text\/event-stream/);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = (await reader?.read())?.value ?? "";
  expect(JSON.parse(first.slice("data: ".length))).toEqual({ type: "delta", text });
  goOn();
  let rest = "";
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read())
    rest += part.value;
  expect(rest).toBe('data: {"type":"delta","text":"second"}\n\nevent: done\ndata: {}\n\n');
});

test("a conversation that fails says so as its last event, or before any as a status", async () => {
  const { post, loci, reports } = await serve();
  loci.events = async function* () {
    yield { type: "delta", text: "a" };
    throw new LociError("INDEX_FAILED", "Cannot read the index: it is damaged");
  };
  expect(await (await post("/api/chat", { message: "a" })).text()).toBe(
    'data: {"type":"delta","text":"a"}\n\n' +
      'data: {"type":"error","code":"INDEX_FAILED","message":"Cannot read the index: it is damaged","data":{}}\n\n' +
      "event: done\ndata: {}\n\n",
  );
  loci.failure = new LociError("NOT_FOUND", "Cannot find it");
  expect((await post("/api/chat", { message: "a" })).status).toBe(404);
  expect(reports).toEqual([]);
});

test("a client that goes, and close(), call off a turn that waits for its model", async () => {
  const server = await serve();
  const calledOff = vi.fn();
  server.loci.events = async function* (signal) {
    yield { type: "delta", text: "a" };
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    calledOff();
  };
  const gone = new AbortController();
  const answer = await server.ask("/api/chat", { ...chat, signal: gone.signal });
  await answer.body?.getReader().read();
  expect(calledOff).not.toHaveBeenCalled();
  gone.abort();
  await vi.waitFor(() => expect(calledOff).toHaveBeenCalledOnce(), 2_000);
  const other = await server.ask("/api/chat", chat);
  const started = performance.now();
  await Promise.all([other.text(), server.close()]);
  expect(calledOff).toHaveBeenCalledTimes(2);
  expect(performance.now() - started).toBeLessThan(1_900); // It would wait 2 s.
});

test("a source that hangs keeps neither a client that goes nor close() waiting", async () => {
  const server = await serve();
  server.loci.events = async function* () {
    yield { type: "delta", text: "a" };
    await new Promise(() => {});
  };
  const answer = await server.ask("/api/chat", chat);
  const [text] = await Promise.all([answer.text(), server.close()]);
  expect(text).toContain("event: done");
});

test("a reader that is slow holds the source back", async () => {
  const { ask, loci } = await serve();
  let made = 0;
  loci.events = async function* () {
    for (; made < 5_000; made++) yield { type: "delta", text: "x".repeat(10_000) };
  };
  const answer = await ask("/api/chat", chat);
  await wait(300);
  expect(made).toBeLessThan(2_000);
  await answer.body?.cancel();
});
