import { createServer } from "node:net";
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

describe("createOpenAiModel() says in one sentence what failed when", () => {
  const faults: [string, string, Reply][] = [
    ["the key is refused", "key", { status: 401, error: `Incorrect API key: ${key}` }],
    ["the request is refused", "request", { status: 400, error: "bad temperature" }],
    [
      "the request is refused by a filter",
      "refused",
      { status: 400, error: { message: "filtered", code: "content_filter" } },
    ],
    [
      "too much was sent",
      "tooLong",
      {
        status: 400,
        error: {
          message: "maximum context length is 4096 tokens",
          code: "context_length_exceeded",
        },
      },
    ],
    [
      "the quota is used up",
      "quota",
      { status: 429, error: { message: "no quota", code: "insufficient_quota" } },
    ],
    ["the server is busy", "busy", { status: 429, error: "slow down" }],
    ["the server fails", "server", { status: 500, error: "boom" }],
    [
      "it sends elsewhere",
      "answer",
      { status: 302, headers: { location: "https://example.org/" } },
    ],
    [
      "an HTML page answers",
      "answer",
      { raw: `<!doctype html>\n<title>Login ${key}</title>`, contentType: "text/html" },
    ],
    ["an HTML page answers as a stream", "answer", { raw: "<html></html>" }],
    ["other JSON answers", "answer", { raw: '{"hello":"world"}', contentType: "application/json" }],
    ["JSON of no object answers", "answer", { raw: "null", contentType: "application/json" }],
    [
      "an event is half a JSON",
      "answer",
      { raw: `data: {"choices":[{"delta":{"content":"${key}\n\n` },
    ],
    ["an event is not an object", "answer", { raw: "data: 7\n\n" }],
    ["nothing is in the answer", "answer", { raw: "" }],
    ["only the end is in the answer", "answer", { raw: "data: [DONE]\n\n" }],
    ["only comments are in the answer", "answer", { raw: ": ping\n\n: ping\n\n" }],
    ["the answer breaks off", "answer", { text: "half an", cut: "end" }],
    ["the connection breaks", "connection", { text: "half an", cut: "destroy" }],
    ["the connection is reset each time", "connection", { reset: true }],
    [
      "an error comes with status 200",
      "server",
      { raw: `{"error":{"message":"out of memory ${key}"}}` },
    ],
    [
      "an error comes in the stream",
      "busy",
      { raw: 'data: {"error":{"message":"rate","code":429}}\n\n' },
    ],
    ["an error comes as an event", "server", { raw: "event: error\ndata: it crashed\n\n" }],
    ["nothing comes", "timeout", { hang: true }],
    ["nothing comes but the beginning", "timeout", { text: "", cut: "stall" }],
    ["the answer stops in the middle", "stalled", { text: "half an", cut: "stall" }],
    ["the answer is huge", "answer", { raw: Array(17).fill(`data: ${"x".repeat(2 ** 20)}`) }],
  ];
  test.each(faults)("%s", async (name, reason, reply) => {
    chat.server.always = reply;
    const waits = reason === "timeout" || reason === "stalled";
    const ms = waits ? 300 : 60_000;
    const error = await failureOf({ timeouts: { first: ms, stall: ms } });
    expect(error.data).toMatchObject({ reason, model: "test-model", server: chat.server.url });
    expect(stated(error)).toMatch(/^Cannot ask "test-model" at "URL": /);
    expect(stated(error)).toMatchSnapshot(name);
    expect(chat.server.violations).toEqual([]);
  });

  test("nobody listens", async () => {
    await chat.server.close();
    expect(stated(await failureOf())).toMatchInlineSnapshot(
      `"Cannot ask "test-model" at "URL": nothing answers there (ECONNREFUSED); start the server or correct its address"`,
    );
    await chat.restart();
  });

  test("a connection never stands", async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const address = silent.address();
    const port = typeof address === "object" ? address?.port : 0;
    const error = await failureOf({
      baseUrl: `https://127.0.0.1:${port}/v1`,
      timeouts: { connect: 60, first: 5_000 },
    });
    expect(error.message).toMatch(/no connection within 60 ms/);
    expect(error.data).toMatchObject({ reason: "timeout", passing: true });
    silent.close();
  });

  test("the key stands where the server's words are cut", async () => {
    for (let before = 130; before < 165; before += 3) {
      const words = "y".repeat(before) + key;
      chat.server.replies.push(
        { status: 400, error: words },
        { raw: `${words.slice(100)}</html>` },
      );
      for (let i = 0; i < 2; i++) {
        const error = await failureOf();
        expect(`${error.message} ${String(error.cause)}`).not.toContain(key.slice(0, 6));
      }
    }
  });
});
