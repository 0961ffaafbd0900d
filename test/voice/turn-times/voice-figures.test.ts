import { expect, test } from "vitest";
import { voiceFigures } from "../../../src/voice/turn-times/voice-figures.ts";
import { turnTimes } from "./turn-times.ts";

test("voiceFigures() gives percentiles that were really measured, without the turns cut short", () => {
  const whole = Array.from({ length: 20 }, (_, i) =>
    turnTimes({ at: i + 1, total: (i + 1) * 100 }),
  );
  const cut = [
    turnTimes({ at: 30, total: 9_999, aborted: "interrupted" }),
    turnTimes({ at: 31, total: 9_999, aborted: "interrupted" }),
    turnTimes({ at: 0, total: 9_999, aborted: "failed" }),
  ];
  expect(voiceFigures([...whole, ...cut])).toMatchObject({
    turns: 20,
    aborted: { interrupted: 2, failed: 1, stopped: 0 },
    oldest: "1970-01-01T00:00:00.000Z",
    newest: "1970-01-01T00:00:00.031Z",
    total: { p50: 1_000, p95: 1_900 },
    stages: { silence: { p50: 700, p95: 700 }, play: { p50: 90, p95: 90 } },
    speech: { p50: 1_500, p95: 1_500 },
    reply: { p50: 3_000, p95: 3_000 },
  });
});

test("voiceFigures() of no turn, and of cut ones alone, has no percentiles", () => {
  const none = { total: null, speech: null, reply: null };
  expect(voiceFigures([])).toMatchObject({ turns: 0, oldest: null, newest: null, ...none });
  const cut = voiceFigures([turnTimes({ aborted: "stopped" })]);
  expect(cut).toMatchObject({ turns: 0, aborted: { stopped: 1 }, ...none });
  expect(cut.stages.model).toBeNull();
});
