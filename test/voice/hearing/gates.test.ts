import { describe, expect, test } from "vitest";
import { isInvented, isNoise } from "../../../src/voice/hearing/gates.ts";
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
