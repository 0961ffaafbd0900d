import type { Stage, TurnTimes } from "../../voice-event.ts";

/** When something of a turn happened, by the clock of `elapsed`; undefined where it has not. */
export type Marks = { [stage in Stage]?: number } & {
  /** The last sound that was speech. */
  readonly fellSilent: number;
};

/** Notes that a stage is over, the first time only. */
export function mark(marks: Marks, stage: Stage, at: number): void {
  marks[stage] ??= at;
}

/**
 * The times of a turn from the moments its stages ended. Differences of rounded moments, so that they sum to the whole;
 * a stage that was not reached, or that ended before an earlier one, takes no time.
 */
export function toTimes(
  marks: Marks,
  rest: Pick<TurnTimes, "at" | "speechMs" | "replyMs"> & { aborted?: TurnTimes["aborted"] },
): TurnTimes {
  let before = 0;
  const spent = (stage: Stage): number => {
    const at = Math.round((marks[stage] ?? Number.NEGATIVE_INFINITY) - marks.fellSilent);
    const ms = Math.max(0, at - before);
    before += ms;
    return ms;
  };
  const times = {
    silence: spent("silence"),
    transcribe: spent("transcribe"),
    context: spent("context"),
    model: spent("model"),
    sentence: spent("sentence"),
    synthesize: spent("synthesize"),
    play: spent("play"),
  };
  const { aborted } = rest;
  return {
    at: Math.round(rest.at),
    speechMs: Math.round(rest.speechMs),
    stages: times,
    total: before,
    replyMs: Math.round(rest.replyMs),
    ...(aborted === undefined ? {} : { aborted }),
  };
}
