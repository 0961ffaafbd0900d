import type { Stage, TurnTimes } from "../voice-event.ts";

/** Half of the turns took no longer than `p50`, 19 of 20 no longer than `p95` (ms). */
interface Percentiles {
  readonly p50: number;
  readonly p95: number;
}

/** Where the time of turns by voice went; turns that were cut short do not count. */
export interface VoiceFigures {
  readonly turns: number;
  /** From the end of speech to the first sound of the reply. */
  readonly total: Percentiles;
  readonly stages: Readonly<Record<Stage, Percentiles>>;
}

/** Percentiles of the times of whole turns; null if there was none. */
export function voiceFigures(times: readonly TurnTimes[]): VoiceFigures | null {
  const whole = times.filter(({ aborted }) => aborted === undefined);
  if (whole.length === 0) return null;
  const stage = (name: Stage): Percentiles =>
    percentilesOf(whole.map(({ stages }) => stages[name]));
  return {
    turns: whole.length,
    total: percentilesOf(whole.map(({ total }) => total)),
    stages: {
      silence: stage("silence"),
      transcribe: stage("transcribe"),
      context: stage("context"),
      model: stage("model"),
      sentence: stage("sentence"),
      synthesize: stage("synthesize"),
      play: stage("play"),
    },
  };
}

/** Nearest rank: a time that was really measured. */
function percentilesOf(values: readonly number[]): Percentiles {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return { p50: Math.round(at(0.5)), p95: Math.round(at(0.95)) };
}
