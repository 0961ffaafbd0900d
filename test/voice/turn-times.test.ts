import { appendFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  type Marks,
  noteTimes,
  readTimes,
  stages,
  toTimes,
  voiceFigures,
} from "../../src/voice/turn-times.ts";
import { fc } from "../fast-check.ts";
import { useTempFolder } from "../temp.ts";
import { turnTimes } from "./turn-times.ts";

const logOf = (folder: string): string => join(folder, "voice-turns.jsonl");

test("noteTimes() keeps a line a turn, readable by this user alone, and readTimes() reads them in order", () => {
  const folder = useTempFolder();
  expect(readTimes(folder)).toEqual([]);
  const turns = [turnTimes({ at: 1 }), turnTimes({ at: 2, aborted: "interrupted" })];
  for (const turn of turns) noteTimes(folder, turn);
  expect(readTimes(folder)).toEqual(turns);
  expect(statSync(logOf(folder)).mode & 0o777).toBe(0o600);
});

test("a line that a power cut tore loses neither the ones before nor the one after", () => {
  const folder = useTempFolder();
  noteTimes(folder, turnTimes({ at: 1 }));
  appendFileSync(logOf(folder), JSON.stringify(turnTimes({ at: 2 })).slice(0, 40));
  noteTimes(folder, turnTimes({ at: 3 }));
  expect(readTimes(folder).map(({ at }) => at)).toEqual([1, 3]);
});

test("voiceFigures() gives percentiles that were really measured, without the turns cut short", () => {
  const whole = Array.from({ length: 20 }, (_, i) => turnTimes({ total: (i + 1) * 100 }));
  const cut = turnTimes({ total: 9_999, aborted: "interrupted" });
  expect(voiceFigures([...whole, cut])).toMatchObject({
    turns: 20,
    total: { p50: 1_000, p95: 1_900 },
    stages: { silence: { p50: 700, p95: 700 }, play: { p50: 90, p95: 90 } },
  });
  expect(voiceFigures([cut])).toBeNull();
});

test("toTimes() gives stages that sum to the total exactly, whatever was reached and when", () => {
  const moment = fc.option(fc.double({ min: 0, max: 1e7, noNaN: true }), { nil: undefined });
  const all = fc.record(Object.fromEntries(stages.map((stage) => [stage, moment])));
  const start = fc.double({ min: 0, max: 1e7, noNaN: true });
  fc.assert(
    fc.property(all, start, (moments, speechEndedAt) => {
      const marks: Marks = { speechEndedAt };
      for (const stage of stages) {
        const at = moments[stage];
        if (at !== undefined) marks[stage] = at;
      }
      const times = toTimes(marks, { at: 0, speechMs: 0, replyMs: 0 });
      const values = stages.map((stage) => times.stages[stage]);
      expect(values.reduce((sum, ms) => sum + ms, 0)).toBe(times.total);
      expect(values.every((ms) => Number.isInteger(ms) && ms >= 0)).toBe(true);
      const last = Math.max(...stages.map((stage) => marks[stage] ?? speechEndedAt), speechEndedAt);
      expect(times.total).toBe(Math.round(last - speechEndedAt));
    }),
  );
});
