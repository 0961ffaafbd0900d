import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createWyomingSynthesizer,
  createWyomingTranscriber,
} from "../../../src/models/wyoming/wyoming-speech.ts";
import { speak, startWyomingServer, type WyomingServer } from "../../wyoming-server.ts";
import { collectSpeech, forever } from "../collect-speech.ts";
import { failureOf } from "../failure-of.ts";

let server: WyomingServer;
beforeEach(async () => {
  server = await startWyomingServer();
});
afterEach(async () => {
  expect(server.violations).toEqual([]);
  await server.close();
});

describe("createWyomingTranscriber()", () => {
  const pcm = Int16Array.from({ length: 20_001 }, (_, at) => at % 3000);
  const none = { languages: ["en", "es"], keywords: [] };
  const transcriber = (changes = {}) => createWyomingTranscriber({ url: server.url, ...changes });
  const hear = (changes = {}) => transcriber(changes).transcribe(pcm, none, forever);

  test("sends the whole sound and gives the text with its language", async () => {
    let heard: Buffer = Buffer.of();
    server.onSpeech = (sound) => {
      heard = sound;
      return [{ type: "transcript", data: { text: " Hola  mundo\n", language: "es" } }];
    };
    expect(await hear()).toEqual({ text: "Hola mundo", language: "es", confidence: null });
    expect(heard.equals(Buffer.from(pcm.buffer))).toBe(true);
    expect(server.received.map(({ type }) => type).join(" ")).toBe(
      "transcribe audio-start audio-chunk audio-stop",
    );
    expect(server.received[0]?.data).toEqual({});
  });

  test("forces a language only upon who speaks no other, and names its model", async () => {
    const hints = { languages: ["ca"], keywords: [] };
    await transcriber({ model: "tiny" }).transcribe(pcm, hints, forever);
    expect(server.received[0]?.data).toEqual({ name: "tiny", language: "ca" });
  });

  test("gives no words where the server heard none, or what is not speech", async () => {
    for (const text of ["", "  ", "[BLANK_AUDIO]", "(music)", "♪ ♪", "..."]) {
      server.onSpeech = () => [{ type: "transcript", data: { text } }];
      expect((await hear()).text).toBe("");
    }
  });

  test("is called off, or fails within its time, and lets the connection go", async () => {
    server.always = "silent";
    const controller = new AbortController();
    const reason = new Error("enough");
    const transcribing = transcriber().transcribe(pcm, none, controller.signal);
    setTimeout(() => controller.abort(reason), 50);
    await expect(transcribing).rejects.toBe(reason);
    expect((await failureOf(hear({ ms: 300 }))).message).toMatch(/no answer within 0.3 s/);
    await expect.poll(() => server.standing()).toBe(0);
    server.always = "deaf";
    expect((await failureOf(hear({ ms: 300 }))).message).toMatch(/no answer within 0.3 s/);
  });

  test("says what is wrong with an answer, and with a server", async () => {
    for (const [type, data, words] of [
      ["error", { text: "no model\nloaded", code: "x" }, /it failed \(no model loaded\)/],
      ["transcript", { text: 7 }, /its transcript has no text/],
    ] as const) {
      server.onSpeech = () => [{ type, data }];
      expect((await failureOf(hear())).message).toMatch(words);
    }
    expect(await transcriber().probe()).toBeUndefined();
    server.about = { tts: [{ name: "piper" }] };
    expect((await transcriber().probe())?.message).toMatch(/it has no program for that \(asr\)/);
  });
});

describe("createWyomingSynthesizer()", () => {
  const voices = [
    { name: "en_US-lessac-medium", languages: ["en_US"] },
    { name: "es_MX-not-here", languages: ["es_MX"], installed: false },
    { name: "es_ES-sharvard-medium", languages: ["es_ES"] },
  ];
  beforeEach(() => {
    server.about = { asr: [], tts: [{ name: "piper", installed: true, voices }] };
  });
  const waits = { first: 3_000, stall: 300 };
  const ask = (language: string, signal = forever) =>
    createWyomingSynthesizer({ url: server.url, waits }).synthesize("Hola.", language, signal);
  const say = async (language = "es") => collectSpeech(await ask(language));
  const asked = () =>
    server.received.filter(({ type }) => type === "synthesize").map(({ data }) => data);

  test("says a text with the server's first installed voice, and leaves other languages to others", async () => {
    const spoken = await say("es");
    expect(spoken.rate).toBe(22_050);
    expect(spoken.pcm).toHaveLength(5 * 220);
    const error = await failureOf(say("ar"));
    expect(error.data).toMatchObject({ reason: "language" });
    server.about = { tts: [{ name: "other", voices: [] }] }; // It does not tell which it has.
    await say("en");
    const voice = { name: "es_ES-sharvard-medium" };
    expect(asked()).toEqual([{ text: "Hola.", voice }, { text: "Hola." }]);
    await expect.poll(() => server.standing()).toBe(0);
  });

  test("is called off, and then closes the connection", async () => {
    const stop = new AbortController();
    server.onText = () => speak("a").slice(0, 2);
    const read = collectSpeech(await ask("es", stop.signal));
    stop.abort(new Error("enough"));
    await expect(read).rejects.toThrow("enough");
    await expect.poll(() => server.standing()).toBe(0);
  });

  test("says so where the sound stops, breaks off, or is none", async () => {
    server.onText = () => speak("a").slice(0, 2);
    expect((await failureOf(say())).data).toMatchObject({ reason: "stalled" });
    const odd = { rate: 16_000, width: 2, channels: 2 };
    for (const [type, data, words] of [
      ["error", { text: "no model", code: "X" }, /it failed \(no model\)/],
      ["audio-stop", {}, /it sends nothing/],
      ["audio-chunk", odd, /not 16-bit PCM of one channel/],
    ] as const) {
      server.onText = () => [{ type, data, payload: new Uint8Array(10) }];
      expect((await failureOf(say())).message).toMatch(words);
    }
  });
});
