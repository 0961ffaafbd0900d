import type { Stage, TurnTimes } from "../../voice-event.ts";

/** When each stage of a turn ended (ms by `elapsed`); undefined for a stage not reached yet. */
export type Marks = { [stage in Stage]?: number } & {
  /** When the person stopped speaking. */
  readonly speechEndedAt: number;
};

/** Records the end of a stage; only the first call per stage counts. */
export function mark(marks: Marks, stage: Stage, at: number): void {
  marks[stage] ??= at;
}

/**
 * Converts the marks to durations in whole milliseconds that sum to the total exactly. A stage that was not reached, or
 * that ended before an earlier one, is 0.
 */
export function toTimes(
  marks: Marks,
  rest: Pick<TurnTimes, "at" | "speechMs" | "replyMs"> & { aborted?: TurnTimes["aborted"] },
): TurnTimes {
  let before = 0;
  const spent = (stage: Stage): number => {
    const at = Math.round((marks[stage] ?? Number.NEGATIVE_INFINITY) - marks.speechEndedAt);
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
