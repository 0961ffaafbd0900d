import type { DeviceClock } from "../../device-clock.ts";

/** The clock that parts use for the age of a file and the end of a wait. */
export const deviceClock: DeviceClock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
};
