import { afterEach, beforeEach, expect, test } from "vitest";
import { createWyomingTranscriber } from "../../../src/models/wyoming/wyoming-speech.ts";
import { startWyomingServer, type WyomingServer } from "../../wyoming-server.ts";
import { forever } from "../collect-speech.ts";
import { failureOf } from "../failure-of.ts";

let server: WyomingServer;
beforeEach(async () => {
  server = await startWyomingServer();
});
afterEach(async () => {
  expect(server.violations).toEqual([]);
  await server.close();
});

const pcm = Int16Array.from({ length: 20_001 }, (_, at) => at % 3000);
const none = { languages: ["en", "es"], keywords: [] };
const transcriber = (changes = {}) => createWyomingTranscriber({ url: server.url, ...changes });
const hear = (changes = {}) => transcriber(changes).transcribe(pcm, none, forever);

test("createWyomingTranscriber() sends the whole sound and gives the text with its language", async () => {
  let heard: Buffer = Buffer.of();
  server.onSpeech = (sound) => {
    heard = sound;
    return [{ type: "transcript", data: { text: " Hola  mundo\n", language: "es" } }];
  };
  expect(await hear()).toEqual({ text: "Hola mundo", language: "es", confidence: null });
  expect(heard.equals(Buffer.from(pcm.buffer))).toBe(true);
  expect(server.received.map(({ type }) => type).join(" ")).toBe(
    "transcribe audio-start audio-chunk audio-chunk audio-chunk audio-stop",
  );
  expect(server.received[0]?.data).toEqual({});
});

test("createWyomingTranscriber() forces a language only upon who speaks no other, and names its model", async () => {
  const hints = { languages: ["ca"], keywords: [] };
  await transcriber({ model: "tiny" }).transcribe(pcm, hints, forever);
  expect(server.received[0]?.data).toEqual({ name: "tiny", language: "ca" });
});

test("createWyomingTranscriber() gives no words where the server heard none, or what is not speech", async () => {
  for (const text of ["", "  ", "[BLANK_AUDIO]", "(music)", "♪ ♪", "..."]) {
    server.onSpeech = () => [{ type: "transcript", data: { text } }];
    expect((await hear()).text).toBe("");
  }
});

test("createWyomingTranscriber() rejects with the signal's reason when called off, and lets the connection go", async () => {
  server.always = "silent";
  const controller = new AbortController();
  const reason = new Error("enough");
  const transcribing = transcriber().transcribe(pcm, none, controller.signal);
  setTimeout(() => controller.abort(reason), 50);
  await expect(transcribing).rejects.toBe(reason);
  await expect.poll(() => server.standing()).toBe(0);
  await expect(transcriber().transcribe(pcm, none, controller.signal)).rejects.toBe(reason);
});

test.each(["silent", "deaf"] as const)(
  "createWyomingTranscriber() fails within its time where the server is %s",
  async (fault) => {
    server.always = fault;
    const error = await failureOf(hear({ ms: 300 }));
    expect(error.message).toMatch(/no answer within 0.3 s/);
    // Who does not read does not learn that the other is gone.
    if (fault !== "deaf") await expect.poll(() => server.standing()).toBe(0);
  },
);

test.each<[string, object, RegExp]>([
  ["error", { text: "no model\nloaded", code: "x" }, /it failed \(no model loaded\)/],
  ["transcript", { text: 7 }, /its transcript/],
  ["transcript", { text: "la ".repeat(9_000) }, /its transcript/],
])(
  "createWyomingTranscriber() says what is wrong with an answer: %s %o",
  async (type, data, words) => {
    server.onSpeech = () => [{ type, data }];
    expect((await failureOf(hear())).message).toMatch(words);
  },
);

test("probe() says what is wrong, and nothing where all is well", async () => {
  expect(await transcriber().probe()).toBeUndefined();
  server.about = { tts: [{ name: "piper" }] };
  expect((await transcriber().probe())?.message).toMatch(/it has no program for that \(asr\)/);
});
