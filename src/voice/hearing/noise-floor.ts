import { meanOf, powerToLevel } from "./level.ts";

/** How loud the room is when nobody speaks. */
export interface NoiseFloor {
  /** Takes the power of the next frame. */
  push(power: number): void;
  /** In dB below full scale. */
  level(): number;
}

/**
 * The quietest tenth of a second of the last eight seconds: nobody speaks for so long without a gap of that length, and a
 * fan that was switched on is known eight seconds later.
 */
export function createNoiseFloor(): NoiseFloor {
  const recent: number[] = [];
  const lowestBySecond: number[] = [];
  let lowest = Number.POSITIVE_INFINITY;
  let frames = 0;
  return {
    push(power) {
      recent.push(power);
      if (recent.length > framesOfGap) recent.shift();
      if (recent.length === framesOfGap) lowest = Math.min(lowest, meanOf(recent));
      frames++;
      if (frames % framesOfSecond !== 0) return;
      lowestBySecond.push(lowest);
      lowest = Number.POSITIVE_INFINITY;
      if (lowestBySecond.length > seconds) lowestBySecond.shift();
    },
    level() {
      const known = Math.min(lowest, ...lowestBySecond);
      return powerToLevel(Number.isFinite(known) ? known : meanOf(recent));
    },
  };
}

const framesOfGap = 5;
const framesOfSecond = 50;
const seconds = 8;
