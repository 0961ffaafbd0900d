import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Reply } from "../chat-replies.ts";
import { asking, collectAnswer, useChatServer } from "../use-chat-server.ts";

const chat = useChatServer();
const { key } = chat;

describe("createOpenAiModel() tries once more", () => {
  test.each<Reply>([{ status: 429 }, { status: 500 }, { reset: true }])(
    "after %j",
    async (fault) => {
      chat.server.replies.push(fault, "ok");
      expect((await chat.answer()).text).toBe("ok");
    },
  );

  test("never after the first word: what came stands", async () => {
    chat.server.replies.push({ text: "half an", cut: "destroy" }, "never");
    expect(await chat.answer()).toMatchObject({
      text: "half an",
      error: { data: { reason: "connection" } },
    });
    expect(chat.server.requests).toHaveLength(1);
  });

  test("never after a wait in vain", async () => {
    chat.server.always = { hang: true };
    const { data } = await chat.failure({ waits: { first: 200 } });
    expect(data).toMatchObject({ reason: "timeout" });
    expect(chat.server.headers).toHaveLength(1);
  });

  test("no sooner than Retry-After says, and no more; it passes the wish on", async () => {
    chat.server.always = { status: 429, headers: { "retry-after": "0.2" } };
    const start = performance.now();
    const { data } = await chat.failure();
    expect(performance.now() - start).toBeGreaterThan(190);
    expect(data).toMatchObject({ reason: "busy", retryAfter: 200 });
    expect(chat.server.requests).toHaveLength(2);
  });
});

describe("createOpenAiModel() waits", () => {
  test("for a reader who takes their time", async () => {
    chat.server.replies.push({ text: ["one ", "two"], gapMs: 5 });
    const events = chat.model({ waits: { first: 30_000, stall: 500 } }).respond(asking());
    let said = "";
    for await (const event of events) {
      if (event.type === "text") said += event.text;
      expect(event.type).not.toBe("failure");
      await sleep(700); // Longer than the limit.
    }
    expect(said).toBe("one two");
  });

  test("for a thought to become a word", async () => {
    const thought = 'data: {"choices":[{"delta":{"reasoning_content":"hm"}}]}\n\n';
    const word = 'data: {"choices":[{"delta":{"content":"ok"},"finish_reason":"stop"}]}\n\n';
    chat.server.replies.push({ raw: [...Array(10).fill(thought), word], gapMs: 150 });
    const waits = { first: 1_000, stall: 1_000 }; // Less than all of it takes.
    expect(await chat.answer({}, { waits })).toMatchObject({ text: "ok", end: {} });
  });

  test("not for a connection to end that the server keeps open after its last word", async () => {
    const done = 'data: {"choices":[{"delta":{"content":"ok"},"finish_reason":"stop"}]}\n\n';
    chat.server.replies.push({ raw: `${done}data: [DONE]\n\n`, open: true });
    chat.server.replies.push({ raw: done, open: true });
    const start = performance.now();
    for (const _ of [1, 2]) expect(await chat.answer()).toMatchObject({ text: "ok", end: {} });
    expect(performance.now() - start).toBeLessThan(5_000); // A connection is given up after far longer.
  });
});

describe("createOpenAiModel() is called off", () => {
  test.each<[string, Reply, string]>([
    ["before the answer", { hang: true }, ""],
    ["before the first word", { text: "", cut: "stall" }, ""],
    ["in the middle", { text: ["half "], cut: "stall" }, "half "],
  ])("%s, and closes the connection", async (_name, reply, text) => {
    chat.server.always = reply;
    const controller = new AbortController();
    void expect
      .poll(() => chat.server.requests, { timeout: 60_000 })
      .toHaveLength(1)
      .then(() => sleep(200))
      .then(() => controller.abort());
    const { signal } = controller;
    const answer = await collectAnswer(chat.model(), asking(), signal);
    expect(answer).toMatchObject({ text, error: { data: { reason: "aborted" } } });
    expect(chat.stated(answer.error)).toBe('Cannot ask "test-model" at "URL": it was called off');
    await expect.poll(() => chat.server.closedEarly).toBe(1);
    const { error } = await collectAnswer(chat.model(), asking(), signal); // It is aborted.
    expect(error?.data).toMatchObject({ reason: "aborted" });
    expect(chat.server.headers).toHaveLength(1);
  });

  test("by a reader who stops", async () => {
    chat.server.always = { text: ["one ", "two "], cut: "stall" };
    for await (const event of chat.model().respond(asking())) {
      expect(event.type).toBe("text");
      break;
    }
    await expect.poll(() => chat.server.closedEarly).toBe(1);
  });

  test("and keeps no process alive", async () => {
    chat.server.always = { text: ["one ", "two"], cut: "stall" };
    const path = join(import.meta.dirname, "../../../src/models/openai/model.ts");
    const options = { baseUrl: chat.server.url, model: "test-model", key };
    const program = `
      import { createOpenAiModel } from ${JSON.stringify(path)};
      const model = createOpenAiModel(${JSON.stringify(options)});
      for await (const event of model.respond(${JSON.stringify(asking())})) break;
      console.log("read");`;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", program]);
    child.unref();
    const ended = once(child, "exit", { signal: AbortSignal.timeout(120_000) });
    expect([await text(child.stdout), ...(await ended)]).toEqual(["read\n", 0, null]);
  });
});
