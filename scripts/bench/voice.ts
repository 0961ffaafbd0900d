import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openVoiceActivity } from "../../src/voice/hearing/voice-activity.ts";
import type { Bench } from "./loci.ts";
import { type Figure, median, percentile } from "./measure.ts";
import { hasCommand } from "./processes.ts";
import { scoreRecording, type VoiceScore } from "./voice-score.ts";
import { makeVoiceSet } from "./voice-set.ts";
import { makers } from "./voice-studio.ts";

/** Turns that are cut out of made recordings. */
export async function measureVoice(bench: Bench): Promise<readonly Figure[]> {
  const missing = makers.filter((program) => !hasCommand(program));
  if (missing.length > 0) {
    console.error(`voice: left out, install ${missing.join(", ")} for it`);
    return [];
  }
  const folder = join(bench.folder, "voice");
  mkdirSync(folder, { recursive: true });
  const set = makeVoiceSet(folder, bench.quick);
  rmSync(folder, { recursive: true });
  const scores = new Map<string, VoiceScore>();
  for (const recording of set) {
    const activity = await openVoiceActivity();
    scores.set(recording.name, scoreRecording(recording, activity));
    activity.close();
  }
  const usual = [...scores].flatMap(([name, { delays }]) =>
    /^(?:clean|white|very short|rising|falling)/.test(name) ? delays : [],
  );
  const cpu = [...scores.values()].map(({ cpuMs, seconds }) => cpuMs / seconds);
  return [
    ...[...scores].map(([name, score]) => toFigure(name, score)),
    ...[0.5, 0.95].map((share) => ({
      what: `end of speech to end of turn, p${share * 100} (700 ms of it waiting)`,
      ...{ value: percentile(usual, share), unit: "ms" as const },
    })),
    { what: "hearing, CPU a second of sound", value: median(cpu), unit: "ms" },
  ];
}

/** How many turns one may lose, where it matters most; a third as many sentences in a quick run. */
const limits: Readonly<Record<string, number>> = {
  clean: 0,
  "white noise, 20 dB": 0,
  "white noise, 10 dB": 1,
  "white noise, 5 dB": 2,
  "very short answers": 1,
  "pauses of 300 ms": 0,
  "pauses of 500 ms": 0,
  "silence, one minute": 0,
  "television, 10 dB fainter": 3,
};

function toFigure(name: string, score: VoiceScore): Figure {
  const { turns, right, cutOff, merged, missed, falseTurns, misfires } = score;
  const counts = { right, "cut off": cutOff, merged, missed, false: falseTurns, misfires };
  const told = Object.entries(counts).flatMap(([what, n]) => (n > 0 ? `${n} ${what}` : []));
  return {
    what: turns === 0 ? `${name}: turns that nobody spoke` : `${name}: wrong of ${turns}`,
    ...{ value: turns === 0 ? falseTurns : turns - right, unit: "turns", max: limits[name] },
    ...(told.length > 0 ? { note: told.join(", ") } : {}),
  };
}
