import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { VoiceActivity } from "../../src/voice/audio-ports.ts";
import { openVoiceActivity } from "../../src/voice/hearing/voice-activity.ts";
import type { BenchRun } from "./bench-run.ts";
import { type Figure, median, percentile } from "./figures.ts";
import { hasCommand } from "./has-command.ts";
import { createEnergyActivity } from "./voice-energy.ts";
import { defaults, scoreRecording, type VoiceScore } from "./voice-score.ts";
import { type MadeRecording, makeVoiceSet } from "./voice-set.ts";
import { makers } from "./voice-studio.ts";

const baseline = "energy";

/** Turns that are cut out of made recordings, beside a detector that goes by loudness alone with the same end-pointer. */
export async function measureVoice(run: BenchRun): Promise<readonly Figure[]> {
  const missing = makers.filter((program) => !hasCommand(program));
  if (missing.length > 0) {
    console.error(`voice: left out, install ${missing.join(", ")} for it`);
    return [];
  }
  const folder = join(run.folder, "voice");
  mkdirSync(folder, { recursive: true });
  const set = makeVoiceSet(folder, run.quick);
  rmSync(folder, { recursive: true });
  const pairs: Pair[] = [];
  for (const recording of set) pairs.push(await scorePair(recording.name, recording, defaults));
  const slow = set.find(({ name }) => name === "pauses of 900 ms");
  if (slow !== undefined) {
    const patient = { ...defaults, silenceMs: 1_250 };
    pairs.push(await scorePair(`${slow.name}, silenceMs 1250`, slow, patient));
  }
  return [...pairs.map(toFigure), ...delays(pairs), cpu(pairs)];
}

/** How many turns one may lose, where it matters most; a third as many sentences in a quick run. */
const budgets: Readonly<Record<string, number>> = {
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

interface Pair {
  readonly name: string;
  readonly own: VoiceScore;
  readonly energy: VoiceScore;
}

async function scorePair(
  name: string,
  recording: MadeRecording,
  options: typeof defaults,
): Promise<Pair> {
  const score = (activity: VoiceActivity): VoiceScore => {
    const scored = scoreRecording(recording, activity, options);
    activity.close();
    return scored;
  };
  return { name, own: score(await openVoiceActivity()), energy: score(createEnergyActivity()) };
}

function toFigure({ name, own, energy }: Pair): Figure {
  const max = budgets[name];
  return {
    what: own.turns === 0 ? `${name}: turns that nobody spoke` : `${name}: wrong of ${own.turns}`,
    value: own.turns === 0 ? own.falseTurns : own.turns - own.right,
    unit: "turns",
    baselines: [],
    ...(max === undefined ? {} : { budget: { max } }),
    note: `${inWords(own)}; ${baseline}: ${inWords(energy)}`,
  };
}

function inWords({
  right,
  cutOff,
  merged,
  missed,
  falseTurns,
  misfires,
  turns,
}: VoiceScore): string {
  const counts = { right, "cut off": cutOff, merged, missed, false: falseTurns, misfires };
  const told = Object.entries(counts).filter(
    ([name, n]) => n > 0 || (name === "right" && turns > 0),
  );
  return told.length === 0 ? "nothing" : told.map(([name, n]) => `${n} ${name}`).join(", ");
}

function delays(pairs: readonly Pair[]): Figure[] {
  const usual = pairs.filter(({ name }) => /^(?:clean|white|very short|rising|falling)/.test(name));
  const own = usual.flatMap((pair) => pair.own.delays);
  const other = usual.flatMap((pair) => pair.energy.delays);
  return [0.5, 0.95].map((share) => ({
    what: `end of speech to end of turn, p${share * 100} (700 ms of it waiting)`,
    value: percentile(own, share),
    unit: "ms",
    baselines: [{ name: baseline, value: percentile(other, share) }],
  }));
}

function cpu(pairs: readonly Pair[]): Figure {
  const perSecond = (score: VoiceScore): number => score.cpuMs / score.seconds;
  return {
    what: "hearing, CPU a second of sound (voice activity and end-pointer)",
    value: median(pairs.map(({ own }) => perSecond(own))),
    unit: "ms",
    baselines: [{ name: baseline, value: median(pairs.map(({ energy }) => perSecond(energy))) }],
  };
}
