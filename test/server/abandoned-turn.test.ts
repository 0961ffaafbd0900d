import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { openLoci } from "../../src/app/loci.ts";
import { startServer } from "../../src/server/start-server.ts";
import { startChatServer } from "../models/chat-server.ts";
import { useFixture } from "../temp.ts";
import { nothingFound } from "../watched-vault.ts";
import { serve } from "./serve.ts";

const body = '{"message":"a"}';
const post = { method: "POST", headers: { "content-type": "application/json" }, body };

test("a client that goes calls off a turn that waits for its model", async () => {
  const { ask, loci } = await serve();
  const calledOff = vi.fn();
  loci.events = async function* (signal) {
    yield { type: "delta", text: "a" };
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    calledOff();
  };
  const gone = new AbortController();
  const answer = await ask("/api/chat", { ...post, signal: gone.signal });
  await answer.body?.getReader().read();
  expect(calledOff).not.toHaveBeenCalled();
  gone.abort();
  await vi.waitFor(() => expect(calledOff).toHaveBeenCalledOnce(), 2_000);
});

test("close() calls off a turn that waits for its model", async () => {
  const server = await serve();
  const calledOff = vi.fn();
  server.loci.events = async function* (signal) {
    yield { type: "delta", text: "a" };
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    calledOff();
  };
  const answer = await server.ask("/api/chat", post);
  await Promise.all([answer.text(), server.close()]);
  expect(calledOff).toHaveBeenCalledOnce();
});

test("the request to a real model server ends with the client; what was heard is kept", async () => {
  const models = await startChatServer();
  onTestFinished(() => models.close());
  models.always = (chat) =>
    nothingFound(chat) ?? { text: ["Bomba", " rice"], gapMs: 50, cut: "stall" };
  const root = useFixture("starter");
  const env = {
    LOCI_MODEL_BASE_URL: models.url,
    LOCI_MODEL_NAME: "test-model",
  };
  const loci = await openLoci({ root, env, now: Date.now, report: () => {} });
  const server = await startServer(loci, { port: 0, strict: true, report: () => {} });
  onTestFinished(async () => {
    await server.close();
    await loci.close({ timeoutMs: 0 });
  });
  const { origin } = new URL(server.url);
  const gone = new AbortController();
  const authorization = `Bearer ${readFileSync(join(loci.device.folder, "token"), "utf8").trim()}`;
  const answer = await fetch(`${origin}/api/chat`, {
    ...post,
    headers: { ...post.headers, authorization },
    signal: gone.signal,
  });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes(" rice")) text += (await reader?.read())?.value ?? "";
  gone.abort();
  await expect.poll(() => models.closedEarly, { timeout: 40_000 }).toBe(1);
  const [session] = await loci.sessions.list();
  await wait(100);
  const { messages } = await loci.sessions.read(session?.id ?? "");
  expect(messages).toMatchObject([
    { role: "user", content: "a" },
    { role: "assistant", content: "Bomba rice" },
  ]);
});
