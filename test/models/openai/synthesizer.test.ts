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

test("createOpenAiSynthesizer() gives the first sound while the rest is made, and closes the connection with the reading", async () => {
  let isClosed = false;
  server.always = (response) => {
    response.on("close", () => {
      isClosed = true;
    });
    response.writeHead(200).write(wavBytes([1, 2], { dataSize: 0 }));
    return "done";
  };
  const { pcm } = await synthesizer().synthesize("Hi.", "en", forever);
  for await (const piece of pcm) {
    expect(piece).toHaveLength(4);
    break;
  }
  await expect.poll(() => isClosed).toBe(true);
});

test("createOpenAiSynthesizer() is called off, and says why no sound comes", async () => {
  server.always = () => "done";
  const waits = { first: 200, stall: 200 };
  expect((await failureOf(say("Hello.", "en", { waits }), key)).data.reason).toBe("timeout");
  const stop = new AbortController();
  const asked = synthesizer().synthesize("Hello.", "en", stop.signal);
  setTimeout(() => stop.abort(new Error("enough")), 50);
  await expect(asked).rejects.toThrow("enough");
  for (const [reason, status, body] of [
    ["request", 400, '{"error":{"message":"voice must be one of a, b"}}'],
    ["answer", 200, "<html>"],
  ] as const) {
    server.always = (response) => {
      response.writeHead(status).end(body);
      return "done";
    };
    expect((await failureOf(say("Hello."), key)).data.reason).toBe(reason);
  }
});
