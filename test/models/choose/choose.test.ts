import { describe, expect, test } from "vitest";
import { chooseModel, type ModelSettings } from "../../../src/models/choose/choose-model.ts";
import { chooseSynthesizers, chooseTranscriber } from "../../../src/models/choose/choose-speech.ts";
import { voiceSettings } from "../../../src/settings/voice.ts";

type Env = Record<string, string>;
const general = { OPENAI_API_KEY: "sk-x" };
const place = (env: Env) => ({ env, root: "/no/vault" });
const voice = (env: Env) => ({ ...place(env), languages: ["en"], names: [] });

const model = (settings: Partial<ModelSettings>, env: Env): string =>
  chooseModel({ provider: "auto", ...settings }, place(env), true)?.id ?? "offline";
const ears = (transcriber: object, env: Env): string => {
  const settings = voiceSettings.parse({ transcriber }).transcriber;
  const { id, isCloud } = chooseTranscriber({ settings, ...voice(env) });
  return `${id}${isCloud ? " (cloud)" : ""}`;
};
const mouths = (synthesizer: object, env: Env = general): string => {
  const settings = voiceSettings.parse({ synthesizer }).synthesizer;
  const chosen = chooseSynthesizers({ settings, ...voice(env) });
  return chosen.map(({ id, isCloud }) => `${id}${isCloud ? " (cloud)" : ""}`).join(", ");
};

describe("chooseModel() takes", () => {
  const openAi = "gpt-5-mini at api.openai.com";
  test.each<[string, Partial<ModelSettings>, Env, string]>([
    ["none where nothing is set", {}, {}, "offline"],
    ["none where that is set", { provider: "offline", baseUrl: "http://a/v1" }, general, "offline"],
    ["OpenAI where its key is there", {}, general, openAi],
    ["OpenAI where Loci's key is there", {}, { LOCI_MODEL_API_KEY: "k" }, openAi],
    ["another model there", { name: "gpt-5" }, general, "gpt-5 at api.openai.com"],
    ["OpenAI where that is set, key or not", { provider: "openai" }, {}, openAi],
    ["the server that is set", { baseUrl: "http://nas:1/v1", name: "m" }, general, "m at nas:1"],
  ])("%s", (_name, settings, env, id) => {
    expect(model(settings, env)).toBe(id);
  });

  test("no server but OpenAI without a model's name", () => {
    expect(() => model({ baseUrl: "http://nas:1/v1" }, {})).toThrow(
      'Cannot use the model at "http://nas:1/v1": no model is named; name one that it has',
    );
  });
});

describe("chooseTranscriber() takes", () => {
  test.each<[object, Env, string]>([
    // A key that is there for something else sends nobody's voice away.
    [{}, general, "pocketsphinx"],
    [{ provider: "pocketsphinx", url: "http://10.0.0.9/v1" }, {}, "pocketsphinx"],
    [{ url: "tcp://10.0.0.9:10300", model: "tiny" }, {}, "tiny at 10.0.0.9:10300"],
    [{ url: "tcp://ears.local" }, {}, "wyoming at ears.local:10300"],
    [{ url: "http://10.0.0.9:8000/v1" }, {}, "whisper-1 at 10.0.0.9:8000"],
    [{ model: "whisper-1" }, general, "whisper-1 at api.openai.com (cloud)"],
    [{ provider: "openai" }, general, "gpt-transcribe at api.openai.com (cloud)"],
  ])("%j with %j: %s", (settings, env, id) => {
    expect(ears(settings, env)).toBe(id);
  });
});

describe("chooseSynthesizers() takes", () => {
  test.each<[object, string]>([
    [{}, "espeak-ng"],
    [{ provider: "espeak", url: "http://x:1" }, "espeak-ng"],
    [{ url: "tcp://hub:10200" }, "wyoming at hub:10200, espeak-ng"],
    [{ url: "http://hub:8000/v1", model: "kokoro" }, "kokoro at hub:8000, espeak-ng"],
    [{ url: "http://hub:8000/v1" }, "tts-1 at hub:8000, espeak-ng"],
    [{ provider: "openai", model: "m" }, "m at api.openai.com (cloud), espeak-ng"],
  ])("%j: %s", (settings, id) => {
    expect(mouths(settings)).toBe(id);
  });
});

test.each<[string, () => string, string]>([
  [
    "no address of Wyoming",
    () => ears({ provider: "wyoming" }, {}),
    'transcriber at "": the address',
  ],
  [
    "no key for OpenAI's ears",
    () => ears({ model: "whisper-1" }, { OPENAI_BASE_URL: "http://lan:1/v1" }),
    "Cannot use OpenAI for speech: there is no key; set LOCI_TRANSCRIBER_API_KEY or voice.transcriber.apiKeyFile, or name your own server in voice.transcriber.url",
  ],
  ["no key for its mouth", () => mouths({ provider: "openai", model: "m" }, {}), "no key"],
])("speech is refused: %s", (_name, choose, sentence) => {
  expect(choose).toThrow(sentence);
});
