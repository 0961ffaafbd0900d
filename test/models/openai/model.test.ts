import { describe, expect, test } from "vitest";
import { createOpenAiModel, type OpenAiModelOptions } from "../../../src/models/openai/model.ts";
import { asking, collectAnswer } from "../collect-answer.ts";
import { useChatServer } from "../use-chat-server.ts";

const chat = useChatServer();

describe("createOpenAiModel() answers", () => {
  test("word by word", async () => {
    chat.server.replies.push("The paella wants bomba rice.");
    const pieces: string[] = [];
    for await (const event of chat.model().respond(asking())) {
      if (event.type === "text") pieces.push(event.text);
      else expect(event).toEqual({ type: "end", reason: "stop" });
    }
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.join("")).toBe("The paella wants bomba rice.");
    expect(chat.server.violations).toEqual([]);
  });

  test("with characters that the network cut in two", async () => {
    const body = Buffer.from(
      'data: {"choices":[{"delta":{"content":"arròs 🥘"},"finish_reason":"stop"}]}\r\n\r\ndata: [DONE]\r\n\r\n',
    );
    const bytes = Array.from(body, (byte) => Buffer.from([byte]));
    chat.server.replies.push({ raw: bytes });
    expect(await collectAnswer(chat.model(), asking())).toMatchObject({
      text: "arròs 🥘",
      end: { reason: "stop" },
    });
  });

  test.each([
    ["has no role", { text: "ok", noRole: true }],
    ["ends without [DONE]", { text: "ok", noDone: true }],
    ["ends without a finish reason", { text: "ok", finish: null }],
    ["comes as text/plain", { text: "ok", contentType: "text/plain" }],
    ["comes as JSON", { text: "ok", contentType: "application/json" }],
    ["is one whole message", { text: "ok", whole: true }],
    [
      "is one whole message said to be a stream",
      { text: "ok", whole: true, contentType: "text/event-stream" },
    ],
    ["ends with a word of the server's own", { text: "ok", finish: "eos" }],
  ])("when the stream %s", async (_name, reply) => {
    chat.server.replies.push(reply);
    expect(await collectAnswer(chat.model(), asking())).toMatchObject({
      text: "ok",
      end: { reason: "stop" },
    });
  });

  test.each([
    ["content in parts", { delta: { content: [{ type: "text", text: "ok" }] } }],
    ["a message in place of a delta", { message: { role: "assistant", content: "ok" } }],
    ["null beside it", { delta: { role: null, content: "ok", tool_calls: null, refusal: null } }],
    ["no index", { index: undefined, delta: { content: "ok" } }],
  ])("when a chunk has %s", async (_name, choice) => {
    const chunks = [
      { choices: [], prompt_filter_results: [] },
      { choices: [{ index: 0, ...choice, finish_reason: null }] },
      { choices: [{ index: 0, delta: { content: null }, finish_reason: "stop" }], usage: null },
    ];
    chat.server.replies.push({
      raw: chunks.map((chunk) => `: ping\n\ndata: ${JSON.stringify(chunk)}\n\n`),
    });
    expect(await collectAnswer(chat.model(), asking())).toMatchObject({
      text: "ok",
      end: { reason: "stop" },
    });
  });

  test("and says that the limit cut it, or that it was filtered", async () => {
    chat.server.replies.push(
      { text: "cut", finish: "length" },
      { text: "half", finish: "content_filter" },
    );
    chat.server.replies.push({ refusal: "I cannot help with that." });
    expect((await collectAnswer(chat.model(), asking())).end?.reason).toBe("length");
    expect((await collectAnswer(chat.model(), asking())).end?.reason).toBe("filtered");
    expect(await collectAnswer(chat.model(), asking())).toMatchObject({
      text: "I cannot help with that.",
      end: { reason: "filtered" },
    });
  });

  test("with nothing from the environment in its headers", async () => {
    const names = ["OPENAI_CUSTOM_HEADERS", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_API_KEY"];
    const saved = [...names, "OPENAI_BASE_URL"].map((name) => [name, process.env[name]] as const);
    for (const name of names) process.env[name] = "X-Leak: leak";
    process.env.OPENAI_BASE_URL = "http://127.0.0.1:9/leak";
    try {
      chat.server.replies.push("ok");
      expect((await collectAnswer(chat.model(), asking())).text).toBe("ok");
      await chat.model().probe();
    } finally {
      for (const [name, value] of saved) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
    expect(JSON.stringify(chat.server.headers)).not.toContain("leak");
    const names1 = chat.server.headers.map((headers) => Object.keys(headers).sort().join(" "));
    expect(names1).toEqual([
      "accept authorization connection content-length content-type host",
      "accept authorization connection host",
    ]);
  });

  test("over one connection, without a key where there is none", async () => {
    const open = await chat.other({});
    open.always = "ok";
    const local = createOpenAiModel({ baseUrl: `${open.url}/`, model: "test-model" });
    for (let i = 0; i < 3; i++) expect((await collectAnswer(local, asking())).text).toBe("ok");
    expect(open.connections).toBe(1);
    expect(open.headers.every(({ authorization }) => authorization === undefined)).toBe(true);
  });

  test("to messages as they are, but for what a server would choke on", async () => {
    chat.server.replies.push("ok");
    const messages = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "lone \ud800 surrogate" },
      {
        role: "assistant",
        content: "",
        toolCalls: [
          { id: "a", name: "weather", arguments: '{"city":"Reus"}' },
          { id: "b", name: "weather", arguments: '{"city":' },
        ],
      },
      { role: "tool", callId: "a", content: "Sunny" },
      { role: "tool", callId: "b", content: "Bad arguments" },
      { role: "assistant", content: "Sunny.", toolCalls: [] },
      { role: "user", content: "Thanks" },
    ] as const;
    await collectAnswer(chat.model(), asking({ messages, maxTokens: 50 }));
    expect(chat.server.violations).toEqual([]);
    expect(chat.server.requests).toMatchObject([
      { messages: [{}, { content: "lone \ufffd surrogate" }, {}, {}, {}, {}, {}], max_tokens: 50 },
    ]);
    const [, , calls] = chat.server.requests[0]?.messages ?? [];
    expect(JSON.stringify(calls)).toContain('"arguments":"{}"');
  });
});

test("createOpenAiModel() refuses settings that cannot work, and names itself", () => {
  const refused = (changes: Partial<OpenAiModelOptions>) => () => chat.model(changes);
  expect(refused({ baseUrl: "localhost:11434" })).toThrow(
    'Cannot use model server "localhost:11434": the address must start with "http://" or "https://"',
  );
  expect(refused({ model: " " })).toThrow("no model is named");
  expect(refused({ key: "two words" })).toThrow("its key holds a blank");
  expect(chat.model({ baseUrl: "https://api.openai.com/v1", model: "gpt-5-mini" })).toMatchObject({
    id: "gpt-5-mini at api.openai.com",
    isCloud: true,
  });
});

test.each([
  ["http://localhost:11434/v1", false],
  ["http://127.0.0.1/v1", false],
  ["http://[::1]:8080/v1", false],
  ["http://192.168.1.20:1234/v1", false],
  ["http://10.1.2.3/v1", false],
  ["http://172.31.0.1/v1", false],
  ["http://169.254.10.1/v1", false],
  ["http://[fe80::1]/v1", false],
  ["http://[fd12::1]/v1", false],
  ["http://[::ffff:192.168.1.1]/v1", false],
  ["http://nas/v1", false],
  ["http://nas.local/v1", false],
  ["http://nas.local./v1", false],
  ["http://172.32.0.1/v1", true],
  ["http://8.8.8.8/v1", true],
  ["http://[2001:db8::1]/v1", true],
  ["http://[::ffff:8.8.8.8]/v1", true],
  ["https://api.openai.com/v1", true],
  ["https://192.168.1.1.example.org/v1", true],
  ["https://local/v1", false],
])("isCloud of a model at %s is %s", (baseUrl, isCloud) => {
  expect(createOpenAiModel({ baseUrl, model: "m" }).isCloud).toBe(isCloud);
});
