import { describe, expect, test } from "vitest";
import { asking, collectAnswer } from "../collect-answer.ts";
import { useChatServer } from "../use-chat-server.ts";

const chat = useChatServer();

const weather = {
  name: "weather",
  description: "Tells the weather",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};
describe("createOpenAiModel() puts tool calls together", () => {
  const call = (fragment: object) => ({
    choices: [{ index: 0, delta: { tool_calls: [fragment] } }],
  });
  const end = (finish: string) => ({ choices: [{ index: 0, delta: {}, finish_reason: finish }] });

  async function assembled(chunks: readonly object[]) {
    chat.server.replies.push({ raw: chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`) });
    return collectAnswer(chat.model(), asking({ tools: [weather] }));
  }

  test("from fragments, beside text", async () => {
    chat.server.replies.push({
      text: "Let me look.",
      toolCalls: [
        { id: "a", name: "weather", arguments: { city: "Reus" } },
        { id: "b", name: "weather", arguments: { city: "Vic" } },
      ],
    });
    expect(await collectAnswer(chat.model(), asking({ tools: [weather] }))).toEqual({
      text: "Let me look.",
      calls: [
        { id: "a", name: "weather", arguments: '{"city":"Reus"}' },
        { id: "b", name: "weather", arguments: '{"city":"Vic"}' },
      ],
      end: { type: "end", reason: "tools" },
      error: undefined,
    });
    expect(chat.server.requests[0]?.tools?.[0]?.function.strict).toBe(true);
    expect(chat.server.violations).toEqual([]);
  });

  test("from fragments that are mixed, with gaps in their numbers and names said again", async () => {
    const answer = await assembled([
      call({ index: 3, id: "a", function: { name: "weather", arguments: '{"ci' } }),
      call({ index: 1, id: "b", function: { name: "weather" } }),
      call({ index: 3, id: "a", function: { name: "weather", arguments: 'ty":"Reus"}' } }),
      call({ index: 1, function: { arguments: "{}" } }),
      end("tool_calls"),
    ]);
    expect(answer.calls).toEqual([
      { id: "a", name: "weather", arguments: '{"city":"Reus"}' },
      { id: "b", name: "weather", arguments: "{}" },
    ]);
  });

  test("from calls that are all numbered 0, or not at all, or have no id, with a finish of stop", async () => {
    const zeros = await assembled([
      call({ index: 0, id: "a", function: { name: "one", arguments: "{}" } }),
      call({ index: 0, id: "b", function: { name: "two", arguments: { x: 1 } } }),
      end("stop"),
    ]);
    expect(zeros).toMatchObject({
      calls: [
        { id: "a", name: "one", arguments: "{}" },
        { id: "b", name: "two", arguments: '{"x":1}' },
      ],
      end: { reason: "tools" },
    });
    const bare = await assembled([
      call({ function: { name: "one", arguments: "" } }),
      call({ function: { name: "two", arguments: '{"x"' } }),
      call({ function: { arguments: ":1}" } }),
      end("stop"),
    ]);
    expect(bare.calls.map(({ name, arguments: given }) => [name, given])).toEqual([
      ["one", "{}"],
      ["two", '{"x":1}'],
    ]);
    const ids = bare.calls.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    expect(ids).not.toContain("");
  });

  test("of one whole message", async () => {
    chat.server.replies.push({
      whole: true,
      toolCalls: [{ name: "weather", arguments: { city: "Vic" } }],
    });
    expect((await collectAnswer(chat.model(), asking({ tools: [weather] }))).calls).toEqual([
      { id: "call_0", name: "weather", arguments: '{"city":"Vic"}' },
    ]);
  });

  test("but not one that the limit cut, that was filtered, or that has no name", async () => {
    const cut = { toolCalls: [{ name: "weather", arguments: '{"city":' }], finish: "length" };
    chat.server.replies.push(cut, { ...cut, finish: "content_filter" });
    expect(await collectAnswer(chat.model(), asking({ tools: [weather] }))).toMatchObject({
      calls: [],
      end: { reason: "length" },
    });
    expect(await collectAnswer(chat.model(), asking({ tools: [weather] }))).toMatchObject({
      calls: [],
      end: { reason: "filtered" },
    });
    const nameless = await assembled([call({ index: 0, id: "a" }), end("tool_calls")]);
    expect(nameless.error?.data.reason).toBe("answer");
  });
});
