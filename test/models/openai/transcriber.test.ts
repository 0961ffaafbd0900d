import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
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

describe("createOpenAiTranscriber()", () => {
  test("uploads the sound as a WAV and asks for all that the server knows", async () => {
    server.onSpeech = () => ({
      text: " Apaga la luz.\n",
      language: "spanish",
      segments: [{ start: 0, end: 1, avg_logprob: -0.2, no_speech_prob: 0.02 }],
    });
    const transcript = await transcriber().transcribe(pcm, none, never);
    expect(transcript).toEqual({
      text: "Apaga la luz.",
      language: "spanish",
      confidence: expect.closeTo(0.853, 2),
    });
    expect(server.violations).toEqual([]);
    const [request] = server.heard;
    expect(request?.fields).toEqual({ model: ["test-model"], response_format: ["verbose_json"] });
    expect(request?.fileName).toBe("speech.wav");
    expect(request?.wav.subarray(44).equals(Buffer.from(pcm.buffer))).toBe(true);
  });

  test("sends part of a longer recording, not all of it", async () => {
    await transcriber().transcribe(pcm.subarray(100, 300), none, never);
    expect(server.heard[0]?.wav.subarray(44)).toEqual(Buffer.from(pcm.slice(100, 300).buffer));
  });

  test("forces a language upon nobody, and tells each name once", async () => {
    const keywords = ["Loci", "Mercè\nCaldés", "loci", "Mercè Caldés"];
    await transcriber().transcribe(pcm, { languages: ["ca"], keywords }, never);
    expect(server.heard[0]?.fields).toEqual({
      model: ["test-model"],
      response_format: ["verbose_json"],
      prompt: ["Loci, Mercè Caldés."],
    });
  });

  test.each([{}, { object: "list", data: null }, []])(
    "works where %j stands for the list of models",
    async (list) => {
      server.listed = list;
      server.models = ["whisper-1", "test-model"];
      const unnamed = createOpenAiTranscriber({ baseUrl: server.url, key });
      for (const asked of [unnamed, transcriber()]) {
        expect((await asked.transcribe(pcm, none, never)).text).toBe("hello there");
        expect(await asked.probe()).toBeUndefined();
      }
    },
  );

  test("takes the names that it told, said back, for silence", async () => {
    server.onSpeech = ({ fields }) => ({ text: fields.prompt?.[0] ?? "" });
    const hints = { languages: [], keywords: ["Ana", "Marta"] };
    expect((await transcriber().transcribe(pcm, hints, never)).text).toBe("");
  });

  test("tells gpt-transcribe languages and names apart, and reads its languages", async () => {
    server.kind = "gpt";
    server.models = ["gpt-transcribe"];
    server.onSpeech = () => ({ text: "Bon dia", languages: [{ code: "ca" }, { code: "es" }] });
    const asked = transcriber({ model: "gpt-transcribe" });
    const hints = { languages: ["ca", "es"], keywords: ["Loci"] };
    const transcript = await asked.transcribe(pcm, hints, never);
    expect(transcript).toEqual({ text: "Bon dia", language: "ca", confidence: null });
    expect(server.heard[0]?.fields).toEqual({
      model: ["gpt-transcribe"],
      "languages[]": ["ca", "es"],
      "keywords[]": ["Loci"],
    });
    server.onSpeech = () => ({ text: "Mm", languages: [] });
    expect((await asked.transcribe(pcm, hints, never)).language).toBeNull();
    expect(server.violations).toEqual([]);
  });

  test("falls back to plain JSON where the server refuses more, and remembers it", async () => {
    server.kind = "plain";
    const asked = transcriber();
    expect((await asked.transcribe(pcm, none, never)).text).toBe("hello there");
    expect((await asked.transcribe(pcm, none, never)).text).toBe("hello there");
    expect(server.heard.map(({ fields }) => fields.response_format)).toEqual([["json"], ["json"]]);
    expect(server.headers).toHaveLength(3);
  });

  test("does not fall back where the refusal is about something else", async () => {
    server.always = (response) => {
      sendJson(response, 400, { error: { message: "the audio is too short" } });
      return "done";
    };
    const error = await failureOf(transcriber().transcribe(pcm, none, never));
    expect(error.data.reason).toBe("request");
    expect(error.message).toMatch(/check that the model is one that transcribes$/);
    expect(server.headers).toHaveLength(1);
  });

  test("falls back once only", async () => {
    server.always = (response) => {
      sendJson(response, 400, { error: { message: "response_format is unknown" } });
      return "done";
    };
    await failureOf(transcriber().transcribe(pcm, none, never));
    expect(server.headers).toHaveLength(2);
  });

  test("asks the one model that the server lists for it; whisper-1 where there is no list", async () => {
    const { model: _, ...rest } = { baseUrl: server.url, key, model: undefined };
    server.models = ["llama3", "Systran/faster-whisper-small", "kokoro"];
    await createOpenAiTranscriber(rest).transcribe(pcm, none, never);
    expect(server.heard[0]?.fields.model).toEqual(["Systran/faster-whisper-small"]);
    server.models = ["faster-whisper-tiny", "parakeet-tdt"];
    const error = await failureOf(createOpenAiTranscriber(rest).transcribe(pcm, none, never));
    expect(error.message).toMatch(/name one in voice.transcriber.model: "faster-whisper-tiny"/);
  });

  test("reads confidence from probabilities, its doubt that there was speech, and repetition", async () => {
    const confidenceOf = async (answer: object): Promise<number | null> => {
      server.onSpeech = () => ({ text: "x", ...answer });
      return (await transcriber().transcribe(pcm, none, never)).confidence;
    };
    const segment = { start: 0, end: 2, avg_logprob: -0.3, no_speech_prob: 0.05 };
    expect(await confidenceOf({ segments: [segment] })).toBeGreaterThan(0.7);
    expect(await confidenceOf({ segments: [{ ...segment, no_speech_prob: 0.8 }] })).toBeLessThan(
      0.2,
    );
    expect(await confidenceOf({ segments: [{ ...segment, avg_logprob: -1.3 }] })).toBeLessThan(0.5);
    expect(await confidenceOf({ segments: [{ ...segment, compression_ratio: 3 }] })).toBeLessThan(
      0.5,
    );
    const short = { start: 2, end: 2.1, avg_logprob: -3, no_speech_prob: 0.9 };
    expect(await confidenceOf({ segments: [segment, short] })).toBeGreaterThan(0.6);
    expect(await confidenceOf({ logprobs: [{ logprob: -0.1 }, { logprob: -0.5 }] })).toBeCloseTo(
      2 ** -0.3,
    );
    for (const odd of [{}, { segments: "no" }, { segments: [null, 7, {}] }, { logprobs: [{}] }]) {
      expect(await confidenceOf(odd)).toBeNull();
    }
    expect(await confidenceOf({ segments: [{ start: "a", end: null, avg_logprob: 5 }] })).toBe(1);
  });

  test("sends nothing that the environment holds to another host", async () => {
    vi.stubEnv("OPENAI_API_KEY", "sk-env-9876543210");
    vi.stubEnv("OPENAI_ORG_ID", "org-env");
    vi.stubEnv("OPENAI_CUSTOM_HEADERS", "x-own: secret");
    onTestFinished(() => void vi.unstubAllEnvs());
    await server.close();
    server = await startSpeechServer();
    await createOpenAiTranscriber({ baseUrl: server.url, model: "test-model" }).transcribe(
      pcm,
      none,
      never,
    );
    expect(JSON.stringify(server.headers)).not.toMatch(/env|secret|authorization/);
    expect(server.headers[0]).toMatchObject({ accept: "application/json" });
  });
});

describe("probe()", () => {
  test("says nothing where the model is listed, or there is no list", async () => {
    expect(await transcriber().probe()).toBeUndefined();
    server.models = undefined;
    expect(await transcriber().probe()).toBeUndefined();
  });

  test("says what is wrong", async () => {
    expect((await transcriber({ model: "absent" }).probe())?.message).toMatch(
      /it has no such model; name one that it has: "test-model"/,
    );
    expect((await transcriber({ key: "wrong" }).probe())?.data.reason).toBe("key");
    await server.close();
    expect((await transcriber().probe())?.data.reason).toBe("connection");
    server = await startSpeechServer({ key });
  });
});

test("createOpenAiTranscriber() is named after its server, and knows whether that is far away", () => {
  const far = createOpenAiTranscriber({ baseUrl: "https://api.openai.com/v1", model: "m", key });
  expect([far.id, far.isCloud]).toEqual(["m at api.openai.com", true]);
  const near = createOpenAiTranscriber({ baseUrl: "http://192.168.1.9:8000/v1/" });
  expect([near.id, near.isCloud]).toEqual(["transcription at 192.168.1.9:8000", false]);
  expect(() => createOpenAiTranscriber({ baseUrl: "ftp://x" })).toThrow(
    /Cannot use transcription server "ftp:\/\/x"/,
  );
});
