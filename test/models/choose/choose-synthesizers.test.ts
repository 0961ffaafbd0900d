import { describe, expect, test } from "vitest";
import { chooseSynthesizers } from "../../../src/models/choose/choose-speech.ts";
import { voiceSettings } from "../../../src/settings/voice.ts";

const choose = (synthesizer: object, env: Record<string, string> = {}, root = "/nowhere") =>
  chooseSynthesizers({
    ...{ env, root, languages: [], names: [] },
    settings: voiceSettings.parse({ synthesizer }).synthesizer,
  });
const ids = (synthesizer: object, env: Record<string, string> = {}): readonly string[] =>
  choose(synthesizer, env).map(({ id }) => id);

describe("chooseSynthesizers()", () => {
  test.each([
    ["nothing", {}, ["espeak-ng"]],
    ["espeak, in spite of an address", { provider: "espeak", url: "http://x:1" }, ["espeak-ng"]],
    ["tcp://", { url: "tcp://hub:10200" }, ["wyoming at hub:10200", "espeak-ng"]],
    [
      "http://",
      { url: "http://hub:8000/v1", model: "kokoro" },
      ["kokoro at hub:8000", "espeak-ng"],
    ],
    ["http:// without a model", { url: "http://hub:8000/v1" }, ["tts-1 at hub:8000", "espeak-ng"]],
    ["OpenAI", { provider: "openai", model: "some" }, ["some at api.openai.com", "espeak-ng"]],
  ])("takes %s, and espeak-ng last", (_, settings, expected) => {
    expect(ids(settings, { OPENAI_API_KEY: "sk-1" })).toEqual(expected);
  });

  test("says what is in the cloud", () => {
    const key = { LOCI_SYNTHESIZER_API_KEY: "sk-1" };
    const chosen = choose({ provider: "openai", model: "some" }, key);
    expect(chosen.map(({ isCloud }) => isCloud)).toEqual([true, false]);
  });

  test("asks the server that stands beside OpenAI's key in the environment", () => {
    const env = { OPENAI_API_KEY: "sk-1", OPENAI_BASE_URL: "http://proxy:1/v1" };
    expect(ids({ provider: "openai", model: "some" }, env)).toEqual([
      "some at proxy:1",
      "espeak-ng",
    ]);
    expect(
      ids({ provider: "openai", model: "some" }, { ...env, LOCI_SYNTHESIZER_API_KEY: "k" }),
    ).toEqual(["some at api.openai.com", "espeak-ng"]);
  });

  test.each([
    ["Wyoming without an address", { provider: "wyoming" }],
    ["Wyoming over HTTP", { provider: "wyoming", url: "http://hub:1" }],
    ["OpenAI's protocol over tcp", { provider: "openai", url: "tcp://hub:1" }],
  ])("refuses %s", (name, settings) => {
    let message = "";
    try {
      choose(settings, { OPENAI_API_KEY: "sk-1" });
    } catch (error) {
      message = String(error);
    }
    expect(message).toMatchSnapshot(name);
  });

  test("sends no sentence to OpenAI without a key", () => {
    expect(() => choose({ provider: "openai", model: "some" })).toThrow(
      "Cannot use OpenAI for speech: there is no key; set LOCI_SYNTHESIZER_API_KEY or voice.synthesizer.apiKeyFile, or name your own server in voice.synthesizer.url",
    );
  });
});
