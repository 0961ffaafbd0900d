import type { DeviceClock } from "../src/device-clock.ts";

/** The machine's own clock, as an open vault has it. */
export const deviceClock: DeviceClock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
};
