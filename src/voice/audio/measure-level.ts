import { speechRate } from "../../models/transcribe.ts";
import type { Recorder } from "../audio-ports.ts";

/** Loudness of a recording, in dBFS: 0 is full scale, -Infinity where the microphone is muted. */
export interface Level {
  /** Level of the loudest sample. */
  readonly peakDb: number;
  /** Level of the mean power; 0 for a square wave of full scale. */
  readonly rmsDb: number;
}

/** Records for about `ms` and measures how loud it was, for the doctor. Throws the LociError of the first failure. */
export async function measureLevel(
  recorder: Recorder,
  ms: number,
  signal: AbortSignal,
): Promise<Level> {
  let [peak, power, count] = [0, 0, 0];
  for await (const recorded of recorder.record(signal)) {
    if (recorded.type === "trouble") throw recorded.error;
    if (recorded.type !== "frame") continue;
    for (const sample of recorded.frame.pcm) {
      peak = Math.max(peak, Math.abs(sample));
      power += sample * sample;
      count++;
    }
    if ((count * 1_000) / speechRate >= ms) break;
  }
  return { peakDb: toDecibels(peak), rmsDb: toDecibels(Math.sqrt(power / Math.max(1, count))) };
}

/** In tenths. */
const toDecibels = (size: number): number => Math.round(200 * Math.log10(size / 32_768)) / 10;
