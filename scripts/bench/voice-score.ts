import { frameSamples, type VoiceActivity } from "../../src/voice/audio-ports.ts";
import { createEndpointer, type EndpointerOptions } from "../../src/voice/hearing/endpointer.ts";
import { isNoise } from "../../src/voice/hearing/gates.ts";
import type { TurnBoundary, Utterance } from "../../src/voice/hearing/utterance.ts";
import type { MadeRecording, MadeTurn } from "./voice-set.ts";
import { rate } from "./voice-studio.ts";

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
export function scoreRecording(
  { pcm, turns }: MadeRecording,
  activity: VoiceActivity,
  options: EndpointerOptions = defaults,
): VoiceScore {
  const startedAt = process.cpuUsage();
  const boundaries = hear(pcm, activity, options);
  const { user, system } = process.cpuUsage(startedAt);
  const utterances = boundaries.flatMap((one) => (one.type === "end" ? one.utterance : []));
  const heard = utterances.filter((one) => one.reason !== "max" && !isNoise(one));
  const verdicts = turns.map((turn) => judge(turn, turns, heard));
  const count = (verdict: string): number =>
    verdicts.filter((one) => one.verdict === verdict).length;
  return {
    turns: turns.length,
    right: count("right"),
    cutOff: count("cutOff"),
    merged: count("merged"),
    missed: count("missed"),
    falseTurns: heard.filter((one) => !turns.some((turn) => overlap(one, turn) > 0)).length,
    misfires:
      boundaries.filter((one) => one.type === "misfire").length + utterances.length - heard.length,
    delays: verdicts.flatMap(({ delay }) => delay ?? []),
    cpuMs: (user + system) / 1000,
    seconds: pcm.length / rate,
  };
}

function hear(
  pcm: Int16Array,
  activity: VoiceActivity,
  options: EndpointerOptions,
): TurnBoundary[] {
  const endpointer = createEndpointer(options);
  const boundaries: TurnBoundary[] = [];
  for (let at = 0; at + frameSamples <= pcm.length; at += frameSamples) {
    const frame = pcm.subarray(at, at + frameSamples);
    boundaries.push(...endpointer.push({ pcm: frame, sample: at }, activity.isSpeech(frame)));
  }
  return [...boundaries, ...endpointer.finish()];
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
