import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { errnoOf } from "../../errors.ts";
import { stages, type TurnTimes } from "../voice-event.ts";

/** Where the times of turns by voice are kept, below `.loci`: a line each, no words. */
const name = "voice-turns.jsonl";

/** Past this the older half goes: an SD card is small, and lasts longer. */
const maxBytes = 512_000;

/** Keeps the times of one turn. Throws what the disk says. */
export function noteTimes(lociDir: string, times: TurnTimes): void {
  const file = join(lociDir, name);
  const line = `${JSON.stringify(times)}\n`;
  const open = openSync(file, "a+", 0o600);
  let size: number;
  try {
    size = fstatSync(open).size;
    // A power cut may have torn the last line; the next one must not be lost with it.
    const last = Buffer.alloc(1);
    const isTorn = size > 0 && readSync(open, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
    writeSync(open, `${isTorn ? "\n" : ""}${line}`);
    size = fstatSync(open).size;
  } finally {
    closeSync(open);
  }
  if (size > maxBytes) dropOlderHalf(file);
}

function dropOlderHalf(file: string): void {
  const bytes = readFileSync(file);
  const from = bytes.indexOf(0x0a, bytes.length - maxBytes / 2) + 1;
  const next = `${file}.next`;
  rmSync(next, { force: true });
  writeFileSync(next, bytes.subarray(from), { mode: 0o600, flag: "wx" });
  renameSync(next, file);
}

/** The times that are kept, oldest first; a line that is torn or none of ours is left out. */
export function readTimes(lociDir: string): readonly TurnTimes[] {
  let text: string;
  try {
    text = readFileSync(join(lociDir, name), "utf8");
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return [];
    throw error;
  }
  return text.split("\n").flatMap((line) => {
    const times = toTimes(line);
    return times === undefined ? [] : [times];
  });
}

function toTimes(line: string): TurnTimes | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined; // Torn by a power cut, or no line at all.
  }
  return isTimes(value) ? value : undefined;
}

const isTimes = (value: unknown): value is TurnTimes => timesSchema.safeParse(value).success;

const time = z.number().nonnegative();
const timesSchema = z.object({
  at: time,
  speechMs: time,
  stages: z.object(Object.fromEntries(stages.map((stage) => [stage, time]))),
  total: time,
  replyMs: time,
  aborted: z.enum(["interrupted", "failed", "stopped"]).optional(),
});
