import { expect, test } from "vitest";
import { LociError } from "../../src/errors.ts";
import { parseMoment } from "../../src/memory/moment.ts";

test.each([
  ["2026-02-12", "Europe/Madrid", "2026-02-12T22:59:59.999Z"],
  ["2026-02-12", "America/New_York", "2026-02-13T04:59:59.999Z"],
  ["2026-03-29", "Europe/Madrid", "2026-03-29T21:59:59.999Z"], // The day that has 23 hours.
  ["2026-02", "Europe/Madrid", "2026-02-28T22:59:59.999Z"],
  ["2025", "UTC", "2025-12-31T23:59:59.999Z"],
  ["2026-02-12T14:30", "Europe/Madrid", "2026-02-12T13:30:59.999Z"],
  ["2026-02-12 14:30", "Europe/Madrid", "2026-02-12T13:30:59.999Z"],
  ["2026-02-12T14:30:05", "Europe/Madrid", "2026-02-12T13:30:05.999Z"],
  ["2026-02-12T14:30:05Z", "Europe/Madrid", "2026-02-12T14:30:05.999Z"],
  ["2026-02-12T14:30-0500", "Europe/Madrid", "2026-02-12T19:30:59.999Z"],
])("parseMoment() takes %s in %s for %s", (text, zone, moment) => {
  expect(new Date(parseMoment(text, zone)).toISOString()).toBe(moment);
});

test.each(["", "yesterday", "2026-13", "2026-02-30", "2026-02-12T25:00", "2026-2-1", "12:30"])(
  "parseMoment() refuses %j in one sentence",
  (text) => {
    expect(() => parseMoment(text, "UTC")).toThrow(LociError);
  },
);

test("parseMoment() leaves the zone of the process as it was", () => {
  const before = process.env.TZ;
  parseMoment("2026", "Asia/Tokyo");
  expect(process.env.TZ).toBe(before);
});
