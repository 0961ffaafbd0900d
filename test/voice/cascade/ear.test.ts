import { expect, test } from "vitest";
import type { VoiceOptions } from "../../../src/voice/audio-ports.ts";
import { frameSamples } from "../../../src/voice/audio-ports.ts";
import type { Cascade } from "../../../src/voice/cascade/cascade.ts";
import { type DetectedUtterance, Ear } from "../../../src/voice/cascade/ear.ts";

const options: VoiceOptions = {
  ...{ activation: "push", names: ["loci"], silenceMs: 700 },
  ...{ bargeIn: "off", sounds: false, languages: ["en"] },
};

/** An input that listens while a button is down, and where the sound of each frame says how long it is there (ms). */
function openInput() {
  const heard: DetectedUtterance[] = [];
  let sample = 0;
  const mouth = { isSpeaking: false };
  const run = {
    ports: { options },
    mouth,
    isSpeech: (pcm: Int16Array) => Math.abs(pcm[1] ?? 0) > 1_000,
    canListen: () => false,
    recognizer: { hear: (sound: DetectedUtterance) => heard.push(sound) },
    refresh: () => {},
  };
  const input = new Ear(run as unknown as Cascade);
  const pass = (ms: number, loud: number): void => {
    for (let at = 0; at < ms; at += 20) {
      const pcm = Int16Array.from(
        { length: frameSamples },
        (_, i) => (i % 2 === 0 ? 1 : -1) * loud,
      );
      input.hear({ pcm, sample });
      sample += frameSamples;
    }
  };
  return {
    ...{ input, heard },
    silence: (ms: number) => pass(ms, 10),
    speech: (ms: number) => pass(ms, 8_000),
    speaks: (now: boolean) => {
      mouth.isSpeaking = now;
    },
    msOf: ({ utterance }: DetectedUtterance) =>
      utterance.pcm.filter((one) => Math.abs(one) > 1_000).length / 16,
  };
}

test("press() keeps what was said just before the button was down", () => {
  const { input, heard, silence, speech, msOf } = openInput();
  silence(1_000);
  speech(240);
  input.press("down");
  speech(760);
  input.press("up");
  silence(400);
  expect(heard.map(msOf)).toEqual([1_000]);
});

test("press() takes no more than a moment of before, and nothing that was said before the last turn's end", () => {
  const { input, heard, silence, speech, msOf } = openInput();
  speech(5_000);
  input.press("down");
  speech(700);
  input.press("up");
  silence(220);
  input.press("down");
  speech(600);
  input.press("up");
  silence(400);
  expect(heard.map(msOf)).toEqual([1_000, 600]);
});

test("press() hears nothing in what was said to somebody else just before", () => {
  const { input, heard, silence, speech } = openInput();
  speech(3_000);
  input.press("down");
  silence(2_000);
  input.press("up");
  silence(400);
  expect(heard).toEqual([]);
});

test("press() while it speaks keeps nothing of its own voice", () => {
  const { input, heard, silence, speech, speaks, msOf } = openInput();
  speaks(true);
  speech(2_000);
  input.press("down");
  speaks(false);
  silence(200);
  speech(700);
  input.press("up");
  silence(400);
  expect(heard.map(msOf)).toEqual([700]);
});
