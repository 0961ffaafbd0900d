import { expect, test } from "vitest";
import { toTopicPath } from "../../../src/vault/paths.ts";
import { parseTopic } from "../../../src/vault/topic/parse-topic.ts";
import { reminderDay } from "../../../src/vault/topic/reminders.ts";

test.each([
  ["Call [remind:: 2026-12-01]", "2026-12-01"],
  ["Call (2026-11-01) [Remind:: 2027-01-01] #home", "2027-01-01"],
  // Set again for a later day.
  ["Call [remind:: 2026-12-01] [reminded:: 2026-11-30]", "2026-12-01"],
  // Of older vaults.
  ["Call [remind:: 2026-12-01T09:00]", "2026-12-01"],
  ["Call [remind:: 2026-12-01T09:00] [reminded:: 2026-12-01T09:00]", undefined],
  ["Call [remind:: 2026-12-01] [reminded:: yes]", undefined],
  ["Call [remind:: 2026-12-01] [reminded:: 2026-12-01]", undefined],
  ["Call [remind:: 2026-12-01] [reminded:: 2026-12-03]", undefined],
  ["Call [remind:: 2026-02-30]", undefined],
  ["Call [remind:: tomorrow]", undefined],
  ["Call [remind:: ]", undefined],
  ["Call", undefined],
])("reminderDay() of %j is %s", (line, day) => {
  const [entry] = parseTopic(toTopicPath("topics/a.md"), Buffer.from(`- ${line}\n`)).entries;
  expect(reminderDay(entry?.fields ?? {})).toBe(day);
});
