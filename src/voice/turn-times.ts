import { appendFileSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { errnoOf } from "../errors.ts";
import { type Stage, stages, type TurnTimes } from "./voice-event.ts";

/** Where the times of turns by voice are kept, below `.loci`: a line each, no words. */
const name = "voice-turns.jsonl";

/** Past this the older half goes: an SD card is small, and lasts longer. */
const maxBytes = 512_000;

/** Keeps the times of one turn. Throws what the disk says. */
export function noteTimes(lociDir: string, times: TurnTimes): void {
  const file = join(lociDir, name);
  // The line break comes first: a power cut may have torn the line before, and this one is not lost with it.
  appendFileSync(file, `\n${JSON.stringify(times)}\n`, { mode: 0o600 });
  if (statSync(file).size <= maxBytes) return;
  const bytes = readFileSync(file);
  const next = `${file}.next`;
  writeFileSync(next, bytes.subarray(bytes.indexOf(0x0a, bytes.length - maxBytes / 2)), {
    mode: 0o600,
  });
  renameSync(next, file);
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
    const read = timesSchema.safeParse(toJson(line));
    return read.success ? [read.data] : [];
  });
}

function toJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // Torn by a power cut.
  }
}

const time = z.number().nonnegative();
const timesSchema = z.object({
  at: time,
  speechMs: time,
  stages: z.record(z.enum(stages), time),
  total: time,
  replyMs: time,
  aborted: z.enum(["interrupted", "failed", "stopped"]).exactOptional(),
});

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
  const stage = (name: Stage): Percentiles => percentilesOf(whole.map((one) => one.stages[name]));
  return {
    turns: whole.length,
    total: percentilesOf(whole.map(({ total }) => total)),
    stages: byStage(stage),
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

/**
 * Converts the marks to durations in whole milliseconds that sum to the total exactly. A stage that was not reached, or
 * that ended before an earlier one, is 0.
 */
export function toTimes(
  marks: Marks,
  rest: Pick<TurnTimes, "at" | "speechMs" | "replyMs" | "aborted">,
): TurnTimes {
  let total = 0;
  const spent = byStage((stage) => {
    const at = Math.round((marks[stage] ?? Number.NEGATIVE_INFINITY) - marks.speechEndedAt);
    const ms = Math.max(0, at - total);
    total += ms;
    return ms;
  });
  const { at, speechMs, replyMs, aborted } = rest;
  return {
    at: Math.round(at),
    speechMs: Math.round(speechMs),
    stages: spent,
    total,
    replyMs: Math.round(replyMs),
    ...(aborted === undefined ? {} : { aborted }),
  };
}

/** In the order of the stages. */
const byStage = <T>(of: (stage: Stage) => T): Record<Stage, T> => ({
  silence: of("silence"),
  transcribe: of("transcribe"),
  context: of("context"),
  model: of("model"),
  sentence: of("sentence"),
  synthesize: of("synthesize"),
  play: of("play"),
});
