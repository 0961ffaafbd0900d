import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LociError } from "../../../src/errors.ts";
import { createWyomingTranscriber } from "../../../src/models/wyoming/transcriber.ts";
import { startWyomingServer, type WyomingServer } from "../../wyoming-server.ts";

let server: WyomingServer;
beforeEach(async () => {
  server = await startWyomingServer();
});
afterEach(async () => {
  expect(server.violations).toEqual([]);
  await server.close();
});

const pcm = Int16Array.from({ length: 20_001 }, (_, at) => at % 3000);
const never = new AbortController().signal;
const none = { languages: ["en", "es"], keywords: [] };

function transcriber(changes = {}) {
  return createWyomingTranscriber({ url: server.url, ...changes });
}

async function failureOf(work: Promise<unknown>): Promise<LociError> {
  const error = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof LociError)) throw new Error(`no LociError: ${String(error)}`);
  expect(error.code).toBe("MODEL_FAILED");
  expect(error.message).not.toMatch(/\n|\.$/);
  return error;
}

describe("createWyomingTranscriber()", () => {
  test("sends the whole sound and gives the text with its language", async () => {
    let heard: Buffer = Buffer.of();
    server.onSpeech = (sound) => {
      heard = sound;
      return [{ type: "transcript", data: { text: " Hola  mundo\n", language: "es" } }];
    };
    expect(await transcriber().transcribe(pcm, none, never)).toEqual({
      text: "Hola mundo",
      language: "es",
      confidence: null,
    });
    expect(heard.equals(Buffer.from(pcm.buffer))).toBe(true);
    expect(server.received.map(({ type }) => type)).toEqual([
      "transcribe",
      "audio-start",
      "audio-chunk",
      "audio-chunk",
      "audio-chunk",
      "audio-stop",
    ]);
    expect(server.received[0]?.data).toEqual({});
  });

  test("forces a language only upon who speaks no other, and names its model", async () => {
    await transcriber({ model: "tiny" }).transcribe(
      pcm,
      { languages: ["ca"], keywords: [] },
      never,
    );
    expect(server.received[0]?.data).toEqual({ name: "tiny", language: "ca" });
  });

  test("gives no words where the server heard none, or what is not speech", async () => {
    for (const text of ["", "  ", "[BLANK_AUDIO]", "(music)", "♪ ♪", "..."]) {
      server.onSpeech = () => [{ type: "transcript", data: { text } }];
      expect((await transcriber().transcribe(pcm, none, never)).text).toBe("");
    }
  });

  test("rejects with the signal's reason when called off, and lets the connection go", async () => {
    server.always = "silent";
    const controller = new AbortController();
    const reason = new Error("enough");
    const transcribing = transcriber().transcribe(pcm, none, controller.signal);
    setTimeout(() => controller.abort(reason), 50);
    await expect(transcribing).rejects.toBe(reason);
    await expect.poll(() => server.standing()).toBe(0);
    await expect(transcriber().transcribe(pcm, none, controller.signal)).rejects.toBe(reason);
  });
});

describe("createWyomingTranscriber() says in one sentence what failed when", () => {
  test.each([
    ["silent", "timeout", /no answer within 0.3 s/],
    ["deaf", "timeout", /no answer within 0.3 s/],
    ["closes", "connection", /hung up|connection failed/],
    ["garbage", "answer", /not Wyoming's protocol/],
  ] as const)("the server is %s", async (fault, reason, words) => {
    server.always = fault;
    const error = await failureOf(transcriber({ ms: 300 }).transcribe(pcm, none, never));
    expect(error.message).toMatch(words);
    expect(error.data.reason).toBe(reason);
    // Who does not read does not learn that the other is gone.
    if (fault !== "deaf") await expect.poll(() => server.standing()).toBe(0);
  });

  test("the server tells an error, also before it has heard all", async () => {
    server.onSpeech = () => [{ type: "error", data: { text: "no model\nloaded", code: "x" } }];
    const error = await failureOf(transcriber().transcribe(pcm, none, never));
    expect(error.message).toMatch(/it failed \(no model loaded\)/);
    expect(error.data.reason).toBe("server");
  });

  test("the transcript is none", async () => {
    server.onSpeech = () => [{ type: "transcript", data: { text: 7 } }];
    expect((await failureOf(transcriber().transcribe(pcm, none, never))).message).toMatch(
      /its transcript/,
    );
    server.onSpeech = () => [{ type: "transcript", data: { text: "la ".repeat(9_000) } }];
    expect((await failureOf(transcriber().transcribe(pcm, none, never))).message).toMatch(
      /its transcript/,
    );
  });
});

test("probe() says what is wrong, and nothing where all is well", async () => {
  expect(await transcriber().probe()).toBeUndefined();
  server.about = { tts: [{ name: "piper" }] };
  expect((await transcriber().probe())?.message).toMatch(/it has no program for that \(asr\)/);
});
