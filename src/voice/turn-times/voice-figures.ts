import type { Stage, TurnTimes } from "../voice-event.ts";

/** Half of the turns took no longer than `p50`, 19 of 20 no longer than `p95` (ms). */
export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
}

/** Where the time of turns by voice went. */
export interface VoiceFigures {
  /** Whole turns: the figures are theirs. */
  readonly turns: number;
  /** Turns that were cut short, by what. */
  readonly aborted: Readonly<Record<NonNullable<TurnTimes["aborted"]>, number>>;
  /** When the oldest and the newest of all of them were, `2026-02-12T13:30:00.000Z`; null where there is none. */
  readonly oldest: string | null;
  readonly newest: string | null;
  /** From the end of speech to the first sound of the reply; null where there was no whole turn. */
  readonly total: Percentiles | null;
  readonly stages: Readonly<Record<Stage, Percentiles | null>>;
  readonly speech: Percentiles | null;
  readonly reply: Percentiles | null;
}

/** Percentiles of the times of turns; what was cut short does not count. */
export function voiceFigures(times: readonly TurnTimes[]): VoiceFigures {
  const whole = times.filter(({ aborted }) => aborted === undefined);
  const abortedBy = (why: TurnTimes["aborted"]): number =>
    times.filter(({ aborted }) => aborted === why).length;
  const of = (value: (times: TurnTimes) => number): Percentiles | null =>
    whole.length === 0 ? null : percentilesOf(whole.map(value));
  const dates = times.map(({ at }) => at);
  return {
    turns: whole.length,
    aborted: {
      interrupted: abortedBy("interrupted"),
      failed: abortedBy("failed"),
      stopped: abortedBy("stopped"),
    },
    oldest: dates.length === 0 ? null : toTime(Math.min(...dates)),
    newest: dates.length === 0 ? null : toTime(Math.max(...dates)),
    total: of(({ total }) => total),
    stages: eachStage((stage) => of((one) => one.stages[stage])),
    speech: of(({ speechMs }) => speechMs),
    reply: of(({ replyMs }) => replyMs),
  };
}

const eachStage = <T>(value: (stage: Stage) => T): Record<Stage, T> => ({
  silence: value("silence"),
  transcribe: value("transcribe"),
  context: value("context"),
  model: value("model"),
  sentence: value("sentence"),
  synthesize: value("synthesize"),
  play: value("play"),
});

/** Nearest rank: a time that was really measured. */
function percentilesOf(values: readonly number[]): Percentiles {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return { p50: Math.round(at(0.5)), p95: Math.round(at(0.95)) };
}

const toTime = (ms: number): string => new Date(Math.min(ms, 8.64e15)).toISOString();
