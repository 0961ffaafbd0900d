import { describe, expect, test } from "vitest";
import { echoShare, isEcho, isInvented, isNoise } from "../../../src/voice/hearing/gates.ts";
import { utteranceOf } from "./sounds.ts";

describe("isNoise()", () => {
  test("drops what is less than 6 dB louder than the room", () => {
    expect(isNoise(utteranceOf({ level: -50.5, floor: -55 }))).toBe(true);
    expect(isNoise(utteranceOf({ level: -48.5, floor: -55 }))).toBe(false);
  });

  test("drops what is too faint for any microphone that hears", () => {
    expect(isNoise(utteranceOf({ level: -70, floor: -90 }))).toBe(true);
    expect(isNoise(utteranceOf({ level: -60, floor: -90 }))).toBe(false);
  });
});

describe("isInvented()", () => {
  test.each([
    ["Thanks for watching!", 1_500],
    ["Subtítulos realizados por la comunidad de Amara.org", 4_000],
    ["[Music]", 3_000],
    ["and then we go and then we go and then we go and then we go", 6_000],
    ["I think that we should go to the market tomorrow morning", 400],
    ["Donaudampfschifffahrtsgesellschaft Versicherung", 300],
  ])("drops %j in %d ms", (text, ms) => {
    expect(isInvented(text, ms)).toBe(true);
  });

  test.each([
    ["yes", 260],
    ["no lo sé", 400],
    ["I don't know what to do", 900],
    ["remember that my daughter is allergic to peanuts", 1_900],
    ["أنا أحب القهوة بدون سكر في الصباح", 2_000],
    ["Geschwindigkeitsbegrenzung", 900],
  ])("keeps %j in %d ms", (text, ms) => {
    expect(isInvented(text, ms)).toBe(false);
  });
});

describe("isEcho()", () => {
  const spoken = [
    "You are allergic to peanuts, and your daughter likes bomba rice for paella.",
    "Do you want the red one or the blue one?",
  ];

  test.each([
    "your daughter likes bomba rice for paella",
    "you are allergic to peanut and your daughter like bomba rice",
    "do you want the red one or the blue",
    "Your daughter likes the bomba rice!",
  ])("knows its own words: %j", (text) => {
    expect(isEcho(text, spoken)).toBe(true);
  });

  test.each([
    "the blue one",
    "my daughter is not allergic any more",
    "no, she likes basmati rice",
    "what time is it in Tokyo",
    "",
    "...",
  ])("leaves the person's: %j", (text) => {
    expect(isEcho(text, spoken)).toBe(false);
  });

  test("knows few words of its own only where they may be, and all of them are", () => {
    const own = (text: string) => isEcho(text, spoken, { acceptShort: true });
    expect(["the blue one", "Peanuts", "bomba rice"].map(own)).toEqual([true, true, true]);
    expect(["the green one", "stop", "...", ""].map(own)).toEqual([false, false, false, false]);
  });

  test("echoShare() tells how much of it are its own words", () => {
    expect(echoShare("do you want the green one", spoken)).toBeCloseTo(5 / 6);
    expect(echoShare("Loci, what time is it", spoken)).toBeLessThan(0.5);
    expect(echoShare("", spoken)).toBe(0);
  });

  test("knows nothing where nothing was spoken, and takes its time for no length", () => {
    expect(isEcho("what is the time now", [])).toBe(false);
    const start = process.cpuUsage();
    isEcho("la la lo ".repeat(3_000), ["la lo la ".repeat(3_000)]);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(2_000);
  });
});
