import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createOpenAiSynthesizer,
  type OpenAiSynthesizerOptions,
} from "../../../src/models/openai/synthesizer.ts";
import { collectSpeech, failureOfSpeech, forever } from "../collect-speech.ts";
import { type SpeechServer, startSpeechServer } from "../speech-server.ts";
import { wavBytes } from "../wav-bytes.ts";

const key = "sk-secret-0123456789";
let server: SpeechServer;
beforeEach(async () => {
  server = await startSpeechServer({ key });
});
afterEach(() => server.close());

const synthesizer = (changes: Partial<OpenAiSynthesizerOptions> = {}) =>
  createOpenAiSynthesizer({ baseUrl: server.url, model: "test-model", key, ...changes });
const say = async (
  text: string,
  language = "en",
  changes: Partial<OpenAiSynthesizerOptions> = {},
) => collectSpeech(await synthesizer(changes).synthesize(text, language, forever));
const failure = (changes: Partial<OpenAiSynthesizerOptions> = {}) =>
  failureOfSpeech(() => synthesizer(changes).synthesize("Hello.", "en", forever), key);

/** Sends the beginning of a sound, and tells whether the connection was closed. */
function beginSound(): { isClosed: boolean } {
  const state = { isClosed: false };
  server.always = (response) => {
    response.on("close", () => {
      state.isClosed = true;
    });
    response.writeHead(200).write(wavBytes([1, 2], { dataSize: 0 }));
    return "done";
  };
  return state;
}

describe("createOpenAiSynthesizer()", () => {
  test("asks for a WAV and takes the rate from it", async () => {
    server.onText = () => ({ rate: 16_000, pcm: Int16Array.of(1, 2, 3) });
    expect(await say("a\ud800b")).toEqual({ rate: 16_000, pcm: Int16Array.of(1, 2, 3) });
    expect(server.spoken).toEqual([
      { model: "test-model", voice: "alloy", input: "a\ufffdb", response_format: "wav" },
    ]);
    expect(server.violations).toEqual([]);
  });

  test("names the voice of the language, else that of `any`", async () => {
    const voices = { ca: "ona", any: "bella" };
    for (const language of ["ca", "ca-ES", "en", "constructor"]) {
      await say("Hi.", language, { voices });
    }
    expect(server.spoken.map(({ voice }) => voice)).toEqual(["ona", "ona", "bella", "bella"]);
  });

  test("gives the first sound while the server still makes the rest", async () => {
    let finish = (): void => undefined;
    server.always = (response) => {
      response.writeHead(200, { "content-type": "audio/wav" });
      response.write(wavBytes([1, 2], { dataSize: 0xffffffff }));
      finish = () => response.end(Buffer.from(Int16Array.of(3, 4).buffer));
      return "done";
    };
    const speech = await synthesizer().synthesize("Hello.", "en", forever);
    finish();
    expect((await collectSpeech(speech)).pcm).toEqual(Int16Array.of(1, 2, 3, 4));
  });

  test("is called off before the answer and within it, and closes the connection with the reading", async () => {
    const stop = new AbortController();
    server.always = () => "done";
    const asked = synthesizer().synthesize("Hello.", "en", stop.signal);
    setTimeout(() => stop.abort(new Error("enough")), 50);
    await expect(asked).rejects.toThrow("enough");
    await expect(synthesizer().synthesize("Hi.", "en", stop.signal)).rejects.toThrow("enough");
    const later = new AbortController();
    const within = beginSound();
    const read = collectSpeech(await synthesizer().synthesize("Hello.", "en", later.signal));
    later.abort(new Error("later"));
    await expect(read).rejects.toThrow("later");
    await expect.poll(() => within.isClosed).toBe(true);
    const after = beginSound();
    for await (const _ of (await synthesizer().synthesize("Hi.", "en", forever)).pcm) break;
    await expect.poll(() => after.isClosed).toBe(true);
  });

  test("is probed", async () => {
    expect(await synthesizer().probe()).toBeUndefined();
    const absent = await synthesizer({ model: "other" }).probe();
    expect(absent?.data.reason).toBe("model");
    expect((await synthesizer({ key: "wrong" }).probe())?.data.reason).toBe("key");
    server.models = undefined;
    expect(await synthesizer().probe()).toBeUndefined();
    expect(server.spoken).toEqual([]);
  });
});

describe("createOpenAiSynthesizer() says in one sentence what failed when", () => {
  test.each([
    ["request", 400, '{"error":{"message":"voice must be one of a, b"}}'],
    ["answer", 200, "<html>"],
    ["answer", 200, ""],
  ])("%s: status %i with %j", async (reason, status, body) => {
    server.always = (response) => {
      response.writeHead(status).end(body);
      return "done";
    };
    expect((await failure()).data.reason).toBe(reason);
  });

  test("no sound comes, or no more of it, or it breaks off", async () => {
    const waits = { first: 200, stall: 200 };
    server.always = () => "done";
    expect((await failure({ waits })).data).toMatchObject({ reason: "timeout" });
    beginSound();
    expect((await failure({ waits })).data).toMatchObject({ reason: "stalled" });
    server.always = (response) => {
      response.writeHead(200).write(wavBytes([1, 2], { dataSize: 0 }), () => {
        setTimeout(() => response.socket?.destroy(), 20);
      });
      return "done";
    };
    expect((await failure()).data).toMatchObject({ reason: "connection" });
  });
});
