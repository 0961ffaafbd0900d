import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createWyomingSynthesizer,
  type WyomingSynthesizerOptions,
} from "../../../src/models/wyoming/wyoming-speech.ts";
import { speak, startWyomingServer, type WyomingServer } from "../../wyoming-server.ts";
import { collectSpeech, forever } from "../collect-speech.ts";
import { failureOf } from "../failure-of.ts";

let server: WyomingServer;
beforeEach(async () => {
  server = await startWyomingServer();
  const voice = (name: string, language: string, installed = true) => ({
    name,
    languages: [language],
    installed,
  });
  const named = [
    voice("en_US-lessac-medium", "en_US"),
    voice("es_MX-not-here", "es_MX", false),
    voice("es_ES-sharvard-medium", "es_ES"),
  ];
  server.about = { asr: [], tts: [{ name: "piper", installed: true, voices: named }] };
});
afterEach(() => server.close());

const wyoming = (changes: Partial<WyomingSynthesizerOptions> = {}) =>
  createWyomingSynthesizer({
    url: server.url,
    waits: { first: 3_000, stall: 3_000 },
    ...changes,
  });
const say = async (
  text: string,
  language: string,
  changes: Partial<WyomingSynthesizerOptions> = {},
) => collectSpeech(await wyoming(changes).synthesize(text, language, forever));
const asked = () =>
  server.received.filter(({ type }) => type === "synthesize").map(({ data }) => data);

describe("createWyomingSynthesizer()", () => {
  test("says a text with the server's first installed voice for the language", async () => {
    const one = wyoming();
    const spoken = await collectSpeech(await one.synthesize("Hola.", "es", forever));
    expect(spoken.rate).toBe(22_050);
    expect(spoken.pcm).toHaveLength(5 * 220);
    await collectSpeech(await one.synthesize("Hello.", "en", forever));
    expect(asked()).toEqual([
      { text: "Hola.", voice: { name: "es_ES-sharvard-medium" } },
      { text: "Hello.", voice: { name: "en_US-lessac-medium" } },
    ]);
    await expect.poll(() => server.standing()).toBe(0);
  });

  test("leaves a language to others for which the server has no voice", async () => {
    const error = await failureOf(say("مرحبا", "ar"));
    expect(error.data).toMatchObject({ reason: "language" });
    expect(asked()).toEqual([]);
  });

  test("asks for no voice where the server does not tell which it has", async () => {
    server.about = { tts: [{ name: "other", voices: [] }] };
    await say("Hola.", "es");
    expect(asked()).toEqual([{ text: "Hola." }]);
  });

  test("takes sound of another shape", async () => {
    const data = { rate: 16_000, width: 2, channels: 2 };
    const payload = new Uint8Array(Int16Array.of(100, 300, -7, -9).buffer);
    server.onText = () => [{ type: "audio-chunk", data, payload }, { type: "audio-stop" }];
    expect(await say("Hola.", "es")).toEqual({ rate: 16_000, pcm: Int16Array.of(200, -8) });
  });

  test("is called off, and then closes the connection", async () => {
    const stop = new AbortController();
    server.onText = () => speak("a").slice(0, 2);
    const speech = await wyoming().synthesize("Hola.", "es", stop.signal);
    const read = collectSpeech(speech);
    stop.abort(new Error("enough"));
    await expect(read).rejects.toThrow("enough");
    await expect.poll(() => server.standing()).toBe(0);
    await expect(wyoming().synthesize("Hola.", "es", stop.signal)).rejects.toThrow("enough");
  });

  test("says so where the sound stops, breaks off, or is none", async () => {
    const failed = (changes = {}) => failureOf(say("Hola.", "es", changes));
    server.onText = () => speak("a").slice(0, 2);
    const waits = { first: 1_000, stall: 200 };
    expect((await failed({ waits })).data).toMatchObject({ reason: "stalled" });
    server.onText = () => [{ type: "error", data: { text: "no model", code: "X" } }];
    expect((await failed()).message).toMatch(/it failed \(no model\)/);
    server.onText = () => [{ type: "audio-stop" }];
    expect((await failed()).message).toMatch(/it sends nothing/);
    const data = { rate: 16_000, width: 5, channels: 1 };
    server.onText = () => [{ type: "audio-chunk", data, payload: new Uint8Array(10) }];
    expect((await failed()).message).toMatch(/not 16-bit PCM/);
  });
});
