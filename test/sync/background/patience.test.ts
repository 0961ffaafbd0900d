import { expect, test } from "vitest";
import { deviceClock } from "../../../src/app/device-clock.ts";
import { LociError } from "../../../src/errors.ts";
import { createPatience } from "../../../src/sync/background/patience.ts";

const minute = 60_000;

test.each([
  ["network", [0.5, 1, 2]],
  ["timeout", [0.5, 1, 2]],
  ["raced", [0.5, 1, 2]],
  ["auth", [5, 10, 20]],
  ["rewritten", [5, 10, 20]],
])("createPatience() after a failure by %s waits so many minutes", (reason, minutes) => {
  const patience = createPatience({
    ...{ intervalMs: 5 * minute, random: () => 0.5, clock: deviceClock },
  });
  const waits = minutes.map(() => {
    patience.failed(new LociError("SYNC_FAILED", "Cannot sync", { data: { reason } }));
    return patience.pauseMs() / minute;
  });
  expect(waits).toEqual(minutes);
  expect(patience.isWaiting()).toBe(true);
  patience.succeeded();
  expect([patience.isWaiting(), patience.pauseMs()]).toEqual([false, 5 * minute]);
});
