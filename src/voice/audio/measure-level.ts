import { speechRate } from "../../models/transcribe.ts";
import type { Recorder } from "../audio-ports.ts";

/** How loud something is; decibels below the loudest there can be (0 dBFS), -Infinity for nothing but zeros. */
export interface Level {
  /** Of the loudest sample. */
  readonly peakDb: number;
  /** Of the mean power; a full square wave has 0. */
  readonly rmsDb: number;
  /** Not one sample but 0: a muted microphone, or none behind the plug. */
  readonly isZeros: boolean;
  /** The share of samples that hit the limit. */
  readonly clipped: number;
  /** Milliseconds that were measured. */
  readonly ms: number;
}

export interface MeasureOptions {
  readonly ms: number;
  readonly signal?: AbortSignal;
}

/** Listens for so long and says how loud it was. Throws the LociError of the first trouble. */
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

/** How loud samples are. */
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
