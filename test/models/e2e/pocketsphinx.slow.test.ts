import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createPocketSphinx } from "../../../src/models/programs/pocketsphinx.ts";
import { useTempFolder } from "../../temp.ts";
import { describeWith } from "../../voice/programs.ts";

const hints = { languages: ["en"], keywords: [] };
const never = new AbortController().signal;

async function hear(pcm: Int16Array) {
  const transcript = await createPocketSphinx().transcribe(pcm, hints, never);
  return { ...transcript, confidence: transcript.confidence ?? 0 };
}

describeWith(
  ["pocketsphinx_batch", "flite", "sox"],
  "createPocketSphinx() hears real speech",
  () => {
    /** Speech of flite, or whatever sox makes, at 16 kHz with a little silence around it. */
    const say = (words: string, voice = "rms", effects: readonly string[] = []): Int16Array => {
      const wav = join(useTempFolder(), "said.wav");
      execFileSync("flite", ["-voice", voice, "-t", words, "-o", wav]);
      return sox([wav], [...effects, "pad", "0.3", "0.4"]);
    };
    const make = (...synth: string[]): Int16Array => sox(["-n"], ["synth", ...synth]);
    const sox = (input: readonly string[], effects: readonly string[]): Int16Array => {
      const raw = ["-t", "raw", "-r", "16000", "-c", "1", "-b", "16", "-e", "signed", "-"];
      const bytes = execFileSync("sox", ["-R", ...input, ...raw, ...effects], {
        maxBuffer: 2 ** 24,
      });
      return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    };

    test("most words of clear sentences, and is sure of them", async () => {
      const said = [
        "yes",
        "my daughter is allergic to peanuts",
        "turn off the lights in the kitchen",
        "my mother was born in nineteen fifty two",
      ];
      for (const words of said) {
        const { text, language, confidence } = await hear(say(words));
        const right = words.split(" ").filter((word) => text.split(" ").includes(word));
        expect(right.length / words.split(" ").length).toBeGreaterThan(0.8);
        expect(language).toBe("en");
        expect(confidence).toBeGreaterThan(0.7);
      }
    });

    test("nothing in noise and tones", async () => {
      const sounds = [
        make("1", "whitenoise", "vol", "0.2"),
        make("2", "square", "440", "vol", "0.3"),
        new Int16Array(8_000),
        new Int16Array(160),
        new Int16Array(0),
      ];
      for (const sound of sounds) {
        expect(await hear(sound)).toEqual({ text: "", language: null, confidence: 0 });
      }
    });

    test("speech played backwards, and is not sure of it", async () => {
      const said = ["my daughter is allergic to peanuts", "please set a timer for ten minutes"];
      for (const words of said) {
        const { confidence } = await hear(say(words, "rms", ["reverse"]));
        expect(confidence).toBeLessThan(0.5);
      }
    });

    test("is called off", async () => {
      const controller = new AbortController();
      const reason = new Error("enough");
      const pcm = say("turn off the lights in the kitchen");
      const hearing = createPocketSphinx().transcribe(pcm, hints, controller.signal);
      setTimeout(() => controller.abort(reason), 100);
      await expect(hearing).rejects.toBe(reason);
    });

    test("works, says probe(), unless nobody here speaks English", async () => {
      expect(await createPocketSphinx().probe()).toBeUndefined();
      expect((await createPocketSphinx({ languages: ["ca", "es"] }).probe())?.message).toMatch(
        /it knows English only, and the languages here are ca, es; name a server/,
      );
    });
  },
);
