import { afterEach, beforeEach, expect, test } from "vitest";
import {
  createOpenAiSynthesizer,
  type OpenAiSynthesizerOptions,
} from "../../../src/models/openai/synthesizer.ts";
import { createOpenAiTranscriber } from "../../../src/models/openai/transcriber.ts";
import { collectSpeech, forever } from "../collect-speech.ts";
import { failureOf } from "../failure-of.ts";
import { type SpeechServer, startSpeechServer } from "../speech-server.ts";
import { wavBytes } from "../wav-bytes.ts";

const key = "sk-secret-0123456789";
/** A second of sound. */
const pcm = Int16Array.from({ length: 16_000 }, (_, at) => (at * 37) % 3000);
const none = { languages: ["en", "es"], keywords: [] as readonly string[] };

let server: SpeechServer;
beforeEach(async () => {
  server = await startSpeechServer({ key });
});
afterEach(() => server.close());

const transcriber = (changes: { readonly model?: string } = {}) =>
  createOpenAiTranscriber({ baseUrl: server.url, model: "test-model", key, ...changes });
const hear = (hints = none, changes: { readonly model?: string } = {}) =>
  transcriber(changes).transcribe(pcm, hints, forever);
test("createOpenAiTranscriber() uploads the sound as a WAV and asks for all that the server knows", async () => {
  server.onSpeech = () => ({
    text: " Apaga la luz.\n",
    language: "spanish",
    segments: [{ start: 0, end: 1, avg_logprob: -0.2, no_speech_prob: 0.02 }],
  });
  const part = pcm.subarray(100, 300);
  expect(await transcriber().transcribe(part, none, forever)).toEqual({
    text: "Apaga la luz.",
    language: "spanish",
    confidence: expect.closeTo(0.853, 2),
  });
  expect(server.violations).toEqual([]);
  const [request] = server.heard;
  expect(request?.fields).toEqual({ model: ["test-model"], response_format: ["verbose_json"] });
  expect(request?.wav.subarray(44)).toEqual(Buffer.from(pcm.slice(100, 300).buffer));
});

test("createOpenAiTranscriber() forces a language upon nobody, tells names, and takes them said back for silence", async () => {
  const keywords = ["Loci", "Mercè Caldés"];
  server.onSpeech = ({ fields }) => ({ text: fields.prompt?.[0] ?? "" });
  expect((await hear({ languages: ["ca"], keywords })).text).toBe("");
  const { language, prompt } = server.heard[0]?.fields ?? {};
  expect([language, prompt]).toEqual([undefined, ["Loci, Mercè Caldés."]]);
});

test("createOpenAiTranscriber() tells gpt-transcribe languages and names apart, and reads its languages", async () => {
  server.kind = "gpt";
  server.models = ["gpt-transcribe"];
  server.onSpeech = () => ({ text: "Bon dia", languages: [{ code: "ca" }, { code: "es" }] });
  const hints = { languages: ["ca", "es"], keywords: ["Loci"] };
  const transcript = await hear(hints, { model: "gpt-transcribe" });
  expect(transcript).toEqual({ text: "Bon dia", language: "ca", confidence: null });
  const { fields } = server.heard[0] ?? {};
  expect(fields).toMatchObject({ "languages[]": ["ca", "es"], "keywords[]": ["Loci"] });
  expect(server.violations).toEqual([]);
});

test("createOpenAiTranscriber() falls back to plain words where the server refuses more, and remembers it", async () => {
  server.kind = "plain";
  const asked = transcriber();
  for (const _ of [1, 2]) {
    expect((await asked.transcribe(pcm, none, forever)).text).toBe("hello there");
  }
  const plain = { model: ["test-model"] };
  expect(server.heard.map(({ fields }) => fields)).toEqual([plain, plain]);
  expect(server.headers).toHaveLength(3);
  server.always = { status: 404, error: "no such model" };
  expect((await failureOf(hear(), key)).data.reason).toBe("model");
  expect(server.headers).toHaveLength(4);
});

test("createOpenAiTranscriber() reads confidence from probabilities, doubt and repetition", async () => {
  const segment = { start: 0, end: 2, avg_logprob: -0.3, no_speech_prob: 0.05 };
  const short = { start: 2, end: 2.1, avg_logprob: -3, no_speech_prob: 0.9 };
  for (const [segments, least, most] of [
    [[segment], 0.7, 1],
    [[{ ...segment, no_speech_prob: 0.8 }], 0, 0.2],
    [[{ ...segment, avg_logprob: -1.3 }], 0, 0.5],
    [[{ ...segment, compression_ratio: 3 }], 0, 0.5],
    [[segment, short], 0.6, 1],
    ["no", -1, -1],
    [[null, 7, {}], -1, -1],
  ] as const) {
    server.onSpeech = () => ({ text: "x", segments });
    const { confidence } = await hear();
    expect(confidence ?? -1).toBeGreaterThanOrEqual(least);
    expect(confidence ?? -1).toBeLessThanOrEqual(most);
  }
});

test("createOpenAiTranscriber() says in one sentence what is wrong with an answer", async () => {
  for (const [always, reason] of [
    [{ status: 401, error: `no ${key}` }, "key"],
    [{ body: { words: [] } }, "answer"],
    [{ body: null }, "answer"],
    [{ body: { text: "la ".repeat(9_000) } }, "answer"],
  ] as const) {
    server.always = always;
    expect((await failureOf(hear(), key)).data.reason).toBe(reason);
  }
});

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
  server.always = { raw: wavBytes([1, 2], { dataSize: 0 }), open: true };
  const { pcm } = await synthesizer().synthesize("Hi.", "en", forever);
  for await (const piece of pcm) {
    expect(piece).toHaveLength(4);
    break;
  }
  await expect.poll(() => server.closedEarly).toBe(1);
});

test("createOpenAiSynthesizer() is called off, and says why no sound comes", async () => {
  server.always = { hang: true };
  const waits = { first: 200, stall: 200 };
  expect((await failureOf(say("Hello.", "en", { waits }), key)).data.reason).toBe("timeout");
  const stop = new AbortController();
  const asked = synthesizer().synthesize("Hello.", "en", stop.signal);
  setTimeout(() => stop.abort(new Error("enough")), 50);
  await expect(asked).rejects.toThrow("enough");
  server.always = { status: 400, error: "voice must be one of a, b" };
  expect((await failureOf(say("Hello."), key)).data.reason).toBe("request");
  server.always = { raw: "<html>" };
  expect((await failureOf(say("Hello."), key)).data.reason).toBe("answer");
});
