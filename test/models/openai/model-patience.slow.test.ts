import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { asking, collectAnswer, useChatServer } from "../use-chat-server.ts";

const chat = useChatServer();

describe("createOpenAiModel() waits", () => {
  test("for a reader who takes their time", async () => {
    chat.server.replies.push({ text: ["one ", "two ", "three"], gapMs: 5 });
    let text = "";
    for await (const event of chat
      .model({ waits: { first: 30_000, stall: 800 } })
      .respond(asking())) {
      if (event.type === "text") text += event.text;
      expect(event.type).not.toBe("failure");
      await sleep(text === "one " ? 1_500 : 1_000); // Longer than either limit.
    }
    expect(text).toBe("one two three");
  });

  test("for a thought to become a word", async () => {
    const thought = 'data: {"choices":[{"delta":{"reasoning_content":"hm"}}]}\n\n';
    const word = 'data: {"choices":[{"delta":{"content":"ok"},"finish_reason":"stop"}]}\n\n';
    chat.server.replies.push({ raw: [...Array(10).fill(thought), word], gapMs: 150 });
    const answer = await collectAnswer(
      chat.model({ waits: { first: 1_000, stall: 1_000 } }), // Less than all of it takes.
      asking(),
    );
    expect(answer).toMatchObject({ text: "ok", end: { reason: "stop" } });
  });

  test("not for a connection to end that the server keeps open after its last word", async () => {
    const done = 'data: {"choices":[{"delta":{"content":"ok"},"finish_reason":"stop"}]}\n\n';
    chat.server.replies.push(
      { raw: `${done}data: [DONE]\n\n`, open: true },
      { raw: done, open: true },
    );
    const start = performance.now();
    for (const _ of [1, 2])
      expect(await collectAnswer(chat.model(), asking())).toMatchObject({ text: "ok", end: {} });
    expect(performance.now() - start).toBeLessThan(5_000); // A connection is given up after far longer.
  });
});
