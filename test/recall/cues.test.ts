import { expect, test } from "vitest";
import { askingWords, asksWhen, namesTime } from "../../src/recall/cues.ts";
import { cpuMs } from "../cpu-ms.ts";

test.each([
  ["when did ana move", true],
  ["how long has she lived here", true],
  ["what year was it", true],
  ["cuando es la cita", true],
  ["quan ve la julia", true],
  ["wie lange noch", true],
  ["когда приедет бабушка", true],
  ["妈妈什么时候来", true],
  ["whenever", false],
  ["what rice", false],
  ["wantan", false],
])("asksWhen(%s) is %s", (question, expected) => {
  expect(asksWhen(question)).toBe(expected);
});

test.each([
  ["Moved house last week", true],
  ["Born in 1987", true],
  ["The meeting is at 9:30", true],
  ["La cita es el miércoles", true],
  ["Vor drei Jahren", true],
  ["昨天去了京都", true],
  ["Prefers bomba rice", false],
  ["Sundaes with syrup", false],
])("namesTime(%s) is %s", (text, expected) => {
  expect(namesTime(text)).toBe(expected);
});

test("askingWords() are those of one language: German “Art” is no English art", () => {
  expect(askingWords("en").has("tell")).toBe(true);
  expect(askingWords("de").has("art")).toBe(true);
  expect(askingWords("en").has("art")).toBe(false);
  expect(askingWords("th").size).toBe(0);
});

test.each([
  ["marks", `a${"\u0301".repeat(100_000)}`],
  ["points", `e${".".repeat(100_000)}x`],
  ["points and accents", `é${".'".repeat(50_000)}x`],
])("namesTime() takes no time when given 100,000 characters of %s", (_, text) => {
  const start = cpuMs();
  expect(namesTime(text)).toBe(false);
  expect(cpuMs() - start).toBeLessThan(500);
});

test.each([
  "It was in 1987.",
  "‘In 1987.’",
  "Seen at 9:30: late",
  "He left yesterday…",
  "(in 1987.)",
])("namesTime() sees a time before points: %s", (text) =>
  expect(namesTime(text)).toBe(!text.endsWith("…")),
);
