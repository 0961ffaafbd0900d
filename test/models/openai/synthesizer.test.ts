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
  createOpenAiSynthesizer({
    baseUrl: server.url,
    model: "test-model",
    key,
    ...changes,
    timeouts: { connect: 2_000, first: 5_000, stall: 5_000, ...changes.timeouts },
  });
const say = async (
  text: string,
  language = "en",
  changes: Partial<OpenAiSynthesizerOptions> = {},
) => collectSpeech(await synthesizer(changes).synthesize(text, language, forever));
const failure = (changes: Partial<OpenAiSynthesizerOptions> = {}) =>
  failureOfSpeech(() => synthesizer(changes).synthesize("Hello.", "en", forever), key);
const stated = (words: string): string => words.replaceAll(server.url, "URL");

describe("createOpenAiSynthesizer()", () => {
  test("asks for a WAV and takes the rate from it", async () => {
    server.onText = () => ({ rate: 16_000, pcm: Int16Array.of(1, 2, 3) });
    expect(await say("Hello.")).toEqual({ rate: 16_000, pcm: Int16Array.of(1, 2, 3) });
    expect(server.spoken).toEqual([
      { model: "test-model", voice: "alloy", input: "Hello.", response_format: "wav" },
    ]);
    expect(server.violations).toEqual([]);
  });

  test("names the voice of the language, else that of `any`", async () => {
    const voices = { ca: "ona", any: "bella" };
    for (const language of ["ca", "ca-ES", "en", "constructor"])
      await say("Hi.", language, { voices });
    expect(server.spoken.map(({ voice }) => voice)).toEqual(["ona", "ona", "bella", "bella"]);
  });

  test("asks for the only model that speaks where none is named", async () => {
    server.models = ["whisper-1", "test-tts", "llama3"];
    await say("Hi.", "en", { model: undefined });
    expect(server.spoken[0]?.model).toBe("test-tts");
  });

  test.each([
    ["several", ["kokoro", "tts-1"], /several models for speech; .*"kokoro", "tts-1"/],
    ["none", ["llama3"], /no model for speech/],
    ["a server without a list", undefined, /does not list its models/],
  ])("says which model to name where there are %s", async (_, models, words) => {
    server.models = models;
    const error = await failure({ model: undefined });
    expect(error.data).toMatchObject({ reason: "model" });
    expect(error.message).toMatch(words);
    expect((await synthesizer({ model: undefined }).probe())?.message).toMatch(words);
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

  test("asks nobody for what has no words", async () => {
    expect((await say("… ?!")).pcm).toHaveLength(0);
    expect(server.headers).toEqual([]);
  });

  test("sends what is not text as one", async () => {
    await say("a\ud800b");
    expect(server.spoken[0]?.input).toBe("a\ufffdb");
  });

  test("opens a connection again that had died unseen", async () => {
    server.faults.push((response) => {
      response.socket?.resetAndDestroy();
      return "done";
    });
    expect((await say("Hello.")).pcm.length).toBeGreaterThan(0);
  });

  test("is called off before the answer and within it", async () => {
    const stop = new AbortController();
    server.always = () => "done";
    const asked = synthesizer().synthesize("Hello.", "en", stop.signal);
    setTimeout(() => stop.abort(new Error("enough")), 50);
    await expect(asked).rejects.toThrow("enough");
    await expect(synthesizer().synthesize("Hi.", "en", stop.signal)).rejects.toThrow("enough");

    const later = new AbortController();
    let isClosed = false;
    server.always = (response) => {
      response.on("close", () => {
        isClosed = true;
      });
      response.writeHead(200).write(wavBytes([1, 2], { dataSize: 0 }));
      return "done";
    };
    const speech = await synthesizer().synthesize("Hello.", "en", later.signal);
    const read = collectSpeech(speech);
    later.abort(new Error("later"));
    await expect(read).rejects.toThrow("later");
    await expect.poll(() => isClosed).toBe(true);
  });

  test("closes the connection with the reading", async () => {
    let isClosed = false;
    server.always = (response) => {
      response.on("close", () => {
        isClosed = true;
      });
      response.writeHead(200).write(wavBytes([1, 2], { dataSize: 0 }));
      return "done";
    };
    for await (const _ of (await synthesizer().synthesize("Hi.", "en", forever)).pcm) break;
    await expect.poll(() => isClosed).toBe(true);
  });

  test("is of the cloud by its address", () => {
    const cloud = synthesizer({ baseUrl: "https://api.openai.com/v1", model: "some" });
    expect([cloud.isCloud, cloud.id]).toEqual([true, "some at api.openai.com"]);
    expect(synthesizer().isCloud).toBe(false);
  });

  test("takes no OpenAI model by itself: those of today are not those of next year", () => {
    expect(() =>
      synthesizer({ baseUrl: "https://api.openai.com/v1", model: undefined }),
    ).toThrowErrorMatchingInlineSnapshot(
      `[LociError: Cannot use speech server "https://api.openai.com/v1": no model is named, and OpenAI retires its models for speech; name one that it has in voice.synthesizer.model]`,
    );
  });
});

describe("createOpenAiSynthesizer() says in one sentence what failed when", () => {
  const raw = (bytes: string | Uint8Array, type = "audio/wav", status = 200) => {
    server.always = (response) => {
      response.writeHead(status, { "content-type": type }).end(bytes);
      return "done";
    };
  };
  const error = (status: number, message: string) =>
    raw(JSON.stringify({ error: { message } }), "application/json", status);
  const faults: [string, string, () => unknown][] = [
    ["the key is refused", "key", () => error(401, `Incorrect API key: ${key}`)],
    ["the voice is refused", "request", () => error(400, "voice must be one of a, b")],
    ["the text is too long", "tooLong", () => error(400, "input is too long")],
    ["the server fails", "server", () => error(500, "out of memory")],
    ["the server is busy", "busy", () => error(429, "slow down")],
    ["an HTML page answers", "answer", () => raw("<html>", "text/html")],
    ["JSON answers", "answer", () => raw('{"ok":true}', "application/json")],
    ["an MP3 answers", "answer", () => raw("ID3", "audio/mpeg")],
    ["an MP3 answers as a WAV", "answer", () => raw("ID3\x04rest", "audio/wav")],
    ["nothing is in the answer", "answer", () => raw("")],
  ];
  test.each(faults)("%s", async (name, reason, arrange) => {
    arrange();
    const failed = await failure();
    expect(failed.data).toMatchObject({ reason });
    expect(stated(failed.message)).toMatchSnapshot(name);
  });

  test("no sound comes, or no more of it", async () => {
    const timeouts = { first: 200, stall: 200 };
    server.always = () => "done";
    expect((await failure({ timeouts })).data).toMatchObject({ reason: "timeout", passing: true });
    server.always = (response) => {
      response.writeHead(200).write(wavBytes([1, 2], { dataSize: 0 }));
      return "done";
    };
    const stalled = await failure({ timeouts });
    expect(stalled.data).toMatchObject({ reason: "stalled", passing: true });
    expect(stated(stalled.message)).toMatchInlineSnapshot(
      `"Cannot ask "test-model" at "URL": it fell silent in the middle of a sentence for 200 ms; try again later or look at its log"`,
    );
  });

  test("the sound breaks off", async () => {
    server.always = (response) => {
      response.writeHead(200).write(wavBytes([1, 2], { dataSize: 0 }), () => {
        setTimeout(() => response.socket?.destroy(), 20);
      });
      return "done";
    };
    expect((await failure()).data).toMatchObject({ reason: "connection" });
  });

  test("the sound has no end", async () => {
    server.always = (response) => {
      response.writeHead(200);
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(2 ** 20))) {}
      };
      response.write(wavBytes([1], { dataSize: 0 }));
      response.on("drain", more);
      more();
      return "done";
    };
    const failed = await failure();
    expect(failed.message).toMatch(/more than 32 MB/);
  });

  test("nobody listens", async () => {
    await server.close();
    const failed = await failure();
    expect(failed.data).toMatchObject({ reason: "connection" });
    expect(await synthesizer().probe()).toMatchObject({ data: { reason: "connection" } });
  });

  test("it is probed", async () => {
    expect(await synthesizer().probe()).toBeUndefined();
    expect(await synthesizer({ model: "other" }).probe()).toMatchObject({
      data: { reason: "model" },
    });
    expect(await synthesizer({ key: "wrong" }).probe()).toMatchObject({ data: { reason: "key" } });
    server.models = undefined;
    expect(await synthesizer().probe()).toBeUndefined();
    expect(server.spoken).toEqual([]);
  });
});
