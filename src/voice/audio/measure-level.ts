import { speechRate } from "../../models/transcribe.ts";
import type { Recorder } from "../audio-ports.ts";

/** Loudness of a recording. Levels in dBFS: 0 is full scale, -Infinity nothing but zeros. */
export interface Level {
  /** Level of the loudest sample. */
  readonly peakDb: number;
  /** Level of the mean power; 0 for a square wave of full scale. */
  readonly rmsDb: number;
  /** Every sample is 0: the microphone is muted or not connected. */
  readonly isZeros: boolean;
  /** Share of samples at full scale, 0 to 1. */
  readonly clipped: number;
  /** Length of the measured sound (ms). */
  readonly ms: number;
}

/** Records for about `ms` and measures how loud it was, for the doctor. Throws the LociError of the first failure. */
export async function measureLevel(
  recorder: Recorder,
  { ms, signal }: { readonly ms: number; readonly signal: AbortSignal },
): Promise<Level> {
  let [peak, power, clipped, count] = [0, 0, 0, 0];
  for await (const recorded of recorder.record(signal)) {
    if (recorded.type === "trouble") throw recorded.error;
    if (recorded.type !== "frame") continue;
    for (const sample of recorded.frame.pcm) {
      const size = Math.abs(sample);
      peak = Math.max(peak, size);
      if (size >= 32_767) clipped++;
      power += sample * sample;
      count++;
    }
    if ((count * 1_000) / speechRate >= ms) break;
  }
  return {
    peakDb: toDecibels(peak),
    rmsDb: toDecibels(Math.sqrt(power / Math.max(1, count))),
    isZeros: peak === 0,
    clipped: clipped / Math.max(1, count),
    ms: (count * 1_000) / speechRate,
  };
}

const toDecibels = (size: number): number => 20 * Math.log10(size / 32_768);
