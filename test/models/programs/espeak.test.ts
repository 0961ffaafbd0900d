import { describe, expect, test } from "vitest";
import { createEspeak } from "../../../src/models/programs/espeak.ts";
import { usePath, useProgram } from "../../voice/audio/fake-program.ts";
import { describeWith } from "../../voice/programs.ts";
import { collectSpeech, forever } from "../collect-speech.ts";
import { failureOf } from "../failure-of.ts";

describeWith(["espeak-ng"], "createEspeak()", () => {
  const espeak = createEspeak();
  const say = async (text: string, language = "en", options = {}) =>
    collectSpeech(await createEspeak(options).synthesize(text, language, forever));

  test("speaks the languages of a household, and others with an English voice", async () => {
    for (const language of ["en", "es", "ca", "pt", "fr", "de", "ar", "it"]) {
      const { rate, pcm } = await say(
        language === "ar" ? "مرحبا يا صديقي" : "radio taxi",
        language,
      );
      expect(rate).toBe(22_050);
      expect(pcm.length / rate, language).toBeGreaterThan(0.4);
      expect(Math.max(...pcm)).toBeGreaterThan(2_000);
    }
    const { pcm } = await say("hello");
    for (const language of ["xx", "tlh-klingon-x", "", "../../../etc/passwd", "-x", "en\n-w"])
      expect((await say("hello", language)).pcm).toEqual(pcm);
  });

  test("speaks with the voice of the settings, where there is such a one", async () => {
    const usual = await say("bom dia gente", "pt");
    const brazil = await say("bom dia gente", "pt", { voices: { pt: "pt-br" } });
    const wrong = await say("bom dia gente", "pt", { voices: { any: "qqq" } });
    expect(brazil.pcm).not.toEqual(usual.pcm);
    expect(wrong.pcm).toEqual(usual.pcm);
  });

  test("takes nothing in a text for an option, a command, phonemes or markup", async () => {
    const hello = (await say("hello")).pcm.length;
    for (const [text, most] of [
      ["-w /tmp/x hello", 8],
      ["--help", 4],
      ["\0hel\0lo\x01\x1b", 4],
      ['hi <break time="20s"/> there', 16],
      ["\ud800 hello", 4],
    ] as const) {
      const { length } = (await say(text)).pcm;
      expect(length, text).toBeGreaterThan(hello * 0.5);
      expect(length, text).toBeLessThan(hello * most);
    }
    expect((await say("\x01300S hello")).pcm.length).toBeGreaterThan(hello);
    expect((await say("[[h@loU]]")).pcm).not.toEqual((await say("hello")).pcm);
  });

  test("ends its child with the reading, and with the signal", async () => {
    const stop = new AbortController();
    const speech = await espeak.synthesize("One sentence. ".repeat(5_000), "en", stop.signal);
    const chunks = speech.pcm[Symbol.asyncIterator]();
    await chunks.next();
    stop.abort(new Error("enough"));
    const rest = async () => {
      for (let at = 0; at < 10_000; at++) if ((await chunks.next()).done) return;
    };
    await expect(rest()).rejects.toThrow("enough");
    await expect(espeak.synthesize("hello", "en", stop.signal)).rejects.toThrow("enough");
    await expect(espeak.probe()).resolves.toBeUndefined();
  });
});

describe("createEspeak() says what is wrong when", () => {
  const failure = (waitMs = 5_000) =>
    failureOf(createEspeak({ waitMs }).synthesize("hello", "en", forever).then(collectSpeech));

  test("it is not installed", async () => {
    usePath("/nowhere");
    const error = await failure();
    expect(error.message).toBe(
      'Cannot speak with "espeak-ng": it is not installed; install it with: apt install espeak-ng',
    );
    expect(await createEspeak().probe()).toEqual(error);
  });

  test("it fails, says nothing, writes something else, hangs", async () => {
    const fails = "echo 'cannot open data' >&2; exit 3";
    for (const [script, words, waitMs] of [
      [fails, /it failed \(it ended with 3: cannot open data\)/, 5_000],
      ["cat >/dev/null", /it sends nothing/, 5_000],
      ["echo usage: espeak", /no WAV .*usage: espeak/, 5_000],
      ["trap '' TERM; exec sleep 5", /no answer within 0.2 s/, 200],
    ] as const) {
      useProgram("espeak-ng", script);
      expect((await failure(waitMs)).message).toMatch(words);
    }
  });
});
