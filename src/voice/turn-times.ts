import { appendFileSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { errnoOf } from "../errors.ts";

/**
 * Stages of a turn, each ending with: the silence after speech; the transcript; the gathered context; the model's first
 * word; its first sentence; the first synthesized sound; the first played sound.
 */
export const stages = [
  "silence",
  "transcribe",
  "context",
  "model",
  "sentence",
  "synthesize",
  "play",
] as const;
export type Stage = (typeof stages)[number];

const time = z.number().nonnegative();
const stageTimes = z.record(z.enum(stages), time);
const turnTimes = z.object({
  /** When the person stopped speaking (ms since the epoch). */
  at: time,
  /** Length of the person's speech (ms). */
  speechMs: time,
  /** In whole milliseconds. They follow each other without a gap and sum to `total`; a stage not reached is 0. */
  stages: stageTimes,
  /** From the end of the person's speech to the first sound of the reply. */
  total: time,
  /** Length of the reply, as far as it was heard (ms). */
  replyMs: time,
  /** Why the turn was cut off; its figures are then incomplete. */
  aborted: z.enum(["interrupted", "failed", "stopped"]).exactOptional(),
});

/** How long the stages of a turn took. */
export type TurnTimes = Readonly<z.infer<typeof turnTimes>>;

/** Where the times of turns by voice are kept, below `.loci`: a line each, no words. */
const name = "voice-turns.jsonl";

/** Past this it begins anew: an SD card is small, and lasts longer. */
const maxBytes = 512_000;

/** Keeps the times of one turn. Throws what the disk says. */
export function noteTimes(lociDir: string, times: TurnTimes): void {
  const file = join(lociDir, name);
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) rmSync(file);
  // The line break comes first: a power cut may have torn the line before, and this one is not lost with it.
  appendFileSync(file, `\n${JSON.stringify(times)}\n`, { mode: 0o600 });
}

/** The times that are kept, oldest first; a line that is torn or not ours is left out. */
export function readTimes(lociDir: string): readonly TurnTimes[] {
  let text: string;
  try {
    text = readFileSync(join(lociDir, name), "utf8");
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return [];
    throw error;
  }
  return text.split("\n").flatMap((line) => {
    try {
      return [turnTimes.parse(JSON.parse(line))];
    } catch {
      return []; // Torn by a power cut.
    }
  });
}

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
  readonly stages: Readonly<Record<string, Percentiles>>;
}

/** Percentiles of the times of whole turns; null if there was none. */
export function voiceFigures(times: readonly TurnTimes[]): VoiceFigures | null {
  const whole = times.filter(({ aborted }) => aborted === undefined);
  if (whole.length === 0) return null;
  const ofStage = (stage: Stage) => percentilesOf(whole.map((one) => one.stages[stage]));
  return {
    turns: whole.length,
    total: percentilesOf(whole.map(({ total }) => total)),
    stages: Object.fromEntries(stages.map((stage) => [stage, ofStage(stage)])),
  };
}

/** Nearest rank: a time that was really measured. */
function percentilesOf(values: readonly number[]): Percentiles {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return { p50: Math.round(at(0.5)), p95: Math.round(at(0.95)) };
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
  let total = 0;
  const spent = stages.map((stage) => {
    const end = Math.round((marks[stage] ?? Number.NEGATIVE_INFINITY) - marks.speechEndedAt);
    const ms = Math.max(0, end - total);
    total += ms;
    return [stage, ms];
  });
  return {
    at: Math.round(at),
    speechMs: Math.round(speechMs),
    stages: stageTimes.parse(Object.fromEntries(spent)),
    total,
    replyMs: Math.round(replyMs),
    ...rest,
  };
}
