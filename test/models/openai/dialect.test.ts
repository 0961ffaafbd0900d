import { describe, expect, test } from "vitest";
import { asking, collectAnswer } from "../collect-answer.ts";
import { useChatServer } from "../use-chat-server.ts";

const chat = useChatServer();

const weather = {
  name: "weather",
  description: "Tells the weather",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};
const format = {
  name: "answer",
  schema: { type: "object", properties: { topic: { type: "string" } }, required: ["topic"] },
};

describe("createOpenAiModel() speaks as plainly as the server needs", () => {
  test("with a strict schema and nothing but the protocol's own words", async () => {
    chat.server.replies.push({ json: { topic: "cooking" } });
    expect((await collectAnswer(chat.model(), asking({ format, maxTokens: 9 }))).text).toBe(
      '{"topic":"cooking"}',
    );
    expect(chat.server.requests[0]).toEqual({
      model: "test-model",
      messages: asking().messages,
      stream: true,
      max_tokens: 9,
      response_format: {
        type: "json_schema",
        json_schema: {
          name: "answer",
          strict: true,
          schema: { ...format.schema, additionalProperties: false },
        },
      },
    });
  });

  test("down to a schema in words, once a model", async () => {
    const old = await chat.other({
      unknown: ["json_schema", "json_object", "max_tokens", "max_completion_tokens"],
    });
    old.always = { json: { topic: "cooking" } };
    const asked = chat.model({ baseUrl: old.url, key: undefined });
    const request = asking({ format, maxTokens: 9 });
    for (let i = 0; i < 2; i++) {
      expect((await collectAnswer(asked, request)).text).toBe('{"topic":"cooking"}');
    }
    expect(old.headers).toHaveLength(4 + 2);
    expect(Object.keys(old.requests[0] ?? {}).sort()).toEqual(["messages", "model", "stream"]);
    expect(old.requests[1]).toEqual(old.requests[0]);
    expect(old.requests[0]?.messages).toMatchObject([
      {
        role: "system",
        content: expect.stringMatching(/^You are brief\.\n\nAnswer with JSON.*"topic"/s),
      },
      { role: "user" },
    ]);
    expect(old.violations).toEqual([]);
  });

  test("with json_object where that is understood, and says json then", async () => {
    const half = await chat.other({ unknown: ["json_schema"] });
    half.always = { json: {} };
    const messages = [{ role: "user", content: "Which topic?" }] as const;
    await collectAnswer(
      chat.model({ baseUrl: half.url, key: undefined }),
      asking({ format, messages }),
    );
    expect(half.requests[0]?.response_format).toEqual({ type: "json_object" });
    expect(half.requests[0]?.messages).toHaveLength(2);
    expect(half.violations).toEqual([]);
  });

  test("with the other name of the limit", async () => {
    const newer = await chat.other({ unknown: ["max_tokens"] });
    newer.always = "ok";
    const asked = chat.model({ baseUrl: newer.url, key: undefined });
    await collectAnswer(asked, asking({ maxTokens: 9 }));
    await collectAnswer(asked, asking({ maxTokens: 9 }));
    expect(newer.headers).toHaveLength(3);
    expect(newer.requests.map((request) => request.max_completion_tokens)).toEqual([9, 9]);
  });

  test("without strict tools, and without tools where the model knows none", async () => {
    const plain = await chat.other({ unknown: ["strict"] });
    plain.always = "ok";
    await collectAnswer(
      chat.model({ baseUrl: plain.url, key: undefined }),
      asking({ tools: [weather] }),
    );
    expect(plain.requests[0]?.tools).toHaveLength(1);
    const none = await chat.other({ unknown: ["tools"] });
    none.always = "ok";
    expect(
      (
        await collectAnswer(
          chat.model({ baseUrl: none.url, key: undefined }),
          asking({ tools: [weather] }),
        )
      ).text,
    ).toBe("ok");
  });

  test("but gives up where the refusal is about something else", async () => {
    chat.server.always = { status: 400, error: "temperature is too cold" };
    const { error } = await collectAnswer(chat.model(), asking({ format, maxTokens: 5 }));
    expect(error?.data.reason).toBe("request");
    expect(chat.server.requests).toHaveLength(1);
  });

  test("and sends a schema with optional parts as it is, not as a strict one", async () => {
    chat.server.replies.push("ok");
    const loose = { ...weather, parameters: { ...weather.parameters, required: [] } };
    await collectAnswer(chat.model(), asking({ tools: [loose] }));
    expect(chat.server.requests[0]?.tools?.[0]?.function).toEqual(loose);
  });
});
