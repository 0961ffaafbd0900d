import type { DeviceClock } from "../device-clock.ts";

/** What the parts are given to tell the age of a file and the end of a wait by. */
export const deviceClock: DeviceClock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
};
