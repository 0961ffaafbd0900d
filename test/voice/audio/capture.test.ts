import { describe, expect, test } from "vitest";
import { Capture } from "../../../src/voice/audio/microphone.ts";
import { frameSamples, type RecorderEvent } from "../../../src/voice/audio-ports.ts";
import { framesIn, newsIn, noise, sentencesIn } from "./sound.ts";

const zeros = new Int16Array(frameSamples);
const sound = noise(frameSamples);

function useCapture() {
  const told: RecorderEvent[] = [];
  const clock = { now: 5_000 };
  const capture = new Capture({
    device: "plughw:CARD=Speaker",
    program: "arecord",
    elapsed: () => clock.now,
    silentMs: 30_000,
  });
  type Failure = Parameters<typeof capture.fail>[0];
  const fail = (failure: Failure) => void told.push(...capture.fail(failure));
  const hear = (pcm: Int16Array, frames: number, ms = 20) => {
    for (let i = 0; i < frames; i++) {
      clock.now += ms;
      told.push(...capture.hear(pcm));
    }
  };
  return { told, clock, fail, hear, news: () => newsIn(told) };
}

describe("createCapture()", () => {
  test("createCapture() numbers frames by their samples", () => {
    const { told, hear } = useCapture();
    hear(sound, 3);
    expect(framesIn(told).map((frame) => frame.sample)).toEqual([0, 320, 640]);
  });

  test("createCapture() lets the sample clock go on while no sound comes", () => {
    const { told, clock, fail, hear } = useCapture();
    hear(sound, 2);
    clock.now += 3_000;
    fail({ reason: "stuck", detail: "3" });
    clock.now += 980;
    hear(sound, 2);
    expect(framesIn(told).map((frame) => frame.sample)).toEqual([
      0,
      320,
      640 + 64_000,
      960 + 64_000,
    ]);
  });

  test("createCapture() tells a trouble once until it is mended, another one at once", () => {
    const { fail, hear, news } = useCapture();
    fail({ reason: "gone" });
    fail({ reason: "gone" });
    fail({ reason: "denied" });
    fail({ reason: "busy" });
    hear(sound, 2);
    fail({ reason: "busy" });
    expect(news()).toEqual(["gone", "busy", "mended", "busy"]);
  });

  test("createCapture() tells of silence after 30 s of nothing but zeros, goes on, and tells the first sound", () => {
    const { told, hear, news } = useCapture();
    hear(zeros, 1_499);
    hear(sound, 1);
    hear(zeros, 1_500);
    expect(news()).toEqual([]);
    hear(zeros, 1_600);
    expect(news()).toEqual(["silent"]);
    hear(sound, 1);
    expect(news()).toEqual(["silent", "mended"]);
    expect(framesIn(told)).toHaveLength(1_499 + 1 + 1_500 + 1_600 + 1);
    expect(sentencesIn(told)[0]).toContain("nothing but zeros for 30 s");
  });

  test("createCapture() takes zeros that come faster than they would sound for no silence", () => {
    const { clock, hear, news } = useCapture();
    hear(zeros, 20_000, 0);
    clock.now += 29_000;
    hear(zeros, 1, 0);
    expect(news()).toEqual([]);
  });

  test("createCapture() takes few zeros in a long time for no silence", () => {
    const { clock, hear, news } = useCapture();
    hear(zeros, 1, 0);
    clock.now += 60_000;
    hear(zeros, 1, 0);
    expect(news()).toEqual([]);
  });
});
