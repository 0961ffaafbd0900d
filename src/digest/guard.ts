/** A look at the failures this far back tells whether the guard is shut (ms). */
export const guardMemoryMs = 15 * 60_000;

const mostErrors = 5;
const withinMs = 10 * 60_000;
const shutMs = 5 * 60_000;

/**
 * How long the model's memory work still rests (ms), 0 when it may go on: 5 failures within 10 minutes shut it for
 * 5 minutes from the last of them. `ages` are those of the failures, newest first. It opens by itself, on trial: one
 * more failure while the others are younger than 10 minutes shuts it again. A success takes no failure back.
 */
export function guardShutFor(ages: readonly number[]): number {
  for (const [i, age] of ages.entries()) {
    if (age >= shutMs) return 0;
    const first = ages[i + mostErrors - 1];
    if (first !== undefined && first - age <= withinMs) return shutMs - age;
  }
  return 0;
}
