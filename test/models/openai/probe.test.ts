import { describe, expect, test } from "vitest";
import type { LociError } from "../../../src/errors.ts";
import { startChatServer } from "../chat-server.ts";
import { useChatServer } from "../use-chat-server.ts";

const chat = useChatServer();

const stated = (error: LociError | undefined): string =>
  error?.message.replace(chat.server.url, "URL") ?? "no failure";

describe("probe() of a server says", () => {
  test("nothing where it answers", async () => {
    expect(await chat.model().probe()).toBeUndefined();
  });

  test("that nobody listens, that it does not answer, that the key is refused", async () => {
    expect(stated(await chat.model({ key: "sk-other" }).probe())).toMatchInlineSnapshot(
      `"Cannot ask "test-model" at "URL": it refuses the key (401 Incorrect API key provided: Bearer [key]); set one that is valid there"`,
    );
    expect(stated(await chat.model({ key: undefined }).probe())).toMatchInlineSnapshot(
      `"Cannot ask "test-model" at "URL": it wants a key (401 Incorrect API key provided: undefined); set one"`,
    );
    chat.server.list = { hang: true };
    expect(stated(await chat.model({ timeouts: { probe: 100 } }).probe())).toMatchInlineSnapshot(
      `"Cannot ask "test-model" at "URL": no answer within 0.1 s; look whether the server is busy or down"`,
    );
    expect((await chat.model().probe(AbortSignal.timeout(50)))?.data.reason).toBe("aborted");
    await chat.server.close();
    expect((await chat.model().probe())?.message).toMatch(/nothing answers there/);
    await chat.restart();
  });

  test("which models there are where it has not this one, the nearest first", async () => {
    const models = ["whisper-1", "llama3.2:3b", "gpt-5-mini", "gpt-5", "a", "b", "c"];
    const has = await startChatServer({ models });
    const asked = chat.model({ baseUrl: has.url, key: undefined, model: "gpt-5-minni" });
    expect((await asked.probe())?.message.replace(has.url, "URL")).toMatchInlineSnapshot(
      `"Cannot ask "gpt-5-minni" at "URL": it has no such model; name one that it has: "gpt-5-mini", "gpt-5", "whisper-1", "llama3.2:3b", "a" and 2 more"`,
    );
    expect((await asked.probe())?.data.reason).toBe("model");
    await has.close();
  });

  test("nothing about a tag that is understood, nor to llama.cpp, which has one model for all names", async () => {
    const entry = (id: string, owner: string) => ({ id, object: "model", owned_by: owner });
    chat.server.list = {
      raw: JSON.stringify({ data: [entry("test-model:latest", "library")] }),
      contentType: "application/json",
    };
    expect(await chat.model().probe()).toBeUndefined();
    chat.server.list = {
      raw: JSON.stringify({ data: [entry("/m/x.gguf", "llamacpp")] }),
      contentType: "application/json",
    };
    expect(await chat.model().probe()).toBeUndefined();
    chat.server.list = { raw: '{"data":[]}', contentType: "application/json" };
    expect(stated(await chat.model().probe())).toMatch(/it has no model; load one there/);
    chat.server.list = { raw: "<html>", contentType: "text/html" };
    expect((await chat.model().probe())?.data.reason).toBe("answer");
  });

  test("what a first word says where there is no list", async () => {
    chat.server.list = { status: 404 };
    chat.server.replies.push("yes");
    expect(await chat.model().probe()).toBeUndefined();
    expect(
      (await chat.model({ baseUrl: chat.server.url.replace("/v1", "") }).probe())?.message,
    ).toMatch(/including "\/v1"/);
  });
});
