import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createButtonPresses } from "../../../src/voice/button/gpio-button.ts";
import type { Press } from "../../../src/voice/voice-ports.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** What a contact that changes at these times (ms) makes. */
function pressesOf(
  changes: readonly (readonly [at: number, isDown: boolean])[],
): readonly string[] {
  const said: string[] = [];
  let now = 0;
  const presses = createButtonPresses((press: Press) => said.push(`${press} ${now}`));
  const pass = (until: number): void => {
    for (; now < until; now += 10) vi.advanceTimersByTime(10);
  };
  for (const [at, isDown] of changes) {
    pass(at);
    presses.edge(isDown);
  }
  pass(now + 1_000);
  return said.map((line) => line.split(" ")[0] ?? "");
}

test.each([
  [
    "a short press is a tap",
    [
      [0, true],
      [150, false],
    ],
    ["tap"],
  ],
  [
    "a long one lasts from down to up",
    [
      [0, true],
      [900, false],
    ],
    ["down", "up"],
  ],
  [
    "a contact that bounces is pressed once",
    [
      [0, true],
      [10, false],
      [10, true],
      [800, false],
      [810, true],
      [810, false],
    ],
    ["down", "up"],
  ],
  [
    "two taps are two",
    [
      [0, true],
      [100, false],
      [300, true],
      [400, false],
    ],
    ["tap", "tap"],
  ],
  [
    "a spike is nothing",
    [
      [0, true],
      [10, false],
    ],
    [],
  ],
  [
    "released twice is released once",
    [
      [0, true],
      [100, false],
      [200, false],
    ],
    ["tap"],
  ],
] as const)("createButtonPresses(): %s", (_, changes, expected) => {
  expect(pressesOf(changes)).toEqual(expected);
});

test("close() of a button that is held lets it go", () => {
  const said: string[] = [];
  const presses = createButtonPresses((press) => said.push(press));
  presses.edge(true);
  vi.advanceTimersByTime(400);
  presses.close();
  vi.advanceTimersByTime(400);
  expect(said).toEqual(["down", "up"]);
});
