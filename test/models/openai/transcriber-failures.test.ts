import type { ServerResponse } from "node:http";
import { createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import {
  createOpenAiTranscriber,
  type OpenAiTranscriberOptions,
} from "../../../src/models/openai/transcriber.ts";
import { forever as never } from "../collect-speech.ts";
import { sendJson } from "../embedding-server.ts";
import { type SpeechServer, startSpeechServer } from "../speech-server.ts";
import { failureOf, key, none, pcm } from "../transcribing.ts";

let server: SpeechServer;
beforeEach(async () => {
  server = await startSpeechServer({ key });
});
afterEach(async () => {
  await server.close();
});

function transcriber(changes: Partial<OpenAiTranscriberOptions> = {}) {
  return createOpenAiTranscriber({ baseUrl: server.url, model: "test-model", key, ...changes });
}

describe("createOpenAiTranscriber() says in one sentence what failed when", () => {
  const answers: [
    string,
    (answer: (status: number, body: unknown) => void) => void,
    string,
    RegExp,
  ][] = [
    [
      "the key is refused",
      (a) => a(401, { error: { message: `no ${key}` } }),
      "key",
      /refuses the key \(401 no \[key\]\)/,
    ],
    ["it is busy", (a) => a(429, { error: { message: "slow down" } }), "busy", /asks to wait/],
    ["it is too long", (a) => a(413, {}), "tooLong", /say less at once/],
    ["the answer has no text", (a) => a(200, { words: [] }), "answer", /not a transcript/],
    ["the text is a number", (a) => a(200, { text: 4 }), "answer", /not a transcript/],
    ["the answer is null", (a) => a(200, null), "answer", /not a transcript/],
    [
      "the text has no end",
      (a) => a(200, { text: "la ".repeat(9_000) }),
      "answer",
      /longer than anybody/,
    ],
  ];
  test.each(answers)("%s", async (_name, fault, reason, words) => {
    server.always = (response) => {
      fault((status, body) => sendJson(response, status, body));
      return "done";
    };
    const error = await failureOf(transcriber().transcribe(pcm, none, never));
    expect(error.data.reason).toBe(reason);
    expect(error.message).toMatch(words);
    expect(error.message).toMatch(/^Cannot ask "test-model" at "http/);
  });

  test.each([
    [
      "HTML",
      "text/html",
      "<html><title>Login</title></html>",
      /not a transcript \(it starts with: <html>/,
    ],
    ["no JSON", "application/json", '{"text": "a', /is not JSON/],
  ])("the answer is %s", async (_name, type, body, words) => {
    server.always = (response) => {
      response.writeHead(200, { "content-type": type });
      response.end(body);
      return "done";
    };
    const error = await failureOf(transcriber().transcribe(pcm, none, never));
    expect(error.data.reason).toBe("answer");
    expect(error.message).toMatch(words);
  });

  test("the answer is 100 MB", async () => {
    let sent = 0;
    server.always = (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const piece = Buffer.alloc(2 ** 20, 32);
      const send = (): void => {
        while (sent < 100 && !response.destroyed) {
          sent++;
          if (!response.write(piece)) return;
        }
      };
      response.on("drain", send);
      send();
      return "done";
    };
    const error = await failureOf(transcriber().transcribe(pcm, none, never));
    expect(error.message).toMatch(/an answer of more than 4 MB/);
    expect(sent).toBeLessThan(50);
  });

  test.each([
    ["before the body", () => undefined],
    [
      "in the middle of the body",
      (response: ServerResponse) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.write('{"text":');
      },
    ],
  ])("it hangs %s", async (_name, start) => {
    server.always = (response) => {
      start(response);
      return "done";
    };
    const error = await failureOf(
      transcriber({ timeouts: { total: 150 } }).transcribe(pcm, none, never),
    );
    expect(error.message).toMatch(/no answer within 150 ms/);
    expect(error.data.reason).toBe("timeout");
  });

  test("it hangs up once, and again and again", async () => {
    const hangUp = (response: { destroy: () => void }): "done" => {
      response.destroy();
      return "done";
    };
    server.faults.push(hangUp);
    expect((await transcriber().transcribe(pcm, none, never)).text).toBe("hello there");
    server.always = hangUp;
    const error = await failureOf(transcriber().transcribe(pcm, none, never));
    expect(error.data.reason).toBe("connection");
  });

  test("nothing answers there", async () => {
    const gone = transcriber();
    await server.close();
    const error = await failureOf(gone.transcribe(pcm, none, never));
    expect(error.message.replace(server.url, "URL")).toMatchInlineSnapshot(
      `"Cannot ask "test-model" at "URL": nothing answers there (ECONNREFUSED); start the server or correct its address"`,
    );
    server = await startSpeechServer({ key });
  });

  test("a connection never stands", async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void silent.close());
    const address = silent.address();
    const port = typeof address === "object" ? address?.port : 0;
    const baseUrl = `https://127.0.0.1:${port}/v1`;
    const error = await failureOf(
      transcriber({ baseUrl, timeouts: { connect: 60 } }).transcribe(pcm, none, never),
    );
    expect(error.message).toMatch(/no connection within 60 ms/);
  });

  test("it is called off: then the reason is thrown, before, during the wait and in the body", async () => {
    const reason = new Error("enough");
    const aborted = AbortSignal.abort(reason);
    await expect(transcriber().transcribe(pcm, none, aborted)).rejects.toBe(reason);
    expect(server.headers).toHaveLength(0);
    for (const begin of [false, true]) {
      let isGone = false;
      server.always = (response) => {
        response.on("close", () => {
          isGone = true;
        });
        if (begin) response.writeHead(200, { "content-type": "application/json" }).write("{");
        return "done";
      };
      const controller = new AbortController();
      const transcribing = transcriber().transcribe(pcm, none, controller.signal);
      setTimeout(() => controller.abort(reason), 80);
      await expect(transcribing).rejects.toBe(reason);
      await expect.poll(() => isGone).toBe(true);
    }
  });
});
