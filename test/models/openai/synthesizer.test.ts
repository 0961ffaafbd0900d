import { afterEach, beforeEach, expect, test } from "vitest";
import {
  createOpenAiSynthesizer,
  type OpenAiSynthesizerOptions,
} from "../../../src/models/openai/synthesizer.ts";
import { collectSpeech, forever } from "../collect-speech.ts";
import { failureOf } from "../failure-of.ts";
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

test("createOpenAiSynthesizer() asks for a WAV in the voice of the language, else of `any`, and takes the rate from it", async () => {
  server.onText = () => ({ rate: 16_000, pcm: Int16Array.of(1, 2, 3) });
  expect(await say("a\ud800b")).toEqual({ rate: 16_000, pcm: Int16Array.of(1, 2, 3) });
  const asked = { model: "test-model", input: "a\ufffdb", response_format: "wav" };
  expect(server.spoken).toEqual([{ ...asked, voice: "alloy" }]);
  const voices = { ca: "ona", any: "bella" };
  for (const language of ["ca", "ca-ES", "en", "constructor"])
    await say("Hi.", language, { voices });
  const [, ...named] = server.spoken.map(({ voice }) => voice);
  expect(named).toEqual(["ona", "ona", "bella", "bella"]);
  expect(server.violations).toEqual([]);
});

test("createOpenAiSynthesizer() gives the first sound while the server still makes the rest", async () => {
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

test("createOpenAiSynthesizer() is called off before the answer and within it, and closes the connection with the reading", async () => {
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

test("createOpenAiSynthesizer() says in one sentence that no sound comes, no more of it, or none that is one", async () => {
  const waits = { first: 200, stall: 200 };
  const reasonFor = async (changes = {}) =>
    (await failureOf(say("Hello.", "en", changes), key)).data.reason;
  server.always = () => "done";
  expect(await reasonFor({ waits })).toBe("timeout");
  beginSound();
  expect(await reasonFor({ waits })).toBe("stalled");
  server.always = (response) => {
    response.writeHead(200).write(wavBytes([1, 2], { dataSize: 0 }), () => {
      setTimeout(() => response.socket?.destroy(), 20);
    });
    return "done";
  };
  expect(await reasonFor()).toBe("connection");
  for (const [reason, status, body] of [
    ["request", 400, '{"error":{"message":"voice must be one of a, b"}}'],
    ["answer", 200, "<html>"],
    ["answer", 200, ""],
  ] as const) {
    server.always = (response) => {
      response.writeHead(status).end(body);
      return "done";
    };
    expect(await reasonFor()).toBe(reason);
  }
});
