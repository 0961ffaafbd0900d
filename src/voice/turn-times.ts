/**
 * Stages of a turn, each ending with: the silence after speech; the transcript; the gathered context; the model's first
 * word; its first sentence; the first synthesized sound; the first played sound.
 */
const stages = [
  "silence",
  "transcribe",
  "context",
  "model",
  "sentence",
  "synthesize",
  "play",
] as const;
export type Stage = (typeof stages)[number];

/** How long the stages of a turn took. */
export interface TurnTimes {
  /** When the person stopped speaking (ms since the epoch). */
  readonly at: number;
  /** Length of the person's speech (ms). */
  readonly speechMs: number;
  /** In whole milliseconds. They follow each other without a gap and sum to `total`; a stage not reached is 0. */
  readonly stages: Readonly<Record<string, number>>;
  /** From the end of the person's speech to the first sound of the reply. */
  readonly total: number;
  /** Length of the reply, as far as it was heard (ms). */
  readonly replyMs: number;
  /** Why the turn was cut off; its figures are then incomplete. */
  readonly aborted?: "interrupted" | "failed" | "stopped";
}

/** When each stage of a turn ended (ms by `elapsed`); undefined for a stage not reached yet. */
export type Marks = { [stage in Stage]?: number } & {
  /** When the person stopped speaking. */
  readonly speechEndedAt: number;
};

/** Converts the marks to the time that each stage took. One that ended before an earlier one took none. */
export function toTimes(
  marks: Marks,
  { at, speechMs, replyMs, ...rest }: Pick<TurnTimes, "at" | "speechMs" | "replyMs" | "aborted">,
): TurnTimes {
  const spent: Record<string, number> = {};
  let total = 0;
  for (const stage of stages) {
    const end = Math.round((marks[stage] ?? marks.speechEndedAt) - marks.speechEndedAt);
    const ms = Math.max(0, end - total);
    spent[stage] = ms;
    total += ms;
  }
  return {
    at: Math.round(at),
    speechMs: Math.round(speechMs),
    stages: spent,
    total,
    replyMs: Math.round(replyMs),
    ...rest,
  };
}
