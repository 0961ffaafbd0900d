import { appendFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
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

test("readTimes() leaves out what is none of ours", () => {
  const folder = useTempFolder();
  const good = turnTimes({ at: 7 });
  const { play: _, ...lacking } = good.stages;
  const bad = [
    "",
    "nonsense",
    "null",
    "[]",
    "42",
    "{}",
    JSON.stringify({ ...good, stages: lacking }),
    JSON.stringify({ ...good, stages: [] }),
    JSON.stringify({ ...good, total: "9" }),
    JSON.stringify({ ...good, total: -1 }),
    JSON.stringify({ ...good, aborted: "bored" }),
    '{"__proto__":{"at":1}}',
    "\u0000\u0000\u0000",
  ];
  writeFileSync(logOf(folder), [...bad, JSON.stringify(good), ...bad].join("\n"));
  expect(readTimes(folder)).toEqual([good]);
});

test("the log stays below 512 kB: the older half goes, whole lines stay", () => {
  const folder = useTempFolder();
  const line = `${JSON.stringify(turnTimes({ at: 1 }))}\n`;
  writeFileSync(logOf(folder), line.repeat(Math.floor(512_000 / line.length)));
  noteTimes(folder, turnTimes({ at: 2 }));
  const { size, mode } = statSync(logOf(folder));
  expect(size).toBeLessThan(256_200);
  expect(mode & 0o777).toBe(0o600);
  const kept = readTimes(folder);
  expect(kept.at(-1)?.at).toBe(2);
  expect(kept).toHaveLength(readFileSync(logOf(folder), "utf8").split("\n").filter(Boolean).length);
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
