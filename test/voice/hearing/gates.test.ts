import { expect, test } from "vitest";
import { isInvented, isNoise } from "../../../src/voice/hearing/gates.ts";
import { utteranceOf } from "./sounds.ts";

test.each([
  [-50.5, -55, true],
  [-48.5, -55, false],
  [-70, -90, true],
  [-60, -90, false],
])("isNoise() of %d dB in a room of %d dB is %s", (level, floor, is) => {
  expect(isNoise(utteranceOf({ level, floor }))).toBe(is);
});

test.each([
  ["Thanks for watching!", 1_500],
  ["Subtítulos realizados por la comunidad de Amara.org", 4_000],
  ["[Music]", 3_000],
  ["and then we go and then we go and then we go and then we go", 6_000],
  ["I think that we should go to the market tomorrow morning", 400],
  ["Donaudampfschifffahrtsgesellschaft Versicherung", 300],
])("isInvented() drops %j in %d ms", (text, ms) => {
  expect(isInvented(text, ms)).toBe(true);
});

test.each([
  ["yes", 260],
  ["no lo sé", 400],
  ["I don't know what to do", 900],
  ["remember that my daughter is allergic to peanuts", 1_900],
  ["أنا أحب القهوة بدون سكر في الصباح", 2_000],
  ["Geschwindigkeitsbegrenzung", 900],
])("isInvented() keeps %j in %d ms", (text, ms) => {
  expect(isInvented(text, ms)).toBe(false);
});
