import { expect, test } from "vitest";
import { type Marks, stages, toTimes } from "../../src/voice/turn-times.ts";
import { fc } from "../fast-check.ts";

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
      const values = Object.values(times.stages);
      expect(values.reduce((sum, ms) => sum + ms, 0)).toBe(times.total);
      expect(values.every((ms) => Number.isInteger(ms) && ms >= 0)).toBe(true);
      const last = Math.max(...stages.map((stage) => marks[stage] ?? speechEndedAt), speechEndedAt);
      expect(times.total).toBe(Math.round(last - speechEndedAt));
    }),
  );
});
