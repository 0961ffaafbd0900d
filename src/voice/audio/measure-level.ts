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

export interface MeasureOptions {
  readonly ms: number;
  readonly signal?: AbortSignal;
}

/** Records for `ms` and measures how loud it was. Throws the LociError of the first failure. */
export async function measureLevel(
  recorder: Recorder,
  { ms, signal = new AbortController().signal }: MeasureOptions,
): Promise<Level> {
  const wanted = Math.max(1, Math.round((ms * speechRate) / 1000));
  const pcm = new Int16Array(wanted);
  let count = 0;
  for await (const recorded of recorder.record(signal)) {
    if (recorded.type === "trouble") throw recorded.error;
    if (recorded.type !== "frame") continue;
    const part = recorded.frame.pcm.subarray(0, wanted - count);
    pcm.set(part, count);
    count += part.length;
    if (count === wanted) break;
  }
  return levelOf(pcm.subarray(0, count));
}

/** Measures how loud samples are. */
export function levelOf(pcm: Int16Array): Level {
  let peak = 0;
  let power = 0;
  let clipped = 0;
  for (const sample of pcm) {
    const size = Math.abs(sample);
    if (size > peak) peak = size;
    if (size >= 32_767) clipped++;
    power += sample * sample;
  }
  const count = Math.max(1, pcm.length);
  return {
    peakDb: toDecibels(peak),
    rmsDb: toDecibels(Math.sqrt(power / count)),
    isZeros: peak === 0,
    clipped: clipped / count,
    ms: (pcm.length * 1000) / speechRate,
  };
}

function toDecibels(size: number): number {
  return 20 * Math.log10(size / 32_768);
}
