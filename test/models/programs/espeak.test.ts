import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createEspeak } from "../../../src/models/programs/espeak.ts";
import { useTempFolder } from "../../temp.ts";
import { describeWith } from "../../voice/programs.ts";
import { collectSpeech, forever } from "../collect-speech.ts";
import { failureOf } from "../failure-of.ts";

describeWith(["espeak-ng"], "createEspeak()", () => {
  const espeak = createEspeak();
  const say = async (text: string, language = "en", options = {}) =>
    collectSpeech(await createEspeak(options).synthesize(text, language, forever));

  test.each(["en", "es", "ca", "pt", "fr", "de", "ar", "it", "nl", "zh"])(
    "speaks %s",
    async (language) => {
      const text = { ar: "مرحبا يا صديقي", zh: "你好朋友" }[language] ?? "radio taxi banana";
      const { rate, pcm } = await say(text, language);
      expect(rate).toBe(22_050);
      expect(pcm.length / rate).toBeGreaterThan(0.4);
      expect(pcm.length / rate).toBeLessThan(5);
      expect(Math.max(...pcm)).toBeGreaterThan(2_000);
    },
  );

  test.each(["xx", "tlh-klingon-x", "", "english", "../../../etc/passwd", "-x", "en\n-w"])(
    "speaks with an English voice where it has none for %j",
    async (language) => {
      expect((await say("hello", language)).pcm).toEqual((await say("hello")).pcm);
    },
  );

  test("speaks with the voice of the settings, where there is such a one", async () => {
    const usual = await say("bom dia gente", "pt");
    const brazil = await say("bom dia gente", "pt", { voices: { pt: "pt-br" } });
    const wrong = await say("bom dia gente", "pt", { voices: { any: "qqq" } });
    expect(brazil.pcm).not.toEqual(usual.pcm);
    expect(wrong.pcm).toEqual(usual.pcm);
  });

  test("takes nothing in a text for an option, a command, phonemes or markup", async () => {
    const hello = (await say("hello")).pcm.length;
    const near = async (text: string, most: number): Promise<void> => {
      const { length } = (await say(text)).pcm;
      expect(length, text).toBeGreaterThan(hello * 0.5);
      expect(length, text).toBeLessThan(hello * most);
    };
    await near("-w /tmp/x hello", 8);
    await near("--help", 4);
    await near("\0hel\0lo\x01\x1b", 4);
    expect((await say("\x01300S hello")).pcm.length).toBeGreaterThan(
      (await say("hello")).pcm.length,
    );
    expect((await say("[[h@loU]]")).pcm).not.toEqual((await say("hello")).pcm);
    const marked = await say('hi <break time="20s"/> there');
    expect(marked.pcm.length / marked.rate).toBeLessThan(10);
    expect((await say("\ud800 hello")).pcm.length).toBeGreaterThan(hello * 0.9);
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
  const program = (script: string): string => {
    const path = join(useTempFolder(), "espeak-ng");
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
    return path;
  };
  const failure = (path: string, waitMs = 5_000) => {
    const espeak = createEspeak({ program: path, waitMs });
    return failureOf(espeak.synthesize("hello", "en", forever).then(collectSpeech));
  };

  test("it is not installed", async () => {
    const error = await failure("no-such-espeak");
    expect(error.message).toBe(
      'Cannot speak with "no-such-espeak": it is not installed; install it with: apt install espeak-ng',
    );
    expect(await createEspeak({ program: "no-such-espeak" }).probe()).toEqual(error);
  });

  test("it fails, says nothing, writes something else, hangs", async () => {
    const fails = "echo 'cannot open data' >&2; exit 3";
    for (const [script, words, waitMs] of [
      [fails, /it failed \(it ended with 3: cannot open data\)/, 5_000],
      ["cat >/dev/null", /it sends nothing/, 5_000],
      ["echo usage: espeak", /no WAV .*usage: espeak/, 5_000],
      ["trap '' TERM; while :; do sleep 0.1; done", /no answer within 0.2 s/, 200],
    ] as const) {
      expect((await failure(program(script), waitMs)).message).toMatch(words);
    }
  });
});
