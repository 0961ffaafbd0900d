import { describe, expect, test } from "vitest";
import type { Reply } from "../chat-replies.ts";
import { startChatServer } from "../chat-server.ts";
import { useChatServer } from "../use-chat-server.ts";

const chat = useChatServer();
const { key, stated } = chat;

describe("createOpenAiModel() says in one sentence what failed when", () => {
  const json = "application/json";
  const error = (message: string, code: string) => ({ message, code });
  const faults: [string, string, Reply][] = [
    ["the key is refused", "key", { status: 401, error: `Incorrect API key: ${key}` }],
    ["the request is refused", "request", { status: 400, error: "bad temperature" }],
    ["a filter refuses", "refused", { status: 400, error: error("filtered", "content_filter") }],
    ["too much was sent", "tooLong", { status: 400, error: "maximum context length is 4096" }],
    ["llama.cpp got too much", "tooLong", { status: 500, error: "input is too large to process" }],
    ["the quota is used", "quota", { status: 429, error: error("none", "insufficient_quota") }],
    ["the server is busy", "busy", { status: 429, error: "slow down" }],
    ["the server fails", "server", { status: 500, error: "boom" }],
    ["it sends elsewhere", "answer", { status: 302, headers: { location: "https://e.org/" } }],
    ["an HTML page answers", "answer", { raw: `<title>${key}</title>`, contentType: "text/html" }],
    ["other JSON answers", "answer", { raw: '{"hello":"world"}', contentType: json }],
    ["an event is half a JSON", "answer", { raw: `data: {"choices":[{"x":"${key}\n\n` }],
    ["nothing is in the answer", "answer", { raw: "" }],
    ["only the end is in the answer", "answer", { raw: "data: [DONE]\n\n" }],
    ["the answer breaks off", "answer", { text: "half an", cut: "end" }],
    ["the connection breaks", "connection", { text: "half an", cut: "destroy" }],
    ["the connection is reset", "connection", { reset: true }],
    ["an error comes in the stream", "busy", { raw: 'data: {"error":{"code":429}}\n\n' }],
    ["an error comes as an event", "server", { raw: 'event: error\ndata: {"message":"x"}\n\n' }],
    ["nothing comes", "timeout", { hang: true }],
    ["nothing comes but the beginning", "timeout", { text: "", cut: "stall" }],
    ["the answer stops in the middle", "stalled", { text: "half an", cut: "stall" }],
  ];
  test.each(faults)("%s", async (name, reason, reply) => {
    chat.server.always = reply;
    const waits = reason === "timeout" || reason === "stalled";
    const ms = waits ? 300 : 60_000;
    const failure = await chat.failure({ waits: { first: ms, stall: ms } });
    expect(failure.data).toMatchObject({ reason });
    expect(stated(failure)).toMatch(/^Cannot ask "test-model" at "URL": /);
    expect(stated(failure)).toMatchSnapshot(name);
    expect(chat.server.violations).toEqual([]);
  });

  test("nobody listens", async () => {
    await chat.server.close();
    expect(stated(await chat.failure())).toMatch(
      /the connection failed \(.*ECONNREFUSED.*\); start/,
    );
    await chat.restart();
  });

  test("the key stands where the server's words are cut", async () => {
    for (let before = 130; before < 165; before += 3) {
      chat.server.replies.push({ status: 400, error: "y".repeat(before) + key });
      const failure = await chat.failure();
      expect(`${failure.message} ${String(failure.cause)}`).not.toContain(key.slice(0, 6));
    }
  });
});

describe("probe() of a server says", () => {
  test("nothing where it answers", async () => {
    expect(await chat.model().probe()).toBeUndefined();
  });

  test("that nobody listens, that the key is refused", async () => {
    expect(stated(await chat.model({ key: "sk-other" }).probe())).toMatchInlineSnapshot(
      `"Cannot ask "test-model" at "URL": it refuses the key or wants one (401 Incorrect API key provided: Bearer [key]); set one that is valid there"`,
    );
    await chat.server.close();
    expect((await chat.model().probe())?.message).toMatch(/the connection failed/);
    await chat.restart();
  });

  test("which models there are where it has not this one, the nearest first", async () => {
    const models = ["whisper-1", "llama3.2:3b", "gpt-5-mini", "gpt-5", "a", "b", "c"];
    const has = await startChatServer({ models });
    const asked = chat.model({ baseUrl: has.url, key: undefined, model: "gpt-5-minni" });
    expect((await asked.probe())?.message.replace(has.url, "URL")).toMatchInlineSnapshot(
      `"Cannot ask "gpt-5-minni" at "URL": it knows no such model or address (of those that it has, the nearest are: "gpt-5-mini", "gpt-5", "whisper-1", "llama3.2:3b", "a"); load the model there or correct its name, and give the address including "/v1""`,
    );
    expect((await asked.probe())?.data.reason).toBe("model");
    await has.close();
  });

  test("nothing about a tag that is understood, nor to llama.cpp, which has one model for all names", async () => {
    const listing = (...ids: string[]): void => {
      const data = ids.map((id) => ({ id }));
      chat.server.list = { raw: JSON.stringify({ data }), contentType: "application/json" };
    };
    for (const id of ["test-model:latest", "/m/x.gguf"]) {
      listing(id);
      expect(await chat.model().probe()).toBeUndefined();
    }
    listing();
    expect(stated(await chat.model().probe())).toMatch(
      /no such model or address \(it has none at all\); load/,
    );
    chat.server.list = { raw: "<html>", contentType: "text/html" };
    expect((await chat.model().probe())?.data.reason).toBe("answer");
  });
});
