import { expect, test } from "vitest";
import { deviceClock } from "../../../src/app/vault/device-clock.ts";
import { LociError } from "../../../src/errors.ts";
import { createRetrySchedule } from "../../../src/sync/background/retry-schedule.ts";

const minute = 60_000;

test.each([
  ["network", [0.5, 1, 2]],
  ["timeout", [0.5, 1, 2]],
  ["raced", [0.5, 1, 2]],
  ["auth", [5, 10, 20]],
  ["rewritten", [5, 10, 20]],
])("createRetrySchedule() after a failure by %s waits so many minutes", (reason, minutes) => {
  const retries = createRetrySchedule({
    ...{ intervalMs: 5 * minute, random: () => 0.5, clock: deviceClock },
  });
  const waits = minutes.map(() => {
    retries.failed(new LociError("SYNC_FAILED", "Cannot sync", { data: { reason } }));
    return Math.round((retries.pauseMs() / minute) * 100) / 100;
  });
  expect(waits).toEqual(minutes);
  expect(retries.isWaiting()).toBe(true);
  retries.succeeded();
  expect([retries.isWaiting(), retries.pauseMs()]).toEqual([false, 5 * minute]);
});
