import { expect, test } from "vitest";
import { toTopicPath } from "../../../src/vault/paths.ts";
import { parseTopic } from "../../../src/vault/topic/parse-topic.ts";
import { hasCome, isMoment, reminderOf } from "../../../src/vault/topic/reminders.ts";

const now = "2026-12-01T09:00:30";

function reminderIn(line: string) {
  const [entry] = parseTopic(toTopicPath("topics/a.md"), Buffer.from(`- ${line}\n`)).entries;
  if (entry === undefined) throw new Error("there is no entry");
  return reminderOf(entry, now);
}

test.each([
  ["Call [remind:: 2026-12-01]", { at: "2026-12-01" }],
  ["Call [remind:: 2026-12-01T09:00]", { at: "2026-12-01T09:00" }],
  ["Call (2026-11-01) [Remind:: 2027-01-01] #home", { at: "2027-01-01" }],
  ["[ ] Call [remind:: 2026-12-01]", { at: "2026-12-01" }],
  ["Buy soil [remind-when:: garden]", { when: "garden" }],
  ["Buy soil [remind:: 2026-12-01] [remind-when:: garden]", { at: "2026-12-01", when: "garden" }],
  ["Call [remind:: 2026-12-01] [until:: 2026-12-01]", { at: "2026-12-01" }],
  // Set again for a later day or time.
  ["Call [remind:: 2026-12-01] [reminded:: 2026-11-30]", { at: "2026-12-01" }],
  ["Call [remind:: 2026-12-01T18:00] [reminded:: 2026-12-01T09:00]", { at: "2026-12-01T18:00" }],
])("reminderOf() waits for what %j says", (line, reminder) => {
  expect(reminderIn(line)).toEqual(reminder);
});

test.each([
  "Call",
  "Call [remind:: 2026-12-01] [reminded:: 2026-12-01]",
  "Call [remind:: 2026-12-01] [reminded:: 2026-12-03]",
  "Call [remind:: 2026-12-01T18:00] [reminded:: 2026-12-01]",
  "Call [remind:: 2026-12-01] [reminded:: yes]",
  "Buy soil [remind-when:: garden] [reminded:: 2026-11-01]",
  "[x] Call [remind:: 2026-12-01]",
  "~~Call~~ [remind:: 2026-12-01] [superseded:: ^a1]",
  "Call [remind:: 2026-11-30] [until:: 2026-11-30]",
  "Call [remind:: 2026-02-30]",
  "Call [remind:: 2026-12-01T24:00]",
  "Call [remind:: 2026-12-01 09:00]",
  "Call [remind:: tomorrow]",
  "Call [remind:: ]",
  "Call [remind-when:: ]",
])("reminderOf() waits for nothing in %j", (line) => {
  expect(reminderIn(line)).toBeUndefined();
});

test.each([
  ["2026-12-01", "2026-11-30T23:59:59", false],
  ["2026-12-01", "2026-12-01T00:00:00", true],
  ["2026-12-01", "2027-01-01T00:00:00", true],
  ["2026-12-01T09:00", "2026-12-01T08:59:59", false],
  ["2026-12-01T09:00", "2026-12-01T09:00:00", true],
  ["2026-12-01T09:00", "2026-12-02T00:00:00", true],
])("hasCome() of %s at %s is %s", (moment, at, come) => {
  expect(isMoment(moment)).toBe(true);
  expect(hasCome(moment, at)).toBe(come);
});
