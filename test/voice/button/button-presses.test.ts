import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Press } from "../../../src/voice/audio-ports.ts";
import { createButtonPresses } from "../../../src/voice/button/gpio-button.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** What a contact makes that is down ("0d") and up ("150u") from these times (ms) on. */
function pressesOf(changes: string): readonly string[] {
  const said: string[] = [];
  let now = 0;
  const presses = createButtonPresses((press: Press) => said.push(`${press} ${now}`));
  const pass = (until: number): void => {
    for (; now < until; now += 10) vi.advanceTimersByTime(10);
  };
  for (const change of changes.split(" ")) {
    pass(Number.parseInt(change, 10));
    presses.edge(change.endsWith("d"));
  }
  pass(now + 1_000);
  return said.map((line) => line.split(" ")[0] ?? "");
}

test.each([
  ["a short press is a tap", "0d 150u", ["tap"]],
  ["a long one lasts from down to up", "0d 900u", ["down", "up"]],
  ["a contact that bounces is pressed once", "0d 10u 10d 800u 810d 810u", ["down", "up"]],
  ["two taps are two", "0d 100u 300d 400u", ["tap", "tap"]],
  ["a spike is nothing", "0d 10u", []],
  ["released twice is released once", "0d 100u 200u", ["tap"]],
] as const)("createButtonPresses(): %s", (_, changes, expected) => {
  expect(pressesOf(changes)).toEqual(expected);
});
