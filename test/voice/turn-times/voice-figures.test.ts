import { expect, test } from "vitest";
import { voiceFigures } from "../../../src/voice/turn-times/voice-figures.ts";
import { turnTimes } from "./turn-times.ts";

test("voiceFigures() gives percentiles that were really measured, without the turns cut short", () => {
  const whole = Array.from({ length: 20 }, (_, i) =>
    turnTimes({ at: i + 1, total: (i + 1) * 100 }),
  );
  const cut = [
    turnTimes({ at: 30, total: 9_999, aborted: "interrupted" }),
    turnTimes({ at: 0, total: 9_999, aborted: "failed" }),
  ];
  expect(voiceFigures([...whole, ...cut])).toMatchObject({
    turns: 20,
    total: { p50: 1_000, p95: 1_900 },
    stages: { silence: { p50: 700, p95: 700 }, play: { p50: 90, p95: 90 } },
  });
});

test("voiceFigures() of no turn, and of cut ones alone, is null", () => {
  expect(voiceFigures([])).toBeNull();
  expect(voiceFigures([turnTimes({ aborted: "stopped" })])).toBeNull();
});
