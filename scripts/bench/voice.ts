import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { frameSamples } from "../../src/voice/audio-ports.ts";
import { createEndpointer, type EndpointerOptions } from "../../src/voice/hearing/endpointer.ts";
import { isNoise } from "../../src/voice/hearing/gates.ts";
import type { TurnBoundary, Utterance } from "../../src/voice/hearing/utterance.ts";
import { openVoiceActivity } from "../../src/voice/hearing/voice-activity.ts";
import type { Bench } from "./loci.ts";
import { type Figure, figure, figuresOf, median, timed } from "./measure.ts";
import { hasCommand } from "./processes.ts";
import { type MadeRecording, type MadeTurn, makers, makeVoiceSet, rate } from "./voice-set.ts";

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
  for (const recording of set) scores.set(recording.name, await scoreRecording(recording));
  const usual = [...scores].flatMap(([name, { delays }]) =>
    /^(?:clean|white|very short|rising|falling)/.test(name) ? delays : [],
  );
  const cpu = [...scores.values()].map(({ cpuMs, seconds }) => cpuMs / seconds);
  return [
    ...[...scores].map(([name, score]) => toFigure(name, score)),
    ...figuresOf("end of speech to end of turn (700 ms of it waiting)", usual),
    figure("hearing, CPU a second of sound", median(cpu), "ms"),
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

function toFigure(name: string, { turns, right, falseTurns, ...others }: VoiceScore): Figure {
  const { cutOff, merged, missed, misfires } = others;
  const counts = { "cut off": cutOff, merged, missed, false: falseTurns, misfires };
  const note = Object.entries(counts)
    .flatMap(([what, n]) => (n > 0 ? `${n} ${what}` : []))
    .join(", ");
  const max = limits[name];
  return turns === 0
    ? figure(`${name}: turns that nobody spoke`, falseTurns, "turns", { max, note })
    : figure(`${name}: wrong of ${turns}`, turns - right, "turns", { max, note });
}

/** What became of the turns of a recording. */
export interface VoiceScore {
  readonly turns: number;
  /** One utterance, from beginning to end, and nothing of another turn. */
  readonly right: number;
  /** Ended, or began, within the sentence. */
  readonly cutOff: number;
  /** Two turns in one. */
  readonly merged: number;
  readonly missed: number;
  /** Utterances where nobody spoke to it: they would be transcribed. */
  readonly falseTurns: number;
  /** What began, and was nothing. */
  readonly misfires: number;
  /** From the end of the speech to the end of the turn, of those that are right (ms). */
  readonly delays: readonly number[];
  readonly cpuMs: number;
  readonly seconds: number;
}

const defaults: EndpointerOptions = {
  silenceMs: 700,
  minSpeechMs: 250,
  maxTurnMs: 30_000,
  preRollMs: 300,
};

/** Hears a recording as the agent would, up to the transcriber. */
export async function scoreRecording({ pcm, turns }: MadeRecording): Promise<VoiceScore> {
  const activity = await openVoiceActivity();
  const endpointer = createEndpointer(defaults);
  const boundaries: TurnBoundary[] = [];
  const { cpuMs } = await timed(() => {
    for (let at = 0; at + frameSamples <= pcm.length; at += frameSamples) {
      const frame = pcm.subarray(at, at + frameSamples);
      boundaries.push(...endpointer.push({ pcm: frame, sample: at }, activity.isSpeech(frame)));
    }
    boundaries.push(...endpointer.finish());
  });
  activity.close();
  const utterances = boundaries.flatMap((one) => (one.type === "end" ? one.utterance : []));
  const heard = utterances.filter((one) => one.reason !== "max" && !isNoise(one));
  const verdicts = turns.map((turn) => judge(turn, turns, heard));
  const count = (verdict: string): number =>
    verdicts.filter((one) => one.verdict === verdict).length;
  const nothing = boundaries.filter((one) => one.type === "misfire").length;
  return {
    turns: turns.length,
    right: count("right"),
    cutOff: count("cutOff"),
    merged: count("merged"),
    missed: count("missed"),
    falseTurns: heard.filter((one) => !turns.some((turn) => overlap(one, turn) > 0)).length,
    misfires: nothing + utterances.length - heard.length,
    delays: verdicts.flatMap(({ delay }) => delay ?? []),
    cpuMs,
    seconds: pcm.length / rate,
  };
}

/** A faint last consonant or a breath may be lost (samples). */
const slack = 0.15 * rate;

function judge(turn: MadeTurn, turns: readonly MadeTurn[], heard: readonly Utterance[]) {
  const own = heard.filter((one) => overlap(one, turn) > slack);
  const [first] = own;
  if (first === undefined) return { verdict: "missed" };
  if (turns.some((other) => other !== turn && overlap(first, other) > slack))
    return { verdict: "merged" };
  const isWhole =
    first.startSample <= turn.start + slack &&
    first.startSample + first.pcm.length >= turn.end - slack;
  if (own.length > 1 || !isWhole) return { verdict: "cutOff" };
  return { verdict: "right", delay: ((first.endSample - turn.end) * 1000) / rate };
}

function overlap({ startSample, pcm }: Utterance, { start, end }: MadeTurn): number {
  return Math.min(startSample + pcm.length, end) - Math.max(startSample, start);
}
