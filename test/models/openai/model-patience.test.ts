import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import type { LociError } from "../../../src/errors.ts";
import type { OpenAiModelOptions } from "../../../src/models/openai/model.ts";
import type { Reply } from "../chat-replies.ts";
import { asking, collectAnswer } from "../collect-answer.ts";
import { useChatServer } from "../use-chat-server.ts";

const chat = useChatServer();
const { key } = chat;

async function failureOf(changes: Partial<OpenAiModelOptions> = {}): Promise<LociError> {
  const { error } = await collectAnswer(chat.model(changes), asking(), { key });
  if (error === undefined) throw new Error("it answered");
  return error;
}

const stated = (error: LociError | undefined): string =>
  error?.message.replace(chat.server.url, "URL") ?? "no failure";

async function until(holds: () => boolean): Promise<void> {
  for (let i = 0; i < 6_000 && !holds(); i++) await sleep(10);
  expect(holds()).toBe(true);
}

describe("createOpenAiModel() tries again", () => {
  test.each([
    [408, 0],
    [409, 0],
    [429, 0],
    [500, 0],
    [502, 0],
    [503, 0],
  ])("after status %i", async (status) => {
    chat.server.replies.push({ status }, "ok");
    expect((await collectAnswer(chat.model(), asking())).text).toBe("ok");
  });

  test("after a connection that broke before the first word", async () => {
    chat.server.replies.push({ reset: true }, { text: "", cut: "destroy" }, "ok");
    expect((await collectAnswer(chat.model(), asking())).text).toBe("ok");
  });

  test("never after the first word: what came stands", async () => {
    chat.server.replies.push({ text: "half an", cut: "destroy" }, "never");
    expect(await collectAnswer(chat.model(), asking(), { key })).toMatchObject({
      text: "half an",
      error: { data: { reason: "connection", passing: true } },
    });
    expect(chat.server.requests).toHaveLength(1);
  });

  test("never after a wait in vain", async () => {
    chat.server.always = { hang: true };
    const { data } = await failureOf({ timeouts: { first: 200 } });
    expect(data).toMatchObject({ reason: "timeout", passing: true });
    expect(chat.server.headers).toHaveLength(1);
  });

  test("no more often than set, and says that it may pass", async () => {
    chat.server.always = { status: 503, error: "overloaded" };
    expect((await failureOf()).data).toMatchObject({ reason: "server", passing: true });
    expect(chat.server.requests).toHaveLength(3);
  });

  test("no sooner than Retry-After says, in seconds or as a date by the clock of the server", async () => {
    chat.server.replies.push({ status: 429, headers: { "retry-after": "0.2" } }, "ok");
    let start = performance.now();
    await collectAnswer(chat.model(), asking());
    expect(performance.now() - start).toBeGreaterThan(190);
    const [date, later] = ["Fri, 13 Feb 2026 10:00:00 GMT", "Fri, 13 Feb 2026 10:00:01 GMT"];
    chat.server.replies.push({ status: 503, headers: { date, "retry-after": later } }, "ok");
    start = performance.now();
    const patient = chat.model({ retries: { times: 1, pause: 5, longest: 60_000 } });
    expect((await collectAnswer(patient, asking())).text).toBe("ok");
    expect(performance.now() - start).toBeGreaterThan(990);
  });

  test("not at all where Retry-After is longer than it may wait, and passes the wish on", async () => {
    chat.server.always = { status: 429, headers: { "retry-after": "120" } };
    expect((await failureOf()).data).toMatchObject({
      reason: "busy",
      retryAfter: 120_000,
      passing: true,
    });
    expect(chat.server.requests).toHaveLength(1);
  });
});

describe("createOpenAiModel() is called off", () => {
  test("before it began, without a request", async () => {
    const signal = AbortSignal.abort();
    const { error } = await collectAnswer(chat.model(), asking(), { key, signal });
    expect(error?.data).toMatchObject({ reason: "aborted", passing: false });
    expect(chat.server.headers).toEqual([]);
  });

  test.each<[string, Reply, string]>([
    ["before the answer", { hang: true }, ""],
    ["before the first word", { text: "", cut: "stall" }, ""],
    ["in the middle", { text: ["half "], cut: "stall" }, "half "],
    ["while an error is read", { raw: "{", contentType: "application/json", open: true }, ""],
  ])("%s, and closes the connection", async (_name, reply, text) => {
    chat.server.always = reply;
    const controller = new AbortController();
    void until(() => chat.server.requests.length === 1)
      .then(() => sleep(200))
      .then(() => controller.abort());
    const { signal } = controller;
    const answer = await collectAnswer(chat.model(), asking(), { key, signal });
    expect(answer).toMatchObject({ text, error: { data: { reason: "aborted" } } });
    expect(stated(answer.error)).toBe('Cannot ask "test-model" at "URL": it was called off');
    await until(() => chat.server.closedEarly === 1);
  });

  test("between two tries", async () => {
    chat.server.always = { status: 503 };
    const slow = chat.model({ retries: { times: 9, pause: 60_000, longest: 60_000 } });
    const start = performance.now();
    const { error } = await collectAnswer(slow, asking(), {
      key,
      signal: AbortSignal.timeout(100),
    });
    expect(error?.data.reason).toBe("aborted");
    expect(performance.now() - start).toBeLessThan(50_000);
  });

  test("by a reader who stops, between two words and while waiting for one", async () => {
    chat.server.always = { text: ["one ", "two "], cut: "stall" };
    const asked = chat.model({ timeouts: { stall: 10_000 } });
    for await (const event of asked.respond(asking())) {
      expect(event.type).toBe("text");
      break;
    }
    await until(() => chat.server.closedEarly === 1);
    const waiting = asked.respond(asking())[Symbol.asyncIterator]();
    for (let i = 0; i < 2; i++) await waiting.next();
    const pending = waiting.next();
    await waiting.return?.();
    expect(await pending).toMatchObject({ value: { type: "failure" } });
    await until(() => chat.server.closedEarly === 2);
  });

  test.each<[string, Reply]>([
    ["a whole answer", "ok"],
    ["one word", { text: ["one ", "two"], cut: "stall" }],
  ])("and keeps no process alive after %s", async (_name, reply) => {
    chat.server.always = reply;
    const path = join(import.meta.dirname, "../../../src/models/openai/model.ts");
    const options = { baseUrl: chat.server.url, model: "test-model", key };
    const program = `
      import { createOpenAiModel } from ${JSON.stringify(pathToFileURL(path).href)};
      const request = ${JSON.stringify(asking())};
      for await (const event of createOpenAiModel(${JSON.stringify(options)}).respond(request)) {
        if (event.type === "text" && ${JSON.stringify(typeof reply !== "string")}) break;
      }
      console.log("read");`;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", program]);
    let said = "";
    child.stdout.on("data", (part: Buffer) => {
      said += part.toString();
    });
    const timer = setTimeout(() => child.kill("SIGKILL"), 120_000);
    const [code] = await once(child, "exit");
    clearTimeout(timer);
    expect([said, code]).toEqual(["read\n", 0]);
  });
});
