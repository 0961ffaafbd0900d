import { join } from "node:path";
import { expect, test } from "vitest";
import { LociError } from "../../../src/errors.ts";
import { chooseTranscriber } from "../../../src/models/choose/choose-speech.ts";
import { useVault } from "../../temp.ts";
import { startSpeechServer } from "../speech-server.ts";

type Settings = Parameters<typeof chooseTranscriber>[0]["settings"];

const root = "/no/vault";
const never = new AbortController().signal;

function choose(settings: Settings = {}, env = {}) {
  const usual = { provider: "auto", timeoutMs: 2_000 } as const;
  return chooseTranscriber({
    settings: { ...usual, ...settings },
    env,
    root,
    languages: ["en"],
    names: [],
  });
}

test("chooseTranscriber() goes by the address, then by OpenAI where it is asked for", () => {
  const idOf = (settings: Settings, env = {}): string => {
    const { id, isCloud } = choose(settings, env);
    return `${id}${isCloud ? " (cloud)" : ""}`;
  };
  expect(idOf({})).toBe("pocketsphinx");
  // A key that is there for something else sends nobody's voice away.
  expect(idOf({}, { OPENAI_API_KEY: "sk-x" })).toBe("pocketsphinx");
  expect(idOf({ provider: "pocketsphinx", url: "http://10.0.0.9/v1" })).toBe("pocketsphinx");
  expect(idOf({ url: "tcp://10.0.0.9:10300", model: "tiny" })).toBe("tiny at 10.0.0.9:10300");
  expect(idOf({ url: "tcp://ears.local" })).toBe("wyoming at ears.local:10300");
  expect(idOf({ url: "http://10.0.0.9:8000/v1" })).toBe("whisper-1 at 10.0.0.9:8000");
  const key = { LOCI_TRANSCRIBER_API_KEY: "sk-x" };
  expect(idOf({ model: "whisper-1" }, key)).toBe("whisper-1 at api.openai.com (cloud)");
  expect(idOf({ provider: "openai" }, key)).toBe("gpt-transcribe at api.openai.com (cloud)");
  const env = { OPENAI_API_KEY: "sk-x", OPENAI_BASE_URL: "http://127.0.0.1:1/v1" };
  expect(idOf({ provider: "openai" }, env)).toBe("whisper-1 at 127.0.0.1:1");
});

test.each([
  { model: "whisper-1" },
  { provider: "openai" },
  { url: "https://api.openai.com/v1" },
] as const)("chooseTranscriber() sends no voice to OpenAI without a key: %o", (settings) => {
  expect(() => choose(settings, { OPENAI_BASE_URL: "http://127.0.0.1:1/v1" })).toThrow(
    new LociError(
      "BAD_CONFIG",
      "Cannot use OpenAI for speech: there is no key; set LOCI_TRANSCRIBER_API_KEY or voice.transcriber.apiKeyFile, or name your own server in voice.transcriber.url",
    ),
  );
});

test("chooseTranscriber() sends a key only to the server that it was meant for", async () => {
  const server = await startSpeechServer();
  const headerFor = async (settings: Settings, env: object) => {
    const chosen = choose({ model: "test-model", ...settings }, env);
    await chosen.transcribe(new Int16Array(160), { languages: [], keywords: [] }, never).catch(
      () => undefined, // The server wants no key, and refuses one.
    );
    return server.headers.at(-1)?.authorization;
  };
  const openAi = { OPENAI_API_KEY: "sk-env" };
  expect(await headerFor({ url: server.url }, openAi)).toBeUndefined();
  expect(await headerFor({ url: server.url }, { ...openAi, LOCI_TRANSCRIBER_API_KEY: "own" })).toBe(
    "Bearer own",
  );
  const apiKeyFile = join(useVault({ key: "filed\n" }), "key");
  expect(await headerFor({ url: server.url, apiKeyFile }, {})).toBe("Bearer filed");
  const beside = { ...openAi, OPENAI_BASE_URL: server.url };
  expect(await headerFor({ provider: "openai" }, beside)).toBe("Bearer sk-env");
  await server.close();
});

test("chooseTranscriber() refuses settings that cannot work", () => {
  const sentence = (settings: Settings): string => {
    try {
      choose(settings);
    } catch (error) {
      if (error instanceof LociError && error.code === "BAD_CONFIG") return error.message;
      throw error;
    }
    return "accepted";
  };
  expect([
    sentence({ provider: "wyoming" }),
    sentence({ provider: "wyoming", url: "http://10.0.0.9/v1" }),
    sentence({ provider: "openai", url: "tcp://10.0.0.9:1" }),
    sentence({ url: "http://me:pass@10.0.0.9/v1" }),
    sentence({ url: "http://10.0.0.9/v1", apiKeyFile: "/no/such/file" }),
  ]).toMatchInlineSnapshot(`
    [
      "Cannot use the transcriber at "": the address must be one such as tcp://192.168.1.9:10300",
      "Cannot use the transcriber at "http://10.0.0.9/v1": the address must be one such as tcp://192.168.1.9:10300",
      "Cannot use the transcriber at "tcp://10.0.0.9:1": the address must start with "http://" or "https://"",
      "Cannot use the transcriber at "http://10.0.0.9/v1": the address must hold no name or password; set a key in their place",
      "Cannot read the key from "/no/such/file": ENOENT: no such file or directory, open '/no/such/file'; set LOCI_TRANSCRIBER_API_KEY or voice.transcriber.apiKeyFile",
    ]
  `);
});
