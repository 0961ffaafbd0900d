import { describe, expect, test } from "vitest";
import { createBackgroundVoice } from "../../../src/voice/hearing/background-voice.ts";
import { createNoiseFloor } from "../../../src/voice/hearing/endpointer.ts";
import { powerOf } from "../../../src/voice/hearing/power.ts";
import { frameOf } from "./sounds.ts";

const powerAt = (level: number): number => powerOf(frameOf(level));

describe("createNoiseFloor()", () => {
  const hear = (
    floor: ReturnType<typeof createNoiseFloor>,
    seconds: number,
    level: number,
  ): void => {
    for (let i = 0; i < seconds * 50; i++) floor.push(powerAt(level));
  };

  test("keeps to the quietest tenth of a second while somebody speaks", () => {
    const floor = createNoiseFloor();
    hear(floor, 1, -60);
    hear(floor, 5, -20);
    expect(floor.level()).toBeCloseTo(-60, 0);
  });

  test("follows a room that becomes louder within nine seconds, and a quieter one at once", () => {
    const floor = createNoiseFloor();
    hear(floor, 5, -60);
    hear(floor, 9.2, -40);
    expect(floor.level()).toBeCloseTo(-40, 0);
    hear(floor, 0.2, -70);
    expect(floor.level()).toBeCloseTo(-70, 0);
  });

  test("knows something from the first frame on, and digital silence as such", () => {
    const floor = createNoiseFloor();
    floor.push(powerAt(-30));
    expect(floor.level()).toBeCloseTo(-30, 0);
    for (let i = 0; i < 10; i++) floor.push(0);
    expect(floor.level()).toBe(-96);
  });
});

describe("createBackgroundVoice()", () => {
  const hear = (
    voice: ReturnType<typeof createBackgroundVoice>,
    ms: number,
    level: number,
    isSpeech = true,
  ): number => {
    let heard = 0;
    for (let at = 0; at < ms; at += 20) if (voice.hears(powerAt(level), isSpeech)) heard++;
    return heard;
  };

  test("hears all speech while it knows of no background", () => {
    const voice = createBackgroundVoice();
    expect(hear(voice, 1_000, -50)).toBe(50);
    expect(hear(voice, 1_000, -20, false)).toBe(0);
    expect(voice.level()).toBeUndefined();
  });

  test("hears only what is 6 dB louder than the background, until two seconds without speech", () => {
    const voice = createBackgroundVoice();
    voice.learn([powerAt(-30)]);
    expect(hear(voice, 1_000, -27)).toBe(0);
    expect(hear(voice, 1_000, -22)).toBeGreaterThan(45);
    hear(voice, 1_900, -60, false);
    expect(voice.level()).toBeDefined();
    hear(voice, 200, -60, false);
    expect(voice.level()).toBeUndefined();
  });

  test("follows a television that is turned up, but not a person who speaks over it", () => {
    const voice = createBackgroundVoice();
    voice.learn([powerAt(-30)]);
    hear(voice, 20_000, -26);
    expect(voice.level()).toBeCloseTo(-26, 0);
    for (let i = 0; i < 20; i++) {
      hear(voice, 400, -15);
      hear(voice, 300, -21);
    }
    expect(voice.level()).toBeCloseTo(-26, 0);
  });
});
