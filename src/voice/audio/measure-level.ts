import type { Recorder } from "../audio-ports.ts";
import { samplesToMs } from "../audio-ports.ts";

/**
 * Records for about `ms` and returns the level of the loudest sample, for the doctor: 0 dB is full scale, -Infinity a
 * microphone that is muted. Throws the LociError of the first failure.
 */
export async function measureLevel(
  recorder: Recorder,
  ms: number,
  signal: AbortSignal,
): Promise<number> {
  let [peak, count] = [0, 0];
  for await (const recorded of recorder.record(signal)) {
    if (recorded.type === "trouble") throw recorded.error;
    if (recorded.type !== "frame") continue;
    const { pcm } = recorded.frame;
    peak = pcm.reduce((most, sample) => Math.max(most, Math.abs(sample)), peak);
    count += pcm.length;
    if (samplesToMs(count) >= ms) break;
  }
  return Math.round(200 * Math.log10(peak / 32_768)) / 10;
}
