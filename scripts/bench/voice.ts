import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { frameSamples } from "../../src/voice/audio-ports.ts";
import {
  Endpointer,
  type TurnBoundary,
  type Utterance,
} from "../../src/voice/hearing/endpointer.ts";
import { isNoise } from "../../src/voice/hearing/gates.ts";
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
  const set = makeVoiceSet(folder);
  rmSync(folder, { recursive: true });
  const figures: Figure[] = [];
  const delays: number[] = [];
  const cpu: number[] = [];
  for (const recording of set) {
    const score = await scoreRecording(recording);
    figures.push(toFigure(recording.name, score));
    if (/^(?:clean|white|very short)/.test(recording.name)) delays.push(...score.delays);
    cpu.push((score.cpuMs * rate) / recording.pcm.length);
  }
  return [
    ...figures,
    ...figuresOf("end of speech to end of turn (700 ms of it waiting)", delays),
    figure("hearing, CPU a second of sound", median(cpu), "ms"),
  ];
}

/** No turn may go wrong, and none may be heard in silence; the noises of a house are not told from short words yet. */
function toFigure(name: string, { turns, wrong, falseTurns, misfires }: VoiceScore): Figure {
  const max = name.startsWith("clicks") ? undefined : 0;
  const note = [...wrong, `${falseTurns} false`, `${misfires} misfires`].join(", ");
  return turns === 0
    ? figure(`${name}: turns that nobody spoke`, falseTurns, "turns", { max, note })
    : figure(`${name}: wrong of ${turns}`, wrong.length, "turns", { max, note });
}

/** What became of the turns of a recording. */
export interface VoiceScore {
  readonly turns: number;
  /** What is wrong with those that are not one utterance, from beginning to end, with nothing of another turn. */
  readonly wrong: readonly string[];
  /** Utterances where nobody spoke to it: they would be transcribed. */
  readonly falseTurns: number;
  /** What began, and was nothing. */
  readonly misfires: number;
  /** From the end of the speech to the end of the turn, of those that are right (ms). */
  readonly delays: readonly number[];
  readonly cpuMs: number;
}

/** Hears a recording as the agent would, up to the transcriber. */
export async function scoreRecording({ pcm, turns }: MadeRecording): Promise<VoiceScore> {
  const activity = await openVoiceActivity();
  const endpointer = new Endpointer({ silenceMs: 700 });
  const boundaries: (TurnBoundary | undefined)[] = [];
  const { cpuMs } = await timed(() => {
    for (let at = 0; at + frameSamples <= pcm.length; at += frameSamples) {
      const frame = pcm.subarray(at, at + frameSamples);
      boundaries.push(endpointer.push({ pcm: frame, sample: at }, activity.isSpeech(frame)));
    }
    boundaries.push(endpointer.finish());
  });
  activity.close();
  const utterances = boundaries.flatMap((one) => (one?.type === "end" ? one.utterance : []));
  const heard = utterances.filter((one) => one.reason !== "max" && !isNoise(one));
  const verdicts = turns.map((turn) => judge(turn, turns, heard));
  const nothing = boundaries.filter((one) => one?.type === "misfire").length;
  return {
    turns: turns.length,
    wrong: verdicts.filter((verdict) => typeof verdict === "string"),
    falseTurns: heard.filter((one) => !turns.some((turn) => overlap(one, turn) > 0)).length,
    misfires: nothing + utterances.length - heard.length,
    delays: verdicts.filter((verdict) => typeof verdict === "number"),
    cpuMs,
  };
}

/** A faint last consonant or a breath may be lost (samples). */
const slack = 0.15 * rate;

/** What is wrong with a turn; or, of one that is right, how long after the speech it ended (ms). */
function judge(turn: MadeTurn, turns: readonly MadeTurn[], heard: readonly Utterance[]) {
  const own = heard.filter((one) => overlap(one, turn) > slack);
  const [first] = own;
  if (first === undefined) return "missed";
  if (turns.some((other) => other !== turn && overlap(first, other) > slack)) return "merged";
  const isWhole =
    first.startSample <= turn.start + slack &&
    first.startSample + first.pcm.length >= turn.end - slack;
  if (own.length > 1 || !isWhole) return "cut off";
  return ((first.endSample - turn.end) * 1000) / rate;
}

function overlap({ startSample, pcm }: Utterance, { start, end }: MadeTurn): number {
  return Math.min(startSample + pcm.length, end) - Math.max(startSample, start);
}
