import { describe, expect, onTestFinished, test, vi } from "vitest";
import { asking, collectAnswer, useChatServer } from "../use-chat-server.ts";

const chat = useChatServer();

const schemaOf = (name: string) => ({
  type: "object",
  properties: { [name]: { type: "string" } },
  required: [name],
  additionalProperties: false,
});
const weather = { name: "weather", description: "Tells it", parameters: schemaOf("city") };
const format = { name: "answer", schema: schemaOf("topic") };

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

  test("when a chunk has nulls, nothing or no index", async () => {
    const chunks = [
      { choices: [], prompt_filter_results: [] },
      { choices: [{ delta: { role: null, content: "o", tool_calls: null, refusal: null } }] },
      { choices: [{ delta: { content: "k" } }] },
      { choices: [{ index: 0, delta: { content: null }, finish_reason: "stop" }], usage: null },
    ];
    const raw = chunks.map((chunk) => `: ping\n\ndata: ${JSON.stringify(chunk)}\n\n`);
    chat.server.replies.push({ raw });
    expect(await chat.answer()).toMatchObject({ text: "ok", end: { reason: "stop" } });
  });

  test("and says that the limit cut it, or that it was filtered", async () => {
    chat.server.replies.push({ text: "cut", finish: "length" });
    chat.server.replies.push({ text: "half", finish: "content_filter" });
    chat.server.replies.push({ refusal: "I cannot help with that." });
    expect((await chat.answer()).end?.reason).toBe("length");
    expect((await chat.answer()).end?.reason).toBe("filtered");
    const refusal = { text: "I cannot help with that.", end: { reason: "filtered" } };
    expect(await chat.answer()).toMatchObject(refusal);
  });

  test("with nothing from the environment in its headers", async () => {
    const names = ["OPENAI_CUSTOM_HEADERS", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_API_KEY"];
    for (const name of names) vi.stubEnv(name, "X-Leak: leak");
    vi.stubEnv("OPENAI_BASE_URL", "http://127.0.0.1:9/leak");
    onTestFinished(() => void vi.unstubAllEnvs());
    chat.server.replies.push("ok");
    expect((await chat.answer()).text).toBe("ok");
    await chat.model().probe();
    expect(JSON.stringify(chat.server.headers)).not.toMatch(/leak|stainless|OpenAI\/JS/);
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
    await chat.answer({ messages, maxTokens: 50 });
    expect(chat.server.violations).toEqual([]);
    expect(chat.server.requests).toMatchObject([
      { messages: [{}, { content: "lone \ufffd surrogate" }, {}, {}, {}, {}, {}], max_tokens: 50 },
    ]);
    const [, , calls] = chat.server.requests[0]?.messages ?? [];
    expect(JSON.stringify(calls)).toContain('"arguments":"{}"');
  });
});

describe("createOpenAiModel() speaks as plainly as the server needs", () => {
  test("with a strict schema and nothing but the protocol's own words", async () => {
    chat.server.replies.push({ json: { topic: "cooking" } });
    expect((await chat.answer({ format, maxTokens: 9 })).text).toBe('{"topic":"cooking"}');
    expect(chat.server.requests[0]).toEqual({
      model: "test-model",
      messages: asking().messages,
      stream: true,
      max_tokens: 9,
      response_format: { type: "json_schema", json_schema: { ...format, strict: true } },
    });
  });

  test("without what it refuses, and remembers that", async () => {
    const old = await chat.other({ unknown: ["json_schema", "max_tokens", "tools"] });
    old.always = { json: { topic: "cooking" } };
    const asked = chat.model({ baseUrl: old.url, key: undefined });
    for (const parts of [{ format, maxTokens: 9 }, { format, maxTokens: 9 }, { tools: [weather] }])
      expect((await collectAnswer(asked, asking(parts))).text).toContain("cooking");
    // Two refusals before the first answer, one before the last.
    expect(old.headers).toHaveLength(6);
    const [first, second, last] = old.requests;
    expect(Object.keys(first ?? {}).sort()).toEqual(["messages", "model", "stream"]);
    expect(second).toEqual(first);
    const words = expect.stringMatching(/^You are brief\.\n\nAnswer with JSON.*"topic"/s);
    expect(first?.messages).toMatchObject([{ role: "system", content: words }, { role: "user" }]);
    expect(last?.messages).toEqual(asking().messages);
    expect(old.violations).toEqual([]);
  });

  test("but gives up where the refusal is about something else", async () => {
    chat.server.always = { status: 400, error: "temperature is too cold" };
    const { error } = await chat.answer({ format, maxTokens: 5 });
    expect(error?.data.reason).toBe("request");
    expect(chat.server.requests).toHaveLength(1);
  });
});

describe("createOpenAiModel() puts tool calls together", () => {
  type Fragment = readonly [
    index?: number,
    id?: string | null,
    name?: string | null,
    words?: unknown,
  ];
  const call = ([index, id, name, words]: Fragment) => ({
    delta: { tool_calls: [{ index, id, function: { name, arguments: words } }] },
  });

  function assembled(finish: string, ...fragments: readonly Fragment[]) {
    const choices = [...fragments.map(call), { delta: {}, finish_reason: finish }];
    const raw = choices.map((one) => `data: ${JSON.stringify({ choices: [one] })}\n\n`);
    chat.server.replies.push({ raw });
    return chat.answer({ tools: [weather] });
  }

  test("from fragments, beside text", async () => {
    const reus = { id: "a", name: "weather", arguments: '{"city":"Reus"}' };
    const vic = { id: "b", name: "weather", arguments: '{"city":"Vic"}' };
    chat.server.replies.push({ text: "Let me look.", toolCalls: [reus, vic] });
    expect(await chat.answer({ tools: [weather] })).toEqual({
      text: "Let me look.",
      calls: [reus, vic],
      end: { type: "end", reason: "tools" },
      error: undefined,
    });
    expect(chat.server.requests[0]?.tools?.[0]?.function).toEqual(weather);
    expect(chat.server.violations).toEqual([]);
  });

  test("that are mixed, numbered with gaps, all 0 or not at all, without an id, with a finish of stop", async () => {
    const mixed = await assembled(
      "tool_calls",
      [3, "a", "weather", '{"ci'],
      [1, "b", "weather"],
      [3, "a", "weather", 'ty":"Reus"}'],
      [1, null, null, "{}"],
    );
    expect(mixed.calls).toEqual([
      { id: "a", name: "weather", arguments: '{"city":"Reus"}' },
      { id: "b", name: "weather", arguments: "{}" },
    ]);
    const two = [
      { name: "one", arguments: "{}" },
      { name: "two", arguments: '{"x":1}' },
    ];
    const zeros = await assembled("stop", [0, "a", "one", "{}"], [0, "b", "two", { x: 1 }]);
    expect(zeros).toMatchObject({ calls: two, end: { reason: "tools" } });
    const none = undefined;
    const bare = [
      [none, none, "one", ""],
      [none, none, "two", '{"x"'],
      [none, none, none, ":1}"],
    ];
    const { calls } = await assembled("stop", ...(bare as unknown as readonly Fragment[]));
    expect(calls).toMatchObject(two);
    expect(new Set(["", ...calls.map(({ id }) => id)]).size).toBe(3);
  });

  test("but not one that the limit cut, that was filtered, or that has no name", async () => {
    const cut = { toolCalls: [{ name: "weather", arguments: '{"city":' }], finish: "length" };
    chat.server.replies.push(cut, { ...cut, finish: "content_filter" });
    expect(await chat.answer()).toMatchObject({ calls: [], end: { reason: "length" } });
    expect(await chat.answer()).toMatchObject({ calls: [], end: { reason: "filtered" } });
    const nameless = await assembled("tool_calls", [0, "a"]);
    expect(nameless).toMatchObject({ calls: [], end: { reason: "stop" } });
  });
});

test("createOpenAiModel() refuses settings that cannot work, and names itself", () => {
  const form = 'the address must start with "http://" or "https://", end with its path';
  for (const [changes, sentence] of [
    [{ baseUrl: "localhost:11434" }, `Cannot use the model at "localhost:11434": ${form}`],
    [{ baseUrl: "https://me:p@ss@host/v1" }, `Cannot use the model at "https://host/v1": ${form}`],
    [{ baseUrl: "http://host/v1?key=1" }, form],
    [{ model: " " }, "no model is named"],
    [{ key: "two words" }, "its key holds a blank"],
  ] as const) {
    expect(() => chat.model(changes)).toThrow(sentence);
  }
  expect(chat.model({ baseUrl: "https://api.openai.com/v1", model: "gpt-5-mini" })).toMatchObject({
    id: "gpt-5-mini at api.openai.com",
    isCloud: true,
  });
});
